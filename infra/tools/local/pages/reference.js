// Shows the documents of the API with Scalar, without a request to any other host: no fonts, no telemetry, no proxy, no
// assistant. Scalar does not load where the browser blocks the storage.
/** The page is served at different places: the element says where the documents are. */
const addressOf = (name) => document.querySelector('#reference').dataset.root + name;
if (globalThis.Scalar === undefined) document.querySelector('#blocked').hidden = false;
globalThis.Scalar?.createApiReference('#reference', {
  sources: [
    { title: 'Gatehouse', slug: 'gatehouse', url: addressOf('openapi.json') },
    { title: 'Resources', slug: 'resources', url: addressOf('resources.json') },
  ],
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
});
