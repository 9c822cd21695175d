// Threat: the table is killed or stops responding under load, so that checks are skipped or accounts are lost.
// Every call returns 503 in time, no check is skipped, and every acknowledged write is there when the table is back.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Engine, startEngine } from '../../../infra/tools/local/engine.ts';
import {
  challenge,
  enrol,
  freshCode,
  type Person,
  pendingLogin,
  recover,
  recoveryCodes,
  setUp,
  type Tokens,
  verify,
  wrongCode,
} from '../../support/factors.ts';
import type { Reply } from '../../support/http.ts';
import { outcomes, race, tally } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { testUnless, waitForEngine } from '../../support/second-engine.ts';
import {
  bearer,
  newEmail,
  newPassword,
  type Service,
  startService,
  type Tenant,
  type User,
} from '../../support/service.ts';

/** A function is cut off after 10 s and has to respond before that. */
const IN_TIME_MS = 9000;
let directory: string;
let service: Service;
let engine: Engine;
let tenant: Tenant;
let user: User;
let cookie: string;
let person: Person;
let pending: Tokens;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gatehouse-outage-'));
  service = await startService({}, { directory });
  engine = service.local.engine;
  tenant = await service.tenant();
  user = await service.signup(tenant);
  cookie = await service.adminCookie();
  person = await enrol(service, tenant);
  pending = await pendingLogin(service, person);
});
afterAll(async () => {
  await service.stop();
  await engine.stop();
  await rm(directory, { recursive: true });
});

const restart = async () => {
  engine = await startEngine(directory, undefined, Number(new URL(engine.endpoint).port));
  waitForEngine();
};
const signal = (name: NodeJS.Signals) => process.kill(engine.pid as number, name);

/** One call of every kind. */
const calls: Record<string, () => Promise<Reply>> = {
  login: () => service.login(user),
  'login with a wrong password': () => service.login({ ...user, password: newPassword() }),
  signup: () => service.post('/auth/signup', { tenantId: tenant.id, email: newEmail(), password: newPassword() }),
  refresh: () => service.post('/auth/refresh-token', { refreshToken: user.tokens.refreshToken }),
  me: () => service.get('/auth/me', { headers: bearer(user.tokens) }),
  logout: () => service.post('/auth/logout', {}, { headers: bearer(user.tokens) }),
  'logout everywhere': () => service.post('/auth/logout-all', {}, { headers: bearer(user.tokens) }),
  'status of second factors': () => service.get('/auth/mfa/status', { headers: bearer(pending) }),
  'challenge of the second factor': () => challenge(service, pending, 'totp'),
  'verification of the second factor': () => verify(service, pending, freshCode(person.secret)),
  'wrong code of the second factor': () => verify(service, pending, wrongCode(person.secret)),
  'recovery code': () => recover(service, pending, 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF'),
  'set-up of an authenticator': () => setUp(service, person.tokens),
  'tenant lookup': () => service.get(`/auth/tenants/lookup?slug=${tenant.slug}`),
  'admin login': () => service.post('/auth/admin/login', service.adminLogin),
  'admin signup': () => service.post('/auth/admin/signup', { ...service.adminLogin, secretKey: service.secretKey }),
  'list of tenants': () => service.get('/auth/admin/api/tenants', { headers: { cookie } }),
  health: () => service.get('/auth/health'),
};

async function expectUnavailable(): Promise<void> {
  const seen = await Promise.all(
    Object.entries(calls).map(async ([name, call]) => {
      const started = performance.now();
      const { body, headers } = await call();
      const inTime = performance.now() - started < IN_TIME_MS;
      return { name, body, retryAfter: headers['retry-after'], inTime };
    }),
  );
  expect(seen).toEqual(
    Object.keys(calls).map((name) => ({
      name,
      body: {
        statusCode: 503,
        error: 'Service Unavailable',
        message: expect.stringMatching(/./),
        code: 'SERVICE_UNAVAILABLE',
      },
      retryAfter: expect.stringMatching(/^[1-9]\d*$/),
      inTime: true,
    })),
  );
}

test('every call returns 503 in time while the table hangs, and works when it responds again', async () => {
  signal('SIGSTOP');
  try {
    await expectUnavailable();
  } finally {
    signal('SIGCONT');
  }
  expect((await service.get('/auth/me', { headers: bearer(user.tokens) })).status).toBe(200);
  expect((await service.login(user)).status).toBe(200);
});

testUnless('kill')(
  'every acknowledged sign-up is stored after the table is killed under load and restarted',
  async () => {
    const acknowledged: User[] = [];
    const attempted: string[] = [];
    let killed = false;
    const ends = await race(20, async () => {
      const slowest = [0];
      for (;;) {
        const [email, password] = [newEmail(), newPassword()];
        attempted.push(email);
        const started = performance.now();
        const reply = await service.post('/auth/signup', { tenantId: tenant.id, email, password });
        slowest.push(performance.now() - started);
        if (reply.status !== 200) return { reply, slowest: Math.max(...slowest) };
        acknowledged.push({ tenant, email, password, tokens: reply.body });
        if (acknowledged.length >= 60 && !killed) {
          killed = true;
          signal('SIGKILL');
        }
      }
    });
    expect(outcomes(ends.map(({ reply }) => reply))).toEqual({ '503 SERVICE_UNAVAILABLE': 20 });
    expect(Math.max(...ends.map(({ slowest }) => slowest))).toBeLessThan(IN_TIME_MS);
    await expectUnavailable();

    await restart();
    expect((await service.get('/auth/health')).status).toBe(200);
    const logins = await Promise.all(acknowledged.map((each) => service.login(each)));
    expect(outcomes(logins)).toEqual({ 200: acknowledged.length });
    const alive = await Promise.all(
      acknowledged.map(({ tokens }) => service.get('/auth/me', { headers: bearer(tokens) })),
    );
    expect(outcomes(alive)).toEqual({ 200: acknowledged.length });

    const rows = (await everyRow()).filter(({ pk }) => pk.startsWith(`T#${tenant.id}#`));
    const counts = tally(rows.map(({ type }) => type));
    expect(counts['address-claim']).toBe(counts.user);
    const taken = attempted.filter((email) => rows.some((row) => row.type === 'user' && row.email === email));
    expect(acknowledged.every(({ email }) => taken.includes(email))).toBe(true);
  },
);

test('password guesses made during an outage return 503 and do not add to the ten that are allowed', async () => {
  const victim = await service.signup(tenant);
  const wrong = () => service.login({ ...victim, password: newPassword() });
  const before = await race(5, wrong);
  signal('SIGKILL');
  const during = await race(20, wrong);
  await restart();
  const after = await race(20, wrong);
  expect(outcomes(during)).toEqual({ '503 SERVICE_UNAVAILABLE': 20 });
  expect([...before, ...after].filter(({ status }) => status === 401)).toHaveLength(10);
});

test('a second factor sent during an outage is refused with 503 and still valid afterwards', async () => {
  const user = await enrol(service, tenant);
  const [code] = await recoveryCodes(service, user.tokens);
  const [login, other] = [await pendingLogin(service, user), await pendingLogin(service, user)];
  const otp = freshCode(user.secret);
  signal('SIGKILL');
  const during = await race(20, (caller) =>
    caller % 2 ? verify(service, login, otp) : recover(service, other, code as string),
  );
  await restart();
  expect(outcomes(during)).toEqual({ '503 SERVICE_UNAVAILABLE': 20 });
  expect((await verify(service, login, otp)).status).toBe(200);
  expect((await recover(service, other, code as string)).status).toBe(200);
});
