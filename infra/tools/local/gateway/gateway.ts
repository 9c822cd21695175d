// Emulates API Gateway: turns HTTP requests into REST-API proxy events for the shipped handlers, and responds with our
// error body where API Gateway responds without a function.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { type ErrorCode, errorBody } from '../../../../lib/contract/errors.ts';
import { CORS_HEADERS, SECURITY_HEADERS } from '../../../../lib/http/headers.ts';
import type { Response } from '../../../../lib/http/response.ts';
import type { Pages } from '../pages/page.ts';
import { createServer } from '../ports.ts';
import { compressed } from './compression.ts';
import { asDelivered, reachesFunction } from './headers.ts';
import type { Watch } from './origins.ts';

export type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<Response>;

/** The limits of API Gateway: payload, and the sum of all headers. */
const MAX_PAYLOAD = 10 * 1024 * 1024;
const MAX_HEADERS = 16 * 1024;
const FUNCTION_TIMEOUT_MS = 10_000;
/** The header in which a REST API names a request. */
const REQUEST_ID = 'x-amzn-RequestId';
/** The prefix of all pages, and the documents beside them; no operation has these paths. */
const PAGES = '/__';
const DOCUMENTS = ['/', '/openapi.json', '/resources.json'];
const isPage = (path: string): boolean => path.startsWith(PAGES) || DOCUMENTS.includes(path);

/**
 * `stage` is removed from a path before `handle` sees it. Pages are served here, without `handle`. `keepsChallenge`: a 401
 * has `www-authenticate` also under its own name. `watch` sees every response of a function.
 */
export type Routes = {
  handle: Handler;
  stage: string;
  loadPages: () => Promise<Pages>;
  keepsChallenge?: boolean;
  /** Bytes from which replies are compressed; `undefined`: never. */
  compressesFrom?: number | undefined;
  /** The header that names the request. */
  requestIdHeader?: string | undefined;
  watch?: Watch | undefined;
};

/**
 * Returns a server that is not listening yet. Requests that arrive before the routes are known wait for them. Functions
 * are told that they have `timeoutMs`.
 */
export function createGateway(routes: Promise<Routes>, timeoutMs = FUNCTION_TIMEOUT_MS): Server {
  const resolved = routes.then(({ loadPages, keepsChallenge = false, requestIdHeader = REQUEST_ID, ...others }) => {
    let pages: Promise<Pages> | undefined;
    const page = async (request: IncomingMessage, path: string, query: string) => {
      pages ??= loadPages();
      return (await pages)(request, path, query);
    };
    return { ...others, page, keepsChallenge, requestIdHeader };
  });
  const options = { maxHeaderSize: MAX_HEADERS, keepAliveTimeout: 60_000, requireHostHeader: false };
  const server = createServer(options, async (request, response) => {
    try {
      const [sent, query] = splitOnce(request.url ?? '/', '?');
      const { handle, stage, page, keepsChallenge, compressesFrom, requestIdHeader, watch } = await resolved;
      const path = within(stage, sent);
      if (path === undefined) return json(response, 403, { message: 'Forbidden' });
      const shown = isPage(path) ? await page(request, path, query) : undefined;
      if (shown) return void response.writeHead(shown.status, shown.headers).end(shown.body);
      const body = await payload(request);
      if (!body) return tooLarge(request, response);
      const event = toEvent(request, path, query, body);
      const reply = asDelivered(await handle(event, toContext(timeoutMs)), keepsChallenge);
      watch?.(request.headers, reply.headers);
      const named = { [requestIdHeader]: event.requestContext.requestId };
      const packed = compressed(reply, request.headers['accept-encoding']?.toString(), compressesFrom);
      response.writeHead(reply.statusCode, { ...packed.headers, ...reply.multiValueHeaders, ...named });
      response.end(packed.body);
    } catch (error) {
      // The client disconnected. A request that was read to its end is `destroyed`, too.
      if (request.socket.destroyed) return;
      process.stderr.write(`gateway: ${error instanceof Error ? error.stack : error}\n`);
      if (!response.headersSent) json(response, 500, errorBody('INTERNAL_ERROR'));
    }
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    refuse(socket, error.code === 'HPE_HEADER_OVERFLOW' ? 'HEADERS_TOO_LARGE' : 'INVALID_INPUT');
  });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => refuse(socket, 'INVALID_INPUT'));
  return server;
}

