// Threat: an old session at the identity provider of admins, on a shared or stolen device, passes for a recent login.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { now } from '../../../lib/platform/clock.ts';
import { callers, PATH } from '../../support/admins.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { cookieHeader } from '../../support/http.ts';
import { type IdentityProvider, type Realm, startIdentityProvider } from '../../support/identity-provider.ts';
import { newEmail, newPassword, type Service, startService } from '../../support/service.ts';
import { adminProvider, adminTrip, comeBack, stranger } from '../../support/sso.ts';

let service: Service;
let idp: IdentityProvider;
let realm: Realm;
beforeAll(async () => {
  idp = await startIdentityProvider();
  realm = idp.realm();
  service = await startService(adminProvider(realm));
  await service.adminCookie();
});
afterAll(async () => {
  await service.stop();
  await idp.stop();
});

test.each([
  ['an hour ago opens nothing that needs a recent login', 3600, false],
  ['a minute ago does', 60, true],
  ['at a time that the provider does not say does', undefined, true],
  ['in the future counts from now', -3600, true],
])('a login at the provider %s', async (_, ago, isRecent) => {
  const { account, me, reauthenticate } = callers(service);
  const who = await account();
  realm.behaviour.claims = ago === undefined ? {} : { auth_time: Math.floor(now() / 1000) - ago };
  const { back, cookie } = await adminTrip(service, realm, stranger({ email: who.email }));
  await comeBack(service, back, { cookie });
  const session = cookieHeader(await service.post('/auth/admin/sso/complete', {}, { headers: { cookie } }));
  expect((await me(session)).body.id).toBe(who.id);
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
