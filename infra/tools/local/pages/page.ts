// Defines the pages of the local run, and builds their responses.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type ErrorCode, errorBody } from '../../../../lib/contract/errors.ts';
import { SECURITY_HEADERS } from '../../../../lib/http/headers.ts';

/** `form` reads the body, truncated if it is too long. */
export type PageRequest = {
  headers: IncomingHttpHeaders;
  query: URLSearchParams;
  form: () => Promise<URLSearchParams>;
};
export type PageReply = { status: number; headers: Record<string, string>; body: string };
export type Page = (request: PageRequest) => PageReply | Promise<PageReply>;
/** Resolves to `undefined` if there is no such page. */
export type Pages = (request: IncomingMessage, path: string, query: string) => Promise<PageReply | undefined>;

export const reply = (status: number, type: string, body: string, headers: Record<string, string> = {}): PageReply => ({
  status,
  headers: { 'content-type': `${type}; charset=utf-8`, ...SECURITY_HEADERS, ...headers },
  body,
});

export const json = (value: unknown, headers?: Record<string, string>): PageReply =>
  reply(200, 'application/json', JSON.stringify(value), headers);

export const refusal = (code: ErrorCode): PageReply => {
  const body = errorBody(code);
  return reply(body.statusCode, 'application/json', JSON.stringify(body));
};

/** A page that may run only its own script and style, which carry the nonce. `more` are directives beside these. */
export const html = (body: string, nonce: string, more: readonly string[] = []): PageReply =>
  reply(200, 'text/html', body, {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      "connect-src 'self'",
      "frame-src 'self'",
      'img-src data:',
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      ...more,
    ].join('; '),
  });