/**
 * Returns the path within the stage; `undefined` for a path outside of it. Pages are served with or without the stage.
 */
function within(stage: string, path: string): string | undefined {
  if (path.startsWith(PAGES)) return path;
  if (path === stage) return '/';
  return path.startsWith(`${stage}/`) || !stage ? path.slice(stage.length) : undefined;
}

async function payload(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAX_PAYLOAD) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function toEvent(request: IncomingMessage, path: string, query: string, body: Buffer): APIGatewayProxyEvent {
  const multiValueHeaders: Record<string, string[]> = Object.create(null);
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const [name, value] = request.rawHeaders.slice(at, at + 2) as [string, string];
    if (reachesFunction(name, value)) multiValueHeaders[name] = [...(multiValueHeaders[name] ?? []), value];
  }
  const sourceIp = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  appendForwarded(multiValueHeaders, sourceIp);
  const parameters = new URLSearchParams(query);
  const multiValueQueryStringParameters = Object.fromEntries(
    [...parameters.keys()].map((name) => [name, parameters.getAll(name)]),
  );
  const text = body.toString();
  const isText = Buffer.from(text).equals(body);
  return {
    resource: path,
    path,
    httpMethod: request.method ?? 'GET',
    headers: Object.fromEntries(Object.entries(multiValueHeaders).map(([name, values]) => [name, values.at(-1)])),
    multiValueHeaders,
    queryStringParameters: query ? Object.fromEntries(parameters) : null,
    multiValueQueryStringParameters: query ? multiValueQueryStringParameters : null,
    pathParameters: null,
    stageVariables: null,
    body: body.length ? (isText ? text : body.toString('base64')) : null,
    isBase64Encoded: body.length > 0 && !isText,
    requestContext: {
      requestId: randomUUID(),
      identity: { sourceIp },
    } as APIGatewayProxyEvent['requestContext'],
  };
}

/** API Gateway appends the address of its peer, and sends all entries on in one line. */
function appendForwarded(headers: Record<string, string[]>, sourceIp: string): void {
  const sent = Object.keys(headers).filter((name) => name.toLowerCase() === 'x-forwarded-for');
  const entries = sent.flatMap((name) => headers[name] ?? []);
  for (const name of sent) delete headers[name];
  headers['X-Forwarded-For'] = [[...entries, sourceIp].join(', ')];
}

function toContext(timeoutMs: number): Context {
  const deadline = Date.now() + timeoutMs;
  return { getRemainingTimeInMillis: () => deadline - Date.now(), awsRequestId: randomUUID() } as Context;
}

/** As the gateway responses of a deployment: any page may read it (infra/stack/gateway/rest-responses.ts). */
function tooLarge({ headers: { origin } }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('connection', 'close');
  if (origin !== undefined)
    response.setHeaders(new Map(Object.entries({ ...CORS_HEADERS, 'access-control-allow-origin': origin })));
  json(response, 413, errorBody('PAYLOAD_TOO_LARGE'));
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...SECURITY_HEADERS });
  response.end(JSON.stringify(value));
}

/** Responds to bytes that could not be parsed as a request. */
function refuse(socket: Duplex, code: ErrorCode): void {
  if (!socket.writable) return void socket.destroy();
  const body = JSON.stringify(errorBody(code));
  const { statusCode, error } = errorBody(code);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...SECURITY_HEADERS,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${statusCode} ${error}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
