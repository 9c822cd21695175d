// OAuth 2.0 with PKCE, spoken by oauth4webapi: where to send the browser, and what the code that comes back is worth.
// Only the function `sso` loads this.
import * as oauth from 'oauth4webapi';
import { fail } from '../../contract/errors.ts';
import type { Query } from '../../contract/index.ts';
import { appleClientSecret } from '../../crypto/apple-client-secret.ts';
import { digest } from '../../crypto/secrets.ts';
import { seconds } from '../../platform/clock.ts';
import { config } from '../../platform/config.ts';
import { Unavailable } from '../../platform/errors.ts';
import { fetchJson } from '../../platform/outbound-fetch.ts';
import { facebook, facebookProfile } from './facebook.ts';
import { github, githubProfile } from './github.ts';
import { openIdToken } from './id-tokens.ts';
import { metadataOf } from './metadata.ts';
import type { Profile } from './profile.ts';
import type { Provider } from './providers.ts';

/** What only this flow knows. The nonce is in the id token, the verifier is what the code is of no use without. */
export type FlowSecrets = { nonce: string; verifier: string };
/** What came back, as it came. */
export type Answer = Query<'GET /auth/callback/{provider}'>;

type Server = oauth.AuthorizationServer & { authorization_endpoint: string; token_endpoint: string };

/**
 * Where the provider sends the browser back. One path for each, so that an answer of one can't be taken for another's (RFC
 * 9700 4.4). Apple has it post a form, to a path that takes one and goes on to that of the others.
 */
const redirectUriOf = ({ name, kind }: Provider): string =>
  `${config().baseUrl}/auth/${kind === 'apple' ? 'sso' : 'callback'}/${name}`;

async function serverOf(provider: Provider, signal?: AbortSignal): Promise<Server> {
  if (provider.kind === 'github') return github(provider);
  if (provider.kind === 'facebook') return facebook(provider);
  return metadataOf(provider.issuer, signal);
}

const isOidc = ({ kind }: Provider): boolean => kind !== 'github' && kind !== 'facebook';

/** Where the browser goes to log in. Throws `Unavailable`. */
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
    // Apple hands out names and addresses in a form only.
    ...(provider.kind === 'apple' && { response_mode: 'form_post' }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Exchanges the answer's code for who it is. Throws SSO_TOKEN_INVALID, `Unavailable`. */
export async function redeem(
  provider: Provider,
  answer: Answer,
  { nonce, verifier }: FlowSecrets,
  signal: AbortSignal,
): Promise<Profile> {
  const server = await serverOf(provider, signal);
  const client: oauth.Client = { client_id: provider.clientId };
  const authentication = await authenticationOf(provider, server);
  const tokens = await requireSound(async () => {
    const sent = Object.entries(answer).filter(([, value]) => value !== undefined) as [string, string][];
    const parameters = oauth.validateAuthResponse(server, client, new URLSearchParams(sent), answer.state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      parameters,
      redirectUriOf(provider),
      verifier,
      {
        // Which URLs may be called is for fetchJson to say; it refuses plain http but to loopback in the local run.
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
  // The claims were judged above; that they are the provider's is judged by its signature, as for tokens from elsewhere.
  const metadata = await metadataOf(provider.issuer, signal);
  return (await openIdToken(provider, metadata, tokens.id_token as string, nonce, signal)).profile;
}

type Sent = { method: string; headers: Record<string, string>; body?: unknown };

/** A refusal of the provider, or an answer that is none, says nothing more to whoever asks. */
async function requireSound<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
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
  // In the header where nothing is said (OpenID Connect Discovery 3); else rather in the body, because servers disagree on
  // how the characters of a secret are written in the header.
  const inBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
  return inBody ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
}
