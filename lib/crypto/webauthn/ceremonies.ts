// Verifies what an authenticator made: a new passkey, or the use of one (WebAuthn Level 3, 7.1 and 7.2). Sizes are checked
// before anything is parsed. What is known of the passkey, its owner and the challenge is for the caller to compare.
import { createHash } from 'node:crypto';
import { decode, decodeFirst } from './cbor.ts';
import { hasSigned, MOST_KEY_BYTES, passkeyKeyFrom } from './cose-key.ts';

/** Bytes. Larger ones are refused unread. A credential id has 1023 at most (WebAuthn Level 3, 4). */
const MOST = { clientData: 4096, attestation: 8192, authenticatorData: 4096, signature: 1024, credentialId: 1023 };
/** NIST SP 800-63B-4 3.2.5 and WebAuthn 4: an id with less entropy could be guessed. */
const LEAST_CREDENTIAL_ID = 16;
export const USER_HANDLE_BYTES = 32;

/** Where passkeys are used: the relying party's id, and whether a page of this origin may use it. */
export type RelyingParty = Readonly<{ id: string; isOrigin: (origin: string) => boolean }>;

/** Why something was refused, for the log. Callers of the API get one error for all. */
export class PasskeyRefusal extends Error {
  override readonly name = 'PasskeyRefusal';
}

const refuse = (reason: string): never => {
  throw new PasskeyRefusal(reason);
};

/** Returns the bytes of a base64url text. Refuses a second spelling of the same bytes, and more than `most`. */
export function bytesOf(text: string, most: number): Buffer {
  if (text.length > Math.ceil((most * 4) / 3)) return refuse('too_long');
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : refuse('malformed');
}

/** Returns the bytes of the id of a passkey. */
export function credentialIdOf(text: string): Buffer {
  const id = bytesOf(text, MOST.credentialId);
  return id.length < LEAST_CREDENTIAL_ID ? refuse('credential_id') : id;
}

/** The browser's account of the ceremony. */
type ClientData = { bytes: Buffer; challenge: string };

/** Returns the challenge that the browser was given. Refuses another ceremony, an origin that is not ours, and a frame. */
function clientDataOf(text: string, type: 'webauthn.create' | 'webauthn.get', party: RelyingParty): ClientData {
  const bytes = bytesOf(text, MOST.clientData);
  const data = jsonOf(bytes);
  if (data.type !== type) refuse('type');
  if (typeof data.origin !== 'string' || !party.isOrigin(data.origin)) refuse('origin');
  // No page of ours signs in inside of a frame of another origin.
  if ((data.crossOrigin ?? false) !== false || data.topOrigin !== undefined) refuse('cross_origin');
  return typeof data.challenge === 'string' ? { bytes, challenge: data.challenge } : refuse('challenge');
}

function jsonOf(bytes: Buffer): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : refuse('client_data');
  } catch {
    return refuse('client_data');
  }
}

/**
 * What the authenticator says. `isVerified`: it has verified its user, by a PIN or a biometric. `isBackupEligible`: the
 * passkey may be on several devices, and `isBackedUp`: it is.
 */
export type AuthenticatorState = {
  isVerified: boolean;
  isBackupEligible: boolean;
  isBackedUp: boolean;
  counter: number;
};

const FLAG = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40, extensions: 0x80 };
/** The hash of the relying party's id, flags and counter (WebAuthn Level 3, 6.1). */
const HEADER_BYTES = 37;

/** Returns the state, and what follows it. Refuses another relying party, an absent user and impossible flags. */
function stateOf(data: Buffer, party: RelyingParty) {
  if (data.length < HEADER_BYTES) return refuse('authenticator_data');
  if (!data.subarray(0, 32).equals(sha256(Buffer.from(party.id)))) refuse('relying_party');
  const flags = data[32] as number;
  const has = (flag: number): boolean => (flags & flag) !== 0;
  if (!has(FLAG.present)) refuse('user_absent');
  if (has(FLAG.backedUp) && !has(FLAG.backupEligible)) refuse('backup_flags');
  const state: AuthenticatorState = {
    isVerified: has(FLAG.verified),
    isBackupEligible: has(FLAG.backupEligible),
    isBackedUp: has(FLAG.backedUp),
    counter: data.readUInt32BE(33),
  };
  return {
    state,
    isAttested: has(FLAG.attested),
    hasExtensions: has(FLAG.extensions),
    rest: data.subarray(HEADER_BYTES),
  };
}

