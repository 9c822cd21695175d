// Shows admins their passkeys, adds, renames and removes them. Each change raises the epoch of the admin: the session that
// makes it stays, every other one ends, and a login that was decided before it is refused.
import { fail } from '../../../contract/errors.ts';
import type { Body, Reply } from '../../../contract/index.ts';
import { randomSecret } from '../../../crypto/secrets.ts';
import { PasskeyRefusal, readNewPasskey, USER_HANDLE_BYTES } from '../../../crypto/webauthn/ceremonies.ts';
import { now } from '../../../platform/clock.ts';
import { adminId, passkeyId } from '../../../platform/ids.ts';
import { retryOnConflict } from '../../../platform/retry.ts';
import { config } from '../../../platform/settings/config.ts';
import * as store from '../../../store/admins/admin-passkeys.ts';
import { keepSession } from '../../../store/admins/admin-sessions.ts';
import * as admins from '../../../store/admins/admins.ts';
import { getMany } from '../../../store/dynamo/table.ts';
import { outboxWrite } from '../../../store/outbox.ts';
import { passkeyHashOf } from '../../../store/people/passkeys.ts';
import type { AdminActor } from '../../administrator.ts';
import { refused } from '../../passkeys/assertion.ts';
import { newChallenge, requireChallenge } from '../../passkeys/challenges.ts';
import { creationOptions, MAX_PASSKEYS, newPasskey } from '../../passkeys/new-passkey.ts';
import { viewOf } from '../../passkeys/view.ts';
import type { Client } from '../../sessions/caller.ts';
import { isAlive } from '../admin-sessions.ts';
import { factorChangedEvent } from '../factor-notice.ts';
import { refuseActor } from '../scope.ts';
import { addedEvent, removedEvent, renamedEvent } from './events.ts';
import { owedFactor } from './policy.ts';
import { purposeOf, requireParty } from './proof.ts';

type Admin = admins.Admin;

const ofAdmin = async (admin: Admin): Promise<store.AdminPasskey[]> =>
  (await store.passkeysOf(admin)).toSorted((a, b) => a.createdAt - b.createdAt);

/** The names that authenticators and browsers show for the admin. Their account as a user may have the same address. */
const namesOf = ({ email, name }: Admin) => ({ name: `${email} (admin)`, displayName: `${name ?? email} (admin)` });

/** Returns the passkeys of the admin, oldest first, and what browsers are told of them. */
export async function list({ admin }: AdminActor): Promise<Reply<'GET /auth/admin/passkeys'>> {
  const passkeys = await ofAdmin(admin);
  const [rpId, userId] = [config().passkeys?.rpId, admin.passkeyHandle];
  const allAcceptedCredentialIds = passkeys.map(({ credentialId }) => credentialId);
  const signals = rpId && userId ? { rpId, userId, allAcceptedCredentialIds, ...namesOf(admin) } : null;
  return { passkeys: passkeys.map(viewOf), signals };
}

/** Returns the options of a new passkey. Throws PASSKEYS_NOT_ENABLED and PASSKEY_LIMIT_REACHED. */
export async function options(actor: AdminActor): Promise<Reply<'POST /auth/admin/passkeys/options'>> {
  const { admin } = actor;
  const { id } = requireParty();
  const passkeys = (await ofAdmin(admin)).filter(({ rpId }) => rpId === id);
  if (passkeys.length >= MAX_PASSKEYS) return fail('PASSKEY_LIMIT_REACHED');
  // As of users: the first passkey stores it.
  const handle = admin.passkeyHandle ?? randomSecret(USER_HANDLE_BYTES);
  const challenge = await newChallenge(purposeOf('admin-add', actor), handle);
  return { options: creationOptions(id, { id: handle, ...namesOf(admin) }, challenge, passkeys) };
}

/**
 * Adds a passkey. Logins with the password need it, or a code, from then on. Throws PASSKEYS_NOT_ENABLED,
 * PASSKEY_LIMIT_REACHED, SESSION_INVALID if the session ended meanwhile, and PASSKEY_INVALID for every mistake, a passkey that
 * an admin has, and for all but one of the callers with one challenge.
 */
