// Decides whether a passkey proves an admin. The ceremony and its rules are those of users (lib/domain/passkeys).
import { fail } from '../../../contract/errors.ts';
import type { Body, Reply } from '../../../contract/index.ts';
import { PasskeyRefusal, type RelyingParty } from '../../../crypto/webauthn/ceremonies.ts';
import { now } from '../../../platform/clock.ts';
import { adminSessionIdOf } from '../../../platform/ids.ts';
import { log } from '../../../platform/log.ts';
import { config } from '../../../platform/settings/config.ts';
import { isLocalPage } from '../../../platform/settings/passkeys.ts';
import * as store from '../../../store/admins/admin-passkeys.ts';
import type { Admin } from '../../../store/admins/admins.ts';
import type { Write } from '../../../store/dynamo/table.ts';
import { hashOfAdminSession } from '../../../store/keys.ts';
import { outboxWrite } from '../../../store/outbox.ts';
import { passkeyHashOf } from '../../../store/people/passkeys.ts';
import type { AdminActor } from '../../administrator.ts';
import { bindingOf, bindingShown, requireBinding } from '../../credentials/binding.ts';
import { type Owner, proveBy, type SentAssertion } from '../../passkeys/assertion.ts';
import { LIFETIME_MS, newChallenge, type Purpose } from '../../passkeys/challenges.ts';
import type { Client } from '../../sessions/caller.ts';
import { refusePasskey } from '../failed-login.ts';
import { signEvent } from './events.ts';
import { passkeysOfAdmins } from './policy.ts';

/**
 * Returns the relying party of admins. Only the console uses it, which is a page of the base URL: no page of a tenant and
 * of an allowed origin counts. Throws PASSKEYS_NOT_ENABLED.
 */
export function requireParty(): RelyingParty {
  const { passkeys, baseUrl } = config();
  if (!passkeys || passkeysOfAdmins() === 'off') return fail('PASSKEYS_NOT_ENABLED', { message: NOT_FOR_ADMINS });
  const { origin: own } = new URL(baseUrl);
  return { id: passkeys.rpId, isOrigin: (origin) => origin === own || isLocalPage(passkeys, origin) };
}
const NOT_FOR_ADMINS =
  'Admins of this deployment have no passkeys. Its operator sets GATEHOUSE_PASSKEY_RP_ID and GATEHOUSE_ADMIN_PASSKEYS.';

/** Returns what a challenge of the session is for. */
export const purposeOf = (kind: 'admin-verify' | 'admin-add', { admin, session }: AdminActor): Purpose => ({
  kind,
  admin: admin.id,
  session: adminSessionIdOf(hashOfAdminSession(session)),
});

/**
 * Returns the options of a login: with a passkey alone, or with one beside a password. They name no admin. Reads and writes
 * nothing. Throws PASSKEYS_NOT_ENABLED, and INVALID_INPUT for a caller to whom nothing can be bound.
 */
export async function loginOptions(
  { codeChallenge, isSecond }: Body<'POST /auth/admin/passkeys/login-options'>,
  client: Client,
): Promise<Reply<'POST /auth/admin/passkeys/login-options'>> {
  const { id: rpId } = requireParty();
  const binding = requireBinding(bindingOf(codeChallenge, client));
  const challenge = await newChallenge({ kind: 'admin-login', binding });
  const userVerification = isSecond ? 'preferred' : 'required';
  return { options: { challenge, rpId, timeout: LIFETIME_MS, userVerification, allowCredentials: [] } };
}

type Sent = { credential: SentAssertion; codeVerifier?: string | undefined };
type Candidate = { admin: Admin | undefined; passkey: store.AdminPasskey | undefined };
/** `writes` use the challenge up, and belong into the transaction of what it begins. `record` stores the use afterwards. */
export type PasskeyFactor = { writes: Write[]; record: () => Promise<void> };
type Expected = { purpose: Purpose; isHandleNeeded: boolean; mustVerifyUser: boolean };

/**
 * Returns the proof of a login that the passkey is for: alone, where it must verify its user, or beside another factor.
 * Throws PASSKEY_INVALID.
 */
export const proveLogin = (candidate: Candidate, sent: Sent, client: Client, isAlone: boolean) =>
  prove(candidate, sent.credential, client, {
    purpose: { kind: 'admin-login', binding: bindingShown(sent.codeVerifier, client) ?? '' },
    // The options list no passkeys, so the authenticator has chosen the account.
    isHandleNeeded: true,
    mustVerifyUser: isAlone,
  });

/** Returns the proof that the passkey of the admin has made. Throws PASSKEY_INVALID for every mistake. */
export async function prove(
  { admin, passkey }: Candidate,
  credential: SentAssertion,
  client: Client,
  expected: Expected,
): Promise<PasskeyFactor> {
  try {
    if (passkeysOfAdmins() === 'off') throw new PasskeyRefusal('off');
    const proof = await proveBy(admin && ownerOf(admin), passkey, credential, { ...expected, party: requireParty() });
    const told = proof.events.length ? [outboxWrite(null, proof.events, now())] : [];
    return { writes: [proof.write, ...told], record: proof.record };
  } catch (error) {
    if (!(error instanceof PasskeyRefusal)) throw error;
    log.info('passkey_refused', { admin: admin?.id, ip: client.ip, reason: error.message });
    return refusePasskey(admin, client);
  }
}

const ownerOf = (admin: Admin): Owner<store.AdminPasskey> => ({
  passkeyHandle: admin.passkeyHandle ?? null,
  use: (challenge) => store.useChallengeWrite(challenge, now()),
  tell: (passkey, sign) => signEvent(admin, passkey, sign),
});

/** Returns the passkey of the admin with this credential. */
export const passkeyOf = ({ id }: Admin, credential: { id: string }) =>
  store.findPasskey(id, passkeyHashOf(credential.id));
