// Threat: an attacker sends bodies that are malformed, huge, deeply nested or of the wrong type, to make the service
// fail, hang or misread them. Each is refused before any lookup, with the four error fields, and never with a server
// error.
import { describe, expect, test } from '@jest/globals';
import type { Send } from '../../support/http.ts';
import { expectRefusal } from '../../support/refusal.ts';
import { bearer, newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
const user = prepared(async () => service.signup(await service.tenant()));

const login = (options: Send) => service.send('POST', '/auth/login', options);
const json = { 'content-type': 'application/json' };

describe('an operation with a body', () => {
  test.each([
    ['a brace', '{', 'INVALID_JSON'],
    ['null', 'null', 'INVALID_INPUT'],
    ['a list', '[]', 'INVALID_INPUT'],
    ['text', '"x"', 'INVALID_INPUT'],
    ['a number', '123', 'INVALID_INPUT'],
    ['a trailing comma', '{"a":1,}', 'INVALID_JSON'],
    ['NaN', '{"a":NaN}', 'INVALID_JSON'],
    ['two documents', '{}{}', 'INVALID_JSON'],
    ['a byte order mark', '\ufeff{}', 'INVALID_JSON'],
    ['the password twice', '{"password":"a","password":"b"}', 'INVALID_JSON'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'INVALID_JSON'],
    ['an overlong encoding', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]), 'INVALID_JSON'],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le'), 'INVALID_JSON'],
    ['NUL in a string', '{"tenantId":"\\u0000"}', 'INVALID_INPUT'],
    ['20 000 levels', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'INVALID_INPUT'],
    ['an empty body', '', 'INVALID_INPUT'],
  ])('refuses a body that is invalid: %s', async (_, raw, code) => {
    expectRefusal(await login({ raw, headers: json }), 400, code);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'text/json',
    'application/json; charset=utf-16',
    'application/json; charset=utf-7',
    'application/json, text/plain',
    '',
    'application/ld+json',
  ])('refuses the content type %j', async (type) => {
    expectRefusal(await login({ raw: '{}', headers: { 'content-type': type } }), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test.each(['gzip', 'identity', 'br'])('refuses the content encoding %s', async (encoding) => {
    const headers = { ...json, 'content-encoding': encoding };
    expectRefusal(await login({ raw: '{}', headers }), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test.each([
    ['65 KB', 65 * 1024 + 1],
    ['1 MB', 1024 * 1024],
    ['9 MB', 9 * 1024 * 1024],
    ['11 MB', 11 * 1024 * 1024],
  ])('refuses a body of %s', async (_, size) => {
    expectRefusal(await login({ raw: Buffer.alloc(size, 'x'), headers: json }), 413, 'PAYLOAD_TOO_LARGE');
  });

  test('reads a body of 64 KB', async () => {
    const empty = JSON.stringify({ tenantId: '', credentials: {}, pad: '' });
    const raw = `${empty}${' '.repeat(64 * 1024 - empty.length)}`;
    expectRefusal(await login({ raw, headers: json }), 400, 'TENANT_ID_REQUIRED');
  });

  test.each<[string, unknown]>([
    ['an address as a list', { email: [newEmail()], password: newPassword() }],
    ['an address as an operator', { email: { $gt: '' }, password: newPassword() }],
    ['a password as a number', { email: newEmail(), password: 12345678 }],
    ['a password as null', { email: newEmail(), password: null }],
    ['a password as true', { email: newEmail(), password: true }],
    ['credentials as text', 'x'],
    ['credentials as a list', []],
  ])('refuses %s', async (_, credentials) => {
    expectRefusal(await login({ body: { tenantId: user.tenant.id, credentials } }), 400, 'INVALID_INPUT');
  });

  test.each([1e-200, 5e-324, 1.7976e-120, 0.1, 123456789.125])(
    'stores or refuses metadata with the number %d, and never changes it',
    async (value) => {
      const reply = await service.admin('PATCH', `/auth/admin/api/tenants/${user.tenant.id}`, { metadata: { value } });
      if (reply.status === 200) expect(reply.body.tenant.metadata).toEqual({ value });
      else expectRefusal(reply, 400, 'INVALID_INPUT');
    },
  );

  test('handles metadata with an empty key without a server error', async () => {
    const reply = await service.admin('PATCH', `/auth/admin/api/tenants/${user.tenant.id}`, {
      metadata: { '': 1, a: { '': [] } },
    });
    expect(reply.status).toBeLessThan(500);
  });
});

test('the service works after all hostile bodies', async () => {
  expect((await service.get('/auth/me', { headers: bearer(user.tokens) })).status).toBe(200);
});
