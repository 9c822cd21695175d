// Passkeys are verified as WebAuthn says: its own test vectors, and what it leaves to the reader.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  type Assertion,
  challengeOf,
  PasskeyRefusal,
  type RelyingParty,
  readNewPasskey,
  verifyAssertion,
} from '../../../lib/crypto/webauthn/ceremonies.ts';
import {
  authenticatorData,
  cbor,
  FLAGS,
  type SoftwareAuthenticator,
  signed,
  softwareAuthenticator,
} from '../../../lib/packages/testing/authenticator.ts';

type Vector = {
  name: string;
  registration: { challenge: string; id: string; clientDataJSON: string; attestationObject: string };
  authentication: { challenge: string } & Assertion;
};
/** Section 16 of WebAuthn Level 3 (github.com/w3c/webauthn, 146d0db0). */
const vectors: Vector[] = JSON.parse(readFileSync(join(import.meta.dirname, 'webauthn-vectors.json'), 'utf8'));
const named = (name: string) => vectors.find((each) => each.name === name) as Vector;

const party = (id: string): RelyingParty => ({ id, isOrigin: (origin) => origin === `https://${id}` });
const EXAMPLE = party('example.org');
const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
const b64 = (buffer: Uint8Array): string => Buffer.from(buffer).toString('base64url');

/** Returns why the work was refused. */
function reasonOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof PasskeyRefusal) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('the test vectors of WebAuthn', () => {
  /** Kinds of keys that we do not ask for, and a page in a frame. */
  const REFUSED: Record<string, string> = {
    'packed-es384': 'malformed',
    'packed-es512': 'malformed',
    'packed-ed448': 'malformed',
    'none-es256-crossOrigin': 'cross_origin',
    'none-es256-topOrigin': 'cross_origin',
  };
  const accepted = vectors.filter(({ name }) => !(name in REFUSED));

  test.each(accepted.map(({ name }) => name))('%s is accepted from each maker of authenticators', (name) => {
    const { registration, authentication } = named(name);
    const passkey = readNewPasskey(registration, EXAMPLE);
    expect(passkey.challenge).toBe(registration.challenge);
    expect(challengeOf(authentication, EXAMPLE)).toBe(authentication.challenge);
    const state = verifyAssertion(authentication, passkey.publicKey, EXAMPLE);
    expect(state.isBackupEligible).toBe(passkey.isBackupEligible);
  });

  test.each(Object.entries(REFUSED).filter(([name]) => named(name)))('%s is refused: %s', (name, reason) => {
    expect(reasonOf(() => readNewPasskey(named(name).registration, EXAMPLE))).toBe(reason);
  });

  test('an assertion of one is not one of another', () => {
    const keys = accepted.map(({ registration }) => readNewPasskey(registration, EXAMPLE).publicKey);
    for (const [at, { authentication }] of accepted.entries())
      for (const [other, key] of keys.entries())
        if (at !== other) expect(reasonOf(() => verifyAssertion(authentication, key, EXAMPLE))).toBe('signature');
  });
});

const HERE = party('auth.example.com');
const OPTIONS = {
  challenge: b64(Buffer.from('a challenge')),
  rp: { id: HERE.id },
  user: { id: b64(Buffer.alloc(32, 1)) },
  pubKeyCredParams: [{ alg: -7 }],
};

function made(more: Partial<Parameters<typeof softwareAuthenticator>[0]> = {}) {
  const authenticator = softwareAuthenticator({ origin: `https://${HERE.id}`, ...more });
  const { id, response } = authenticator.create(OPTIONS);
  return { authenticator, sent: { id, ...response }, passkey: readNewPasskey({ id, ...response }, HERE) };
}
const used = (authenticator: SoftwareAuthenticator): Assertion =>
  authenticator.get({ challenge: OPTIONS.challenge, rpId: HERE.id }).response;

