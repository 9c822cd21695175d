// Threat: an attacker sends keys like __proto__ in a body, which become properties of every object of the process.
// Every operation that reads a body refuses them in every spelling, and no object gains a property.
import { expect, test } from '@jest/globals';
import { methodOf, pathOf } from '../../../lib/contract/operation.ts';
import { operations } from '../../support/ledger.ts';
import { bearer, newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
const user = prepared(async () => service.signup(await service.tenant()));

const withBody = operations.filter(({ operation }) => operation.body).map(({ route }) => route);
const withQuery = operations.filter(({ operation }) => operation.input?.overridable).map(({ route }) => route);

const payloads = [
  '{"__proto__":{"isAdmin":true,"polluted":1}}',
  '{"\\u005f_proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"metadata":{"__proto__":{"polluted":1}}}',
  '{"credentials":{"constructor":{"prototype":{"polluted":1}}}}',
  '{"settings":{"session":{"__proto__":{"maxPerUser":50,"polluted":1}}}}',
  '{"list":[[{"prototype":{"polluted":1}}]]}',
];

test.each(withBody)('%s refuses prototype keys in every spelling', async (route) => {
  const path = pathOf(route).replace('{id}', user.tenant.id);
  const headers = { ...bearer(user.tokens), cookie: await service.adminCookie(), 'content-type': 'application/json' };
  for (const raw of payloads) {
    const { status, body } = await service.send(methodOf(route), path, { raw, headers });
    expect({ raw, status, code: body.code }).toEqual({ raw, status: 400, code: 'INVALID_INPUT' });
  }
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(([] as unknown as Record<string, unknown>).isAdmin).toBeUndefined();
});

test.each(withQuery)('%s refuses prototype keys in the query of a POST, and in that of its URL', async (route) => {
  const path = pathOf(route).replace('{id}', user.tenant.id);
  const headers = { ...bearer(user.tokens), 'content-type': 'application/json', 'x-http-method-override': 'GET' };
  const replies = [
    ...(await Promise.all(payloads.map((raw) => service.send('POST', path, { raw, headers })))),
    await service.get(`${path}?where[__proto__][polluted]=1`, { headers: bearer(user.tokens) }),
    await service.get(`${path}?where.constructor.prototype.polluted=1`, { headers: bearer(user.tokens) }),
  ];
  expect(replies.map(({ status, body }) => [status, body.code])).toEqual(replies.map(() => [400, 'INVALID_INPUT']));
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('prototype keys as values are treated like any other name', async () => {
  const tenantId = '__proto__';
  const credentials = { email: newEmail(), password: newPassword() };
  const replies = await Promise.all([
    service.post('/auth/login', { tenantId, credentials }),
    service.post('/auth/login', { tenantId: user.tenant.id, providerName: '__proto__', credentials }),
    service.post('/auth/login', { tenantId: user.tenant.id, providerName: 'constructor', credentials }),
    service.get('/auth/tenants/lookup?slug=constructor&__proto__=x&toString=y'),
    service.get('/auth/tenants/lookup?slug=a&__proto__[polluted]=x'),
  ]);
  expect(replies.map(({ body }) => body.code)).toEqual([
    'INVALID_INPUT',
    'INVALID_PROVIDER',
    'INVALID_PROVIDER',
    'TENANT_NOT_FOUND',
    'INVALID_INPUT',
  ]);
});

test('a user has no inherited roles, permissions or flags after the attacks', async () => {
  const { body } = await service.get('/auth/me', { headers: bearer(user.tokens) });
  expect([body.roles, body.permissions, body.isAdmin, body.polluted]).toEqual([[], [], undefined, undefined]);
});
