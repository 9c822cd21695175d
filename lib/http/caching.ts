// Lets caches keep the replies that the contract marks, and tells a cache whether its copy is still right (RFC 9110 13.1.2).
import type { Cache } from '../contract/operation.ts';
import { digest } from '../crypto/secrets.ts';
import type { Request } from './request.ts';
import { isKnown, type Response } from './response.ts';

/**
 * Returns the response with its lifetime and an ETag, or 304 without a body if the request names that ETag. A reply that
 * is not lasting is returned as it is.
 */
export function cached(response: Response, { seconds, isImmutable, isLasting }: Cache, request: Request): Response {
  if (isLasting && !isLasting(JSON.parse(response.body))) return response;
  const etag = `"${digest(response.body)}"`;
  const headers = { 'cache-control': `public, max-age=${seconds}${isImmutable ? ', immutable' : ''}`, etag };
  if (isKnown(request.headers.get('if-none-match') ?? [], etag)) {
    return { ...response, statusCode: 304, headers, body: '' };
  }
  return { ...response, headers: { ...response.headers, ...headers } };
}
