// Threat: a page of another site navigates the victim's browser to a provider that the attacker controls. The login puts
// the attacker's account in the place of the victim's, and what the victim does next, they do in it.
import { expect, test } from '@jest/globals';
import { createUser } from '../../support/admin-users.ts';
import { createJar, type Jar } from '../../support/jar.ts';
import { EMAIL_VERIFIED } from '../../support/mfa.ts';
import { ask, newServer, signedIn } from '../../support/oauth-browser.ts';
import { bearer } from '../../support/service.ts';
import { startPath, stranger, useSso } from '../../support/sso.ts';
import { claimsOf } from '../../support/tokens.ts';

const { service, realm, tenant } = useSso();

/** Goes to the provider and back, and returns where the browser lands. */
async function visit(jar: Jar, site: string | undefined, person = stranger()): Promise<string> {
  const path = startPath(tenant, { redirectUri: `${service.baseUrl}/login/back`, mode: 'cookie', codeChallenge: '' });
  const { headers } = await jar.get(path, { headers: site === undefined ? {} : { 'sec-fetch-site': site } });
  const { pathname, search } = realm.logIn(headers.location as string, person);
  const reply = await jar.get(pathname + search, { headers: { 'sec-fetch-site': 'same-origin' } });
  return (reply.headers.location as string).replace(service.baseUrl, '');
}
const accountsOf = async (jar: Jar) => (await jar.get('/auth/accounts')).body.accounts;

test.each(['cross-site', 'none'])(
  'a login that a %s navigation began waits while another account is active',
  async (site) => {
    const { jar, user } = await signedIn(service, await service.tenant());
    const me = claimsOf(user.tokens.accessToken).sub;
    const person = stranger();
    const landed = await visit(jar, site, person);
    expect((await jar.get('/auth/me')).body.id).toBe(me);
    const [active, waiting] = await accountsOf(jar);
    expect([active, waiting]).toMatchObject([
      { accountId: me, isActive: true },
      { email: person.email, isActive: false, slot: 1 },
    ]);
    expect(landed).toBe(`/login/back?as=${waiting.accountId}`);
    // An application that asks without a word gets the account that the person has chosen.
    const { query } = await ask(jar, await newServer(), { prompt: 'none' });
    expect(query.code).toBeDefined();
    // The person agrees: then it becomes the active account.
    expect((await jar.post('/auth/refresh-token', { slot: 1 })).status).toBe(200);
    expect((await jar.get('/auth/me')).body.email).toBe(person.email);
  },
);

test('a login that a cross-site navigation began is active at once when no other account is', async () => {
  const person = stranger();
  const jar = createJar(service);
  for (let round = 0; round < 2; round++) {
    expect(await visit(jar, 'cross-site', person)).toBe('/login/back');
    expect((await jar.get('/auth/me')).body.email).toBe(person.email);
  }
});

test.each(['same-origin', 'same-site', undefined])(
  'a login that a %s navigation began replaces the active account',
  async (site) => {
    const { jar } = await signedIn(service, await service.tenant());
    const person = stranger();
    expect(await visit(jar, site, person)).toBe('/login/back');
    expect((await jar.get('/auth/me')).body.email).toBe(person.email);
  },
);

test('the planter of a login gets nothing of what the victim does with it', async () => {
  const { jar, user: victim } = await signedIn(service, await service.tenant());
  const planter = await createUser(service, tenant, EMAIL_VERIFIED);
  await visit(jar, 'cross-site', stranger({ email: planter.email }));
  await jar.post('/auth/refresh-token', { slot: 1 });
  expect((await jar.post('/auth/switch-tenant', { tenantId: victim.tenant.id })).status).toBe(200);
  const { body: tokens } = await service.login(planter);
  const reply = await service.post('/auth/switch-tenant', { tenantId: victim.tenant.id }, { headers: bearer(tokens) });
  expect(reply.body.code).toBe('NOT_A_MEMBER_OF_TENANT');
});
