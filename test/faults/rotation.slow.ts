// Threat: rotating the root secret logs users out, or an outage of Secrets Manager stops the service or opens it.
// Each rotation publishes a new version and makes the previously published one current. Three instances of every
// function load it one after the other, and each accepts what the others issued: tokens, codes, sealed secrets,
// cursors, CSRF tokens, passwords and limiter counts. (Signing keys: test/attacks/tokens/key-rotation.test.ts)
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Roots } from '../../lib/crypto/roots.ts';
import { artefacts, good, post } from '../support/faults/artefacts.ts';
import {
  type Client,
  codeNow,
  demand,
  isGood,
  logIn,
  mustLogIn,
  newEmail,
  newPassword,
  type Person,
  rootsOf,
  signUp,
} from '../support/faults/client.ts';
import { type Answer, LOST, type Lost } from '../support/faults/deployment.ts';
import { startWorld, type World } from '../support/faults/world.ts';

const MINUTE = 60_000;
const STEP_MS = 30_000;
/** How long an instance treats its value as fresh, and how long it uses it at all (lib/platform/aws/secrets.ts). */
const FRESH_MS = 5 * MINUTE;
const STALE_MS = 60 * MINUTE;

let world: World;
let clients: readonly Client[];
beforeAll(async () => {
  world = await startWorld(3);
  clients = world.clients;
});
afterAll(() => world.stop());

const secret = () => randomBytes(48).toString('base64url');
const put = (roots: Roots) => void world.deployment.secrets.secrets.set('root', JSON.stringify(roots));
const timeIn = (ms: number) => new Date(clients[0]!.lane.now() + ms).toISOString();
/** How long after a rotation the new version signs (lib/domain/keys/root-rotation.ts). */
const PUBLISHED_MS = 10 * MINUTE;
/** Advances the clocks of all instances together. */
const advance = (ms: number) => {
  for (const { lane } of clients) lane.advance(ms);
};
/** Moves all clocks to the start of a time step, so that a TOTP code is valid for the next half minute. */
const nextStep = () => advance(STEP_MS - (clients[0]!.lane.now() % STEP_MS) + 100);
/**
 * Lets each instance issue every artefact and every instance accept it, in parallel. With `news` only the pairs of that
 * instance and another. Returns what was refused.
 */
async function exchangeArtefacts(when: string, news?: number): Promise<string[]> {
  nextStep();
  const wrong: string[] = [];
  const all = clients.flatMap((_, from) => clients.map((__, to) => ({ from, to })));
  const pairs = news === undefined ? all : all.filter(({ from, to }) => from !== to && [from, to].includes(news));
  await Promise.all(
    pairs.flatMap(({ from, to }) => {
      const [maker, taker] = [clients[from]!, clients[to]!];
      return Object.entries(artefacts).map(async ([name, { make, take }]) => {
        try {
          await take(taker, await make(maker));
        } catch (error) {
          wrong.push(`${when}, ${name} of ${from} at ${to}: ${(error as Error).message}`);
        }
      });
    }),
  );
  return wrong;
}

type Enrolled = Person & { seed: string };
async function signUpEnrolled(client: Client): Promise<Enrolled> {
  const person = await signUp(client);
  const { body } = await good('set-up', post(client, '/auth/mfa/setup-totp', {}, person.access));
  await good(
    'set-up',
    post(client, '/auth/mfa/verify-totp-setup', { otp: codeNow(client, body.secret) }, person.access),
  );
  return { ...person, seed: body.secret };
}

async function logsInWithBoth(client: Client, other: Client, person: Enrolled): Promise<void> {
  const { body } = await mustLogIn(client, person);
  const factor = { method: 'totp', otp: codeNow(other, person.seed) };
  await good('the second factor', post(other, '/auth/mfa/verify', factor, body.accessToken));
}

