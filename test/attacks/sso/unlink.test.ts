// Threat: an account at an identity provider is taken once and stays a way into the account here. Its owner, an admin or
// a reset shuts it out, and it does not come back by itself.
import { describe, expect, test } from '@jest/globals';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, claimsOf, DAY, later, MINUTE, published, refusal } from '../../support/api.ts';
import { codeTo } from '../../support/messages.ts';
import { bearer, newPassword } from '../../support/service.ts';
import { codeIn, exchange, logIn, PROVIDER, roundTrip, stranger, useSso } from '../../support/sso.ts';
import { until } from '../../support/until.ts';

const { service, idp, realm, tenant } = useSso();

const LINK = refusal('ACCOUNT_LINK_REQUIRED');
const identitiesOf = async (tokens: { accessToken: string }) =>
  (await service.get('/auth/identities', { headers: bearer(tokens as never) })).body.identities;
const unlink = (tokens: { accessToken: string }, id: string) =>
  service.send('DELETE', `/auth/identities/${id}`, { headers: bearer(tokens as never) });
const allow = (tokens: { accessToken: string }, id: string) =>
  service.post(`/auth/identities/${id}/allow`, {}, { headers: bearer(tokens as never) });
const isLoggedIn = async (tokens: unknown) =>
  (await service.get('/auth/verify-session', { headers: bearer(tokens as never) })).status === 200;

/** A user with a password and a linked identity, and a session of each. */
async function linkedUser() {
  const user = await createUser(service, tenant, { emailVerifiedAt: '2026-01-01T00:00:00Z' });
  const person = stranger({ email: user.email });
  const thief = (await logIn(service, tenant, realm, person)).body;
  const owner = (await service.login(user)).body;
  const [identity] = await identitiesOf(owner);
  return { user, person, thief, owner, id: identity.id as string };
}

describe('an identity that its owner unlinked', () => {
  test('opens nothing any more: no session, no waiting code, no new login', async () => {
    const { user, person, thief, owner, id } = await linkedUser();
    const waiting = codeIn(await roundTrip(service, tenant, realm, person));
    expect((await unlink(owner, id)).status).toBe(200);
    expect([await isLoggedIn(thief), await isLoggedIn(owner)]).toEqual([false, true]);
    expect(answerOf(await exchange(service, tenant, { code: waiting }))).toEqual(refusal('SSO_TOKEN_INVALID'));
    for (const mode of ['header', 'cookie'])
      expect(answerOf(await roundTrip(service, tenant, realm, person, { mode }))).toEqual(LINK);
    const about = { userId: user.id, provider: PROVIDER, identityId: id };
    expect((await published(service, 'svc.identity_unlinked', tenant.id)).map(({ detail }) => detail)).toContainEqual(
      expect.objectContaining(about),
    );
    const findNotice = () => service.inbox(user.email).find(({ event }) => event === 'svc.identity_unlinked');
    expect((await until(findNotice)).subject).toMatch(/^A way to log in was removed at /);
  });

  test('stays in the list, also after a repeated request, and can be linked again once the owner allows it', async () => {
    const { user, person, owner, id } = await linkedUser();
    expect(answerOf(await allow(owner, id))).toEqual(refusal('IDENTITY_NOT_FOUND'));
    for (let round = 0; round < 2; round++) expect((await unlink(owner, id)).status).toBe(200);
    expect(await identitiesOf(owner)).toEqual([expect.objectContaining({ id, provider: PROVIDER, isActive: false })]);
    expect(answerOf(await roundTrip(service, tenant, realm, person))).toEqual(LINK);
    expect((await allow(owner, id)).status).toBe(200);
    expect(await identitiesOf(owner)).toEqual([]);
    const again = await logIn(service, tenant, realm, person);
    expect(claimsOf(again.body.accessToken).sub).toBe(user.id);
  });

  test('leaves the other identities of the account as they were', async () => {
    const { user, owner, id } = await linkedUser();
    const [second, issuer] = [stranger({ email: user.email }), idp.realm()];
    const ssoProviders = [realm.settings(PROVIDER), issuer.settings('other')];
    await service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { settings: { ssoProviders } });
    const enter = async () => {
      const code = codeIn(await roundTrip(service, tenant, issuer, second, {}, 'other'));
      return (await exchange(service, tenant, { code }, { providerName: 'other' })).body;
    };
    const other = await enter();
    expect((await unlink(other, id)).status).toBe(200);
    expect((await identitiesOf(other)).map(({ isActive }: { isActive: boolean }) => isActive)).toEqual([false, true]);
    expect([await isLoggedIn(owner), await isLoggedIn(other)]).toEqual([false, true]);
    expect(claimsOf((await enter()).accessToken).sub).toBe(user.id);
  });

  test('gets no session from logins that race with its end', async () => {
    const { person, owner, id } = await linkedUser();
    const [, ...replies] = await Promise.all([
      unlink(owner, id),
      ...Array.from({ length: 20 }, () => roundTrip(service, tenant, realm, person, { mode: 'cookie' })),
    ]);
    const { body } = await service.get('/auth/identities', { headers: bearer(owner) });
    expect(body.identities).toEqual([expect.objectContaining({ id, isActive: false })]);
    for (const { status, setCookies } of replies.filter((reply) => reply.status === 302)) {
      const cookie = setCookies.map((line) => line.split(';')[0]).join('; ');
      const headers = { 'x-access-token-type': 'cookie', cookie };
      expect([status, (await service.get('/auth/verify-session', { headers })).status]).toEqual([302, 401]);
    }
  });

  test('is unlinked once when twenty callers unlink it', async () => {
    const { owner, person, user, id } = await linkedUser();
    const replies = await Promise.all(Array.from({ length: 20 }, () => unlink(owner, id)));
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    expect(answerOf(await roundTrip(service, tenant, realm, person))).toEqual(LINK);
    const events = await published(service, 'svc.identity_unlinked', tenant.id);
    expect(events.filter(({ detail }) => detail.userId === user.id)).toHaveLength(1);
  });
});

