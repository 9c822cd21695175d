// Loads a provider's metadata and signing keys (OpenID Connect Discovery 1.0, RFC 8414).
import type { JWK } from 'jose';
import * as z from 'zod/mini';
import { cached, withinDeadline } from '../../platform/cache.ts';
import { Unavailable } from '../../platform/errors.ts';
import { fetchJson, isOutboundUrl } from '../../platform/outbound-fetch.ts';

const FRESH_MS = 10 * 60_000;
/** An unknown key reloads the key set, but at most this often, so that forged tokens cannot cause calls. */
const MISS_MS = 30_000;

const endpoint = z.string().check(z.maxLength(1024), z.refine(isOutboundUrl));
const texts = z.optional(z.array(z.string()));
export const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  token_endpoint_auth_methods_supported: texts,
  id_token_signing_alg_values_supported: texts,
  authorization_response_iss_parameter_supported: z.optional(z.boolean()),
});
export type Metadata = z.output<typeof metadataSchema>;

export const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).check(z.maxLength(100)) });

/** Where the issuer publishes its metadata (OpenID Connect Discovery 4). */
export const documentAddress = (issuer: string): string =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

const metadata = cached(async (issuer: string): Promise<Metadata> => {
  const document = await read(documentAddress(issuer), metadataSchema);
  // An exact match, or the host of one issuer could speak for another (OpenID Connect Discovery 4.3).
  if (document.issuer !== issuer) throw new Unavailable('the metadata names another issuer');
  return document;
}, FRESH_MS);

const keySets = cached(async (uri: string): Promise<readonly JWK[]> => (await read(uri, keySetSchema)).keys, FRESH_MS);

async function read<S extends z.ZodMiniType>(url: string, shape: S): Promise<z.output<S>> {
  const response = await fetchJson(url);
  const result = shape.safeParse(response.ok ? await response.json().catch(() => undefined) : undefined);
  if (!result.success) throw new Unavailable('the document does not have the expected shape');
  return result.data;
}

/** Returns the metadata of the issuer. Throws `Unavailable`, also if it names another issuer. */
export const metadataOf = (issuer: string, signal?: AbortSignal): Promise<Metadata> =>
  withinDeadline(metadata(issuer), signal);

/**
 * Returns the keys at the address. `isMissing`: a key was not among the cached ones, so reload. Throws `Unavailable`.
 */
export const keysAt = (uri: string, signal?: AbortSignal, isMissing = false): Promise<readonly JWK[]> =>
  withinDeadline(keySets(uri, isMissing ? MISS_MS : undefined), signal);
