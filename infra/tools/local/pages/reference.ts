// Serves the OpenAPI documents, made from the contract as it is now, and a page that shows them.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openapi } from '../../../../lib/contract/documents/openapi.ts';
import { groupOf } from '../../../../lib/records/declare/group.ts';
import { resourcesDocument } from '../../../../lib/records/documents/document.ts';
import { resources } from '../../../../lib/records/resources/index.ts';
import { html, json, type PageReply, refusal, reply } from './page.ts';

const SCRIPT = '/__docs/scalar.js';

const own = (name: string): Promise<string> => readFile(join(import.meta.dirname, name), 'utf8');

/** The document of the service, with this run as its server. */
export const openapiJson = (baseUrl: string): PageReply => json({ ...openapi(), servers: [{ url: baseUrl }] });

/** The document of the declared resources, with this run as its server. */
export const resourcesJson = (baseUrl: string): PageReply =>
  json({ ...resourcesDocument(resources, groupOf(resources)), servers: [{ url: baseUrl }] });

/** The packages leave Scalar out. */
const scalar = () => import('@scalar/fastify-api-reference').catch(() => undefined);

/** Returns Scalar's script, which loads no other. */
export async function scalarScript(): Promise<PageReply> {
  const found = await scalar();
  if (!found) return refusal('ROUTE_NOT_FOUND');
  return reply(200, 'text/javascript', scriptOf(found.default as unknown as Plugin));
}

type Route = { url: string; handler: (request: undefined, reply: Sink) => unknown };
type Sink = { header: () => Sink; send: (text: string) => void };
type Plugin = (server: object, options: object, done: () => void) => void;

/**
 * Takes the script from the route that serves it. The package for Fastify is the only one that contains the script
 * without its sources: 28 packages of 30 MB, and not 299 of 243 MB (@scalar/api-reference 1.72.1).
 */
function scriptOf(plugin: Plugin): string {
  const routes: Route[] = [];
  const server = { route: (route: Route) => routes.push(route), hasPlugin: () => false };
  plugin(server, { configuration: { sources: [] } }, () => {});
  let script = '';
  const sink: Sink = {
    header: () => sink,
    send: (text) => {
      script = text;
    },
  };
  routes.find(({ url }) => url.endsWith('.js'))?.handler(undefined, sink);
  return script;
}

/**
 * Gives the style sheets that Scalar inserts the nonce of this response: most of them through `createElement`, and one
 * that takes it from the element named csp-nonce, as Vite's build does.
 */
const giveNonce = (nonce: string): string => `
  const createElement = Document.prototype.createElement;
  Document.prototype.createElement = function (...args) {
    const made = createElement.apply(this, args);
    if (made instanceof HTMLStyleElement) made.nonce = '${nonce}';
    return made;
  };`;

/** The page may run its own scripts only, as the other pages, and connects to this origin only. */
export async function referencePage(): Promise<PageReply> {
  if (!(await scalar())) return refusal('ROUTE_NOT_FOUND');
  const [page, script] = await Promise.all([own('reference.html'), own('reference.js')]);
  const nonce = randomBytes(16).toString('base64');
  const head = `<meta property="csp-nonce" nonce="${nonce}" content="${nonce}">
    <script nonce="${nonce}">${giveNonce(nonce)}</script>
  </head>`;
  const body = `<script nonce="${nonce}" src="${SCRIPT}"></script>
    <script nonce="${nonce}">${script}</script>
  </body>`;
  const text = page.replace('</head>', () => head).replace('</body>', () => body);
  // Scalar sets colours and sizes in style attributes.
  return html(text, nonce, ["style-src-attr 'unsafe-inline'"]);
}
