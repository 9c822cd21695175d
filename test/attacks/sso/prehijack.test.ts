// Threat: an attacker registers an address before its owner does, to keep access to what becomes the owner's account.
// Or they use an identity that only claims the address (Sudhodanan and Paverd, "Pre-hijacked accounts", 2022).
// An identity is linked only to an account that has verified the address, and verifying it removes the attacker's
// access.
import { expect, test } from '@jest/globals';
import { answerOf, claimsOf, refusal } from '../../support/api.ts';
import { codeTo } from '../../support/messages.ts';
import { bearer, newEmail, newPassword } from '../../support/service.ts';
import { comeBack, exchange, leave, logIn, roundTrip, stranger, useSso } from '../../support/sso.ts';

const { service, realm, tenant } = useSso();

const loginByCode = async (email: string) => {
  await service.post('/auth/passwordless/send', { tenantId: tenant.id, identifier: email, channel: 'email' });
  const code = await codeTo(service, 'svc.passwordless_code_requested', email);
  const credentials = { identifier: email, channels: ['email'], code };
  return service.post('/auth/login', { tenantId: tenant.id, providerName: 'passwordless', credentials });
};
const reset = async (email: string) => {
  await service.post('/auth/forgot-password', { tenantId: tenant.id, email });
  const code = await codeTo(service, 'svc.password_reset_requested', email);
  const { body } = await service.post('/auth/verify-forgot-password-otp', { tenantId: tenant.id, email, code });
  return service.post('/auth/reset-password', { token: body.resetToken, newPassword: newPassword() });
};
const isLoggedIn = async (headers: Record<string, string>): Promise<boolean> =>
  (await service.get('/auth/verify-session', { headers })).status === 200;

test('an owner’s identity is not linked to an attacker’s password account until the owner has verified the address', async () => {
  const attacker = await service.signup(tenant);
  const owner = stranger({ email: attacker.email });
  expect(answerOf(await roundTrip(service, tenant, realm, owner))).toEqual(refusal('ACCOUNT_LINK_REQUIRED'));
  expect((await loginByCode(attacker.email)).status).toBe(200);
  expect(await isLoggedIn(bearer(attacker.tokens))).toBe(false);
  expect(answerOf(await service.login(attacker))).toEqual(refusal('INVALID_CREDENTIALS'));
  expect((await logIn(service, tenant, realm, owner)).status).toBe(200);
});

test.each([
  ['logs in by code', loginByCode],
  ['resets the password', reset],
])('an attacker’s identity that claims an unverified address loses access when the owner %s', async (_, act) => {
  const email = newEmail();
  const attacker = stranger({ email, email_verified: false });
  const { body } = await logIn(service, tenant, realm, attacker);
  const waiting = await roundTrip(service, tenant, realm, attacker);
  const { sub } = claimsOf(body.accessToken);

  expect((await act(email)).status).toBe(200);
  expect(await isLoggedIn(bearer(body))).toBe(false);
  // A code issued before and a new login are refused, in either mode.
  const code = new URL(waiting.headers.location as string).searchParams.get('code');
  expect(answerOf(await exchange(service, tenant, { code }))).toEqual(refusal('SSO_TOKEN_INVALID'));
  for (const mode of ['header', 'cookie'])
    expect(answerOf(await roundTrip(service, tenant, realm, attacker, { mode }))).toEqual(
      refusal('ACCOUNT_LINK_REQUIRED'),
    );
  expect((await service.admin('GET', `/auth/admin/api/users/${sub}`)).body.identities).toEqual([]);
  // With another address the attacker gets another account, and the owner's own identity is linked.
  const elsewhere = await logIn(service, tenant, realm, { ...attacker, email: newEmail() });
  expect(claimsOf(elsewhere.body.accessToken).sub).not.toBe(sub);
  const owner = await logIn(service, tenant, realm, stranger({ email }));
  expect(claimsOf(owner.body.accessToken).sub).toBe(sub);
});

test('a user who verifies the unverified address of their identity keeps the identity', async () => {
  const email = newEmail();
  const person = stranger({ email, email_verified: false });
  const { body } = await logIn(service, tenant, realm, person);
  const headers = bearer(body);
  await service.post('/auth/send-email-verification', {}, { headers });
  const code = await codeTo(service, 'svc.email_verification_requested', email);
  expect((await service.post('/auth/verify-email', { code }, { headers })).status).toBe(200);
  const again = await logIn(service, tenant, realm, person);
  expect(claimsOf(again.body.accessToken).sub).toBe(claimsOf(body.accessToken).sub);
});

test('cookies planted by an attacker are replaced, and the attacker’s flow is refused in the victim’s browser', async () => {
  const planted = await leave(service, tenant);
  // The victim's own flow has another secret, which does not complete the attacker's flow.
  const victim = await leave(service, tenant);
  const back = realm.logIn(planted.location, stranger());
  expect(answerOf(await comeBack(service, back, victim))).toEqual(refusal('SSO_STATE_INVALID'));
  const fixed = 'svc_access=planted; svc_refresh=planted; svc_csrf=planted';
  const trip = await leave(service, tenant, { mode: 'cookie' });
  const reply = await comeBack(service, realm.logIn(trip.location, stranger()), { cookie: `${trip.cookie}; ${fixed}` });
  expect(reply.status).toBe(302);
  expect(reply.setCookies.join()).not.toContain('planted');
  for (const name of ['svc_access', 'svc_refresh', 'svc_csrf'])
    expect(reply.setCookies.filter((line) => line.startsWith(`${name}=`))).toHaveLength(1);
});
