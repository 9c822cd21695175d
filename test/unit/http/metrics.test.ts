// Checks the metrics that alarms are based on: each outcome is counted once, on one line in the embedded metric format.
// A request in which nothing of note happened writes no such line.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { fail } from '../../../lib/contract/errors.ts';
import { contract } from '../../../lib/contract/operation.ts';
import { serve } from '../../../lib/http/serve.ts';
import { count, metricNames, publishMetrics } from '../../../lib/platform/metrics.ts';
import { inContext } from '../../../lib/platform/request-context.ts';
import { enrol, freshCode, pendingLogin, recover, recoveryCodes, verify, wrongCode } from '../../support/factors.ts';
import { freshIp } from '../../support/http.ts';
import { type Line, logged, ofEvent } from '../../support/logs.ts';
import { race } from '../../support/race.ts';
import { bearer, newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService({}, { changeFeed: false });
const tenant = prepared(() => service.tenant());
const user = prepared(() => service.signup(tenant));
beforeEach(() => {
  Object.assign(process.env, { POWERTOOLS_METRICS_NAMESPACE: 'Gatehouse', POWERTOOLS_SERVICE_NAME: 'Stack' });
});

const isMetrics = (line: Line): boolean => '_aws' in line;

/** Returns the metrics that `work` wrote, line by line. Expects each line to be valid for CloudWatch. */
async function counted(work: () => Promise<unknown>): Promise<Record<string, number>[]> {
  const lines = (await logged(work)).filter(isMetrics);
  return lines.map(({ _aws, service: dimension, requestId, ...values }) => {
    expect([dimension, typeof requestId]).toEqual(['Stack', 'string']);
    expect(_aws).toEqual({
      Timestamp: expect.any(Number),
      CloudWatchMetrics: [
        {
          Namespace: 'Gatehouse',
          Dimensions: [['service']],
          Metrics: Object.keys(values).map((Name) => ({ Name, Unit: 'Count' })),
        },
      ],
    });
    return values;
  });
}

const FAILURE = [{ AuthenticationFailure: 1 }];
const SUCCESS = [{ AuthenticationSuccess: 1 }];

describe('AuthenticationFailure', () => {
  const wrong = () => ({ ...user, password: newPassword() });
  const post = (path: string, body: object) => service.post(path, { tenantId: tenant.id, ...body });
  test.each<[string, () => Promise<unknown>]>([
    ['wrong password', () => service.login(wrong())],
    ['unknown account', () => service.login({ ...user, email: newEmail() })],
    [
      'wrong current password',
      () => {
        const body = { currentPassword: newPassword(), newPassword: newPassword() };
        return service.post('/auth/change-password', body, { headers: bearer(user.tokens) });
      },
    ],
    [
      'wrong login code',
      () => {
        const credentials = { identifier: user.email, channels: ['email'], code: '000000' };
        return post('/auth/login', { providerName: 'passwordless', credentials });
      },
    ],
    [
      'wrong password reset code',
      () => post('/auth/verify-forgot-password-otp', { email: user.email, code: '000000' }),
    ],
    [
      'wrong password of an admin',
      () => service.post('/auth/admin/login', { ...service.adminLogin, password: newPassword() }),
    ],
    [
      'wrong secret key at admin sign-up',
      () => service.post('/auth/admin/signup', { email: newEmail(), password: newPassword(), secretKey: 'x' }),
    ],
  ])('is counted once for: %s', async (_, work) => {
    expect(await counted(work)).toEqual(FAILURE);
  });

  test('is counted for a wrong second factor and recovery code, and AuthenticationSuccess for the right ones', async () => {
    const person = await enrol(service, tenant);
    const codes = await recoveryCodes(service, person.tokens);
    expect(await counted(() => pendingLogin(service, person))).toEqual([]);
    const pending = await pendingLogin(service, person);
    expect(await counted(() => verify(service, pending, wrongCode(person.secret)))).toEqual(FAILURE);
    expect(await counted(() => recover(service, pending, 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF'))).toEqual(FAILURE);
    expect(await counted(() => verify(service, pending, freshCode(person.secret)))).toEqual(SUCCESS);
    const next = await pendingLogin(service, person);
    expect(await counted(() => recover(service, next, codes[0] as string))).toEqual(SUCCESS);
  });
});

test('AuthenticationSuccess is counted for each new session, and not for a refresh', async () => {
  expect(await counted(() => service.login(user))).toEqual(SUCCESS);
  expect(await counted(() => service.signup(tenant))).toEqual(SUCCESS);
  expect(await counted(() => service.post('/auth/admin/login', service.adminLogin))).toEqual(SUCCESS);
  const { tokens } = await service.signup(tenant);
  const { refreshToken } = tokens;
  expect(await counted(() => service.post('/auth/refresh-token', { refreshToken }))).toEqual([]);
});

test('RefreshTokenReuse is counted once when an old refresh token is used again', async () => {
  const { tokens } = await service.signup(tenant);
  const refresh = (refreshToken: string) => service.post('/auth/refresh-token', { refreshToken });
  const second = (await refresh(tokens.refreshToken)).body.refreshToken;
  await refresh(second);
  expect(await counted(() => refresh(tokens.refreshToken))).toEqual([{ RefreshTokenReuse: 1 }]);
  // The reuse ended the session, so the next call finds nothing.
  expect(await counted(() => refresh(tokens.refreshToken))).toEqual([]);
});

test('GuessingSuspected is counted for wrong codes of a tenant and wrong secret keys above what is usual', async () => {
  const guessCode = () =>
    service.post('/auth/verify-forgot-password-otp', { tenantId: tenant.id, email: newEmail(), code: '000000' });
  const guessKey = () =>
    service.post('/auth/admin/reset-password', { email: newEmail(), secretKey: 'x', newPassword: 'x' });
  await race(300, guessCode);
  await race(50, guessKey);
  const counts = await counted(async () => {
    await guessCode();
    await guessKey();
  });
  expect(counts.map((each) => each.GuessingSuspected)).toEqual([1, 1]);
});

test('RateLimited is counted for every request that a limit refuses', async () => {
  const ip = freshIp();
  const lookup = () => service.get(`/auth/tenants/lookup?slug=${tenant.slug}-unknown`, { ip });
  const counts = await counted(() => race(53, lookup));
  expect(counts).toEqual(Array(3).fill({ RateLimited: 1 }));
});

describe('UnexpectedError', () => {
  const group = contract({
    'GET /fault': operation('fault'),
    'GET /undeclared': operation('undeclared'),
    'GET /refused': { ...operation('refused'), errors: ['USER_NOT_FOUND'] },
  });
  function operation(name: string) {
    const shape = { summary: name, access: 'public', rate: 'read', reply: z.object({}), status: 200 } as const;
    return { name, ...shape, errors: [] as const };
  }
  const handler = serve(group, {
    'GET /fault': () => {
      throw new TypeError('canary');
    },
    'GET /undeclared': () => fail('USER_NOT_FOUND'),
    'GET /refused': () => fail('USER_NOT_FOUND'),
  });
  const call = (path: string) =>
    handler(
      { httpMethod: 'GET', path, requestContext: { requestId: 'r-1' } } as APIGatewayProxyEvent,
      { getRemainingTimeInMillis: () => 10_000 } as Context,
    );

  test.each([
    ['/fault', [{ UnexpectedError: 1 }]],
    ['/undeclared', [{ UnexpectedError: 1 }]],
    ['/refused', []],
  ])('GET %s counts %j', async (path, expected) => {
    expect(await counted(() => call(path))).toEqual(expected);
  });
});

test('every metric is written with the namespace and the dimension that alarms watch', async () => {
  const counts = await counted(async () =>
    inContext({ requestId: 'r' }, async () => {
      for (const name of metricNames) count(name);
      publishMetrics();
    }),
  );
  expect(counts).toEqual([Object.fromEntries(metricNames.map((name) => [name, 1]))]);
});

test('concurrent requests each write their own metrics', async () => {
  const counts = await counted(() =>
    race(20, async (caller) => {
      await (caller % 2 ? service.login({ ...user, email: newEmail() }) : service.signup(tenant));
    }),
  );
  expect(counts).toHaveLength(20);
  expect(counts.filter((each) => each.AuthenticationSuccess === 1)).toHaveLength(10);
  expect(counts.filter((each) => each.AuthenticationFailure === 1)).toHaveLength(10);
});

describe('metrics are not written', () => {
  test('for a request that reads a profile and changes nothing', async () => {
    const lines = await logged(() => service.get('/auth/me', { headers: bearer(user.tokens) }));
    expect(lines.map(({ event }) => event)).toEqual(['request']);
  });

  test('when no namespace is set', async () => {
    delete process.env.POWERTOOLS_METRICS_NAMESPACE;
    const lines = await logged(() => service.login(user));
    expect(ofEvent(lines, 'request')).toHaveLength(1);
    expect(lines.filter(isMetrics)).toEqual([]);
  });
});

test('docs/observability.md names every metric', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../docs/observability.md'), 'utf8');
  expect(metricNames.filter((name) => !document.includes(`\`${name}\``))).toEqual([]);
});
