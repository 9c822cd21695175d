// Tests the login of admins by an identity provider: GET /auth/admin/sso, its callback and its completion.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { now } from '../../../lib/platform/clock.ts';
import type { AdminId } from '../../../lib/platform/ids.ts';
import { config } from '../../../lib/platform/settings/config.ts';
import { adminKey, find } from '../../../lib/store/admins/admins.ts';
import { update } from '../../../lib/store/dynamo/table.ts';
import { passkeyCallers } from '../../support/admin-passkeys.ts';
import { callers, nextStep } from '../../support/admins.ts';
import { answerOf, audited, feedAtRest, later, MINUTE, publishedAbout, refusal } from '../../support/api.ts';
import { cookieHeader, freshIp, type Reply } from '../../support/http.ts';
import { type Person, startIdentityProvider } from '../../support/identity-provider.ts';
import { authenticatorFor } from '../../support/passkeys.ts';
import { outcomes, race } from '../../support/race.ts';
import { newEmail, prepared, running, startService } from '../../support/service.ts';
import { adminProvider, adminTrip, comeBack, leave, stranger, tenantWith } from '../../support/sso.ts';
import { totp } from '../../support/totp.ts';

const idp = running(() => startIdentityProvider());
const realm = prepared(() => idp.realm());
const service = running(() => startService(adminProvider(realm)));
beforeAll(() => service.adminCookie());
const call = prepared(() => callers(service));

const PAGE = /^http:\/\/localhost:\d+\/console\/signed-in$/;
const errorIn = (reply: Reply) => new URL(reply.headers.location ?? '').searchParams.get('error');
const complete = (cookie: string, otp?: string) =>
  service.post('/auth/admin/sso/complete', { otp }, { headers: { cookie } });

/** There and back. Returns the redirect of the callback and the cookie of the browser. */
async function visit(person: Person) {
  const { back, cookie } = await adminTrip(service, realm, person);
  return { reply: await comeBack(service, back, { cookie }), cookie };
}
/** A completed login. */
const logIn = async (person: Person): Promise<Reply> => complete((await visit(person)).cookie);

describe('GET /auth/admin/sso 302', () => {
  test('sends the browser to the provider with PKCE, a nonce and a state, and binds the flow to it', async () => {
    const reply = await service.get('/auth/admin/sso');
    expect(reply.status).toBe(302);
    const { searchParams, origin } = new URL(reply.headers.location as string);
    expect(origin).toBe(new URL(realm.issuer).origin);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: realm.clientId,
      redirect_uri: `${service.baseUrl}/auth/admin/sso/callback`,
      code_challenge_method: 'S256',
      max_age: '900',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(reply.setCookies).toEqual([expect.stringMatching(/^svc_sso=[\w-]{43}; Path=\/; SameSite=Lax; HttpOnly;/)]);
    expect((await service.get('/auth/admin/config')).body).toMatchObject({ provider: 'staff' });
  });
});

test('GET /auth/admin/sso 429 after 300 starts of an IP address', async () => {
  const ip = freshIp();
  await race(300, () => service.get('/auth/admin/sso', { ip }));
  expect(answerOf(await service.get('/auth/admin/sso', { ip }))).toEqual(refusal('RATE_LIMITED'));
});

