// An independent implementation (python-fido2) decides about the same ceremonies as we do.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  type Assertion,
  type Attestation,
  challengeOf,
  PasskeyRefusal,
  readNewPasskey,
  verifyAssertion,
} from '../../lib/crypto/webauthn/ceremonies.ts';
import { authenticatorData, FLAGS, signed, softwareAuthenticator } from '../../lib/packages/testing/authenticator.ts';

const python = ['python3', '/usr/bin/python3'].find(
  (each) => spawnSync(each, ['-c', 'import fido2.server'], { stdio: 'ignore' }).status === 0,
);

const rpId = 'auth.example.com';
const origin = `https://${rpId}`;
const challenge = Buffer.from('the challenge of both').toString('base64url');
const party = { id: rpId, isOrigin: (each: string) => each === origin };
const ALGORITHMS = [-7, -8, -257] as const;

/** Bytes of an attestation object: a map of three, `fmt: none`, `attStmt: {}`, and the name and length of the rest. */
const BEFORE_AUTHENTICATOR_DATA = 30;

type Case = { title: string; registration: Attestation; assertion?: Assertion };

const b64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const json = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString());
const flipped = (text: string, bit: number): string => {
  const bytes = Buffer.from(text, 'base64url');
  bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
  return b64(bytes);
};
const bitsOf = (text: string): number[] => [...Array(Buffer.from(text, 'base64url').length * 8).keys()];

/** A passkey that was made and used, with what each signature is made of. */
function ceremony(alg: (typeof ALGORITHMS)[number]) {
  const authenticator = softwareAuthenticator({ origin, alg });
  const { id, response } = authenticator.create({
    challenge,
    rp: { id: rpId },
    user: { id: b64(Buffer.alloc(32, 1)) },
    pubKeyCredParams: [{ alg }],
  });
  const registration = { id, ...response };
  const assertion = authenticator.get({ challenge, rpId }).response;
  const [passkey] = authenticator.passkeys;
  /** The assertion with other data, under a right signature. */
  const signedAgain = (data: Uint8Array, client: object): Assertion => {
    const clientDataJSON = b64(Buffer.from(JSON.stringify({ ...json(assertion.clientDataJSON), ...client })));
    const signature = b64(signed(passkey as NonNullable<typeof passkey>, data, clientDataJSON));
    return { clientDataJSON, authenticatorData: b64(data), signature };
  };
  return { registration, assertion, signedAgain };
}

function* cases(): Generator<Case> {
  const others = ALGORITHMS.map((alg) => ceremony(alg));
  for (const [at, { registration, assertion, signedAgain }] of others.entries()) {
    const name = `algorithm ${ALGORITHMS[at]}`;
    yield { title: `${name}: made`, registration };
    yield { title: `${name}: used`, registration, assertion };
    for (const other of others)
      if (other.assertion !== assertion)
        yield { title: `${name}: used by another passkey`, registration, assertion: other.assertion };
    for (const [field, bits] of [
      ['clientDataJSON', bitsOf(registration.clientDataJSON)],
      // We do not read what precedes: the statement of the maker.
      ['attestationObject', bitsOf(registration.attestationObject).slice(8 * BEFORE_AUTHENTICATOR_DATA)],
    ] as const)
      for (const bit of bits)
        yield {
          title: `${name}: made, bit ${bit} of ${field} changed`,
          registration: { ...registration, [field]: flipped(registration[field], bit) },
        };
    for (const field of ['clientDataJSON', 'authenticatorData', 'signature'] as const)
      for (const bit of bitsOf(assertion[field]))
        yield {
          title: `${name}: used, bit ${bit} of ${field} changed`,
          registration,
          assertion: { ...assertion, [field]: flipped(assertion[field], bit) },
        };
    const right = Buffer.from(assertion.authenticatorData, 'base64url');
    for (let flags = 0; flags < 256; flags++)
      yield {
        title: `${name}: used with flags ${flags}`,
        registration,
        assertion: signedAgain(authenticatorData(rpId, flags, 0), {}),
      };
    for (const client of [
      { type: 'webauthn.create' },
      { origin: 'https://evil.example' },
      { origin: `${origin}:8443` },
      { challenge: 'another' },
      { crossOrigin: true },
      { topOrigin: 'https://evil.example' },
      { more: 'fields' },
    ])
      yield {
        title: `${name}: used with ${JSON.stringify(client)}`,
        registration,
        assertion: signedAgain(right, client),
      };
    for (const [what, data] of [
      ['another relying party', authenticatorData('example.com', FLAGS.present, 0)],
      ['a high counter', authenticatorData(rpId, FLAGS.present, 2 ** 32 - 1)],
      ['data that ends early', right.subarray(0, 36)],
      ['a byte more', Buffer.concat([right, Buffer.alloc(1)])],
    ] as const)
      yield { title: `${name}: used with ${what}`, registration, assertion: signedAgain(data, {}) };
  }
}

function ours({ registration, assertion }: Case): string {
  try {
    const passkey = readNewPasskey(registration, party);
    if (passkey.challenge !== challenge) return 'challenge';
    if (!assertion) return 'accepted';
    if (challengeOf(assertion, party) !== challenge) return 'challenge';
    verifyAssertion(assertion, passkey.publicKey, party);
    return 'accepted';
  } catch (error) {
    if (error instanceof PasskeyRefusal) return error.message;
    throw error;
  }
}

function theirs(all: readonly Case[]): string[] {
  const input = all.map((each) => JSON.stringify({ rpId, origin, challenge, ...each })).join('\n');
  const program = join(import.meta.dirname, 'webauthn_verdicts.py');
  const { stdout, stderr } = spawnSync(python as string, [program], { input, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const verdicts = stdout.trimEnd().split('\n');
  if (verdicts.length !== all.length) throw new Error(stderr);
  return verdicts;
}

const because = python ? '' : ' (skipped: no Python with fido2)';
(python ? describe : describe.skip)(`python-fido2${because}`, () => {
  const all = [...cases()];
  let decided: { title: string; our: string; their: string }[];
  beforeAll(() => {
    const verdicts = theirs(all);
    decided = all.map((each, at) => ({ title: each.title, our: ours(each), their: verdicts[at] as string }));
  });

  test('accepts what it should, so that its refusals mean something', () => {
    const right = decided.filter(({ title }) => /: (made|used)$/.test(title));
    expect(right.map(({ our, their }) => [our, their])).toEqual(Array(6).fill(['accepted', 'accepted']));
  });

  test('accepts each ceremony that we accept', () => {
    const laxer = decided.filter(({ our, their }) => our === 'accepted' && their !== 'accepted');
    expect(laxer).toEqual([]);
  });

  test('refuses what we refuse, but for keys that sign nothing, frames, and impossible flags of a backup', () => {
    const stricter = decided.filter(({ our, their }) => our !== 'accepted' && their === 'accepted');
    const kinds = new Set(stricter.map(({ title, our }) => `${/: (made|used)/.exec(title)?.[1]}: ${our}`));
    expect([...kinds].sort()).toEqual([
      'made: backup_flags',
      'made: malformed',
      'used: backup_flags',
      'used: cross_origin',
    ]);
  });
});
