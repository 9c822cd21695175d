// Decides which claims about a user an application gets: those that its scopes open (OpenID Connect Core 5.4), and those
// that it asked for one by one (5.5).

import { OPENED_BY, type OpenedClaim, PROFILE_CLAIMS } from '../../contract/groups/oauth-browser.ts';
import type { Reply } from '../../contract/index.ts';
import type { Scope } from '../../contract/scopes.ts';
import { seconds } from '../../platform/clock.ts';
import type { User } from '../../store/people/users.ts';
import { mayHave, type Rights } from '../application-rights.ts';

/** Characters. Metadata may be long, and a token must not be. */
const LONGEST = 256;

export type UserClaims = Reply<'GET /oauth2/userinfo'>;
type Opened = Pick<UserClaims, OpenedClaim>;

/** Returns the claims about the user. One that the user does not have is absent. */
export function claimsOf(user: User, scope: readonly string[], asked: readonly OpenedClaim[] = []): UserClaims {
  const names = new Set([
    ...Object.entries(OPENED_BY).flatMap(([opening, claims]) => (scope.includes(opening) ? claims : [])),
    ...asked,
  ]);
  const all = names.size ? Object.entries(allOf(user)) : [];
  const given = all.filter(([name, value]) => value !== undefined && names.has(name as OpenedClaim));
  return { sub: user.id, tid: user.tenantId, ...Object.fromEntries(given) };
}

const allOf = ({ metadata, email, emailVerifiedAt, phone, phoneVerifiedAt, ...user }: User): Opened => ({
  ...Object.fromEntries(PROFILE_CLAIMS.map((name) => [name, textOf(metadata, name)])),
  // The account has these two itself, and the metadata only if an admin wrote them there.
  ...(user.name && { name: user.name }),
  ...(user.locale && { locale: user.locale }),
  updated_at: seconds(user.updatedAt),
  ...(email !== null && { email, email_verified: emailVerifiedAt !== null }),
  ...(phone !== null && { phone_number: phone, phone_number_verified: phoneVerifiedAt !== null }),
});

function textOf(metadata: User['metadata'], name: string): string | undefined {
  const value = Object.hasOwn(metadata, name) ? metadata[name] : undefined;
  return typeof value === 'string' && value !== '' && value.length <= LONGEST ? value : undefined;
}

/** Returns the scope that opens the claim (OpenID Connect Core 5.4): who asks for it alone needs the same right and consent. */
const openerOf = (claim: OpenedClaim): Scope =>
  (Object.keys(OPENED_BY) as (keyof typeof OPENED_BY)[]).find((scope) =>
    (OPENED_BY[scope] as readonly string[]).includes(claim),
  ) as Scope;

/** Returns the scopes that open these claims, each once. */
export const openersOf = (claims: readonly OpenedClaim[]): Scope[] => [...new Set(claims.map(openerOf))];

/** Returns those of the claims that the application may have now. */
export const claimsFor = (application: Rights, claims: readonly OpenedClaim[] = []): OpenedClaim[] =>
  claims.filter((claim) => mayHave(application, openerOf(claim)));
