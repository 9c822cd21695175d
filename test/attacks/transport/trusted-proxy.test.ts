// Threat: a client behind the operator's proxy claims the address of another, or walks around the proxy.
// With a trusted proxy, requests without its secret are refused before anything is read, and the client's address is the
// one that the proxy wrote: limits, sessions and logs have it.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { maxOf } from '../../../lib/domain/credentials/limits.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { cookieHeader, freshIp, type Reply } from '../../support/http.ts';
import { logged, ofEvent } from '../../support/logs.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, newEmail, newPassword, prepared, startService, unique } from '../../support/service.ts';
import { warmed } from '../../support/warm-up.ts';

const [OLD, NEW] = ['o'.repeat(40), 'n'.repeat(40)];
const BLOCKED = refusal('REQUEST_BLOCKED');
type Headers = Record<string, string | string[]>;

let tenantId: string;
const service = prepared(() => startService({ GATEHOUSE_TRUSTED_PROXY: '1', PROXY_SECRET: `${OLD},${NEW}` }));
beforeAll(async () => {
  const headers = from(freshIp());
  await service.post('/auth/admin/signup', { ...service.adminLogin, secretKey: service.secretKey }, { headers });
  const cookie = cookieHeader(await service.post('/auth/admin/login', service.adminLogin, { headers }));
  const body = { name: 'Acme', slug: unique('t') };
  const made = await service.post('/auth/admin/api/tenants', body, { headers: { ...headers, cookie } });
  tenantId = made.body.tenant.id;
});
afterAll(async () => {
  await service.stop();
  delete process.env.GATEHOUSE_TRUSTED_PROXY;
  delete process.env.PROXY_SECRET;
});

/** What the proxy sends for a client; `claimed`: what the client wrote into the header before. */
const from = (client: string, secret = NEW, claimed: string[] = []): Record<string, string> => ({
  'x-gatehouse-proxy': secret,
  'x-forwarded-for': [...claimed, client].join(', '),
});
const login = (email: string, password: string, headers: Headers): Promise<Reply> =>
  service.post('/auth/login', { tenantId, credentials: { email, password } }, { headers });
const guess = (headers: Headers) => login(newEmail(), newPassword(), headers);
const signup = async (client: string) => {
  const account = { email: newEmail(), password: newPassword() };
  const reply = await service.post('/auth/signup', { ...account, tenantId }, { headers: from(client) });
  return { ...account, tokens: reply.body };
};

test('a function warms itself up as one of its clients would call it', async () => {
  expect(await warmed('admin-tenants')).toMatchObject({ status: 401, code: 'SESSION_INVALID', lines: [] });
});

describe('a request past the proxy', () => {
  const wrong: [string, Headers][] = [
    ['no secret', { 'x-forwarded-for': '198.51.100.7' }],
    ['a wrong secret', from('198.51.100.7', 'x'.repeat(40))],
    ['the beginning of the secret', from('198.51.100.7', NEW.slice(1))],
    ['both secrets in one', from('198.51.100.7', `${OLD},${NEW}`)],
    ['an empty secret', from('198.51.100.7', '')],
    ['a second secret beside the right one', { ...from('198.51.100.7'), 'x-gatehouse-proxy': [NEW, NEW] }],
  ];
  test.each(wrong)('is refused with %s, in our four fields', async (_, headers) => {
    const reply = await guess(headers);
    expect(answerOf(reply)).toEqual(BLOCKED);
    expect(Object.keys(reply.body).sort()).toEqual(['code', 'error', 'message', 'statusCode']);
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  test('is refused before anything of it is read', async () => {
    const requests: [string, string, object?][] = [
      ['GET', '/auth/me'],
      ['GET', '/auth/csrf'],
      ['POST', '/auth/login', { raw: '{' }],
      ['POST', '/auth/login', { raw: 'x'.repeat(70_000) }],
      ['GET', `/auth/me?x=${'x'.repeat(5000)}`],
      ['POST', '/auth/refresh-token', { body: {} }],
      ['GET', '/auth/admin/me'],
      ['DELETE', '/auth/login'],
      ['OPTIONS', '/auth/login', { headers: { origin: 'https://a.example', 'access-control-request-method': 'POST' } }],
    ];
    for (const [method, path, options] of requests)
      expect([path, ...answerOf(await service.send(method, path, options))]).toEqual([path, ...BLOCKED]);
  });

  test('gets the public keys, the metadata and the health check, which concern no client', async () => {
    for (const path of ['/.well-known/jwks.json', '/.well-known/openid-configuration', '/auth/health'])
      expect((await service.get(path)).status).toBe(200);
  });

  test('uses up no attempt of an account', async () => {
    const { email, password } = await signup(freshIp());
    await race(20, () => login(email, newPassword(), { 'x-forwarded-for': freshIp() }));
    expect((await login(email, password, from(freshIp()))).status).toBe(200);
  });
});

describe('the address of the client', () => {
  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['a name', 'client.example'],
    ['unknown', 'unknown'],
    ['with a port', '198.51.100.7:443'],
    ['in brackets', '[2001:db8::7]'],
    ['out of range', '198.51.100.256'],
    ['followed by a comma', '198.51.100.7,'],
  ])('that is %s refuses the request, and the address of the proxy is not used', async (_, sent) => {
    const headers = { 'x-gatehouse-proxy': NEW, ...(sent === undefined ? {} : { 'x-forwarded-for': sent }) };
    expect(answerOf(await guess(headers))).toEqual(BLOCKED);
  });

  test('may be of either version, in one line or several', async () => {
    const accepted: (string | string[])[] = ['198.51.100.7', ' 2001:db8::7 ', ['10.0.0.1', '198.51.100.8']];
    for (const sent of accepted) {
      const reply = await guess({ 'x-gatehouse-proxy': OLD, 'x-forwarded-for': sent });
      expect(answerOf(reply)).toEqual(refusal('INVALID_CREDENTIALS'));
    }
  });

  test('is what the proxy wrote, not what the client claims', async () => {
    const [client, most] = [freshIp(), maxOf('login-ip')];
    const replies = await race(most + 20, (at) => guess(from(client, NEW, [freshIp(), `203.0.113.${at}`])));
    expect(outcomes(replies)).toEqual({ '401 INVALID_CREDENTIALS': most, '429 RATE_LIMITED': 20 });
    const other = await signup(freshIp());
    expect(answerOf(await login(other.email, other.password, from(client)))).toEqual(refusal('RATE_LIMITED'));
    expect((await login(other.email, other.password, from(freshIp(), NEW, [client]))).status).toBe(200);
  });

  test('is the one of sessions and logs, and is known to the account later', async () => {
    const client = freshIp();
    const { email, password, tokens } = await signup(client);
    const lines = await logged(() => service.get('/auth/me', { headers: { ...from(client), ...bearer(tokens) } }));
    expect(ofEvent(lines, 'request').map(({ ip }) => ip)).toEqual([client]);
    await race(20, () => login(email, newPassword(), from(freshIp())));
    expect(answerOf(await login(email, password, from(freshIp())))).toEqual(refusal('ACCOUNT_LOCKED'));
    expect((await login(email, password, from(client))).status).toBe(200);
  });
});

test('during a change of the secret both values count', async () => {
  for (const secret of [OLD, NEW])
    expect(answerOf(await guess(from(freshIp(), secret)))).toEqual(refusal('INVALID_CREDENTIALS'));
});
