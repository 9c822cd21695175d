// Serves the pages for browsers: HTML shells, and the scripts and styles that they load. Everything is a file that was
// built before; nothing of a request is in a response. It reads no table and needs no configuration but the address.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { errorBody } from '../contract/errors.ts';
import { SECURITY_HEADERS } from './headers.ts';
import type { Response } from './respond.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Only files of this origin, no inline script or style, no sink for text as HTML (W3C Trusted Types). */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': PAGE_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), publickey-credentials-get=(self)',
  // A browser asks each time whether it changed: the assets that it names exist only in this version.
  'cache-control': 'no-cache',
};
/** The name of an asset is the hash of its content. */
const ASSET_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' };

type Served = { body: string; headers: Record<string, string> };

/** Path of a page without parameters, such as `login`, or of an asset -> what is served. */
type Site = ReadonlyMap<string, Served>;

const served = (body: string, headers: Record<string, string>): Served => ({
  body,
  headers: { ...headers, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` },
});

/** Reads the built files. `base` is the path of the API, which ends in a slash. */
function readSite(directory: string, base: string): Site {
  const site = new Map<string, Served>();
  for (const file of readdirSync(directory)) {
    if (extname(file) !== '.html') continue;
    const text = readFileSync(join(directory, file), 'utf8').replace('{base}', base);
    site.set(file.slice(0, -'.html'.length), served(text, PAGE_HEADERS));
  }
  for (const file of readdirSync(join(directory, 'assets'))) {
    const type = TYPES[extname(file)];
    if (type === undefined) continue;
    const text = readFileSync(join(directory, 'assets', file), 'utf8');
    site.set(`assets/${file}`, served(text, { ...ASSET_HEADERS, 'content-type': type }));
  }
  return site;
}

/**
 * Returns the handler of the pages in `directory`. A shell serves its own path and all below it. Unknown paths are 404,
 * methods other than GET and HEAD 405.
 */
export function servePages(directory: string, baseUrl: string) {
  let site: Site | undefined;
  return async (event: APIGatewayProxyEvent): Promise<Response> => {
    site ??= readSite(directory, `${new URL(baseUrl).pathname.replace(/\/$/, '')}/`);
    const path = event.path.replace(/^\//, '');
    const [first = ''] = path.split('/');
    const found = site.get(path) ?? (first === 'assets' ? undefined : site.get(first));
    if (!found) return refusal('ROUTE_NOT_FOUND');
    if (event.httpMethod !== 'GET' && event.httpMethod !== 'HEAD')
      return refusal('METHOD_NOT_ALLOWED', { allow: 'GET, HEAD' });
    const headers = { ...SECURITY_HEADERS, ...found.headers };
    const isKnown = sent(event, 'if-none-match').includes(found.headers.etag as string);
    if (isKnown) return { statusCode: 304, headers, multiValueHeaders: {}, body: '' };
    return { statusCode: 200, headers, multiValueHeaders: {}, body: event.httpMethod === 'HEAD' ? '' : found.body };
  };
}

/** Returns the entries of a header that lists several. */
function sent({ multiValueHeaders }: APIGatewayProxyEvent, name: string): string[] {
  const lines = Object.entries(multiValueHeaders ?? {}).flatMap(([key, values]) =>
    key.toLowerCase() === name ? (values ?? []) : [],
  );
  return lines.flatMap((line) => line.split(',')).map((entry) => entry.trim().replace(/^W\//, ''));
}

function refusal(code: 'ROUTE_NOT_FOUND' | 'METHOD_NOT_ALLOWED', more: Record<string, string> = {}): Response {
  const body = errorBody(code);
  return {
    statusCode: body.statusCode,
    headers: { ...SECURITY_HEADERS, 'content-type': 'application/json; charset=utf-8', ...more },
    multiValueHeaders: {},
    body: JSON.stringify(body),
  };
}
