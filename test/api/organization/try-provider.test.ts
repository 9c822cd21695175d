// Tests the trial of an identity provider before it is switched on.
import { beforeAll, expect, test } from '@jest/globals';
import { attempt, network } from '../../../lib/domain/credentials/limits.ts';
import { answerOf, later, MINUTE, refusal } from '../../support/api.ts';
import { cookieHeader, freshIp } from '../../support/http.ts';
import { manager, ORGANIZATION } from '../../support/organization.ts';
import { outcomes, race } from '../../support/race.ts';
import { newSetup } from '../../support/setup-links.ts';
import { comeBack, PROVIDER, stranger, tenantWith, useSso } from '../../support/sso.ts';

const sso = useSso();
beforeAll(() => sso.service.adminCookie());
const OFF = { enabled: false, trustEmail: false };
const begin = async (settings: object = {}, more: object = {}) => {
  const ssoProviders = [sso.realm.settings(PROVIDER, { ...OFF, ...settings })];
  const tenant = await tenantWith(sso.service, sso.realm, { ssoProviders, ...more });
  const setup = await newSetup(sso.service, tenant);
  const reply = await setup.ask('POST', `${ORGANIZATION}/providers/${PROVIDER}/try`);
  if (reply.status !== 200) throw new Error(reply.text);
  return { tenant, setup, location: reply.body.location as string, cookie: cookieHeader(reply) };
};
const shown = (location: string) => JSON.parse(decodeURIComponent(new URL(location).hash.slice(1)));

test('shows what was read of a person by a provider that is off, and makes no session and no account', async () => {
  const { tenant, location, cookie } = await begin();
  const person = stranger();
  const reply = await comeBack(sso.service, sso.realm.logIn(location, person), { cookie });
  expect([reply.status, new URL(reply.headers.location as string).pathname]).toEqual([302, '/setup/tried']);
  expect(shown(reply.headers.location as string)).toEqual({
    provider: PROVIDER,
    subject: person.sub,
    email: person.email,
    isEmailVerified: true,
    name: person.name,
    findings: ['opens-account', 'email-untrusted'],
  });
  expect(String(reply.headers['set-cookie'])).not.toMatch(/svc_(access|refresh)=[^;]/);
  const { body } = await sso.service.admin('GET', `/auth/admin/api/users?tenantId=${tenant.id}`);
  expect(body.meta.total).toBe(0);
});

test('says what is missing', async () => {
  const { location, cookie } = await begin({ allowSignup: false });
  const person = stranger({ email: undefined, name: undefined });
  const reply = await comeBack(sso.service, sso.realm.logIn(location, person), { cookie });
  expect(shown(reply.headers.location as string).findings).toEqual(['no-new-accounts', 'no-email', 'no-name']);
});

test('says the same of an address whether or not an account has it', async () => {
  const { tenant, setup, location, cookie } = await begin();
  const user = await sso.service.signup(tenant);
  const known = stranger({ email: user.email });
  const again = await setup.ask('POST', `${ORGANIZATION}/providers/${PROVIDER}/try`);
  const replies = [
    await comeBack(sso.service, sso.realm.logIn(location, known), { cookie }),
    await comeBack(sso.service, sso.realm.logIn(again.body.location, stranger()), { cookie: cookieHeader(again) }),
  ];
  const [a, b] = replies.map((reply) => shown(reply.headers.location as string).findings);
  expect(a).toEqual(b);
});

test('works once, in the browser that began it, for ten minutes', async () => {
  const { location, cookie } = await begin();
  const back = sso.realm.logIn(location, stranger());
  const other = await begin();
  const stolen = await comeBack(sso.service, back, { cookie: other.cookie });
  expect(answerOf(stolen)).toEqual(refusal('PROVIDER_NOT_FOUND'));
  const replies = await race(20, () => comeBack(sso.service, back, { cookie }));
  expect(outcomes(replies)['302']).toBe(1);
  const late = await begin();
  const lateBack = sso.realm.logIn(late.location, stranger());
  await later(10 * MINUTE, async () => {
    expect((await comeBack(sso.service, lateBack, { cookie: late.cookie })).status).toBeGreaterThanOrEqual(400);
  });
});

test('returns to the page with the reason when the provider refuses', async () => {
  const { location, cookie } = await begin();
  const back = sso.realm.logIn(location, stranger());
  back.searchParams.delete('code');
  back.searchParams.set('error', 'access_denied');
  const reply = await comeBack(sso.service, back, { cookie });
  expect(reply.headers.location).toBe(`${sso.service.baseUrl}/setup/tried?error=SSO_TOKEN_INVALID`);
});

test('refuses an unknown provider, a user whose session is in no cookie, and one without the permission', async () => {
  const { tenant, setup } = await begin();
  const path = `${ORGANIZATION}/providers/${PROVIDER}/try`;
  expect(answerOf(await setup.ask('POST', `${ORGANIZATION}/providers/unknown/try`))).toEqual(
    refusal('PROVIDER_NOT_FOUND'),
  );
  const boss = await manager(sso.service, tenant, ['organization.sso']);
  expect(answerOf(await boss.ask('POST', path))).toEqual(refusal('FORBIDDEN'));
  const inCookies = { headers: { 'x-access-token-type': 'cookie' } };
  expect((await boss.ask('POST', path, undefined, inCookies)).status).toBe(200);
  const half = await manager(sso.service, tenant, ['organization.members']);
  expect(answerOf(await half.ask('POST', path, undefined, inCookies))).toEqual(refusal('MISSING_REQUIRED_PERMISSIONS'));
});

test('429 after 300 flows of an IP address that did not come back', async () => {
  const { setup } = await begin();
  const ip = freshIp();
  await Promise.all(Array.from({ length: 300 }, () => attempt('sso-ip', network(ip))));
  const reply = await setup.ask('POST', `${ORGANIZATION}/providers/${PROVIDER}/try`, undefined, { ip });
  expect(answerOf(reply)).toEqual(refusal('RATE_LIMITED'));
});
