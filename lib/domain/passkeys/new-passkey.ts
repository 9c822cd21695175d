// Says what a new passkey must be, and what is stored of it: for users and admins alike.
import type { Body, Reply } from '../../contract/index.ts';
import type { NewPasskey, RelyingParty } from '../../crypto/webauthn/ceremonies.ts';
import { PASSKEY_ALGORITHMS } from '../../crypto/webauthn/cose-key.ts';
import { now } from '../../platform/clock.ts';
import { newPasskeyId } from '../../platform/ids.ts';
import { config } from '../../platform/settings/config.ts';
import type { StoredPasskey } from '../../store/people/passkeys.ts';
import type { Client } from '../sessions/caller.ts';
import { deviceName } from '../sessions/device-name.ts';
import { LIFETIME_MS } from './challenges.ts';
import { descriptorOf } from './view.ts';

/** Passkeys of an account. */
export const MAX_PASSKEYS = 20;

type Options = Reply<'POST /auth/passkeys/options'>['options'];
type Sent = Body<'POST /auth/passkeys'>;

/** Returns the options of a new passkey. `passkeys`: those that the account has. */
export const creationOptions = (
  rpId: string,
  user: Options['user'],
  challenge: string,
  passkeys: readonly StoredPasskey[],
  userVerification: Options['authenticatorSelection']['userVerification'] = 'preferred',
): Options => ({
  rp: { id: rpId, name: config().appName },
  user,
  challenge,
  pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  timeout: LIFETIME_MS,
  excludeCredentials: passkeys.map(descriptorOf),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification },
  attestation: 'none',
});

/** Returns the new passkey without its key in the table. It is not stored yet. */
export const newPasskey = (
  fresh: NewPasskey,
  { credential, name }: Sent,
  handle: string,
  party: RelyingParty,
  client: Client,
): Omit<StoredPasskey, 'pk' | 'sk' | 'type'> => ({
  id: newPasskeyId(),
  credentialId: credential.id,
  handle,
  rpId: party.id,
  name: name ?? (client.userAgent ? deviceName(client.userAgent) : 'Passkey'),
  publicKey: fresh.publicKey,
  transports: (credential.response.transports ?? []).filter((each) => TRANSPORTS.includes(each)),
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
