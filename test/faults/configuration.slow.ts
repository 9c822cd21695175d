// Threat: a missing or wrong setting or secret disables a check, so that an attacker gets in, or crashes a function.
// With any of them wrong, each function responds 503 to every call and names the setting in one log line.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bundle } from '../../infra/bundling/bundle.ts';
import { readSettings } from '../../infra/settings/read.ts';
import { groups } from '../../lib/contract/index.ts';
import { methodOf, pathOf } from '../../lib/contract/operation.ts';
import { newEventId } from '../../lib/platform/ids.ts';
import { settingNames } from '../../lib/platform/settings/environment.ts';
import { type Call, type Environment, type Outcome, probe } from '../support/faults/probe.ts';
import { type SecretsManager, startSecretsManager } from '../support/faults/secrets-manager.ts';
import { TOGETHER, WRONG } from '../support/faults/wrong-settings.ts';
import { freshIp } from '../support/http.ts';
import { functionNameOf, operations } from '../support/ledger.ts';
import { rootSettings } from '../support/roots.ts';
import { bearer, type Service, startService, unique } from '../support/service.ts';
import { record } from '../unit/mailer/support.ts';

type Case = { setting: string; environment: Environment };
const cases: Case[] = [
  ...Object.entries(WRONG).flatMap(([setting, values]) =>
    values.map((value) => ({ setting, environment: { GATEHOUSE_FAST_HASH: undefined, [setting]: value } })),
  ),
  ...TOGETHER.map(([setting, environment]) => ({ setting, environment })),
];

let service: Service;
let manager: SecretsManager;
/** The operations of our own pages have the four fields below /oauth2, too. */
const hasOauthForm = (path: string): boolean =>
  operations.some(({ route, operation }) => pathOf(route) === path && operation.errorForm !== undefined);

let bundles = '';
/** One call for each access level of each group, with a valid credential where one is needed, and its preflight. */
let calls: (Call & { route: string })[];
let feedCall: Call;
let mailCall: Call;

beforeAll(async () => {
  bundles = await mkdtemp(join(tmpdir(), 'gatehouse-bundles-'));
  await bundle(bundles);
  service = await startService();
  const tenant = await service.tenant();
  const user = await service.signup(tenant);
  const admin = { cookie: await service.adminCookie() };
  manager = await startSecretsManager({});
  calls = [...new Set(operations.map(({ group }) => group))].flatMap((group) => {
    const own = operations.filter((each) => each.group === group);
    const kinds = new Map(
      own.map(({ route, operation: { access } }) => [`${access} ${methodOf(route) === 'GET'}`, { route, access }]),
    );
    return [...kinds.values()].flatMap(({ route, access }) => {
      const headers = {
        'content-type': 'application/json',
        ...(access === 'admin' ? admin : ['public', 'secret', 'refresh'].includes(access) ? {} : bearer(user.tokens)),
      };
      const path = pathOf(route).replace(/\{[^}]+\}/g, 'nobody');
      const event = { httpMethod: methodOf(route), path, headers, body: methodOf(route) === 'GET' ? null : '{}' };
      const preflight = { origin: 'https://app.example', 'access-control-request-method': methodOf(route) };
      const name = functionNameOf(group);
      return [
        { name, route, event },
        { name, route: `OPTIONS ${path}`, event: { httpMethod: 'OPTIONS', path, headers: preflight } },
      ];
    });
  });
  const detail = { M: { id: { S: newEventId() }, occurredAt: { S: new Date().toISOString() } } };
  const NewImage = { type: { S: 'outbox' }, events: { L: [{ M: { name: { S: 'svc.never' }, detail } }] } };
  feedCall = {
    name: 'change-feed',
    event: { Records: [{ eventName: 'INSERT', dynamodb: { SequenceNumber: '7', NewImage } }] },
  };
  const recipient = { tenantId: tenant.id, userId: service.local.table, email: user.email, phone: null };
  const notice = { id: newEventId(), occurredAt: new Date().toISOString(), ...recipient };
  const userId = JSON.parse(Buffer.from(user.tokens.accessToken.split('.')[1] as string, 'base64url').toString()).sub;
  mailCall = {
    name: 'mailer',
    event: { Records: [record({ name: 'svc.password_changed', detail: { ...notice, userId } })] },
  };
});
afterAll(async () => {
  await manager.stop();
  await service.stop();
  await rm(bundles, { recursive: true, force: true });
});