describe('an assertion', () => {
  test.each(['clientDataJSON', 'authenticatorData', 'signature'] as const)(
    'is refused with any one bit of %s changed',
    (field) => {
      const { authenticator, passkey } = made({ alg: -8 });
      const right = used(authenticator);
      const original = bytes(right[field]);
      for (let at = 0; at < original.length * 8; at++) {
        const changed = Buffer.from(original);
        changed[at >> 3] = (changed[at >> 3] as number) ^ (1 << (at & 7));
        const wrong = { ...right, [field]: b64(changed) };
        expect(reasonOf(() => verifyAssertion(wrong, passkey.publicKey, HERE))).not.toBe('accepted');
      }
    },
  );

  /** Signs other authenticator data and other client data with the right key. */
  function forged(change: { data?: (data: Buffer) => Buffer; client?: object | string }) {
    const { authenticator, passkey } = made({ alg: -8 });
    const right = used(authenticator);
    const data = (change.data ?? ((same) => same))(bytes(right.authenticatorData));
    const client = JSON.parse(bytes(right.clientDataJSON).toString());
    const text = typeof change.client === 'string' ? change.client : JSON.stringify({ ...client, ...change.client });
    const clientDataJSON = b64(Buffer.from(text));
    const [stored] = authenticator.passkeys;
    const signature = b64(signed(stored as NonNullable<typeof stored>, data, clientDataJSON));
    const sent = { clientDataJSON, authenticatorData: b64(data), signature };
    return reasonOf(() => verifyAssertion(sent, passkey.publicKey, HERE));
  }
  const withFlags = (flags: number) => () => authenticatorData(HERE.id, flags, 0);

  test.each([
    ['another ceremony', { type: 'webauthn.create' }, 'type'],
    ['another origin', { origin: 'https://evil.example' }, 'origin'],
    ['our origin with another port', { origin: `https://${HERE.id}:8443` }, 'origin'],
    ['our origin in another spelling', { origin: `https://${HERE.id.toUpperCase()}` }, 'origin'],
    ['a frame of another origin', { crossOrigin: true }, 'cross_origin'],
    ['a page above it', { topOrigin: 'https://evil.example' }, 'cross_origin'],
    ['a challenge that is no text', { challenge: 1 }, 'challenge'],
    ['client data that is no object', '[]', 'type'],
    ['client data that is no JSON', '{', 'client_data'],
    ['client data that is nothing', 'null', 'client_data'],
  ] as const)('is refused for %s', (_, client, reason) => {
    expect(forged({ client })).toBe(reason);
  });

  test.each([
    ['another relying party', () => authenticatorData('example.com', FLAGS.present, 0), 'relying_party'],
    ['an absent user', withFlags(FLAGS.verified), 'user_absent'],
    ['a backup of what cannot have one', withFlags(FLAGS.present | FLAGS.backedUp), 'backup_flags'],
    ['a new key in it', withFlags(FLAGS.present | FLAGS.attested), 'authenticator_data'],
    ['bytes that are left over', (data: Buffer) => Buffer.concat([data, Buffer.alloc(1)]), 'authenticator_data'],
    ['data that ends early', (data: Buffer) => data.subarray(0, 36), 'authenticator_data'],
    ['extensions that are not there', withFlags(FLAGS.present | FLAGS.extensions), 'malformed'],
  ] as const)('is refused for %s', (_, data, reason) => {
    expect(forged({ data })).toBe(reason);
  });

  test('is accepted with extensions that were not asked for, and a byte order mark', () => {
    const extensions = cbor([['credProtect', 2]]);
    const flags = FLAGS.present | FLAGS.extensions;
    expect(forged({ data: () => authenticatorData(HERE.id, flags, 0, extensions) })).toBe('accepted');
    const client = `\uFEFF${JSON.stringify({ type: 'webauthn.get', challenge: 'x', origin: `https://${HERE.id}` })}`;
    expect(forged({ client })).toBe('accepted');
  });

  test.each([
    ['clientDataJSON', 4096],
    ['authenticatorData', 4096],
    ['signature', 1024],
  ] as const)('is refused unread for more bytes of %s than %s', (field, most) => {
    const { authenticator, passkey } = made();
    const wrong = { ...used(authenticator), [field]: b64(Buffer.alloc(most + 1)) };
    expect(reasonOf(() => verifyAssertion(wrong, passkey.publicKey, HERE))).toBe('too_long');
  });

  test.each(['clientDataJSON', 'authenticatorData', 'signature'] as const)(
    'is refused for a second spelling of the bytes of %s',
    (field) => {
      const { authenticator, passkey } = made({ alg: -8 });
      const right = used(authenticator);
      for (const spelled of [`${right[field]}=`, `${right[field]} `, right[field].replaceAll('A', '+')])
        if (spelled !== right[field])
          expect(reasonOf(() => verifyAssertion({ ...right, [field]: spelled }, passkey.publicKey, HERE))).toBe(
            'malformed',
          );
    },
  );
});

describe('a new passkey', () => {
  /** Sends this as authenticator data. */
  const attested = (data: Uint8Array, id = b64(Buffer.alloc(32, 7))) => {
    const { sent } = made();
    const attestationObject = b64(
      cbor([
        ['fmt', 'none'],
        ['attStmt', []],
        ['authData', data],
      ]),
    );
    return reasonOf(() => readNewPasskey({ ...sent, id, attestationObject }, HERE));
  };
  const flags = FLAGS.present | FLAGS.attested;
  const withKey = (key: Uint8Array, idBytes = 32) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(idBytes);
    return authenticatorData(
      HERE.id,
      flags,
      0,
      Buffer.concat([Buffer.alloc(16), length, Buffer.alloc(idBytes, 7), key]),
    );
  };

  test.each([
    [
      'an id that is not that of the reply',
      () => attested(withKey(Buffer.alloc(0)), b64(Buffer.alloc(32, 8))),
      'credential_id',
    ],
    [
      'an id of fewer than 16 bytes',
      () => attested(withKey(Buffer.alloc(0), 15), b64(Buffer.alloc(15, 7))),
      'credential_id',
    ],
    [
      'an id of more than 1023 bytes',
      () => attested(withKey(Buffer.alloc(0), 1024), b64(Buffer.alloc(1024, 7))),
      'too_long',
    ],
    ['no key', () => attested(authenticatorData(HERE.id, FLAGS.present, 0)), 'attestation'],
    [
      'a key of more than 2 KB',
      () =>
        attested(
          withKey(
            cbor([
              [1, 2],
              [3, -7],
              [-1, Buffer.alloc(2100)],
            ]),
          ),
        ),
      'malformed',
    ],
    ['bytes behind the key', () => attested(Buffer.concat([bytesOfKey(), Buffer.alloc(1)])), 'authenticator_data'],
  ] as const)('is refused for %s', (_, refusal, reason) => {
    expect(refusal()).toBe(reason);
  });

  /** The authenticator data of a right passkey with the id of `attested`. */
  function bytesOfKey(): Buffer {
    return withKey(Buffer.from(made().passkey.publicKey));
  }

  test('is accepted with its own id', () => {
    expect(attested(bytesOfKey())).toBe('accepted');
  });

  test('is refused for an attestation of more than 8 KB, unread', () => {
    const { sent } = made();
    const wrong = { ...sent, attestationObject: b64(Buffer.alloc(8193)) };
    expect(reasonOf(() => readNewPasskey(wrong, HERE))).toBe('too_long');
  });
});
