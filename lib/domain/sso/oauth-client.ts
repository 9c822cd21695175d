// Implements the client side of OAuth 2.0 with PKCE, on oauth4webapi: builds the URL that the browser is sent to, and
// exchanges the code that comes back for a profile. Only the functions `sso` and `admin-console` load
// this file.
import * as oauth from 'oauth4webapi';
import { fail } from '../../contract/errors.ts';
import type { Query } from '../../contract/index.ts';
import { appleClientSecret } from '../../crypto/apple-client-secret.ts';
import { digest } from '../../crypto/secrets.ts';
import { seconds } from '../../platform/clock.ts';
import { Unavailable } from '../../platform/errors.ts';
import { fetchJson } from '../../platform/outbound/outbound-fetch.ts';
import { facebook, facebookProfile } from './facebook.ts';
import { github, githubProfile } from './github.ts';
import { openIdToken } from './id-tokens.ts';
import { metadataOf } from './metadata.ts';
import type { Profile } from './profile.ts';
import type { Provider } from './providers.ts';
import { redirectUriOf } from './redirect-uri.ts';

/** The secrets of one flow. The id token carries the nonce, and the code is worthless without the verifier. */
export type FlowSecrets = { nonce: string; verifier: string };
/** The query of the provider's response, not validated yet. */
export type CallbackQuery = Query<'GET /auth/callback/{provider}'>;

type Server = oauth.AuthorizationServer & { authorization_endpoint: string; token_endpoint: string };

async function serverOf(provider: Provider, signal?: AbortSignal): Promise<Server> {
  if (provider.kind === 'github') return github(provider);
  if (provider.kind === 'facebook') return facebook(provider);
  return metadataOf(provider.issuer, signal);
}

const isOidc = ({ kind }: Provider): boolean => kind !== 'github' && kind !== 'facebook';

/** Returns the URL at which the user logs in. Throws `Unavailable`. */
export async function authorizationUrl(
  provider: Provider,
  state: string,
  { nonce, verifier }: FlowSecrets,
  signal: AbortSignal,
): Promise<string> {
  const server = await serverOf(provider, signal);
  const url = new URL(server.authorization_endpoint);
  const parameters = {
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: redirectUriOf(provider),
    scope: provider.scopes.join(' '),
    state,
    code_challenge: digest(verifier),
    code_challenge_method: 'S256',
    ...(isOidc(provider) && { nonce }),
    ...(provider.maxAgeSeconds !== undefined && { max_age: String(provider.maxAgeSeconds) }),
    // Apple sends names and addresses only in a form.
    ...(provider.kind === 'apple' && { response_mode: 'form_post' }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Exchanges the code in the query for the user's profile. Throws SSO_TOKEN_INVALID, `Unavailable`. */
export async function redeem(
  provider: Provider,
  query: CallbackQuery,
  { nonce, verifier }: FlowSecrets,
  signal: AbortSignal,
): Promise<Profile> {
  const server = await serverOf(provider, signal);
  const client: oauth.Client = { client_id: provider.clientId };
  const authentication = await authenticationOf(provider, server);
  const tokens = await requireValid(async () => {
    const sent = Object.entries(query).filter(([, value]) => value !== undefined) as [string, string][];
    const parameters = oauth.validateAuthResponse(server, client, new URLSearchParams(sent), query.state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      parameters,
      redirectUriOf(provider),
      verifier,
      {
        // fetchJson decides which URLs may be called. It allows plain http only to loopback, in the local run.
        [oauth.allowInsecureRequests]: true,
        [oauth.customFetch]: (url: string, { method, headers, body }: Sent) =>
          fetchJson(url, { method, headers, body: body as URLSearchParams, signal }),
      },
    );
    return oauth.processAuthorizationCodeResponse(server, client, response, {
      ...(isOidc(provider) && { expectedNonce: nonce, requireIdToken: true }),
    });
  });
  if (provider.kind === 'github') return githubProfile(provider, tokens.access_token, signal);
  if (provider.kind === 'facebook') return facebookProfile(provider, tokens.access_token, signal);
  // oauth4webapi has validated the claims. The signature is verified here, as for id tokens that come from the caller.
  const metadata = await metadataOf(provider.issuer, signal);
  return (await openIdToken(provider, metadata, tokens.id_token as string, nonce, signal)).profile;
}

type Sent = { method: string; headers: Record<string, string>; body?: unknown };

/**
 * Returns what `exchange` returns. Throws SSO_TOKEN_INVALID, without details for the caller, if the provider refuses or
 * its response is not valid.
 */
async function requireValid<T>(exchange: () => Promise<T>): Promise<T> {
  try {
    return await exchange();
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    return fail('SSO_TOKEN_INVALID', { cause: error });
  }
}

async function authenticationOf(provider: Provider, server: Server): Promise<oauth.ClientAuth> {
  const { appleKey, clientId, issuer } = provider;
  if (appleKey) return oauth.ClientSecretPost(await appleClientSecret(appleKey, clientId, issuer, seconds()));
  const secret = await provider.clientSecret();
  if (secret === undefined) return oauth.None();
  // The header is the default (OpenID Connect Discovery 3). If the server accepts the body, that is preferred, because
  // servers disagree on how to encode a secret in the header.
  const acceptsBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
  return acceptsBody ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
}
