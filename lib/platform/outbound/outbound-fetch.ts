// Calls hosts that the configuration names, mostly identity providers, and those of clients' documents. Calls reach only the public internet (OWASP ASVS
// 15.3.2): the address is checked when the connection is made, so DNS rebinding gains nothing. Redirects are not followed;
// time and size are bounded.
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { type IncomingMessage, request as overHttp, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Unavailable } from '../errors.ts';
import { isLocalRun } from '../settings/config.ts';
import { isLoopbackAddress, isPublicAddress } from './ip-ranges.ts';

/** For DNS, connection, request and response together. */
const TIMEOUT_MS = 3000;
/** Metadata, keys and tokens are a few KB each. */
const MAX_BYTES = 64 * 1024;
/** AWS names its JSON `application/x-amz-json-1.1`. */
const JSON_TYPE = /^application\/(([\w.-]+\+)?json|x-amz-json-1\.[01])\s*(;|$)/i;
const FORM_TYPE = 'application/x-www-form-urlencoded';

export type Outbound = {
  method?: string;
  headers?: Readonly<Record<string, string>> | Headers;
  /** A form, or a text whose type is in the headers. */
  body?: URLSearchParams | string;
  /** Aborts the call before its own timeout. */
  signal?: AbortSignal;
};

const isLoopbackHost = (host: string): boolean => host === 'localhost' || isLoopbackAddress(withoutBrackets(host));
const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');
const isAllowed = (address: string): boolean =>
  isPublicAddress(address) || (isLocalRun() && isLoopbackAddress(address));

/** Whether the service may call this URL or redirect a browser to it: https, or http to loopback in the local run. */
export function isOutboundUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password) return false;
  const isLiteral = isIP(withoutBrackets(hostname)) !== 0;
  if (protocol === 'http:') return isLocalRun() && isLoopbackHost(hostname);
  return protocol === 'https:' && (!isLiteral || isAllowed(withoutBrackets(hostname)));
}

/**
 * Returns a 2xx or 4xx response that is JSON of at most 64 KB and arrived within three seconds. Throws `Unavailable`
 * for everything else: a forbidden address, no response, a redirect, a 5xx.
 */
export const fetchJson = (url: string | URL, outbound: Outbound = {}): Promise<Response> =>
  call(url, outbound, readJson);

/** `headers`: those of the response. */
export type FetchedDocument = { text: string; headers: IncomingMessage['headers'] };

/**
 * Returns a response with the status 200 that is JSON of at most `most` bytes and arrived within three seconds. Throws
 * `Unavailable` for everything else.
 */
export const fetchDocument = (url: string, most: number): Promise<FetchedDocument> =>
  call(url, {}, async (incoming) => {
    if (incoming.statusCode !== 200) throw new Unavailable(`outbound: ${incoming.statusCode}`);
    requireJson(incoming);
    return { text: (await bounded(incoming, most)).toString(), headers: incoming.headers };
  });

/**
 * Posts a form and returns the status of the response, whose body is not read. Throws `Unavailable` for a forbidden
 * address and without a response within three seconds.
 */
export const postForm = (url: string | URL, body: URLSearchParams): Promise<number> =>
  call(url, { method: 'POST', body }, async ({ statusCode = 0 }) => statusCode);

async function call<T>(
  url: string | URL,
  { method, headers, body, signal }: Outbound,
  read: (incoming: IncomingMessage) => Promise<T>,
): Promise<T> {
  const target = new URL(url);
  if (!isOutboundUrl(target.href)) throw new Unavailable('outbound: URL not allowed');
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
            ...(typeof body !== 'string' && { 'content-type': FORM_TYPE }),
            'content-length': String(Buffer.byteLength(payload)),
          }),
    },
    // Connections are not kept, so that each call checks the address again.
    agent: false,
    lookup: publicLookup,
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]),
  };
  try {
    return await exchange(target, options, payload, read);
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    throw new Unavailable('outbound: no response', { cause: error });
  }
}

async function exchange<T>(
  target: URL,
  options: RequestOptions,
  payload: string | undefined,
  read: (incoming: IncomingMessage) => Promise<T>,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (target.protocol === 'https:' ? overHttps : overHttp)(target, options, resolve);
  request.on('error', reject);
  request.end(payload);
  try {
    return await read(await promise);
  } finally {
    request.destroy();
  }
}

async function readJson(incoming: IncomingMessage): Promise<Response> {
  const status = incoming.statusCode ?? 0;
  if (status < 200 || (status >= 300 && status < 400) || status >= 500) throw new Unavailable(`outbound: ${status}`);
  requireJson(incoming);
  return new Response(await bounded(incoming, MAX_BYTES), { status, headers: { 'content-type': 'application/json' } });
}

function requireJson({ headers }: IncomingMessage): void {
  if (!JSON_TYPE.test(headers['content-type'] ?? '') || headers['content-encoding'])
    throw new Unavailable('outbound: not JSON');
}

async function bounded(incoming: IncomingMessage, most: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += (chunk as Buffer).length;
    if (size > most) throw new Unavailable(`outbound: more than ${most / 1024} KB`);
    chunks.push(chunk as Buffer);
  }
  if (!incoming.complete) throw new Unavailable('outbound: cut off');
  return Buffer.concat(chunks);
}

/** Resolves the name once, for this connection. Fails if any of its addresses is not allowed. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  const check = (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => {
    if (error) return done(error, [], 0);
    if (!found.length || !found.every(({ address }) => isAllowed(address))) {
      return done(new Error('outbound: address not allowed'), [], 0);
    }
    const [first] = found as [LookupAddress, ...LookupAddress[]];
    return options.all ? done(null, found) : done(null, first.address, first.family);
  };
  dnsLookup(hostname, { ...options, all: true }, check);
};
