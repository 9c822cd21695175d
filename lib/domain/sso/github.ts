// Talks to GitHub: OAuth 2.0 without id tokens. The token is known to be for us because we exchanged the code for it.
import * as z from 'zod/mini';
import { ask } from './ask.ts';
import { type Profile, profileOf } from './profile.ts';
import type { Provider } from './providers.ts';

const account = z.object({ id: z.int(), name: z.optional(z.nullable(z.string())) });
const addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

const PUBLIC = 'https://github.com';

/** An `issuer` other than github.com is an installation of GitHub Enterprise Server. */
export const github = ({ issuer }: Provider) => ({
  issuer,
  authorization_endpoint: `${issuer}/login/oauth/authorize`,
  token_endpoint: `${issuer}/login/oauth/access_token`,
  token_endpoint_auth_methods_supported: ['client_secret_post'],
});

const apiOf = ({ issuer }: Provider): string => (issuer === PUBLIC ? 'https://api.github.com' : `${issuer}/api/v3`);

/**
 * Returns the profile of the token's user. The address of the public profile is free text and is ignored: only the
 * primary address of the user's own list counts, if it is verified. Throws SSO_TOKEN_INVALID, `Unavailable`.
 */
export async function githubProfile(provider: Provider, token: string, signal: AbortSignal): Promise<Profile> {
  const [{ id, name }, list] = await Promise.all([
    ask(`${apiOf(provider)}/user`, account, token, signal),
    ask(`${apiOf(provider)}/user/emails`, addresses, token, signal),
  ]);
  const primary = list.find((address) => address.primary && address.verified);
  return profileOf(provider, {
    subject: String(id),
    email: primary?.email,
    isEmailVerified: primary !== undefined,
    name,
  });
}