const statusOf = ({ reply, crashed }: Outcome): unknown => crashed ?? reply?.statusCode;
const bodyOf = ({ reply }: Outcome) => JSON.parse(String(reply?.body ?? 'null'));
const UNAVAILABLE = {
  statusCode: 503,
  error: 'Service Unavailable',
  message: expect.stringMatching(/\S/),
  code: 'SERVICE_UNAVAILABLE',
};
/** Below /oauth2 the fields are those of OAuth. */
const UNAVAILABLE_TO_OAUTH = {
  error: 'temporarily_unavailable',
  error_description: expect.stringMatching(/\S/),
  code: 'SERVICE_UNAVAILABLE',
};

test('these tests have a wrong value for every setting', () => {
  expect(Object.keys(WRONG).sort()).toEqual([...settingNames].sort());
});

test('every function serves every kind of call with correct settings', async () => {
  const [outcomes] = await probe(bundles, [{}], [...calls, feedCall, mailCall]);
  const served = outcomes?.slice(0, calls.length).map(statusOf);
  expect(served?.filter((status) => typeof status !== 'number' || status >= 500)).toEqual([]);
  expect(calls.filter((_, at) => served?.[at] === 200).length).toBeGreaterThan(5);
  expect(outcomes?.slice(-2).map(({ reply }) => reply)).toEqual([{ batchItemFailures: [] }, { batchItemFailures: [] }]);
  expect(service.local.events().map(({ detailType }) => detailType)).toContain('svc.never');
});

describe('a function with a missing or wrong setting', () => {
  let results: { case: Case; outcomes: Outcome[] }[];
  beforeAll(async () => {
    const halves = [cases.filter((_, at) => at % 2 === 0), cases.filter((_, at) => at % 2)];
    const all = await Promise.all(
      halves.map((half) =>
        probe(
          bundles,
          half.map(({ environment }) => environment),
          [...calls, feedCall, mailCall],
        ),
      ),
    );
    results = halves.flatMap((half, side) => half.map((each, at) => ({ case: each, outcomes: all[side]![at]! })));
  });

  test('responds 503 to every call, with the four error fields and Retry-After', () => {
    expect(results).toHaveLength(cases.length);
    const wrong = results.flatMap(({ case: { environment }, outcomes }) =>
      outcomes
        .slice(0, calls.length)
        .flatMap((outcome, at) =>
          statusOf(outcome) === 503 ? [] : [`${JSON.stringify(environment)} ${calls[at]!.route}: ${statusOf(outcome)}`],
        ),
    );
    expect(wrong).toEqual([]);
    for (const { outcomes } of results)
      for (const [at, { path }] of calls.map(({ event }) => event as { path: string }).entries()) {
        const outcome = outcomes[at] as Outcome;
        expect(bodyOf(outcome)).toEqual(hasOauthForm(path) ? UNAVAILABLE_TO_OAUTH : UNAVAILABLE);
        expect(outcome.reply?.headers).toMatchObject({ 'retry-after': expect.stringMatching(/^\d+$/) });
      }
  });

  test('returns the records of stream and queue as failed, so that they are retried', () => {
    const { messageId } = (mailCall.event as { Records: [{ messageId: string }] }).Records[0];
    const failed = ['7', messageId].map((itemIdentifier) => ({ batchItemFailures: [{ itemIdentifier }] }));
    for (const { outcomes } of results) expect(outcomes.slice(-2).map(({ reply }) => reply)).toEqual(failed);
  });

  test('names the setting in one log line and its value in none', () => {
    const wrong = results.flatMap(({ case: { setting, environment }, outcomes }) =>
      outcomes.flatMap(({ lines }, at) => {
        const value = environment[setting] ?? '';
        const naming = lines.filter((line) => line.includes(setting)).length;
        const quoting = lines.some((line) => value.length > 5 && line.includes(JSON.stringify(value).slice(1, -1)));
        const call = calls[at]?.route ?? 'change feed or mailer';
        return naming === 1 && !quoting ? [] : [`${setting}=${value} ${call}: ${lines.join(' / ')}`];
      }),
    );
    expect(wrong).toEqual([]);
  });
});

