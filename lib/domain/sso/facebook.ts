// Talks to Facebook: OAuth 2.0 without id tokens. The token is known to be for us because we exchanged the code for it.
import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { ask } from './ask.ts';
import { type Profile, profileOf } from './profile.ts';
import type { Provider } from './providers.ts';

const account = z.object({
  id: z.string().check(z.regex(/^\d{1,64}$/)),
  name: z.optional(z.string()),
  email: z.optional(z.string()),
});

const PUBLIC = 'https://www.facebook.com';
const VERSION = 'v23.0';

const graphOf = ({ issuer }: Provider): string =>
  issuer === PUBLIC ? `https://graph.facebook.com/${VERSION}` : `${issuer}/${VERSION}`;

export const facebook = (provider: Provider) => ({
  issuer: provider.issuer,
  authorization_endpoint: `${provider.issuer}/${VERSION}/dialog/oauth`,
  token_endpoint: `${graphOf(provider)}/oauth/access_token`,
  token_endpoint_auth_methods_supported: ['client_secret_post'],
});

/**
 * Returns the profile of the token's user. The e-mail address is stored but not verified. Throws SSO_TOKEN_INVALID,
 * `Unavailable`.
 */
export async function facebookProfile(provider: Provider, token: string, signal: AbortSignal): Promise<Profile> {
  const secret = (await provider.clientSecret()) ?? '';
  // Proves that the app itself asks; an app can make it mandatory ("Secure Graph API Calls").
  const proof = createHmac('sha256', secret).update(token).digest('hex');
  const url = `${graphOf(provider)}/me?fields=id,name,email&appsecret_proof=${proof}`;
  const { id, name, email } = await ask(url, account, token, signal);
  return profileOf(provider, { subject: id, email, isEmailVerified: false, name });
}
