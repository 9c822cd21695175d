// Begins sessions of applications. Each belongs to a pair, the session of a browser and an application, and ends with that
// browser's session. A pair has few places, so a page that renews silently takes nothing from other applications.
import { fail } from '../../contract/errors.ts';
import type { OpenedClaim } from '../../contract/groups/oauth-browser.ts';
import { randomSecret } from '../../crypto/secrets.ts';
import { now, seconds } from '../../platform/clock.ts';
import { Unavailable } from '../../platform/errors.ts';
import {
  APPLICATION_PLACES,
  type GrantId,
  newApplicationSessionId,
  type ProtectedResourceId,
  pairIn,
  pairOf,
  type SessionId,
  type UserId,
} from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { config } from '../../platform/settings/config.ts';
import type { Application } from '../../store/applications/applications.ts';
import { useWrite } from '../../store/applications/authorization-codes.ts';
import { transact } from '../../store/dynamo/table.ts';
import { countCodeWrite, type GrantPlace } from '../../store/people/application-grants.ts';
import { endedWrite } from '../../store/people/ended-sessions.ts';
import * as store from '../../store/people/sessions.ts';
import { isUsableIn, usableOf } from '../application-standing.ts';
import { isAlive } from './authenticate.ts';
import type { Actor, Client } from './caller.ts';
import { isStanding } from './lineage.ts';
import { clientDigest } from './shown-token.ts';
import { absoluteOf, idleOf, MAX_ROUNDS } from './start.ts';

/**
 * The code that is exchanged: its hash, the user's grant if it was given by one, and the scopes and single claims it grants.
 * `jkt`: the key that refresh tokens are bound to. `resource`: what its tokens are for, if not this service. `isDevice`: it is that
 * of a device.
 */
type Granted = {
  scope: string[];
  claims?: OpenedClaim[] | undefined;
  jkt?: string | undefined;
  resource?: ProtectedResourceId | undefined;
  isDevice?: true | undefined;
};
type Grant = Granted & { hash: string; grant?: { place: GrantPlace; id: GrantId } | undefined };

/**
 * Uses up the code and begins a session for the application, all or nothing. `parent` is the account, with the session of
 * the browser; `stored` are the account's sessions, as just read. Returns `used` if the code was used before, `ended` if
 * the browser's session has ended, and `revoked` if the grant has. If another code takes the place, it reads again.
 *
 * A code without a refresh token continues the session that its pair has for the same scopes and resource, so the tokens in other tabs
 * stay good. Every other code begins one, in a free place of the pair or in that of the pair's session that was idle
 * longest. The code of a device always does: people end devices one by one. Throws APPLICATION_SESSION_LIMIT_REACHED if the user has the most that the deployment allows, none of them of
 * this application: no other one loses its session.
 */
export async function beginForApplication(
  parent: Actor,
  application: Application,
  { hash, grant, ...granted }: Grant,
  stored: readonly store.Session[],
  client: Client,
): Promise<Actor | 'used' | 'ended' | 'revoked'> {
  const { user, tenant, session: browser } = parent;
  if (browser.acting || !isAlive(browser, user, tenant, now()) || !(await isStanding(browser, parent))) return 'ended';
  for (let round = 0, known = stored; round < MAX_ROUNDS; round++) {
    if (round) known = await store.list(tenant.id, user.id);
    const place = await choosePlace(known, parent, application, granted);
    const session = sessionAt(place, newSessionFor(application, parent, place.id, granted, client));
    const ended = [place.isContinued ? undefined : place.occupant, place.displaced].filter(
      (each) => each !== undefined,
    );
    const used = { applicationId: application.id, userId: user.id, session: session.id, usedAt: session.createdAt };
    const result = await transact({
      code: useWrite(tenant.id, hash, used),
      parent: store.countChildWrite(tenant.id, user.id, browser.id),
      grant: grant && countCodeWrite(grant.place, grant.id),
      place: store.takeSlotWrite(session, place.occupant),
      displaced: place.displaced && store.removeWrite(place.displaced),
      // What makes room ends. If it ended with an epoch before, the feed may find it no more.
      events: endedWrite(tenant.id, user.id, ended),
    });
    if (result === 'done') return { user, tenant, session };
    if (result.has('code')) return 'used';
    if (result.has('parent')) return 'ended';
    if (result.has('grant')) return 'revoked';
  }
  throw new Unavailable('the sessions of the account are contended');
}

/**
 * The id that the session is to have, and what is stored there. `isContinued`: it goes on. `displaced`: a session of the
 * same application in another browser, which ends because the user has too many.
 */
type Place = { id: SessionId; occupant?: store.Session | undefined; isContinued?: true; displaced?: store.Session };

