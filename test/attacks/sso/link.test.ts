// Threat: a way into an account is added to it by someone else, or an identity is taken from its account. The flow belongs
// to the browser and to the session that began it.
import { describe, expect, test } from '@jest/globals';
import { answerOf, claimsOf, refusal } from '../../support/api.ts';
import type { Jar } from '../../support/jar.ts';
import { loggedIn, signedIn } from '../../support/oauth-browser.ts';
import { race, tally } from '../../support/race.ts';
import { newPassword } from '../../support/service.ts';
import { leave, logIn, PROVIDER, stranger, tenantWith, useSso } from '../../support/sso.ts';

const { service, realm, tenant } = useSso();

const PAGE = '/account/security';
const STATE_INVALID = `${PAGE}?error=SSO_STATE_INVALID`;
const TAKEN = `${PAGE}?error=identity_taken`;

/** Begins in this browser. Returns the path with which a browser comes back. */
async function begun(jar: Jar, person = stranger()): Promise<string> {
  const { body } = await jar.post('/auth/identities', { provider: PROVIDER });
  const { pathname, search } = realm.logIn(body.location, person);
  return pathname + search;
}
const landed = ({ headers }: Awaited<ReturnType<Jar['get']>>) => headers.location?.replace(service.baseUrl, '');
const identitiesOf = async (jar: Jar): Promise<unknown[]> => (await jar.get('/auth/identities')).body.identities;

describe('a link that one account began', () => {
  test('links nothing in the browser of another account, which lacks the cookie of the flow', async () => {
    const [a, b] = [(await signedIn(service, tenant)).jar, (await signedIn(service, tenant)).jar];
    const path = await begun(a);
    expect(answerOf(await b.get(path))).toEqual(refusal('SSO_STATE_INVALID'));
    expect([await identitiesOf(a), await identitiesOf(b)]).toEqual([[], []]);
    // The attempt has not used it up.
    expect(landed(await a.get(path))).toBe(PAGE);
  });

  test('links nothing when the cookie of the flow was planted in the browser of another account', async () => {
    const [a, b] = [(await signedIn(service, tenant)).jar, (await signedIn(service, tenant)).jar];
    const person = stranger();
    const path = await begun(a, person);
    b.cookies.set('svc_sso', a.cookies.get('svc_sso') as string);
    expect(landed(await b.get(path))).toBe(STATE_INVALID);
    expect([await identitiesOf(a), await identitiesOf(b)]).toEqual([[], []]);
    // The identity was asked for nothing, and opens an account of its own.
    expect((await logIn(service, tenant, realm, person)).status).toBe(200);
  });

  test('links nothing when the browser has switched to another account, has signed out, or shows no session', async () => {
    for (const leaveSession of [
      async (jar: Jar) => void (await loggedIn(service, await service.signup(tenant), jar)),
      async (jar: Jar) => void (await jar.post('/auth/logout')),
      async (jar: Jar) => {
        jar.cookies.delete('svc_access');
        jar.cookies.delete('svc_refresh');
      },
    ]) {
      const { jar, user } = await signedIn(service, tenant);
      const path = await begun(jar);
      await leaveSession(jar);
      expect(landed(await jar.get(path))).toBe(STATE_INVALID);
      expect(await identitiesOf(await loggedIn(service, user))).toEqual([]);
    }
  });

  test('links nothing after another device has signed all others out', async () => {
    const { jar, user } = await signedIn(service, tenant);
    const path = await begun(jar);
    const other = await loggedIn(service, user);
    await other.send('DELETE', '/auth/sessions');
    expect(landed(await jar.get(path))).toBe(STATE_INVALID);
    expect(await identitiesOf(other)).toEqual([]);
  });

  test('goes on with the refresh cookie alone, and after a refresh', async () => {
    const { jar } = await signedIn(service, tenant);
    let path = await begun(jar);
    await jar.post('/auth/refresh-token');
    expect(landed(await jar.get(path))).toBe(PAGE);
    path = await begun(jar);
    jar.cookies.delete('svc_access');
    expect(landed(await jar.get(path))).toBe(PAGE);
    await jar.post('/auth/refresh-token');
    expect(await identitiesOf(jar)).toHaveLength(2);
  });

  test('begins no session', async () => {
    const { jar } = await signedIn(service, tenant);
    const { setCookies } = await jar.get(await begun(jar));
    expect(setCookies).toEqual([expect.stringMatching(/^svc_sso=;/)]);
  });
});

