// Where a provider answers, and the keys it signs with (OpenID Connect Discovery 1.0, RFC 8414).
import type { JWK } from 'jose';
import * as z from 'zod/mini';
import { cached, withinDeadline } from '../../platform/cache.ts';
import { Unavailable } from '../../platform/errors.ts';
import { fetchJson, isOutboundUrl } from '../../platform/outbound-fetch.ts';

const FRESH_MS = 10 * 60_000;
/** A key that we don't know makes us look again, but not more often than this, whatever is sent to us. */
const MISS_MS = 30_000;

const endpoint = z.string().check(z.maxLength(1024), z.refine(isOutboundUrl));
const texts = z.optional(z.array(z.string()));
const schema = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  token_endpoint_auth_methods_supported: texts,
  id_token_signing_alg_values_supported: texts,
  authorization_response_iss_parameter_supported: z.optional(z.boolean()),
});
export type Metadata = z.output<typeof schema>;

const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).check(z.maxLength(100)) });

const metadata = cached(async (issuer: string): Promise<Metadata> => {
  const found = await read(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, schema);
  // Exactly: else whoever serves metadata for one issuer could speak for another (OpenID Connect Discovery 4.3).
  if (found.issuer !== issuer) throw new Unavailable('metadata of another issuer');
  return found;
}, FRESH_MS);

const keySets = cached(async (uri: string): Promise<readonly JWK[]> => (await read(uri, keySet)).keys, FRESH_MS);

async function read<S extends z.ZodMiniType>(url: string, shape: S): Promise<z.output<S>> {
  const response = await fetchJson(url);
  const result = shape.safeParse(response.ok ? await response.json().catch(() => undefined) : undefined);
  if (!result.success) throw new Unavailable('not the document that was asked for');
  return result.data;
}

/** The metadata of the issuer. Throws `Unavailable`, also when it is not the issuer's. */
export const metadataOf = (issuer: string, signal?: AbortSignal): Promise<Metadata> =>
  withinDeadline(metadata(issuer), signal);

/** The keys at the address. `isMissing`: one wasn't among them, so look again. Throws `Unavailable`. */
export const keysAt = (uri: string, signal?: AbortSignal, isMissing = false): Promise<readonly JWK[]> =>
  withinDeadline(keySets(uri, isMissing ? MISS_MS : undefined), signal);