test('an account with no other way in keeps its last identity, and one without an address always does', async () => {
  const person = stranger({ email: undefined });
  const { body } = await logIn(service, tenant, realm, person);
  const [identity] = await identitiesOf(body);
  expect(answerOf(await unlink(body, identity.id))).toEqual(refusal('LAST_LOGIN_METHOD'));
  const unproved = await logIn(service, tenant, realm, stranger({ email_verified: false }));
  const [other] = await identitiesOf(unproved.body);
  expect(answerOf(await unlink(unproved.body, other.id))).toEqual(refusal('LAST_LOGIN_METHOD'));
  // A login code to a verified address is a way in.
  const proved = await logIn(service, tenant, realm, stranger());
  const [third] = await identitiesOf(proved.body);
  expect((await unlink(proved.body, third.id)).status).toBe(200);
});

test('a user can unlink no identity of another user, and needs a login of the last 15 minutes', async () => {
  const [one, two] = [await linkedUser(), await linkedUser()];
  for (const id of [two.id, 'nobody', `idn_${'0'.repeat(22)}`, '__proto__'])
    expect(answerOf(await unlink(one.owner, id))).toEqual(refusal('IDENTITY_NOT_FOUND'));
  const late = await later(16 * MINUTE, async () => {
    const { body } = await service.post('/auth/refresh-token', { refreshToken: one.owner.refreshToken });
    return [await unlink(body, one.id), await allow(body, one.id)];
  });
  for (const reply of late) expect(answerOf(reply)).toEqual(refusal('REAUTH_REQUIRED'));
  expect(await identitiesOf((await service.login(two.user)).body)).toHaveLength(1);
});

test('an admin shuts an identity out, which ends the sessions and is audited', async () => {
  const { user, person, thief, owner, id } = await linkedUser();
  const path = `${USERS}/${user.id}/identities`;
  expect(answerOf(await service.admin('DELETE', `${path}/idn_${'0'.repeat(22)}`))).toEqual(
    refusal('IDENTITY_NOT_FOUND'),
  );
  expect(answerOf(await service.admin('DELETE', `${USERS}/nobody/identities/${id}`))).toEqual(
    refusal('USER_NOT_FOUND'),
  );
  expect((await service.admin('DELETE', `${path}/${id}`)).status).toBe(200);
  expect([await isLoggedIn(thief), await isLoggedIn(owner)]).toEqual([false, false]);
  expect(answerOf(await roundTrip(service, tenant, realm, person))).toEqual(LINK);
  expect((await service.admin('GET', `${USERS}/${user.id}`)).body.identities).toEqual([]);
  expect(answerOf(await service.admin('DELETE', `${path}/${id}`))).toEqual(refusal('IDENTITY_NOT_FOUND'));
});

test.each([
  ['shuts every identity out if it asks for that', true],
  ['leaves identities alone otherwise', undefined],
])('a password reset %s', async (_, unlinkIdentities) => {
  const { user, person } = await linkedUser();
  await service.post('/auth/forgot-password', { tenantId: tenant.id, email: user.email });
  const code = await codeTo(service, 'svc.password_reset_requested', user.email);
  const verify = { tenantId: tenant.id, email: user.email, code };
  const { body } = await service.post('/auth/verify-forgot-password-otp', verify);
  const reset = { token: body.resetToken, newPassword: newPassword(), unlinkIdentities };
  expect((await service.post('/auth/reset-password', reset)).status).toBe(200);
  const reply = await roundTrip(service, tenant, realm, person);
  expect(answerOf(reply)).toEqual(unlinkIdentities ? LINK : [302, undefined]);
});

test('an account whose password an admin marked as proved by its address is not joined with that password', async () => {
  const squatter = await service.signup(tenant);
  const { sub } = claimsOf(squatter.tokens.accessToken);
  await service.admin('PATCH', `${USERS}/${sub}`, { emailVerifiedAt: new Date(Date.now() - DAY).toISOString() });
  const owner = await logIn(service, tenant, realm, stranger({ email: squatter.email }));
  expect(claimsOf(owner.body.accessToken).sub).toBe(sub);
  expect(await isLoggedIn(squatter.tokens)).toBe(false);
  expect(answerOf(await service.login(squatter))).toEqual(refusal('INVALID_CREDENTIALS'));
});
