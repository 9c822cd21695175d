// Is an authenticator in software: it makes passkeys and uses them, as a browser with a security key or a phone would. For
// tests of logins, which then need no browser.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What the relying party asks for (`PublicKeyCredentialCreationOptionsJSON`), as far as it matters here. */
export type CreationOptions = {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
  pubKeyCredParams: readonly { alg: number }[];
  excludeCredentials?: readonly { id: string }[];
};
/** `PublicKeyCredentialRequestOptionsJSON`, as far as it matters here. */
export type RequestOptions = {
  challenge: string;
  rpId?: string;
  allowCredentials?: readonly { id: string }[];
};

/** What the authenticator says of itself. `verifiesUser`: by a PIN or a biometric. `isSynced`: passkeys leave the device. */
export type AuthenticatorOptions = {
  origin: string;
  verifiesUser?: boolean;
  isSynced?: boolean;
  /** ES256 (-7), EdDSA (-8) or RS256 (-257). Without it, the first that the relying party accepts. */
  alg?: Algorithm;
  /** Counts uses, as hardware keys do. */
  hasCounter?: boolean;
};
type Algorithm = -7 | -8 | -257;

/** A passkey as it is stored in the authenticator. Tests may change it. */
export type StoredPasskey = {
  id: string;
  rpId: string;
  userHandle: string;
  alg: Algorithm;
  key: KeyObject;
  counter: number;
};

const b64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

// CBOR (RFC 8949): the few kinds that an attestation has.
const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  return value < 256
    ? Buffer.from([(major << 5) | 24, value])
    : Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
};
type Cbor = number | string | Uint8Array | readonly (readonly [number | string, Cbor])[];
/** Returns the value as CBOR. A map is a list of its entries. */
export function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.length), ...value.flatMap(([key, each]) => [cbor(key), cbor(each)])]);
}

const bytes = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64url');
/** Returns the public key as COSE_Key (RFC 9052 7). */
export function coseKey(alg: number, { x, y, n, e }: JsonWebKey): Buffer {
  if (alg === -7)
    return cbor([
      [1, 2],
      [3, alg],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]);
  if (alg === -8)
    return cbor([
      [1, 1],
      [3, alg],
      [-1, 6],
      [-2, bytes(x)],
    ]);
  return cbor([
    [1, 3],
    [3, alg],
    [-1, bytes(n)],
    [-2, bytes(e)],
  ]);
}

function newKey(alg: Algorithm): KeyObject {
  if (alg === -7) return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  if (alg === -8) return generateKeyPairSync('ed25519').privateKey;
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
}

/** Returns the authenticator data: the relying party, flags, counter, and a new key if there is one. */
export function authenticatorData(
  rpId: string,
  flags: number,
  counter: number,
  more: Uint8Array = Buffer.alloc(0),
): Buffer {
  const counted = Buffer.alloc(4);
  counted.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), counted, more]);
}

export const FLAGS = {
  present: 1,
  verified: 4,
  backupEligible: 8,
  backedUp: 16,
  attested: 64,
  extensions: 128,
} as const;

/** Returns an authenticator without passkeys, behind a browser that shows a page of this origin. */
export function softwareAuthenticator({
  origin,
  verifiesUser = true,
  isSynced = false,
  alg: wanted,
  hasCounter = false,
}: AuthenticatorOptions) {
  const passkeys: StoredPasskey[] = [];
  const flags =
    FLAGS.present | (verifiesUser ? FLAGS.verified : 0) | (isSynced ? FLAGS.backupEligible | FLAGS.backedUp : 0);
  const clientData = (type: string, challenge: string): string =>
    b64(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })));

  /**
   * Makes a passkey, as `navigator.credentials.create`. Returns what its `toJSON` does. Throws for one that it has. `givenId` and
   * `givenKey`: for attacks, what another passkey has.
   */
  function create(options: CreationOptions, givenId?: string, givenKey?: Pick<StoredPasskey, 'alg' | 'key'>) {
    if (options.excludeCredentials?.some(({ id }) => passkeys.some((each) => each.id === id)))
      throw new Error('InvalidStateError: the authenticator has a passkey of this account');
    const alg = givenKey?.alg ?? wanted ?? (options.pubKeyCredParams[0]?.alg as Algorithm);
    const key = givenKey?.key ?? newKey(alg);
    const id = givenId === undefined ? randomBytes(32) : bytes(givenId);
    const passkey: StoredPasskey = {
      id: b64(id),
      rpId: options.rp.id ?? new URL(origin).hostname,
      userHandle: options.user.id,
      alg,
      key,
      counter: 0,
    };
    passkeys.push(passkey);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(alg, publicJwk(key))]);
    const authData = authenticatorData(passkey.rpId, flags | FLAGS.attested, 0, attested);
    return {
      id: passkey.id,
      rawId: passkey.id,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge),
        attestationObject: b64(
          cbor([
            ['fmt', 'none'],
            ['attStmt', []],
            ['authData', authData],
          ]),
        ),
        transports: ['internal'],
      },
    };
  }

  /**
   * Uses a passkey, as `navigator.credentials.get`: `chosen`, or the newest that fits. Returns what its `toJSON` does. Throws
   * if there is none.
   */
  function get(options: RequestOptions, chosen?: StoredPasskey) {
    const rpId = options.rpId ?? new URL(origin).hostname;
    const allowed = options.allowCredentials ?? [];
    const fits = (each: StoredPasskey): boolean =>
      each.rpId === rpId && (!allowed.length || allowed.some(({ id }) => id === each.id));
    const passkey = chosen ?? passkeys.findLast(fits);
    if (!passkey) throw new Error('NotAllowedError: the authenticator has no passkey for this');
    if (hasCounter) passkey.counter++;
    const data = authenticatorData(passkey.rpId, flags, passkey.counter);
    const clientDataJSON = clientData('webauthn.get', options.challenge);
    return {
      id: passkey.id,
      rawId: passkey.id,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON,
        authenticatorData: b64(data),
        signature: b64(signed(passkey, data, clientDataJSON)),
        userHandle: passkey.userHandle,
      },
    };
  }

  return { passkeys, create, get };
}

export type SoftwareAuthenticator = ReturnType<typeof softwareAuthenticator>;

const publicJwk = (key: KeyObject): JsonWebKey => key.export({ format: 'jwk' });

/** Returns the signature of an assertion over this data. */
export const signed = ({ alg, key }: StoredPasskey, data: Uint8Array, clientDataJSON: string): Buffer =>
  sign(alg === -8 ? null : 'sha256', Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]), key);