test('a change feed without GATEHOUSE_BUS fails its records and names the setting in its log', async () => {
  const [[outcome]] = (await probe(bundles, [{ GATEHOUSE_BUS: undefined }], [feedCall])) as [[Outcome]];
  expect(outcome.reply).toEqual({ batchItemFailures: [{ itemIdentifier: '7' }] });
  expect(outcome.lines.filter((line) => line.includes('GATEHOUSE_BUS'))).toHaveLength(1);
});

describe('a deployment with a wrong setting', () => {
  const choices = Object.entries(WRONG).flatMap(([name, values]) =>
    values.flatMap((value) => (value === undefined ? [] : [{ name, value }])),
  );
  test('is refused before the stack is built, with a one-line error that names the setting', () => {
    const wrong = choices.flatMap(({ name, value }) => {
      try {
        readSettings({ [name]: value });
        return [`${name}=${value} is accepted`];
      } catch (error) {
        const { message } = error as Error;
        return message.includes(name) && !message.includes('\n') ? [] : [message];
      }
    });
    expect(wrong).toEqual([]);
  });
});

test('a local run with a wrong setting exits with a one-line error that names it', async () => {
  const main = fileURLToPath(new URL('../../infra/tools/local/main.ts', import.meta.url));
  const env = {
    ...process.env,
    PORT: '0',
    GATEHOUSE_DATA: 'memory',
    GATEHOUSE_CSRF: 'never',
    GATEHOUSE_LOG_LEVEL: 'none',
  };
  const ended = await promisify(execFile)(process.execPath, [main], { env }).catch((error: unknown) => error);
  expect(ended).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'gatehouse: configuration: GATEHOUSE_CSRF is not valid\n',
  });
});

describe('a missing or malformed root secret', () => {
  const ROOT = 'r'.repeat(40);
  const BAD = {
    missing: undefined,
    empty: '',
    'not JSON': ROOT,
    'not an object': JSON.stringify([ROOT]),
    'without versions': '{}',
    'too short': JSON.stringify({ 1: 'r'.repeat(31) }),
    'one of two too short': JSON.stringify({ 1: ROOT, 2: 'short' }),
    'not text': JSON.stringify({ 1: 7 }),
    'with an invalid version': JSON.stringify({ '01': ROOT }),
    'with an unknown current version': JSON.stringify({ 1: ROOT, current: '2' }),
    'with a current version alone': JSON.stringify({ current: 'current' }),
    'with a revoked current version': JSON.stringify({ 1: ROOT, 2: ROOT, current: '2', revoked: ['2'] }),
    'with a misspelt field': JSON.stringify({ 1: ROOT, 2: ROOT, revokd: ['1'] }),
    'with malformed revocations': JSON.stringify({ 1: ROOT, 2: ROOT, revoked: '1' }),
    'with a malformed time': JSON.stringify({ 1: ROOT, 2: ROOT, since: { 1: 'yesterday' } }),
  } as const;
  /** These calls do not need the secret: static text, and admin sessions, whose secrets are stored as digests. */
  const independent = ({ route, event }: Call & { route: string }): boolean =>
    route.startsWith('OPTIONS') ||
    (route.startsWith('GET') && JSON.stringify(event).includes('svc_admin=')) ||
    [...Object.keys(groups.discovery), 'GET /auth/admin/config'].includes(route);

  test.each(Object.entries(BAD))(
    'leads to 503 or a refusal for every token, code and password: %s',
    async (name, value) => {
      const secret = unique(`root-${name.replaceAll(' ', '-')}`);
      if (value !== undefined) manager.secrets.set(secret, value);
      const environment = { ...rootSettings(secret), AWS_ENDPOINT_URL_SECRETS_MANAGER: manager.endpoint };
      const dependent = calls.filter((call) => !independent(call));
      const [outcomes] = (await probe(bundles, [environment], [...dependent, mailCall])) as [Outcome[]];
      const statuses = outcomes.slice(0, -1).map((outcome, at) => `${dependent[at]!.route}: ${statusOf(outcome)}`);
      // Without a session that verifies, signing out is over at once.
      const granted = statuses.filter((each) => !/: (503|4\d\d)$/.test(each) && each !== 'GET /oauth2/logout: 302');
      expect(granted).toEqual([]);
      expect(statuses.filter((each) => each.endsWith(': 503')).length).toBeGreaterThan(5);
      const lines = outcomes.flatMap((outcome) => outcome.lines).join('\n');
      expect(lines).toMatch(/root secret|secrets are not available|empty secret|ResourceNotFound/);
      if (value) expect(lines).not.toContain(value.slice(0, 20));
    },
  );
});

