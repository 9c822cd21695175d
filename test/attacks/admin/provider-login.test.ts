// Threat: an old session at the identity provider of admins, on a shared or stolen device, passes for a recent login. A
// claim that restricts a login must restrict it when it is absent, too.
import { beforeAll, expect, test } from '@jest/globals';
import { now } from '../../../lib/platform/clock.ts';
import { callers, PATH } from '../../support/admins.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { cookieHeader } from '../../support/http.ts';
import { startIdentityProvider } from '../../support/identity-provider.ts';
import { newEmail, newPassword, prepared, running, startService } from '../../support/service.ts';
import { adminProvider, adminTrip, comeBack, stranger } from '../../support/sso.ts';

const idp = running(() => startIdentityProvider());
const realm = prepared(() => idp.realm());
const service = running(() => startService(adminProvider(realm)));
beforeAll(() => service.adminCookie());

const ago = (seconds: number): number => Math.floor(now() / 1000) - seconds;

test.each([
  ['an hour ago opens nothing that needs a recent login', ago(3600), false],
  ['a minute ago does', ago(60), true],
  ['in the future counts from now', ago(-3600), true],
  // OpenID Connect Core 2: the claim is required, because the service sends `max_age`.
  ['at a time that the provider does not say opens nothing that needs a recent login', undefined, false],
])('a login at the provider %s', async (_, authTime, isRecent) => {
  const { account, me, reauthenticate } = callers(service);
  const who = await account();
  realm.behaviour.claims = { auth_time: authTime };
  const { back, cookie } = await adminTrip(service, realm, stranger({ email: who.email }));
  await comeBack(service, back, { cookie });
  const session = cookieHeader(await service.post('/auth/admin/sso/complete', {}, { headers: { cookie } }));
  expect((await me(session)).body.id).toBe(who.id);
  const { data } = (await service.get('/auth/admin/sessions', { headers: { cookie: session } })).body;
  if (authTime === undefined) expect(data).toMatchObject([{ provedAt: null }]);
  const create = () =>
    service.post(PATH, { email: newEmail(), password: newPassword() }, { headers: { cookie: session } });
  const reply = await create();
  if (isRecent) expect(reply.status).toBe(201);
  else {
    expect(answerOf(reply)).toEqual(refusal('REAUTH_REQUIRED'));
    expect((await reauthenticate(session, { password: who.password })).status).toBe(201);
    expect((await create()).status).toBe(201);
  }
});

test.each([
  ['text', String(ago(60))],
  ['null', null],
  ['a list', [ago(60)]],
])('a login whose `auth_time` is %s logs no admin in', async (_, authTime) => {
  const { account } = callers(service);
  const { email } = await account();
  realm.behaviour.claims = { auth_time: authTime };
  const { back, cookie } = await adminTrip(service, realm, stranger({ email }));
  const reply = await comeBack(service, back, { cookie });
  expect(reply.headers.location).toMatch(/error=SSO_TOKEN_INVALID$/);
  expect(answerOf(await service.post('/auth/admin/sso/complete', {}, { headers: { cookie } }))).toEqual(
    refusal('SSO_STATE_INVALID'),
  );
});
