// Calls to hosts that configuration names, identity providers above all. They must not reach anything but the public
// internet (OWASP ASVS 15.3.2), nor hold us up: addresses are judged where the connection is made, so that a name which
// answers differently the second time gains nothing; nothing is followed; time and size are bounded.
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { type IncomingMessage, request as overHttp, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { config } from './config.ts';
import { Unavailable } from './errors.ts';
import { isLoopbackAddress, isPublicAddress } from './ip-ranges.ts';

/** For name, connection, request and answer together. */
const TIMEOUT_MS = 3000;
/** Metadata, keys and tokens are a few KB each. */
const MAX_BYTES = 64 * 1024;
const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

export type Outbound = {
  method?: string;
  headers?: Readonly<Record<string, string>> | Headers;
  body?: URLSearchParams;
  /** Ends the call before its own time is over. */
  signal?: AbortSignal;
};

/** Where the service itself runs on loopback, so may what it calls. */
const isLocalRun = (): boolean => isLoopbackHost(new URL(config().baseUrl).hostname);
const isLoopbackHost = (host: string): boolean => host === 'localhost' || isLoopbackAddress(bare(host));
const bare = (host: string): string => host.replace(/^\[|\]$/g, '');
const isAllowed = (address: string): boolean =>
  isPublicAddress(address) || (isLocalRun() && isLoopbackAddress(address));

/** Whether the text is a URL that may be called, or a browser be sent to: https, in the local run http to loopback. */
export function isOutboundUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password) return false;
  const isLiteral = isIP(bare(hostname)) !== 0;
  if (protocol === 'http:') return isLocalRun() && isLoopbackHost(hostname);
  return protocol === 'https:' && (!isLiteral || isAllowed(bare(hostname)));
}

/**
 * The answer, if it is JSON of at most 64 KB that came within three seconds, whether it says yes (2xx) or no (4xx). Throws
 * `Unavailable` for everything else: what must not be called, what doesn't answer, redirects, failures of the other side.
 */
export async function fetchJson(
  url: string | URL,
  { method, headers, body, signal }: Outbound = {},
): Promise<Response> {
  const target = new URL(url);
  if (!isOutboundUrl(target.href)) throw new Unavailable('outbound: not a URL to call');
  const payload = body?.toString();
  const options: RequestOptions = {
    method: method ?? 'GET',
    headers: {
      ...Object.fromEntries(new Headers(headers as Record<string, string>)),
      accept: 'application/json',
      'user-agent': 'gatehouse',
      ...(payload === undefined
        ? {}
        : {
            'content-type': 'application/x-www-form-urlencoded',
            'content-length': String(Buffer.byteLength(payload)),
          }),
    },
    // No connection is kept: the address of the next one is judged again.
    agent: false,
    lookup: publicLookup,
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]),
  };
  try {
    return await exchange(target, options, payload);
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    throw new Unavailable('outbound: no answer', { cause: error });
  }
}

async function exchange(target: URL, options: RequestOptions, payload: string | undefined): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (target.protocol === 'https:' ? overHttps : overHttp)(target, options, resolve);
  request.on('error', reject);
  request.end(payload);
  try {
    const incoming = await promise;
    const status = incoming.statusCode ?? 0;
    const type = incoming.headers['content-type'] ?? '';
    if (status < 200 || (status >= 300 && status < 400) || status >= 500) throw new Unavailable(`outbound: ${status}`);
    if (!JSON_TYPE.test(type) || incoming.headers['content-encoding']) throw new Unavailable('outbound: not JSON');
    return new Response(await bounded(incoming), { status, headers: { 'content-type': 'application/json' } });
  } finally {
    request.destroy();
  }
}

async function bounded(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += (chunk as Buffer).length;
    if (size > MAX_BYTES) throw new Unavailable('outbound: more than 64 KB');
    chunks.push(chunk as Buffer);
  }
  if (!incoming.complete) throw new Unavailable('outbound: cut off');
  return Buffer.concat(chunks);
}

/** Resolves the name once, for this connection, and refuses it if any of its addresses is not to be called. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  const judge = (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => {
    if (error) return done(error, [], 0);
    if (!found.length || !found.every(({ address }) => isAllowed(address))) {
      return done(new Error('outbound: not an address to call'), [], 0);
    }
    const [first] = found as [LookupAddress, ...LookupAddress[]];
    return options.all ? done(null, found) : done(null, first.address, first.family);
  };
  dnsLookup(hostname, { ...options, all: true }, judge);
};
