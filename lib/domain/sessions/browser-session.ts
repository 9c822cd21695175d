// Finds the session of a browser by its cookies. The access cookie lives for minutes. When it is gone, the refresh cookie
// proves the session as well, and is not exchanged: the pages of the service do that.
import type { AccessClaims, PendingClaims, RefreshClaims } from '../../crypto/jwt.ts';
import { now } from '../../platform/clock.ts';
import { getMany, type Item } from '../../store/dynamo/table.ts';
import type { Key } from '../../store/keys.ts';
import { type SessionIds, sessionKey } from '../../store/people/sessions.ts';
import { userKey } from '../../store/people/users.ts';
import { headKey } from '../../store/tenants/tenants.ts';
import { actorFrom, idsIn } from './authenticate.ts';
import type { Actor, Client } from './caller.ts';
import { endStolen, standingOf } from './shown-token.ts';
import * as tokens from './tokens.ts';

/** `access`: the claims of the access cookie, if it verifies. `refresh`: the refresh cookie, unverified. */
export type BrowserCookies = { access: AccessClaims | PendingClaims | undefined; refresh: string | undefined };

/** The session that the cookies name. `shown`: the refresh token that names it. */
export type Named = { ids: SessionIds; shown?: RefreshClaims };

/** Returns the session that the cookies name; `undefined` without one. A pending login is none. */
export async function namedBy({ access, refresh }: BrowserCookies): Promise<Named | undefined> {
  if (access) {
    const ids = 'aud' in access ? idsIn(access) : undefined;
    return ids && { ids };
  }
  const shown = refresh === undefined ? 'invalid' : await tokens.readRefresh(refresh);
  const ids = typeof shown === 'string' ? undefined : idsIn(shown);
  return typeof shown === 'string' || !ids ? undefined : { ids, shown };
}

/** Returns the keys of what `actorOf` decides on. */
export const keysOf = (named: Named | undefined): Key[] =>
  named
    ? [
        sessionKey(named.ids.tenant, named.ids.user, named.ids.session),
        userKey(named.ids.tenant, named.ids.user),
        headKey(named.ids.tenant),
      ]
    : [];

/**
 * Returns the user of the browser, from what was read at `keysOf`. `undefined`: there is no live session. A replayed
 * refresh token ends its session, as at refresh.
 */
export async function actorOf(
  named: Named | undefined,
  items: readonly (Item | undefined)[],
  client: Client,
): Promise<Actor | undefined> {
  const actor = named && (await actorFrom(named.ids, items));
  if (!actor || actor.session.pending || actor.session.application) return undefined;
  if (!named.shown) return actor.session.id === named.ids.session ? actor : undefined;
  const standing = standingOf(named.shown, actor.session, client, now());
  if (standing === 'replayed' || standing === 'forged') await endStolen(named.ids, standing, now());
  return standing === 'current' || standing === 'grace' ? actor : undefined;
}

/** Returns the user of the browser, after one read. */
export async function actorBehind(cookies: BrowserCookies, client: Client): Promise<Actor | undefined> {
  const named = await namedBy(cookies);
  return named && actorOf(named, await getMany(keysOf(named)), client);
}
