// Decides which claims about a user a scope opens (OpenID Connect Core 5.4). Id token and userinfo have the same.
import type { Reply } from '../../contract/index.ts';
import { PROFILE_CLAIMS } from '../../contract/oauth-browser.ts';
import { seconds } from '../../platform/clock.ts';
import type { User } from '../../store/users.ts';

/** Characters. Metadata may be long, and a token must not be. */
const LONGEST = 256;

export type UserClaims = Reply<'GET /oauth2/userinfo'>;

/** Returns the claims about the user. An address that the user does not have is absent. */
export function claimsOf(user: User, scope: readonly string[]): UserClaims {
  return {
    sub: user.id,
    tid: user.tenantId,
    ...(scope.includes('profile') && profileOf(user)),
    ...(scope.includes('email') &&
      user.email !== null && { email: user.email, email_verified: user.emailVerifiedAt !== null }),
    ...(scope.includes('phone') &&
      user.phone !== null && { phone_number: user.phone, phone_number_verified: user.phoneVerifiedAt !== null }),
  };
}

function profileOf({ metadata, updatedAt }: User): Partial<UserClaims> {
  const texts = PROFILE_CLAIMS.flatMap((name) => {
    const value = Object.hasOwn(metadata, name) ? metadata[name] : undefined;
    return typeof value === 'string' && value !== '' && value.length <= LONGEST ? [[name, value]] : [];
  });
  return { ...Object.fromEntries(texts), updated_at: seconds(updatedAt) };
}
