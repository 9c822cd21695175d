// Shows the documents of the API with Scalar, without a request to any other host: no fonts, no telemetry, no proxy, no
// assistant.
Scalar.createApiReference('#reference', {
  sources: [
    { title: 'Gatehouse', slug: 'gatehouse', url: '/openapi.json' },
    { title: 'Resources', slug: 'resources', url: '/resources.json' },
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