describe('the login of an admin by a provider', () => {
  test('links the account at the first login, and is audited', async () => {
    const account = await call.account();
    const { reply, cookie } = await visit(stranger({ email: account.email.toUpperCase() }));
    expect([reply.status, reply.headers.location]).toEqual([302, expect.stringMatching(PAGE)]);
    expect(reply.setCookies.join()).not.toContain('svc_admin');
    const done = await complete(cookie);
    expect([done.status, done.body]).toMatchObject([201, { message: 'Logged in.', admin: { id: account.id } }]);
    expect((await call.me(cookieHeader(done))).body).toMatchObject({ id: account.id });
    const entries = await audited(service, account.id, (found) => found.length === 2);
    expect(entries.map(({ action }) => action)).toContain('admin.identity_linked');
    expect(JSON.stringify(entries)).not.toContain('sub-');
  });

  test('goes by the subject afterwards, and no longer by the address', async () => {
    const [account, other] = [await call.account(), await call.account()];
    const person = stranger({ email: account.email });
    expect((await logIn(person)).status).toBe(201);
    for (const more of [{ email: other.email }, { email: undefined }, { email_verified: false }])
      expect((await logIn({ ...person, ...more })).body.admin.id).toBe(account.id);
    const heir = await visit(stranger({ email: account.email }));
    expect(errorIn(heir.reply)).toBe('ADMIN_USER_NOT_FOUND');
    expect(answerOf(await complete(heir.cookie))).toEqual(refusal('SSO_STATE_INVALID'));
  });

  test('links the account of a new issuer by the address, in the place of one of a former issuer', async () => {
    const account = await call.account();
    const id = account.id as AdminId;
    const former = { issuer: 'https://former.example', subject: 'former' };
    expect((await logIn(stranger({ email: account.email }))).status).toBe(201);
    await update(adminKey(id), { set: { identity: former } });
    const people = Array.from({ length: 20 }, () => stranger({ email: account.email }));
    const cookies = await Promise.all(people.map(async (person) => (await visit(person)).cookie));
    const replies = await race(20, (at) => complete(cookies[at] as string));
    expect(outcomes(replies)).toEqual({ 201: 1, '400 SSO_STATE_INVALID': 19 });
    const winner = people[replies.findIndex(({ status }) => status === 201)] as Person;
    expect((await logIn(winner)).body.admin.id).toBe(account.id);
    expect((await find(id))?.identity).toEqual({ issuer: realm.issuer, subject: winner.sub });
    const entries = await audited(service, account.id, (found) => found.length >= 3);
    expect(entries.find(({ before }) => before?.issuer)).toMatchObject({
      action: 'admin.identity_linked',
      before: { issuer: former.issuer },
      after: { issuer: realm.issuer },
    });
  });

  test('takes the passkey of an admin in place of a code, and no other one', async () => {
    const keys = passkeyCallers(service);
    const [admin, other] = [await keys.keyed(), await keys.keyed()];
    const { cookie } = await visit(stranger({ email: admin.email }));
    expect(answerOf(await complete(cookie))).toEqual(refusal('PASSKEY_REQUIRED'));
    const by = async ({ authenticator }: typeof admin) => {
      const factor = await keys.use(authenticator, { isSecond: true });
      return service.post('/auth/admin/sso/complete', factor, { headers: { cookie } });
    };
    expect(answerOf(await by(other))).toEqual(refusal('PASSKEY_INVALID'));
    const done = await by(admin);
    expect([done.status, done.body]).toMatchObject([201, { admin: { id: admin.id } }]);
  });

  test('asks for a code or a passkey where the admin has both', async () => {
    const keys = passkeyCallers(service);
    const { email, cookie: session } = await call.secured();
    const authenticator = authenticatorFor(service);
    await keys.add(session, authenticator);
    const { cookie } = await visit(stranger({ email }));
    expect(answerOf(await complete(cookie))).toEqual(refusal('CODE_OR_PASSKEY_REQUIRED'));
    const factor = await keys.use(authenticator, { isSecond: true });
    const done = await service.post('/auth/admin/sso/complete', factor, { headers: { cookie } });
    expect(done.status).toBe(201);
  });

  test('asks for the code of an admin with an authenticator, and takes none twice', async () => {
    const { secret, email } = await call.secured();
    const person = stranger({ email });
    const { cookie } = await visit(person);
    expect(answerOf(await complete(cookie))).toEqual(refusal('MFA_REQUIRED'));
    nextStep();
    expect(answerOf(await complete(cookie, totp(secret, -5)))).toEqual(refusal('MFA_CODE_INVALID'));
    const otp = totp(secret);
    expect((await complete(cookie, otp)).status).toBe(201);
    const again = await visit(person);
    expect(answerOf(await complete(again.cookie, otp))).toEqual(refusal('MFA_CODE_INVALID'));
  });

  test('links nothing before the second factor is right', async () => {
    const { secret, email } = await call.secured();
    const thief = stranger({ email });
    const { cookie } = await visit(thief);
    expect(answerOf(await complete(cookie))).toEqual(refusal('MFA_REQUIRED'));
    nextStep();
    const owner = await visit(stranger({ email }));
    expect((await complete(owner.cookie, totp(secret))).status).toBe(201);
    nextStep();
    expect(answerOf(await complete(cookie, totp(secret)))).toEqual(refusal('SSO_STATE_INVALID'));
  });

  test('counts guesses of the code with those of the password login', async () => {
    const { secret, ...account } = await call.secured();
    nextStep();
    const { cookie } = await visit(stranger({ email: account.email }));
    for (let round = 0; round < 10; round++) await complete(cookie, totp(secret, -5));
    expect(answerOf(await complete(cookie, totp(secret)))).toEqual(refusal('ACCOUNT_LOCKED'));
    expect(answerOf(await call.login({ ...account, otp: totp(secret) }))).toEqual(refusal('ACCOUNT_LOCKED'));
  });

  test('starts one session when twenty callers complete it at once', async () => {
    const { email } = await call.account();
    const { cookie } = await visit(stranger({ email }));
    const replies = await race(20, () => complete(cookie));
    expect(outcomes(replies)).toEqual({ 201: 1, '400 SSO_STATE_INVALID': 19 });
  });

  test.each([
    ['an address that has no admin', async () => ({ email: newEmail() })],
    ['an address that is invited only', async () => ({ email: (await call.invited()).email })],
    ['an address that is not verified', async () => ({ email: (await call.account()).email, email_verified: false })],
    ['no address', async () => ({ email: undefined })],
  ])('is refused for %s', async (_, more) => {
    const { reply, cookie } = await visit(stranger(await more()));
    expect([reply.status, errorIn(reply)]).toEqual([302, 'ADMIN_USER_NOT_FOUND']);
    expect(answerOf(await complete(cookie))).toEqual(refusal('SSO_STATE_INVALID'));
  });

  test('publishes that it was refused, without the address that the provider named', async () => {
    const person = stranger();
    await visit(person);
    await feedAtRest(service);
    const refused = (await publishedAbout(service, 'svc.admin_login_failed', { adminId: null })).map(
      ({ detail }) => detail,
    );
    expect(refused).toContainEqual(expect.objectContaining({ reason: 'provider', ipAddress: expect.any(String) }));
    expect(JSON.stringify(refused)).not.toContain(person.email);
  });

  test('ends with the deletion of the admin, and the account at the provider is free then', async () => {
    const account = await call.account();
    const person = stranger({ email: account.email });
    const { cookie } = await visit(person);
    await call.remove(account.id);
    expect(answerOf(await complete(cookie))).toEqual(refusal('SSO_STATE_INVALID'));
    const next = await call.create({ email: account.email });
    expect((await logIn(person)).body.admin.id).toBe(next.body.admin.id);
    await call.remove(next.body.admin.id);
    const third = await call.create({ email: account.email });
    expect((await logIn(person)).body.admin.id).toBe(third.body.admin.id);
  });
});