test('a page of another site cannot begin a link', async () => {
  const { jar } = await signedIn(service, tenant);
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }] as Record<
    string,
    string
  >[]) {
    const reply = await jar.post('/auth/identities', { provider: PROVIDER }, { headers });
    expect([403, answerOf(reply)[1]]).toEqual([403, expect.stringMatching(/^CSRF_/)]);
  }
});

test('a login with the provider cannot be made to land on the account page, nor a link elsewhere', async () => {
  for (const redirectUri of [`${service.baseUrl}${PAGE}`, `${service.baseUrl}${PAGE}/`])
    await expect(leave(service, tenant, { redirectUri, mode: 'cookie' })).rejects.toThrow('REDIRECT_NOT_ALLOWED');
});

describe('an identity that opens another account', () => {
  test('is refused without a word about that account, also when that account is disabled', async () => {
    const person = stranger();
    await logIn(service, tenant, realm, person);
    const { jar } = await signedIn(service, tenant);
    const reply = await jar.get(await begun(jar, person));
    expect(landed(reply)).toBe(TAKEN);
    expect(JSON.stringify([reply.text, reply.headers])).not.toContain(person.email);
    expect(await identitiesOf(jar)).toEqual([]);
    const owner = (await logIn(service, tenant, realm, person)).body;
    const id = claimsOf(owner.accessToken).sub;
    await service.admin('PATCH', `/auth/admin/api/users/${id}`, { isActive: false });
    expect(landed(await jar.get(await begun(jar, person)))).toBe(TAKEN);
  });

  test('is linked to one of twenty accounts that ask at once', async () => {
    const person = stranger();
    const jars = await Promise.all(Array.from({ length: 20 }, async () => (await signedIn(service, tenant)).jar));
    const paths = await Promise.all(jars.map((jar) => begun(jar, person)));
    const replies = await race(20, (at) => (jars[at] as Jar).get(paths[at] as string));
    expect(tally(replies.map(landed))).toEqual({ [PAGE]: 1, [TAKEN]: 19 });
    const lists = await Promise.all(jars.map(identitiesOf));
    expect(lists.filter((list) => list.length)).toHaveLength(1);
  });

  test('may be linked once its account was deleted or has shut it out', async () => {
    const person = stranger();
    const { jar: first, user } = await signedIn(service, tenant);
    await first.get(await begun(first, person));
    const [identity] = (await first.get('/auth/identities')).body.identities;
    await first.send('DELETE', `/auth/identities/${identity.id}`);
    const { jar } = await signedIn(service, tenant);
    expect(landed(await jar.get(await begun(jar, person)))).toBe(PAGE);
    // What the former owner still sees of it cannot take it back.
    expect((await first.post(`/auth/identities/${identity.id}/allow`)).status).toBe(200);
    expect(await identitiesOf(jar)).toHaveLength(1);
    expect(landed(await first.get(await begun(first, person)))).toBe(TAKEN);
    await jar.send('DELETE', '/auth/me');
    expect(landed(await first.get(await begun(first, person)))).toBe(PAGE);
    expect((await logIn(service, tenant, realm, person)).body).toMatchObject({ nextStep: null });
    expect(user.email).not.toBe(person.email);
  });
});

test('the owner of an address shuts out the identity of the stranger who signed up with it', async () => {
  const { jar, user } = await signedIn(service, tenant);
  const person = stranger();
  expect(landed(await jar.get(await begun(jar, person)))).toBe(PAGE);
  const seen = service.inbox(user.email);
  await service.post('/auth/forgot-password', { tenantId: tenant.id, email: user.email });
  const code = await service.code(user.email, seen);
  const { body } = await service.post('/auth/verify-forgot-password-otp', {
    tenantId: tenant.id,
    email: user.email,
    code,
  });
  const reset = await service.post('/auth/reset-password', { token: body.resetToken, newPassword: newPassword() });
  expect(reset.status).toBe(200);
  const reply = await logIn(service, tenant, realm, person);
  expect(claimsOf(reply.body.accessToken).sub).not.toBe(claimsOf(user.tokens.accessToken).sub);
});

test('an account of one tenant links nothing of the provider of another tenant', async () => {
  const other = await tenantWith(service, realm, { ssoProviders: [{ ...realm.settings('other'), name: 'other' }] });
  expect(other.id).not.toBe(tenant.id);
  const { jar } = await signedIn(service, tenant);
  expect(answerOf(await jar.post('/auth/identities', { provider: 'other' }))).toEqual(refusal('PROVIDER_NOT_FOUND'));
});