/** Returns what is left behind one map of extensions, whose contents do not matter. */
function withoutExtensions(bytes: Buffer): Buffer {
  const { value, end } = decodeFirst(bytes);
  return value instanceof Map ? bytes.subarray(end) : refuse('extensions');
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** Passes on a refusal, and takes any other error of a parser for one. */
function refusing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof PasskeyRefusal) throw error;
    throw new PasskeyRefusal('malformed', { cause: error });
  }
}

/** A new passkey, as it was sent. */
export type Attestation = Readonly<{ id: string; clientDataJSON: string; attestationObject: string }>;
export type NewPasskey = AuthenticatorState & { challenge: string; publicKey: Buffer; aaguid: string };

/**
 * Returns the new passkey. The statement of its maker is not looked at: no one is asked for one (`attestation: none`), and
 * without a list of trusted makers it says nothing. Throws `PasskeyRefusal`.
 */
export const readNewPasskey = (sent: Attestation, party: RelyingParty): NewPasskey =>
  refusing(() => {
    const id = credentialIdOf(sent.id);
    const { challenge } = clientDataOf(sent.clientDataJSON, 'webauthn.create', party);
    const object = decode(bytesOf(sent.attestationObject, MOST.attestation));
    const data = object instanceof Map ? object.get('authData') : undefined;
    if (!Buffer.isBuffer(data)) return refuse('attestation');
    const { state, isAttested, hasExtensions, rest } = stateOf(data, party);
    if (!isAttested || rest.length < 18) return refuse('attestation');
    const idEnd = 18 + rest.readUInt16BE(16);
    if (!rest.subarray(18, idEnd).equals(id)) refuse('credential_id');
    const behindId = rest.subarray(idEnd);
    if (behindId.length > MOST_KEY_BYTES + MOST.authenticatorData) refuse('too_long');
    const { end } = decodeFirst(behindId);
    const publicKey = Buffer.from(behindId.subarray(0, end));
    passkeyKeyFrom(publicKey);
    const left = behindId.subarray(end);
    if ((hasExtensions ? withoutExtensions(left) : left).length) refuse('authenticator_data');
    return { ...state, challenge, publicKey, aaguid: rest.subarray(0, 16).toString('hex') };
  });

/** The use of a passkey, as it was sent. */
export type Assertion = Readonly<{ clientDataJSON: string; authenticatorData: string; signature: string }>;

/** Returns the challenge that an assertion is for. It is not verified yet. Throws `PasskeyRefusal`. */
export const challengeOf = (sent: Assertion, party: RelyingParty): string =>
  refusing(() => clientDataOf(sent.clientDataJSON, 'webauthn.get', party).challenge);

/**
 * Returns the state of the authenticator, if the passkey with this key made the assertion. Throws `PasskeyRefusal`.
 */
export const verifyAssertion = (sent: Assertion, publicKey: Uint8Array, party: RelyingParty): AuthenticatorState =>
  refusing(() => {
    const { bytes } = clientDataOf(sent.clientDataJSON, 'webauthn.get', party);
    const data = bytesOf(sent.authenticatorData, MOST.authenticatorData);
    const { state, isAttested, hasExtensions, rest } = stateOf(data, party);
    if (isAttested || (hasExtensions ? withoutExtensions(rest) : rest).length) refuse('authenticator_data');
    const signed = Buffer.concat([data, sha256(bytes)]);
    const key = passkeyKeyFrom(Buffer.from(publicKey));
    return hasSigned(key, signed, bytesOf(sent.signature, MOST.signature)) ? state : refuse('signature');
  });