describe('a rotation of the root secret', () => {
  const wrong: string[] = [];
  let veteran: Enrolled;
  let reader: Person;
  let blocked: Person;

  beforeAll(async () => {
    const [client] = clients as [Client];
    nextStep();
    veteran = await signUpEnrolled(client);
    reader = await signUp(client);
    blocked = await signUp(client);
    const roots = rootsOf(world.deployment);
    const since = { 1: timeIn(-MINUTE) };
    const values: Roots[] = [
      { ...roots, 2: secret(), current: '1', since },
      { ...roots, 3: secret(), current: '2' },
    ];
    let attempts = 0;
    wrong.push(...(await exchangeArtefacts('before')));
    for (const [rotation, value] of values.entries()) {
      Object.assign(value, { ...rootsOf(world.deployment), ...value });
      if (rotation === 1) Object.assign(value, { since: { ...since, 2: timeIn(PUBLISHED_MS) } });
      put(value);
      for (const [at, { lane }] of clients.entries()) {
        await lane.restart();
        const when = `rotation ${rotation + 1}, loaded by ${at + 1} of 3`;
        wrong.push(...(await exchangeArtefacts(when, at)));
        // One wrong password at each instance in each rotation. Ten in all are allowed.
        const guess = await logIn(clients[at]!, { ...blocked, password: newPassword() });
        attempts++;
        demand(guess !== LOST && guess.status === 401, `${when}: guess ${attempts}`, guess);
        nextStep();
        await logsInWithBoth(clients[at]!, clients[(at + 1) % 3]!, veteran).catch((error: Error) =>
          wrong.push(`${when}, a user from before: ${error.message}`),
        );
        const renewed = await post(clients[at]!, '/auth/refresh-token', { refreshToken: reader.refresh });
        if (isGood(renewed)) reader = { ...reader, refresh: renewed.body.refreshToken };
        else wrong.push(`${when}: a session from before ended`);
      }
    }
  });

  test('fails no request while some instances have the new version and others do not', () => {
    expect(wrong).toEqual([]);
    expect(world.deployment.faults).toEqual([]);
  });

  test('keeps the counts of limits: six guesses made during two rotations count together', async () => {
    const guesses: (Answer | Lost)[] = [];
    for (const client of [...clients, ...clients]) {
      guesses.push(await logIn(client, { ...blocked, password: newPassword() }));
    }
    const codes = guesses.map((guess) => (guess === LOST ? LOST : guess.body.code));
    const [four, two] = [Array(4).fill('INVALID_CREDENTIALS'), Array(2).fill('ACCOUNT_LOCKED')];
    expect(codes).toEqual([...four, ...two]);
  });

  test('changes the version that signs at its time, in all instances, and refuses nothing', async () => {
    const [client] = clients as [Client];
    const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
    expect(kidOf((await signUp(client)).refresh)).toBe('1');
    advance(PUBLISHED_MS);
    expect(kidOf((await signUp(client)).refresh)).toBe('2');
    expect(await exchangeArtefacts('after the change')).toEqual([]);
    const renewed = await post(client, '/auth/refresh-token', { refreshToken: reader.refresh });
    expect(isGood(renewed)).toBe(true);
  });

  test('fails no request under load, while cached secrets expire and the version changes', async () => {
    const before = rootsOf(world.deployment);
    const since = { ...before.since, 3: timeIn(PUBLISHED_MS) };
    const roots: Roots = { ...before, 4: secret(), current: '3', since };
    let done = false;
    let requests = 0;
    const work = async (client: Client): Promise<string[]> => {
      let person = await signUp(client);
      const failed: string[] = [];
      for (let after = 0; after < 3; after += done ? 1 : 0) {
        const answers = [
          await post(client, '/auth/refresh-token', { refreshToken: person.refresh }),
          await logIn(client, person),
          await client.lane.send('GET', `/auth/tenants/lookup?slug=${client.tenant.slug}`),
        ];
        requests += answers.length;
        for (const answer of answers) if (!isGood(answer)) failed.push(JSON.stringify(answer));
        const [renewed] = answers;
        if (renewed && isGood(renewed)) person = { ...person, refresh: renewed.body.refreshToken };
      }
      return failed;
    };
    const working = Promise.all([...clients, ...clients, ...clients].map(work));
    put(roots);
    for (let minute = 0; minute < 12; minute++) {
      const seen = requests;
      advance(MINUTE);
      while (requests < seen + 9) await new Promise((resolve) => setImmediate(resolve));
    }
    done = true;
    expect((await working).flat()).toEqual([]);
    expect(requests).toBeGreaterThan(60);
    expect(await exchangeArtefacts('afterwards')).toEqual([]);
  });
});

