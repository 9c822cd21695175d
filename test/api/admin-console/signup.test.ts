// POST /auth/admin/signup: bootstrap works once, so the order of the tests counts
import { describe, expect, test } from '@jest/globals';
import { answerOf, audited, HOUR, later, refusal } from '../../support/api.ts';
import { freshIp } from '../../support/http.ts';
import { newEmail, newPassword, useService } from '../../support/service.ts';

const service = useService();

const signup = (more: Record<string, unknown> = {}, options = {}) => {
  const body = { email: newEmail(), password: newPassword(), secretKey: service.secretKey, ...more };
  return service.post('/auth/admin/signup', body, options);
};

describe('400', () => {
  test.each([
    ['no address', { email: 'x' }, 'INVALID_INPUT'],
    ['7 characters', { password: 'Zq7$ x!' }, 'PASSWORD_TOO_SHORT'],
    ['129 characters', { password: 'Zq7$'.repeat(32).concat('x') }, 'PASSWORD_TOO_LONG'],
    ['a leaked password', { password: 'trustno1' }, 'PASSWORD_TOO_COMMON'],
    ['the address', { email: 'horatio@example.com', password: 'horatio-7$q' }, 'PASSWORD_CONTAINS_IDENTIFIER'],
    ['metadata of more than 8 KB', { metadata: { a: Array(3).fill('x'.repeat(3000)) } }, 'INVALID_INPUT'],
    ['metadata of 9 levels', { metadata: JSON.parse(`${'{"a":'.repeat(8)}{}${'}'.repeat(8)}`) }, 'INVALID_INPUT'],
  ] as const)('%s', async (_, more, code) => {
    expect(answerOf(await signup(more))).toEqual(refusal(code));
  });
});

describe('401', () => {
  test('a wrong key, before anything else is said', async () => {
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

describe('201', () => {
  test('of many at once one makes the first admin, who is not logged in yet', async () => {
    const more = { name: 'Ada', metadata: { team: 'core' }, id: 'adm_1', lastLoginAt: '2020-01-01T00:00:00Z' };
    const replies = await Promise.all(Array.from({ length: 5 }, () => signup(more)));
    const made = replies.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    for (const reply of replies.filter((each) => each !== made[0]))
      expect(answerOf(reply)).toEqual(refusal('ADMIN_BOOTSTRAP_CLOSED'));
    const [reply] = made;
    expect(reply!.setCookies).toEqual([]);
    expect(reply!.body).toEqual({
      message: expect.any(String),
      admin: {
        id: expect.stringMatching(/^adm_[0-9A-Za-z]{22}$/),
        email: expect.stringContaining('@example.com'),
        name: 'Ada',
        metadata: { team: 'core' },
        isMfaEnabled: false,
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

describe('403', () => {
  test('once there is an admin, told only to who knows the key', async () => {
    expect(answerOf(await signup())).toEqual(refusal('ADMIN_BOOTSTRAP_CLOSED'));
    expect(answerOf(await signup({ secretKey: 'x' }))).toEqual(refusal('INVALID_SECRET_KEY'));
  });
});

describe('429', () => {
  test('ten wrong keys from one place, for an hour, the right one included', async () => {
    const ip = freshIp();
    for (let round = 0; round < 10; round++)
      expect(answerOf(await signup({ secretKey: 'x' }, { ip }))).toEqual(refusal('INVALID_SECRET_KEY'));
    const reply = await signup({}, { ip });
    expect(answerOf(reply)).toEqual(refusal('RATE_LIMITED'));
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3500);
    expect(answerOf(await signup())).toEqual(refusal('ADMIN_BOOTSTRAP_CLOSED'));
    expect(answerOf(await later(HOUR, () => signup({}, { ip })))).toEqual(refusal('ADMIN_BOOTSTRAP_CLOSED'));
  });

  test('right keys are not counted', async () => {
    const ip = freshIp();
    for (let round = 0; round < 12; round++)
      expect(answerOf(await signup({}, { ip }))).toEqual(refusal('ADMIN_BOOTSTRAP_CLOSED'));
  });
});
