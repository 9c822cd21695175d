// Loads a provider's metadata (OpenID Connect Discovery 1.0, RFC 8414).
import * as z from 'zod/mini';
import { cached, withinDeadline } from '../../platform/cache.ts';
import { Unavailable } from '../../platform/errors.ts';
import { isOutboundUrl } from '../../platform/outbound/outbound-fetch.ts';
import { FRESH_MS, readDocument } from '../key-sets.ts';

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

/** Where the issuer publishes its metadata (OpenID Connect Discovery 4). */
export const documentAddress = (issuer: string): string =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

const metadata = cached(async (issuer: string): Promise<Metadata> => {
  const document = await readDocument(documentAddress(issuer), metadataSchema);
  // An exact match, or the host of one issuer could speak for another (OpenID Connect Discovery 4.3).
  if (document.issuer !== issuer) throw new Unavailable('the metadata names another issuer');
  return document;
}, FRESH_MS);

/** Returns the metadata of the issuer. Throws `Unavailable`, also if it names another issuer. */
export const metadataOf = (issuer: string, signal?: AbortSignal): Promise<Metadata> =>
  withinDeadline(metadata(issuer), signal);
