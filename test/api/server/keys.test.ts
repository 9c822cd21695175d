// How the server package keeps the keys of a running service: one fetch, rotation, outages, forged key ids.
import { beforeEach, describe, expect, test } from '@jest/globals';
import { replaceKeys, rotateKeys } from '../../../lib/domain/keys/signing-keys.ts';
import { advance } from '../../../lib/platform/clock.ts';
import { race } from '../../support/race.ts';
import { prepared, useService } from '../../support/service.ts';
import { claimsOf, forge, headerOf, unsigned } from '../../support/tokens.ts';
import { JWKS, type Network, network, refusal, verifierOf } from '../../support/verifier.ts';

const service = useService();
let net: Network;
const user = prepared(async () => service.signup(await service.tenant()));
beforeEach(() => {
  net = network();
});

const MINUTE = 60_000;
const freshToken = async (): Promise<string> => (await service.login(user)).body.accessToken;
const withKid = (token: string, kid: string) => forge({ ...headerOf(token), kid }, claimsOf(token), unsigned);

test('twenty parallel first calls fetch the keys once', async () => {
  const token = await freshToken();
  const verifier = verifierOf(service, { fetch: net.fetch });
  expect(net.count(JWKS)).toBe(0);
  const all = await race(20, () => verifier.verify(token));
  expect(new Set(all.map(({ userId }) => userId)).size).toBe(1);
  expect(net.count(JWKS)).toBe(1);
  await verifier.verify(token);
  expect(net.count(JWKS)).toBe(1);
});

test('tokens from before and after a rotation verify, without another fetch', async () => {
  const old = await freshToken();
  const verifier = verifierOf(service, { fetch: net.fetch });
  await verifier.verify(old);
  expect(await rotateKeys()).toBe(true);
  const young = await freshToken();
  expect(headerOf(young).kid).not.toBe(headerOf(old).kid);
  for (const token of [old, young]) expect(await verifier.verify(token)).toHaveProperty('userId');
  expect(net.count(JWKS)).toBe(1);
});

test('an unknown key is found after 30 seconds, with one fetch for twenty callers', async () => {
  const verifier = verifierOf(service, { fetch: net.fetch });
  await verifier.verify(await freshToken());
  expect(await replaceKeys()).toBe(true);
  const token = await freshToken();
  expect(await refusal(verifier.verify(token))).toBe('401 INVALID_TOKEN');
  expect(net.count(JWKS)).toBe(1);
  advance(30_000);
  for (const { userId } of await race(20, () => verifier.verify(token))) expect(userId).toBe(claimsOf(token).sub);
  expect(net.count(JWKS)).toBe(2);
});

test('a replaced key is trusted for ten minutes at most', async () => {
  const verifier = verifierOf(service, { fetch: net.fetch });
  const stolen = await freshToken();
  await verifier.verify(stolen);
  await replaceKeys();
  await freshToken();
  expect(await verifier.verify(stolen)).toHaveProperty('userId');
  advance(10 * MINUTE);
  expect(await refusal(verifier.verify(stolen))).toBe('401 INVALID_TOKEN');
});

test('forged key ids fetch the keys once in 30 seconds', async () => {
  const token = await freshToken();
  const verifier = verifierOf(service, { fetch: net.fetch });
  await verifier.verify(token);
  advance(30_000);
  const ends = await race(20, (caller) => refusal(verifier.verify(withKid(token, `kid-${caller}`))));
  expect(new Set(ends)).toEqual(new Set(['401 INVALID_TOKEN']));
  expect(net.count(JWKS)).toBe(2);
  await refusal(verifier.verify(withKid(token, '__proto__')));
  expect(net.count(JWKS)).toBe(2);
});

describe('while the keys cannot be fetched', () => {
  test('the known ones go on, with one attempt in 30 seconds, for a day', async () => {
    const verifier = verifierOf(service, { fetch: net.fetch });
    await verifier.verify(await freshToken());
    net.isDown = true;
    advance(11 * MINUTE);
    const token = await freshToken();
    for (let call = 0; call < 5; call += 1) expect(await verifier.verify(token)).toHaveProperty('userId');
    expect(net.count(JWKS)).toBe(2);
    advance(24 * 60 * MINUTE);
    expect(await refusal(verifier.verify(await freshToken()))).toBe('503 SERVICE_UNAVAILABLE');
    net.isDown = false;
    advance(30_000);
    expect(await verifier.verify(await freshToken())).toHaveProperty('userId');
  });

  test('a verifier that has none responds with 503, and recovers after a second', async () => {
    const token = await freshToken();
    const verifier = verifierOf(service, { fetch: net.fetch });
    net.isDown = true;
    for (const end of await race(20, () => refusal(verifier.verify(token))))
      expect(end).toBe('503 SERVICE_UNAVAILABLE');
    expect(net.count(JWKS)).toBe(1);
    net.isDown = false;
    advance(1_000);
    expect(await verifier.verify(token)).toHaveProperty('userId');
  });

  test.each([
    ['an error page', () => new Response('<html>', { status: 200 })],
    ['another document', () => Response.json({ issuer: 'x' })],
    ['null', () => Response.json(null)],
    ['a failure', () => new Response('{}', { status: 500 })],
  ])('known keys survive %s', async (_, respond) => {
    const token = await freshToken();
    let isBroken = false;
    const send: typeof fetch = (input, init) => (isBroken ? Promise.resolve(respond()) : fetch(input, init));
    const verifier = verifierOf(service, { fetch: send });
    await verifier.verify(token);
    isBroken = true;
    advance(10 * MINUTE);
    expect(await verifier.verify(token)).toHaveProperty('userId');
  });
});

test('a secret in the key set makes no token valid', async () => {
  const token = await freshToken();
  const k = Buffer.from('secret-secret-secret-secret-1234').toString('base64url');
  const send: typeof fetch = async () =>
    Response.json({ keys: [{ kty: 'oct', kid: headerOf(token).kid, k, alg: 'HS256' }, null, { kty: 'RSA' }] });
  expect(await refusal(verifierOf(service, { fetch: send }).verify(token))).toBe('401 INVALID_TOKEN');
});
