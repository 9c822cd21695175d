// Admits requests that came through the operator's own proxy, and finds the address of their client. A proxy proves
// itself by a secret header. Without a trusted proxy, the address is the one that API Gateway saw.
import { isIP } from 'node:net';
import { fail } from '../contract/errors.ts';
import { sameSecret } from '../crypto/secrets.ts';
import { proxySecrets } from '../platform/aws/secrets.ts';
import { config } from '../platform/settings/config.ts';
import { PROXY_HEADER, VIEWER_HEADER } from './headers.ts';
import type { Request } from './request.ts';

/**
 * Returns the request with the address of its client. Throws REQUEST_BLOCKED if a proxy is trusted and the request did
 * not come through it, or does not say for whom. Throws `Unavailable` if the secret cannot be read.
 */
export async function throughProxy(request: Request): Promise<Request> {
  const { trustedProxy: position } = config();
  if (position === undefined) return request;
  const [sent = '', ...more] = request.headers.get(PROXY_HEADER) ?? [];
  // Every secret is compared, so that the time does not tell which one is in use.
  const matches = (await proxySecrets()).map((secret) => sameSecret(sent, secret));
  if (more.length || !matches.includes(true)) return fail('REQUEST_BLOCKED');
  const client = position === 'cloudfront' ? viewerOf(request) : forwardedFor(request, position);
  return { ...request, ip: client ?? fail('REQUEST_BLOCKED') };
}

/**
 * Returns the entry of `x-forwarded-for` at the position, counted from the right, because clients write what is on the
 * left. API Gateway adds the address of the proxy itself, which does not count. `undefined`: not an address.
 */
function forwardedFor({ headers, ip }: Request, position: number): string | undefined {
  const entries = (headers.get('x-forwarded-for') ?? [])
    .flatMap((line) => line.split(','))
    .map((entry) => entry.trim());
  if (entries.at(-1) === ip) entries.pop();
  const entry = entries.at(-position);
  return entry !== undefined && isIP(entry) ? entry : undefined;
}

/**
 * Returns the address in `198.51.100.7:50123`, or in `2001:db8::7:50123`: CloudFront writes no brackets. `undefined`: not one
 * address with a port.
 */
function viewerOf({ headers }: Request): string | undefined {
  const [sent = '', ...more] = headers.get(VIEWER_HEADER) ?? [];
  const [, address = ''] = /^(.+):\d{1,5}$/.exec(sent) ?? [];
  return more.length === 0 && isIP(address) ? address : undefined;
}
