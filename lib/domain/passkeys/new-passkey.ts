// Makes the options and the record of a new passkey.
import type { Body, Reply } from '../../contract/index.ts';
import type { readNewPasskey } from '../../crypto/webauthn/ceremonies.ts';
import { PASSKEY_ALGORITHMS } from '../../crypto/webauthn/cose-key.ts';
import { now } from '../../platform/clock.ts';
import { newPasskeyId } from '../../platform/ids.ts';
import { config } from '../../platform/settings/config.ts';
import * as store from '../../store/people/passkeys.ts';
import type { User } from '../../store/people/users.ts';
import type { TenantHead } from '../../store/tenants/tenants.ts';
import type { Client } from '../sessions/caller.ts';
import { deviceName } from '../sessions/device-name.ts';
import { LIFETIME_MS } from './challenges.ts';
import { descriptorOf, namesOf } from './view.ts';

type Options = Reply<'POST /auth/passkeys/options'>['options'];
type Asked = {
  id: string;
  user: User;
  handle: string;
  challenge: string;
  passkeys: readonly store.Passkey[];
  userVerification: Options['authenticatorSelection']['userVerification'];
};

/** Returns the options for the browser. `passkeys`: those that the account has. */
export const creationOptions = ({ id, user, handle, challenge, passkeys, userVerification }: Asked): Options => ({
  rp: { id, name: config().appName },
  user: { id: handle, ...namesOf(user) },
  challenge,
  pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  timeout: LIFETIME_MS,
  excludeCredentials: passkeys.map(descriptorOf),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification },
  attestation: 'none',
});

type Made = Body<'POST /auth/passkeys'> & {
  handle: string;
  fresh: ReturnType<typeof readNewPasskey>;
  rpId: string;
};

/** Returns the record. It is not stored yet. */
export const newPasskey = (
  { tenant, user }: { tenant: Pick<TenantHead, 'id'>; user: Pick<User, 'id'> },
  { credential: { id: credentialId, response }, name, handle, fresh, rpId }: Made,
  client: Client,
): store.Passkey => ({
  ...store.passkeyKey(tenant.id, user.id, store.passkeyHashOf(credentialId)),
  type: 'passkey',
  id: newPasskeyId(),
  credentialId,
  handle,
  rpId,
  name: name ?? (client.userAgent ? deviceName(client.userAgent) : 'Passkey'),
  publicKey: fresh.publicKey,
  transports: (response.transports ?? []).filter((each) => TRANSPORTS.includes(each)),
  aaguid: fresh.aaguid,
  isBackupEligible: fresh.isBackupEligible,
  isBackedUp: fresh.isBackedUp,
  verifiesUser: fresh.isVerified,
  counter: fresh.counter,
  lastUsedAt: null,
  createdAt: now(),
});

/** WebAuthn Level 3, 5.8.4. */
const TRANSPORTS: readonly string[] = ['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal'];