export async function add(
  actor: AdminActor,
  { credential, name }: Body<'POST /auth/admin/passkeys'>,
  client: Client,
): Promise<Reply<'POST /auth/admin/passkeys'>> {
  const party = requireParty();
  const about = { admin: actor.admin.id, ip: client.ip };
  const read = async () => {
    const fresh = readNewPasskey({ id: credential.id, ...credential.response }, party);
    return { fresh, handle: (await requireChallenge(fresh.challenge, purposeOf('admin-add', actor))) ?? '' };
  };
  const { fresh, handle } = await read().catch((error: unknown) => refused(error, about));
  const hash = passkeyHashOf(credential.id);
  const passkey: store.AdminPasskey = {
    ...store.passkeyKey(actor.admin.id, hash),
    type: 'admin-passkey',
    ...newPasskey(fresh, { credential, name }, handle, party, client),
  };
  const inTheWay = [store.claimKey(hash), store.usedChallengeKey(fresh.challenge)];
  await changeOwn(actor, async (before) => {
    const [claim, used] = await getMany(inTheWay);
    if (claim ?? used) return refused(new PasskeyRefusal(claim ? 'taken' : 'challenge_used'), about);
    // Another one was added meanwhile, with the handle that counts now; or this handle went with the last passkey.
    if ((before.passkeyHandle ?? handle) !== handle) return refused(new PasskeyRefusal('handle_of_another'), about);
    const passkeys = await store.passkeysOf(before);
    // Those of a domain that the deployment had before open nothing any more.
    const gone = passkeys.filter(({ rpId }) => rpId !== party.id);
    if (passkeys.length - gone.length >= MAX_PASSKEYS) return fail('PASSKEY_LIMIT_REACHED');
    return {
      passkeyHandle: handle,
      writes: [
        store.useChallengeWrite(fresh.challenge, now()),
        ...store.passkeyWrites(before.id, passkey),
        ...store.removePasskeyWrites(gone),
      ],
      events: [
        addedEvent(before, passkey),
        ...gone.map((each) => removedEvent(actor, before, each)),
        factorChangedEvent(before, 'passkey_added'),
      ],
    };
  });
  return viewOf(passkey);
}

type Change = {
  passkeyHandle: string | undefined;
  writes: ReturnType<typeof store.passkeyWrites>;
  events: ReturnType<typeof addedEvent>[];
};

/** Reads the caller, decides and writes, until nothing changes the admin meanwhile. Throws SESSION_INVALID. */
async function changeOwn({ admin, session }: AdminActor, decide: (before: Admin) => Promise<Change>): Promise<void> {
  await retryOnConflict('the admin', async () => {
    const [adminItem, sessionItem] = await getMany([admins.adminKey(admin.id), session]);
    const [before, stored] = [admins.asAdmin(adminItem), admins.asSession(sessionItem)];
    if (!before || !stored || !isAlive(stored, before, now())) return fail('SESSION_INVALID');
    const { passkeyHandle, writes, events } = await decide(before);
    const after = { ...before, passkeyHandle, epoch: before.epoch + 1, updatedAt: now() } as Admin;
    return (await keepSession(stored, before, after, outboxWrite(null, events, now()), writes)) || undefined;
  });
}

/** Renames a passkey. Throws PASSKEY_NOT_FOUND for one that is gone or another admin's. */
export async function rename({ admin }: AdminActor, id: string, name: string): Promise<{ message: string }> {
  const passkey = (await ofAdmin(admin)).find((each) => each.id === passkeyId(id));
  const events = passkey && outboxWrite(null, [renamedEvent(admin, passkey, name)], now());
  if (!passkey || !events || !(await store.rename(passkey, name, events))) return fail('PASSKEY_NOT_FOUND');
  return { message: 'Passkey renamed.' };
}

/**
 * Removes a passkey of the caller. Throws PASSKEY_NOT_FOUND, MFA_LAST_FACTOR if the deployment requires one and there is no
 * other, and SESSION_INVALID if the session ended meanwhile.
 */
export async function remove(actor: AdminActor, id: string): Promise<{ message: string }> {
  await changeOwn(actor, async (before) => {
    const passkeys = await ofAdmin(before);
    const passkey = passkeys.find((each) => each.id === passkeyId(id)) ?? fail('PASSKEY_NOT_FOUND');
    const isLast = passkeys.length === 1;
    if (isLast && owedFactor({ ...before, passkeyHandle: undefined } as unknown as Admin)) fail('MFA_LAST_FACTOR');
    return {
      // The next one gets another handle.
      passkeyHandle: isLast ? undefined : before.passkeyHandle,
      writes: store.removePasskeyWrites([passkey]),
      events: [removedEvent(actor, before, passkey), factorChangedEvent(before, 'passkey_removed')],
    };
  });
  return { message: 'Passkey removed.' };
}

/**
 * Removes every passkey of another admin who lost them, and ends their sessions with the same write. Throws
 * ADMIN_USER_NOT_FOUND, MFA_NOT_ENABLED, and FORBIDDEN for the caller's own account: its last one may have to stay.
 */
export async function removeFrom(actor: AdminActor, id: string): Promise<{ message: string }> {
  const changedBy = actor.admin;
  const targetId = adminId(id) ?? fail('ADMIN_USER_NOT_FOUND');
  if (targetId === changedBy.id) return fail('FORBIDDEN');
  await retryOnConflict('the admin', async () => {
    const before = (await admins.find(targetId)) ?? fail('ADMIN_USER_NOT_FOUND');
    const passkeys = await ofAdmin(before);
    if (!passkeys.length) return fail('MFA_NOT_ENABLED');
    const { passkeyHandle: _, ...rest } = before;
    const after: Admin = { ...rest, epoch: before.epoch + 1, updatedAt: now() };
    const events = outboxWrite(
      null,
      [...passkeys.map((each) => removedEvent(actor, before, each)), factorChangedEvent(before, 'passkey_removed')],
      now(),
    );
    const result = await admins.change(changedBy, before, after, events, store.removePasskeyWrites(passkeys));
    if (result === 'actor-gone') await refuseActor(changedBy);
    return result === 'done' || undefined;
  });
  return { message: 'Passkeys removed.' };
}
