// Binds codes and nonces to the client that asked for them (OWASP ASVS 6.6.2, 10.1.2): what is sent to a mailbox, or
// signed by a provider, is of use to that client alone. A client is the holder of a secret: a browser in cookie mode
// has one in an HttpOnly cookie, any other client keeps a code verifier and shows its S256 hash when it asks (RFC 7636).
import { fail } from '../../contract/errors.ts';
import { digest } from '../../crypto/secrets.ts';
import type { TenantHead } from '../../store/tenants/tenants.ts';

/** The SHA-256 of the client's secret, as base64url. */
export type Binding = string;

/** `browser`: the secret of the browser's cookie, in cookie mode only. */
type Browser = { readonly browser?: string | undefined };

/** Returns what a code is bound to that this client asks for; `undefined` if the client named nothing. */
export const bindingOf = (codeChallenge: string | undefined, { browser }: Browser): Binding | undefined =>
  codeChallenge ?? bindingShown(undefined, { browser });

/**
 * Returns the binding that the client proves to hold. A verifier counts before the cookie, because the client sends it
 * on purpose. `undefined`: the client proves none, so only what is bound to no client is of use to it.
 */
export function bindingShown(codeVerifier: string | undefined, { browser }: Browser): Binding | undefined {
  const secret = codeVerifier ?? browser;
  return secret === undefined ? undefined : digest(secret);
}

/** Throws INVALID_INPUT that names `codeChallenge` if the binding is missing. */
export const requireBinding = (binding: Binding | undefined): Binding =>
  binding ?? fail('INVALID_INPUT', { message: 'codeChallenge: is required (S256, RFC 7636), except in cookie mode' });

/** Applies the tenant's `settings.binding.codes` to a request for a code. Throws what `requireBinding` throws. */
export function requireCodeBinding(tenant: TenantHead | undefined, binding: Binding | undefined): void {
  if (tenant?.settings.binding?.codes === 'required') requireBinding(binding);
}
