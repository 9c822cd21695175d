// Serves the pages for browsers: HTML shells, and the scripts and styles that they load. Everything is a file that was
// built before, shells in each language; nothing of a request is in a response. It reads no table and needs no configuration
// but the address.
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { errorBody } from '../../contract/errors.ts';
import { SECURITY_HEADERS } from '../headers.ts';
import { isKnown, type Response } from '../response.ts';
import { languageOf, NO_SCRIPT, noScript } from './no-script.ts';

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

/** A cache between the browser and the service keeps a compressed reply and a plain one apart. */
const VARY = { vary: 'Accept-Encoding' };
/** A shell has one sentence in the language of the browser. */
const SHELL_VARY = { vary: 'Accept-Encoding, Accept-Language' };

const PAGE_HEADERS = {
  ...SHELL_VARY,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': PAGE_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), publickey-credentials-get=(self)',
  // A browser asks each time whether it changed: the assets that it names exist only in this version.
  'cache-control': 'no-cache',
};
/** The name of an asset is the hash of its content. */
const ASSET_HEADERS = { ...VARY, 'cache-control': 'public, max-age=31536000, immutable' };

type Served = { body: string; headers: Record<string, string> };

/** Path of a page without parameters, such as `login`, or of an asset -> what is served in a language. */
type Site = ReadonlyMap<string, (tag: string) => Served>;

const served = (body: string, headers: Record<string, string>, etag: string): Served => ({
  body,
  headers: { ...headers, etag: `"${etag}"` },
});

/**
 * Returns 64 bits that tell one version of a shell from another, as two hashes in the manner of FNV-1a. The text is ours, so it
 * needs no hash that withstands an attacker, and the function loads no crypto for it: two thirds of what it loaded.
 */
function versionOf(text: string): string {
  let [low, high] = [0x811c9dc5, 0x1b873593];
  for (let at = 0; at < text.length; at++) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193);
    high = Math.imul(high ^ text.charCodeAt(at), 0x85ebca6b);
  }
  return [low, high].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

/** Reads the built files. `base` is the path of the API, which ends in a slash. */
function readSite(directory: string, base: string): Site {
  const site = new Map<string, (tag: string) => Served>();
  for (const file of readdirSync(directory)) {
    if (extname(file) !== '.html') continue;
    const text = readFileSync(join(directory, file), 'utf8').replace('{base}', () => base);
    const inLanguages = new Map(
      Object.keys(NO_SCRIPT).map((tag) => {
        const shell = text.replace('{noscript}', () => noScript(tag));
        return [tag, served(shell, PAGE_HEADERS, versionOf(shell))];
      }),
    );
    site.set(file.slice(0, -'.html'.length), (tag) => inLanguages.get(tag) as Served);
  }
  for (const file of readdirSync(join(directory, 'assets'))) {
    const type = TYPES[extname(file)];
    if (type === undefined) continue;
    const text = readFileSync(join(directory, 'assets', file), 'utf8');
    const asset = served(text, { ...ASSET_HEADERS, 'content-type': type }, file);
    site.set(`assets/${file}`, () => asset);
  }
  return site;
}

/**
 * Returns the handler of the pages in `directory`. A shell serves its own path and all below it. Unknown paths are 404,
 * methods other than GET and HEAD 405. No event makes it throw. It logs nothing: the gateway's access log has a line for
 * each request, and there is no caller, tenant or cost to add.
 */
export function servePages(directory: string, baseUrl: string) {
  let site: Site | undefined;
  const handle = async (event: APIGatewayProxyEvent): Promise<Response> => {
    site ??= readSite(directory, `${new URL(baseUrl).pathname.replace(/\/$/, '')}/`);
    const { httpMethod: method } = event;
    const found = findPage(site, String(event.path))?.(languageOf(linesOf(event, 'accept-language').join(',')));
    if (!found) return refusal('ROUTE_NOT_FOUND');
    if (method !== 'GET' && method !== 'HEAD') return refusal('METHOD_NOT_ALLOWED', { allow: 'GET, HEAD' });
    const response = { headers: { ...SECURITY_HEADERS, ...found.headers }, multiValueHeaders: {} };
    if (isKnown(linesOf(event, 'if-none-match'), found.headers.etag as string))
      return { ...response, statusCode: 304, body: '' };
    return { ...response, statusCode: 200, body: method === 'HEAD' ? '' : found.body };
  };
  /** Serves a page in the init phase. Never rejects: the request that meets the fault reports it. */
  const warmUp = async (route: string): Promise<void> => {
    const [httpMethod, path] = route.split(' ');
    await handle({ httpMethod, path } as APIGatewayProxyEvent).catch(() => {});
  };
  return Object.assign(handle, { warmUp });
}

/** The path of an asset is looked up as it is, so it never becomes the path of a file. */
function findPage(site: Site, path: string): ((tag: string) => Served) | undefined {
  const name = path.replace(/^\//, '');
  const [shell = ''] = name.split('/');
  return site.get(name) ?? (shell === 'assets' ? undefined : site.get(shell));
}

/** Returns the lines of a header. The event is not trusted to be complete. */
const linesOf = ({ multiValueHeaders }: APIGatewayProxyEvent, name: string): string[] =>
  Object.entries(multiValueHeaders ?? {})
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, lines]) => (lines ?? []).map(String));

function refusal(code: 'ROUTE_NOT_FOUND' | 'METHOD_NOT_ALLOWED', more: Record<string, string> = {}): Response {
  const body = errorBody(code);
  return {
    statusCode: body.statusCode,
    headers: { ...SECURITY_HEADERS, 'content-type': 'application/json; charset=utf-8', ...more },
    multiValueHeaders: {},
    body: JSON.stringify(body),
  };
}
