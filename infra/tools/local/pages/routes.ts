// Routes the local pages, and serves them only to this machine's own browser.
import type { IncomingMessage } from 'node:http';
import type { BusEvent } from '../aws/bus.ts';
import type { Queue } from '../aws/queue.ts';
import type { Outbound } from '../aws/sent-messages.ts';
import { inboxMessages, messageHtml } from './inbox.ts';
import type { LocalProvider } from './local-provider.ts';
import { createProvider } from './oidc.ts';
import { json, type Page, type Pages, refusal } from './page.ts';
import { fromFiles, homePage } from './template.ts';

export type PageContext = {
  events: () => BusEvent[];
  outbound: Outbound;
  queue: Queue;
  baseUrl: string;
  provider: LocalProvider | undefined;
  hasHome?: boolean | undefined;
};

/** Loaded with the first request for a document: the inbox needs no contract. */
const reference = () => import('./reference.ts');

export function createPages({ events, outbound, queue, baseUrl, provider, hasHome }: PageContext): Pages {
  const pages: Readonly<Record<string, Page>> = {
    'GET /__events': () => json(events()),
    'GET /__inbox': () => fromFiles('inbox'),
    'GET /__inbox/messages': (request) => inboxMessages(request, outbound, queue),
    'GET /__inbox/html': ({ query }) => messageHtml(outbound, query.get('id')),
    'GET /__inbox/dead-letters': () => json(queue.deadLetters()),
    'POST /__inbox/dead-letters/redrive': async () => json({ redriven: await queue.redrive() }),
    'GET /__docs': async () => (await reference()).referencePage(),
    'GET /__docs/scalar.js': async () => (await reference()).scalarScript(),
    'GET /openapi.json': async () => (await reference()).openapiJson(baseUrl),
    'GET /resources.json': async () => (await reference()).resourcesJson(baseUrl),
    ...(hasHome && {
      'GET /': () => homePage(baseUrl),
      'GET /__components': async () => (await import('./components.ts')).componentsPage(),
    }),
    ...(provider && createProvider(provider, baseUrl)),
  };
  return async (request, path, query) => {
    const page = pages[`${request.method} ${path}`];
    if (!page) return undefined;
    if (!isLocal(request)) return refusal('REQUEST_BLOCKED');
    return page({ headers: request.headers, query: new URLSearchParams(query), form: () => formOf(request) });
  };
}

const MAX_FORM = 16 * 1024;

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text = (text + chunk).slice(0, MAX_FORM);
  return new URLSearchParams(text);
}

/** Names that resolve to this machine regardless of DNS. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * These pages show codes and tokens. A site visited by a browser on this machine can point its own name here (DNS
 * rebinding), which the Host header reveals, and it can post here, which the Origin header reveals.
 */
function isLocal({ headers: { host = '', origin } }: IncomingMessage): boolean {
  return LOOPBACK.test(host) && (origin === undefined || origin === `http://${host}`);
}
