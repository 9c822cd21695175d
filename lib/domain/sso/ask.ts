// Queries a provider's API with the access token of the user who just logged in there.
import type * as z from 'zod/mini';
import { fail } from '../../contract/errors.ts';
import { fetchJson } from '../../platform/outbound/outbound-fetch.ts';

/** Returns the response if it has the shape. Throws SSO_TOKEN_INVALID, `Unavailable`. */
export async function ask<S extends z.ZodMiniType>(
  url: string,
  shape: S,
  token: string,
  signal: AbortSignal,
): Promise<z.output<S>> {
  const response = await fetchJson(url, { headers: { authorization: `Bearer ${token}` }, signal });
  const result = shape.safeParse(response.ok ? await response.json().catch(() => undefined) : undefined);
  return result.success ? result.data : fail('SSO_TOKEN_INVALID');
}
