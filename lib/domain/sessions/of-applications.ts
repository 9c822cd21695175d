// Begins sessions of applications. Each is a refresh family of its own, and descends from the session of a browser.
import { randomSecret } from '../../crypto/secrets.ts';
import { now, seconds } from '../../platform/clock.ts';
import { Unavailable } from '../../platform/errors.ts';
import { newSessionId } from '../../platform/ids.ts';
import type { Application } from '../../store/applications.ts';
import { useWrite } from '../../store/authorization-codes.ts';
import { transact } from '../../store/dynamo/table.ts';
import { endedWrite } from '../../store/ended-sessions.ts';
import * as store from '../../store/sessions.ts';
import type { Held } from '../../store/users.ts';
import { isStanding } from './descent.ts';
import { type Actor, APPLICATION_SLOTS, type Client, isAlive } from './sessions.ts';
import { clientDigest } from './shown-token.ts';
import { absoluteOf, chooseSlot, idleOf, MAX_ROUNDS } from './start.ts';

/** The code that is exchanged: its hash, and the scopes it grants. `jkt`: the key that refresh tokens are bound to. */
type Grant = { hash: string; scope: string[]; jkt?: string | undefined };

/**
 * Uses up the code and begins a session for the application, all or nothing. `parent` is the account, with the session of
 * the browser; `held` is what was just read. Returns `used` if the code was used before, and `ended` if the browser's
 * session has ended. If another login takes the slot, it reads again.
 */
export async function beginForApplication(
  parent: Actor,
  application: Application,
  { hash, ...granted }: Grant,
  held: Held,
  client: Client,
): Promise<Actor | 'used' | 'ended'> {
  const { user, tenant, session: browser } = parent;
  if (browser.acting || !isAlive(browser, user, tenant, now()) || !(await isStanding(browser, parent))) return 'ended';
  for (let round = 0, known = held.sessions; round < MAX_ROUNDS; round++) {
    if (round) known = await store.list(tenant.id, user.id);
    const { slot, occupant } = chooseSlot(known, user, tenant, round, APPLICATION_SLOTS);
    const session = newSessionFor(application, parent, slot, granted, client);
    const used = { applicationId: application.id, userId: user.id, session: session.id, usedAt: session.createdAt };
    const result = await transact({
      code: useWrite(tenant.id, hash, used),
      parent: store.countChildWrite(tenant.id, user.id, browser.id),
      slot: store.takeSlotWrite(session, occupant),
      // The session that makes room ends. If it ended with an epoch before, the feed may find it no more.
      events: occupant && endedWrite(tenant.id, user.id, [occupant]),
    });
    if (result === 'done') return { user, tenant, session };
    if (result.has('code')) return 'used';
    if (result.has('parent')) return 'ended';
  }
  throw new Unavailable('the sessions of the account are contended');
}

/** As old as the browser's login. The application and the tenant bound how long it may be idle. */
function newSessionFor(
  { id, name, refreshTtlSeconds }: Application,
  { user, tenant, session: parent }: Actor,
  slot: number,
  { scope, jkt }: Omit<Grant, 'hash'>,
  client: Client,
): store.Session {
  const at = now();
  const expiresAt = parent.authAt + absoluteOf(tenant);
  const idleMs = Math.min(idleOf(tenant), (refreshTtlSeconds ?? Number.POSITIVE_INFINITY) * 1000);
  return {
    ...store.slotKey(tenant.id, user.id, slot),
    type: 'session',
    id: newSessionId(tenant.id, slot),
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
    application: { id, name },
    scope,
    ...(jkt !== undefined && { jkt }),
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