describe('an outage of Secrets Manager', () => {
  const manager = () => world.deployment.secrets;
  const lookups = () =>
    Promise.all(clients.map(({ lane, tenant }) => lane.send('GET', `/auth/tenants/lookup?slug=${tenant.slug}`)));
  const statuses = async (): Promise<(number | Lost)[]> =>
    (await lookups()).map((answer) => (answer === LOST ? LOST : answer.status));

  test.each(['down', 'silent'] as const)(
    'does not affect an instance that has the secrets for an hour, with few retries (%s)',
    async (how) => {
      advance(FRESH_MS + 1000);
      expect(await statuses()).toEqual([200, 200, 200]);
      manager().fail(how);
      advance(FRESH_MS + 1000);
      const before = manager().calls();
      for (let at = 0; at < 5; at++) expect(await statuses()).toEqual([200, 200, 200]);
      // One round of retries for each instance instead of one for each request.
      expect(manager().calls() - before).toBeLessThanOrEqual(3 * 2);
      expect(manager().calls() - before).toBeGreaterThanOrEqual(3);
      advance(STALE_MS - MINUTE);
      expect(await statuses()).toEqual([200, 200, 200]);
      manager().fail(undefined);
      advance(MINUTE);
      expect(await statuses()).toEqual([200, 200, 200]);
    },
  );

  test('of more than an hour leads to 503 until the first request after it', async () => {
    expect(await statuses()).toEqual([200, 200, 200]);
    manager().fail('down');
    advance(FRESH_MS + STALE_MS + 1000);
    const replies = await lookups();
    for (const reply of replies) expect(reply).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    manager().fail(undefined);
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  test('makes a new instance respond 503 without crashing, and the same instance recovers', async () => {
    manager().fail('down');
    const [{ lane, tenant }] = clients as [Client];
    await lane.restart();
    const starts = world.deployment.starts();
    const look = () => lane.send('GET', `/auth/tenants/lookup?slug=${tenant.slug}`);
    for (let at = 0; at < 3; at++) expect(await look()).toMatchObject({ status: 503 });
    expect(world.deployment.starts() - starts).toBe(1);
    manager().fail(undefined);
    expect(await look()).toMatchObject({ status: 200 });
    expect(world.deployment.starts() - starts).toBe(1);
  });
});

test('a root secret without a version in use refuses every credential without a crash, and works when it is restored', async () => {
  const [client] = clients as [Client];
  nextStep();
  const person = await signUpEnrolled(client);
  const before = rootsOf(world.deployment);
  put({ 9: secret() });
  await client.lane.restart();
  const starts = world.deployment.starts();
  const { access, refresh, tenantId, email, password } = person;
  const statuses = [
    await logIn(client, person),
    await post(client, '/auth/refresh-token', { refreshToken: refresh }),
    await client.lane.send('GET', '/auth/me', { token: access }),
    await post(client, '/auth/mfa/setup-totp', {}, access),
    await post(client, '/auth/signup', { tenantId, email: newEmail(), password }),
    await client.lane.send('GET', '/.well-known/jwks.json'),
    await post(client, '/auth/forgot-password', { tenantId, email }),
  ].map((answer) => (answer === LOST ? LOST : answer.status));
  expect(statuses).toEqual([401, 401, 503, 503, 503, 200, 200]);
  expect(world.deployment.starts() - starts).toBeLessThanOrEqual(5); // one of each function that was called, and of those behind them
  put(before);
  await client.lane.restart();
  nextStep();
  await logsInWithBoth(client, client, person);
});
