// Logs admins in with a passkey alone, and renews the proof of a session with one touch. The passkey must have verified its
// user in both: then it is both factors.
import { fail } from '../../../contract/errors.ts';
import type { Body, Reply } from '../../../contract/index.ts';
import { iso, now } from '../../../platform/clock.ts';
import { NO_ADMIN } from '../../../platform/ids.ts';
import { count } from '../../../platform/metrics.ts';
import { note } from '../../../platform/request-context.ts';
import * as store from '../../../store/admins/admin-passkeys.ts';
import { renewProof } from '../../../store/admins/admin-sessions.ts';
import * as admins from '../../../store/admins/admins.ts';
import { passkeyHashOf } from '../../../store/people/passkeys.ts';
import type { AdminActor } from '../../administrator.ts';
import * as limits from '../../credentials/limits.ts';
import { networkHash, withNetwork } from '../../credentials/networks.ts';
import { LIFETIME_MS, newChallenge } from '../../passkeys/challenges.ts';
import { descriptorOf } from '../../passkeys/view.ts';
import type { Client } from '../../sessions/caller.ts';
import { newSession, sessionEventWrite, viewOf } from '../admin-sessions.ts';
import { refusePasskey } from '../failed-login.ts';
import { passkeyOf, prove, proveLogin, purposeOf, requireParty } from './proof.ts';

/**
 * Logs in the admin whose passkey it is. Throws PASSKEYS_NOT_ENABLED, RATE_LIMITED, and PASSKEY_INVALID for every mistake and
 * for all but one of the callers with one challenge. An unknown passkey costs the same reads.
 */
export async function login(input: Body<'POST /auth/admin/passkeys/login'>, client: Client) {
  requireParty();
  const ofNetwork = await limits.consume('admin-ip', limits.network(client.ip));
  const hash = passkeyHashOf(input.credential.id);
  const owner = (await store.findOwner(hash)) ?? NO_ADMIN;
  const [admin, passkey] = await Promise.all([admins.find(owner), store.findPasskey(owner, hash)]);
  const { writes, record } = await proveLogin({ admin, passkey }, input, client, true);
  if (!admin) return refusePasskey(admin, client);
  note({ actor: admin.id });
  const at = now();
  const { session, cookie } = newSession(admin, client, at);
  const networks = withNetwork(admin.networks, await networkHash(admin.id, client.ip));
  const hasBegun = await admins.startSession(admin, session, at, 'passkey', networks, false, writes);
  if (!hasBegun) return refusePasskey(admin, client);
  count('AuthenticationSuccess');
  await Promise.all([limits.refundIfBusy(ofNetwork), record()]);
  return { message: 'Logged in.', admin: { ...viewOf(admin), lastLoginAt: iso(at) }, cookie };
}

/** Returns the options of a fresh proof, with the passkeys of the admin. Throws PASSKEYS_NOT_ENABLED. */
export async function verifyOptions(actor: AdminActor): Promise<Reply<'POST /auth/admin/passkeys/verify-options'>> {
  const { id: rpId } = requireParty();
  const [challenge, passkeys] = await Promise.all([
    newChallenge(purposeOf('admin-verify', actor)),
    store.passkeysOf(actor.admin),
  ]);
  const allowCredentials = passkeys.map(descriptorOf);
  return { options: { challenge, rpId, timeout: LIFETIME_MS, userVerification: 'required', allowCredentials } };
}

/**
 * Renews the proof of the current session, as the password does (own-sessions.ts). Throws PASSKEYS_NOT_ENABLED, RATE_LIMITED,
 * PASSKEY_INVALID, and SESSION_INVALID if the session ended meanwhile.
 */
export async function verify(
  actor: AdminActor,
  { credential }: Body<'POST /auth/admin/passkeys/verify'>,
  client: Client,
): Promise<Reply<'POST /auth/admin/passkeys/verify'>> {
  const { admin, session } = actor;
  requireParty();
  const ofNetwork = await limits.consume('admin-ip', limits.network(client.ip));
  const expected = { purpose: purposeOf('admin-verify', actor), isHandleNeeded: false, mustVerifyUser: true };
  const passkey = await passkeyOf(admin, credential);
  const { writes, record } = await prove({ admin, passkey }, credential, client, expected);
  const at = now();
  const result = await renewProof(admin, session, at, 'passkey', sessionEventWrite(admin, 'proved'), writes);
  if (result === 'gone') return fail('SESSION_INVALID');
  if (result === 'refused') return refusePasskey(admin, client);
  await Promise.all([limits.refundIfBusy(ofNetwork), record()]);
  return { message: 'Proved.', provedAt: iso(at) };
}