test.each(['GATEHOUSE_PEPPER_SECRET', 'GATEHOUSE_SEAL_SECRET', 'GATEHOUSE_SESSION_SECRET'])(
  'a function without %s responds 503 where it needs it, and says so',
  async (name) => {
    const login = { tenantId: 'ten_none', credentials: { email: 'a@example.com', password: 'tangerine bicycle 41' } };
    const requestContext = { identity: { sourceIp: freshIp() } };
    const post = { httpMethod: 'POST', headers: { 'content-type': 'application/json' }, requestContext };
    const [outcomes] = (await probe(
      bundles,
      [{ [name]: undefined }],
      [
        { name: 'authentication', event: { ...post, path: '/auth/login', body: JSON.stringify(login) } },
        { name: 'key-rotation', event: {} },
        { name: 'discovery', event: { httpMethod: 'GET', path: '/.well-known/jwks.json', headers: {} } },
      ],
    )) as [Outcome[]];
    const [onLogin, onRotation, onKeys] = outcomes.map(statusOf);
    if (name !== 'GATEHOUSE_SEAL_SECRET') expect(onLogin).toBe(503);
    else expect(JSON.stringify(outcomes[1])).toContain('this function has no seal secret');
    expect([onLogin, onRotation]).not.toContain(200);
    expect(onKeys).toBe(200);
  },
);

describe('a missing or malformed admin secret', () => {
  const signup = (secretKey: string): Call => ({
    name: 'admin-console',
    event: {
      httpMethod: 'POST',
      path: '/auth/admin/signup',
      headers: { 'content-type': 'application/json' },
      requestContext: { identity: { sourceIp: freshIp() } },
      body: JSON.stringify({ email: 'a@example.com', password: 'tangerine bicycle 41', secretKey }),
    },
  });

  test.each([
    ['not named', {}, undefined],
    ['missing', { GATEHOUSE_ADMIN_SECRET: 'nowhere' }, undefined],
    ['too short', { GATEHOUSE_ADMIN_SECRET: 'short' }, 's'.repeat(31)],
  ])('closes admin sign-up to every key: %s', async (_, environment, value) => {
    const root = service.local.adminSecretKey.padEnd(40, 'r');
    manager.secrets.set('root', JSON.stringify({ 1: root }));
    if (value) manager.secrets.set('short', value);
    const where = { ...rootSettings('root'), AWS_ENDPOINT_URL_SECRETS_MANAGER: manager.endpoint };
    const keys = ['', 'undefined', 'null', value ?? 'x'.repeat(40), service.secretKey];
    const [outcomes] = (await probe(
      bundles,
      [{ GATEHOUSE_ADMIN_SECRET: undefined, ...environment, ...where }],
      keys.map(signup),
    )) as [Outcome[]];
    const codes = outcomes.map((outcome) => bodyOf(outcome).code);
    expect(new Set(codes.slice(1))).toEqual(new Set(['SECRET_KEY_NOT_CONFIGURED']));
    expect(['INVALID_INPUT', 'SECRET_KEY_NOT_CONFIGURED']).toContain(codes[0]);
  });

  test('closes admin sign-up with 503 when it is empty', async () => {
    manager.secrets.set('root', JSON.stringify({ 1: 'r'.repeat(40) }));
    manager.secrets.set('empty', '');
    const where = { ...rootSettings('root'), AWS_ENDPOINT_URL_SECRETS_MANAGER: manager.endpoint };
    const [outcomes] = (await probe(
      bundles,
      [{ GATEHOUSE_ADMIN_SECRET: 'empty', ...where }],
      ['x'.repeat(40), 'undefined'].map(signup),
    )) as [Outcome[]];
    expect(outcomes.map(statusOf)).toEqual([503, 503]);
  });
});
