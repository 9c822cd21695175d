// Tests POST /auth/admin/invitations/preview and POST /auth/admin/invitations/accept.
import { describe, expect, test } from '@jest/globals';
import { BAD_PASSWORDS, callers } from '../../support/admins.ts';
import { answerOf, audited, DAY, later, refusal } from '../../support/api.ts';
import { cookieHeader, freshIp } from '../../support/http.ts';
import { newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());
const call = prepared(() => callers(service));

const WRONG = [
  'x',
  `adi_${'0'.repeat(22)}.${'A'.repeat(43)}`,
  `adi_${'0'.repeat(22)}`,
  '__proto__',
  `adi_#.${'A'.repeat(43)}`,
];

describe('POST /auth/admin/invitations/preview', () => {
  test('201 returns the masked address, the role and the expiry, as often as it is called', async () => {
    const { email, token } = await call.invited({ role: 'operator', name: 'Ada' });
    for (let round = 0; round < 3; round++) {
      const { status, body } = await call.preview(token);
      const address = `${email[0]}•••@example.com`;
      expect([status, body]).toEqual([
        201,
        { address, name: 'Ada', role: 'operator', expiresAt: expect.stringMatching(/Z$/) },
      ]);
    }
  });

  test('400 for a token that is unknown, malformed, changed or expired', async () => {
    const { token } = await call.invited();
    for (const wrong of [...WRONG, `${token}x`, `${token.slice(0, -1)}_`, token.toUpperCase()])
      expect(answerOf(await call.preview(wrong))).toEqual(refusal('ADMIN_INVITATION_INVALID'));
    const late = await later(7 * DAY, () => call.preview(token));
    expect(answerOf(late)).toEqual(refusal('ADMIN_INVITATION_INVALID'));
    for (const wrong of ['', null, 7]) expect(answerOf(await call.preview(wrong))).toEqual(refusal('INVALID_INPUT'));
  });

  test('429 after 50 wrong tokens of an IP address', async () => {
    const ip = freshIp();
    for (let round = 0; round < 50; round++) await call.preview('x', { ip });
    const { token } = await call.invited();
    expect(answerOf(await call.preview(token, { ip }))).toEqual(refusal('RATE_LIMITED'));
    expect(answerOf(await call.accept({ token }, { ip }))).toEqual(refusal('RATE_LIMITED'));
  });
});

describe('POST /auth/admin/invitations/accept 201', () => {
  test('creates the admin with the scope of the invitation, who then logs in', async () => {
    const { email, token } = await call.invited({ role: 'auditor', tenants: [tenant.id], name: 'Ada' });
    const password = newPassword();
    const reply = await call.accept({ token, password });
    expect([reply.status, reply.body]).toEqual([201, { message: expect.any(String), email }]);
    expect(reply.setCookies).toEqual([]);
    const cookie = cookieHeader(await call.login({ email, password }));
    const { body } = await call.me(cookie);
    expect(body).toMatchObject({ email, name: 'Ada', role: 'auditor', tenants: [tenant.id] });
    const entries = await audited(service, body.id, (found) => found.length === 1);
    expect(entries).toMatchObject([{ action: 'admin.created', adminId: body.id, after: { role: 'auditor' } }]);
  });

  test('takes the name of the body, and neither role nor address', async () => {
    const { email, token } = await call.invited({ name: 'Ada' });
    const password = newPassword();
    for (const more of [{ role: 'owner' }, { tenants: null }, { email: 'other@example.com' }])
      expect(answerOf(await service.post('/auth/admin/invitations/accept', { token, password, ...more }))).toEqual(
        refusal('INVALID_INPUT'),
      );
    expect((await call.accept({ token, password, name: 'Countess' })).body.email).toBe(email);
    const cookie = await call.session({ email, password });
    expect((await call.me(cookie)).body).toMatchObject({ email, name: 'Countess', role: 'support' });
  });
});

describe('POST /auth/admin/invitations/accept 400', () => {
  test('rejects a token that is unknown or malformed', async () => {
    for (const token of WRONG)
      expect(answerOf(await call.accept({ token }))).toEqual(refusal('ADMIN_INVITATION_INVALID'));
  });

  test.each(BAD_PASSWORDS.slice(0, 3))('rejects a password with %s and keeps the invitation', async (_, bad, code) => {
    const { token } = await call.invited();
    expect(answerOf(await call.accept({ token, password: bad }))).toEqual(refusal(code));
    expect((await call.accept({ token })).status).toBe(201);
  });

  test('rejects a password that contains the address', async () => {
    const { email, token } = await call.invited();
    const password = `${email.split('@')[0]}-7$q`;
    expect(answerOf(await call.accept({ token, password }))).toEqual(refusal('PASSWORD_CONTAINS_IDENTIFIER'));
  });

  test('says nothing about the password to a caller with a wrong token', async () => {
    const reply = await call.accept({ token: WRONG[1], password: 'x' });
    expect(answerOf(reply)).toEqual(refusal('ADMIN_INVITATION_INVALID'));
  });
});