describe('GET /auth/admin/sso/callback', () => {
  test('ends with an error for another browser, another state and a second use', async () => {
    const person = stranger({ email: (await call.account()).email });
    const [one, other] = [await adminTrip(service, realm, person), await adminTrip(service, realm, person)];
    for (const options of [{ cookie: other.cookie }, { cookie: 'svc_sso=x' }])
      expect(errorIn(await comeBack(service, one.back, options))).toBe('SSO_STATE_INVALID');
    expect(answerOf(await complete(one.cookie))).toEqual(refusal('SSO_STATE_INVALID'));
    expect(errorIn(await comeBack(service, one.back, one))).toBeNull();
    expect(errorIn(await comeBack(service, one.back, one))).toBe('SSO_STATE_INVALID');
  });

  test('ends with an error after ten minutes', async () => {
    const trip = await adminTrip(service, realm, stranger());
    expect(errorIn(await later(10 * MINUTE, () => comeBack(service, trip.back, trip)))).toBe('SSO_STATE_INVALID');
  });

  test.each([
    ['the wrong nonce', { claims: { nonce: 'x' } }],
    ['another audience', { claims: { aud: 'x' } }],
    ['another key', { signature: 'other-key' }],
    ['another issuer in the redirect', { iss: 'https://other.example' }],
  ] as const)('ends with an error for %s', async (_, behaviour) => {
    const { email } = await call.account();
    Object.assign(realm.behaviour, behaviour);
    try {
      const { reply, cookie } = await visit(stranger({ email }));
      expect(errorIn(reply)).toBe('SSO_TOKEN_INVALID');
      expect(answerOf(await complete(cookie))).toEqual(refusal('SSO_STATE_INVALID'));
    } finally {
      for (const name of Object.keys(behaviour)) delete realm.behaviour[name as keyof typeof realm.behaviour];
    }
  });

  test('400 for a cookie that was sent twice, as for the completion', async () => {
    const headers = { cookie: 'svc_sso=a; svc_sso=b' };
    const replies = [
      await service.get('/auth/admin/sso/callback', { headers }),
      await service.post('/auth/admin/sso/complete', {}, { headers }),
    ];
    expect(replies.map(answerOf)).toEqual(Array(2).fill(refusal('CONFLICTING_CREDENTIALS')));
  });
});

describe('POST /auth/admin/sso/complete', () => {
  test('400 without a flow, before the browser is back, and after ten minutes', async () => {
    for (const cookie of ['svc_sso=x', '', (await adminTrip(service, realm, stranger())).cookie])
      expect(answerOf(await complete(cookie))).toEqual(refusal('SSO_STATE_INVALID'));
    const { cookie } = await visit(stranger({ email: (await call.account()).email }));
    expect(answerOf(await later(10 * MINUTE, () => complete(cookie)))).toEqual(refusal('SSO_STATE_INVALID'));
  });

  test('400 after GATEHOUSE_SESSIONS_SINCE was moved', async () => {
    const { cookie } = await visit(stranger({ email: (await call.account()).email }));
    const settings = config() as { sessionsSince: number };
    settings.sessionsSince = now() + MINUTE;
    try {
      expect(answerOf(await complete(cookie))).toEqual(refusal('SSO_STATE_INVALID'));
    } finally {
      settings.sessionsSince = 0;
    }
  });

  test('400 for a malformed code', async () => {
    expect(answerOf(await complete('svc_sso=x', '12345'))).toEqual(refusal('INVALID_INPUT'));
  });
});

test('the provider of admins is none of a tenant', async () => {
  const tenant = await tenantWith(service, idp.realm());
  await expect(leave(service, tenant, {}, 'staff')).rejects.toThrow('PROVIDER_NOT_FOUND');
  const { text } = await service.get(`/auth/client-config?tenantId=${tenant.id}`);
  expect(text).not.toContain('staff');
});
