// Serves the page of ./view.ts from the host of a service, as a CloudFront distribution would: `/auth/*` is passed on.
import { createServer, type IncomingMessage, type Server, type ServerResponse, request as send } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { close, listen } from '../../../infra/tools/local/ports.ts';
import { readSession, scriptJson } from '../../../lib/packages/react/server.ts';
import type { Setup } from './view.ts';

/** The versions of React that the binding supports. */
export const VERSIONS = [18, 19] as const;
export type Version = (typeof VERSIONS)[number];

const ALIASES: Record<Version, Record<string, string>> = {
  18: { react: 'react-18', 'react-dom': 'react-dom-18' },
  19: {},
};

/** Returns the code of a file of this folder, with React. */
export async function bundled(file: string, version: Version, options: BuildOptions = {}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, file)],
    // The folder from which an alias is resolved.
    absWorkingDir: join(import.meta.dirname, '../..'),
    alias: ALIASES[version],
    bundle: true,
    write: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    ...options,
  });
  return outputFiles?.[0]?.text ?? '';
}

/** Sends a request to another server, as a distribution does, and its reply back. */
export function passOn(request: IncomingMessage, response: ServerResponse, target: string): void {
  const { method, headers } = request;
  const onward = send(`${target}${request.url}`, { method, headers }, (reply) => {
    response.writeHead(reply.statusCode as number, reply.headers);
    reply.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}

export type Site = { url: string; server: Server; stop: () => Promise<void> };

/** Starts the site. `/` is rendered here, `/spa` in the browser. The query chooses `delivery`, `tenantId` and `hasPasskeys`. */
export async function startSite(serviceUrl: string, version: Version): Promise<Site> {
  const script = await bundled('page.ts', version);
  const render = evaluated(await bundled('render.ts', version, { platform: 'node', format: 'cjs' }));
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', serviceUrl);
    if (pathname.startsWith('/auth/')) return passOn(request, response, serviceUrl);
    if (pathname === '/page.js') return response.end(script);
    if (pathname !== '/' && pathname !== '/spa') return response.writeHead(404).end();
    const { delivery, tenantId, hasPasskeys } = Object.fromEntries(searchParams) as unknown as Setup;
    const isRendered = pathname === '/';
    const initialSession = isRendered ? await readSession(request, { baseUrl: serviceUrl }) : undefined;
    const setup: Setup = { delivery, tenantId, initialSession, hasPasskeys };
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('cache-control', 'private, no-store');
    response.end(`<!doctype html><title>Site</title><link rel="icon" href="data:,">
<div id="root">${isRendered ? render(setup) : ''}</div>
<script type="application/json" id="setup">${scriptJson(setup)}</script><script src="/page.js"></script>`);
  });
  const port = await listen(server, 0);
  return { url: `http://localhost:${port}`, server, stop: () => close(server) };
}

/** Returns `render` of a CommonJS bundle. */
export function evaluated(code: string): (setup: Setup) => string {
  const module = { exports: {} as { render: (setup: Setup) => string } };
  const require = createRequire(import.meta.url);
  new Function('module', 'exports', 'require', code)(module, module.exports, require);
  return module.exports.render;
}
