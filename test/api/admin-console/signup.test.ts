// Tests POST /auth/admin/signup. Bootstrap works once, so the order of the tests matters.
import { describe, expect, test } from '@jest/globals';
import { answerOf, audited, HOUR, later, refusal } from '../../support/api.ts';
import { freshIp } from '../../support/http.ts';
import { newEmail, newPassword, useService } from '../../support/service.ts';

const service = useService();

const signup = (more: Record<string, unknown> = {}, options = {}) => {
  const body = { email: newEmail(), password: newPassword(), secretKey: service.secretKey, ...more };
  return service.post('/auth/admin/signup', body, options);
};

describe('POST /auth/admin/signup 400', () => {
  test.each([
    ['an invalid address', { email: 'x' }, 'INVALID_INPUT'],
    ['a password of 7 characters', { password: 'Zq7$ x!' }, 'PASSWORD_TOO_SHORT'],
    ['a password of 129 characters', { password: 'Zq7$'.repeat(32).concat('x') }, 'PASSWORD_TOO_LONG'],
    ['a leaked password', { password: 'trustno1' }, 'PASSWORD_TOO_COMMON'],
    [
      'a password with the address',
      { email: 'horatio@example.com', password: 'horatio-7$q' },
      'PASSWORD_CONTAINS_IDENTIFIER',
    ],
    ['metadata of more than 8 KB', { metadata: { a: Array(3).fill('x'.repeat(3000)) } }, 'INVALID_INPUT'],
    ['metadata of 9 levels', { metadata: JSON.parse(`${'{"a":'.repeat(8)}{}${'}'.repeat(8)}`) }, 'INVALID_INPUT'],
  ] as const)('rejects %s', async (_, more, code) => {
    expect(answerOf(await signup(more))).toEqual(refusal(code));
  });
});

describe('POST /auth/admin/signup 401', () => {
  test('rejects a wrong key before it validates the body', async () => {
    for (const secretKey of [
      '',
      'x',
      `${service.secretKey} `,
      service.secretKey.slice(1),
      service.secretKey.toLowerCase(),
    ]) {
      const reply = await signup({ secretKey, email: 'not an address', password: 'x' });
      expect(answerOf(reply)).toEqual(refusal('INVALID_SECRET_KEY'));
    }
  });
});

describe('POST /auth/admin/signup 201', () => {
  test('creates one first admin from five parallel calls without logging in', async () => {
    const more = { name: 'Ada', metadata: { team: 'core' } };
    const replies = await Promise.all(Array.from({ length: 5 }, () => signup(more)));
    const created = replies.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    for (const reply of replies.filter((each) => each !== created[0]))
      expect(answerOf(reply)).toEqual(refusal('ADMIN_BOOTSTRAP_CLOSED'));
    const [reply] = created;
    expect(reply!.setCookies).toEqual([]);
    expect(reply!.body).toEqual({
      message: expect.any(String),
      admin: {
        id: expect.stringMatching(/^adm_[0-9A-Za-z]{22}$/),
        email: expect.stringContaining('@example.com'),
        name: 'Ada',
        role: 'owner',
        tenants: null,
        metadata: { team: 'core' },
        isMfaEnabled: false,
        hasPasskey: false,
        lastLoginAt: null,
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: reply!.body.admin.createdAt,
      },
    });
    const { id: adminId, email } = reply!.body.admin;
    expect(await audited(service, adminId)).toMatchObject([
      { adminId: null, action: 'admin.created', tenantId: null, before: {}, after: { email, name: 'Ada' } },
    ]);
    const { body, text } = await service.get('/__events');
    expect(body).toContainEqual(
      expect.objectContaining({
        detailType: 'svc.admin_created',
        detail: expect.objectContaining({ adminId, email }),
      }),
    );
    expect(text).not.toMatch(/passwordHash|scrypt|secretKey/);
  });
});

describe('POST /auth/admin/signup 403', () => {
  test('reveals only to the holder of the key that an admin exists', async () => {
    expect(answerOf(await signup())).toEqual(refusal('ADMIN_BOOTSTRAP_CLOSED'));
    expect(answerOf(await signup({ secretKey: 'x' }))).toEqual(refusal('INVALID_SECRET_KEY'));
  });
});

describe('POST /auth/admin/signup 429', () => {
  test('rejects an IP address for an hour after ten wrong keys, even with the right key', async () => {
    const ip = freshIp();
    for (let round = 0; round < 10; round++)
      expect(answerOf(await signup({ secretKey: 'x' }, { ip }))).toEqual(refusal('INVALID_SECRET_KEY'));
    const reply = await signup({}, { ip });
    expect(answerOf(reply)).toEqual(refusal('RATE_LIMITED'));
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3500);
    expect(answerOf(await signup())).toEqual(refusal('ADMIN_BOOTSTRAP_CLOSED'));
    expect(answerOf(await later(HOUR, () => signup({}, { ip })))).toEqual(refusal('ADMIN_BOOTSTRAP_CLOSED'));
  });

  test('does not count right keys', async () => {
    const ip = freshIp();
    for (let round = 0; round < 12; round++)
      expect(answerOf(await signup({}, { ip }))).toEqual(refusal('ADMIN_BOOTSTRAP_CLOSED'));
  });
});