async function choosePlace(
  known: readonly store.Session[],
  { user, tenant, session: browser }: Actor,
  application: Application,
  granted: Granted,
): Promise<Place> {
  const pair = pairOf(browser.id, application.id);
  const at = now();
  const isLive = (session: store.Session) =>
    isAlive(session, user, tenant, at) && isUsableIn(application, tenant, session.createdAt);
  const places = Array.from({ length: APPLICATION_PLACES.count }, (_, place) => ({
    id: newApplicationSessionId(tenant.id, pair, place),
    occupant: known.find(({ id }) => pairIn(id)?.pair === pair && pairIn(id)?.place === place),
  }));
  const same = places.find(({ occupant }) => occupant && isLive(occupant) && isContinuedBy(occupant, granted));
  if (same) return { ...same, isContinued: true };
  const most = config().applicationSessionsPerUser;
  const alive = known.filter((session) => session.application && isAlive(session, user, tenant, at));
  // Those whose application was switched off, deleted or ended take no place. What they are is read where it matters.
  const live = alive.length < most ? alive : await usableOf(alive, tenant);
  const free = places.find(({ occupant }) => !occupant || !isLive(occupant));
  if (free && live.length < most) return free;
  // One that has ended makes no room.
  const [oldest] = places
    .flatMap(({ id, occupant }) => (occupant && isLive(occupant) ? { id, occupant } : []))
    .toSorted((a, b) => a.occupant.rotatedAt - b.occupant.rotatedAt);
  return oldest ?? { ...(free as Place), displaced: displacedOf(live, application, user.id) };
}

/** Returns the session of the application that was idle longest. Throws APPLICATION_SESSION_LIMIT_REACHED without one. */
function displacedOf(live: readonly store.Session[], { id }: Application, user: UserId): store.Session {
  const [oldest] = live
    .filter((session) => session.application?.id === id)
    .toSorted((a, b) => a.rotatedAt - b.rotatedAt);
  log.warn('application_sessions_full', {
    user,
    application: id,
    sessions: live.length,
    displaced: oldest?.id ?? null,
  });
  return oldest ?? fail('APPLICATION_SESSION_LIMIT_REACHED');
}

/** Only one without a refresh token: two holders of one refresh token would each be taken for the thief of the other. */
const isContinuedBy = (
  { scope = [], claims = [], jkt, resource, isDevice }: store.Session,
  granted: Granted,
): boolean =>
  !scope.includes('offline_access') &&
  !isDevice &&
  !granted.isDevice &&
  jkt === granted.jkt &&
  resource === granted.resource &&
  JSON.stringify(claims) === JSON.stringify(granted.claims ?? []) &&
  [...scope].sort().join(' ') === [...granted.scope].sort().join(' ');

/** Tokens of a session that goes on stay good: they name its id, and are made with its secret. */
const sessionAt = ({ occupant, isContinued }: Place, fresh: store.Session): store.Session =>
  occupant && isContinued
    ? { ...fresh, id: occupant.id, secret: occupant.secret, gen: occupant.gen, createdAt: occupant.createdAt }
    : fresh;

/** As old as the browser's login. The application and the tenant bound how long it may be idle. */
function newSessionFor(
  { id: applicationId, name, refreshTtlSeconds }: Application,
  { user, tenant, session: parent }: Actor,
  id: SessionId,
  { scope, claims, jkt, resource, isDevice }: Granted,
  client: Client,
): store.Session {
  const at = now();
  const expiresAt = parent.authAt + absoluteOf(tenant);
  const idleMs = Math.min(idleOf(tenant), (refreshTtlSeconds ?? Number.POSITIVE_INFINITY) * 1000);
  return {
    ...store.sessionKey(tenant.id, user.id, id),
    type: 'session',
    id,
    secret: randomSecret(16),
    gen: 1,
    rotatedAt: at,
    before: null,
    client: clientDigest(client),
    epoch: user.epoch,
    tenantEpoch: tenant.epoch,
    pending: false,
    amr: parent.amr,
    channel: parent.channel,
    authAt: parent.authAt,
    mfaAt: parent.mfaAt,
    ...(parent.isSwitched && { isSwitched: true as const }),
    ...(parent.descent && { descent: parent.descent }),
    application: { id: applicationId, name },
    scope,
    ...(claims?.length && { claims }),
    ...(jkt !== undefined && { jkt }),
    ...(resource !== undefined && { resource }),
    ...(isDevice && { isDevice }),
    parent: parent.id,
    idleMs,
    idleExpiresAt: at + idleMs,
    expiresAt,
    persistent: true,
    ip: client.ip.slice(0, 45),
    userAgent: client.userAgent.slice(0, 100),
    createdAt: at,
    ttl: seconds(expiresAt) + 86_400,
  };
}
