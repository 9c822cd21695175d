// Tests POST /auth/identities, which links a further identity to the account of the caller, and the return from the
// provider.
import { describe, expect, test } from '@jest/globals';
import { answerOf, claimsOf, expectWellFormed, later, MINUTE, published, refusal } from '../../support/api.ts';
import type { Reply } from '../../support/http.ts';
import type { Jar } from '../../support/jar.ts';
import { signedIn } from '../../support/oauth-browser.ts';
import { race, tally } from '../../support/race.ts';
import { bearer, type User } from '../../support/service.ts';
import { logIn, PROVIDER, stranger, useSso } from '../../support/sso.ts';
import { until } from '../../support/until.ts';

const { service, realm, tenant } = useSso();

const PAGE = '/account/security';
const begin = (jar: Jar, provider = PROVIDER) => jar.post('/auth/identities', { provider });
/** Goes to the provider and back, and returns where the browser lands. */
async function link(jar: Jar, person = stranger()): Promise<string> {
  const { body } = await begin(jar);
  const { pathname, search } = realm.logIn(body.location, person);
  const { headers } = await jar.get(pathname + search);
  return (headers.location as string).replace(service.baseUrl, '');
}
const identitiesOf = async (jar: Jar) => (await jar.get('/auth/identities')).body.identities;
const userIdOf = ({ tokens }: User) => claimsOf(tokens.accessToken).sub;

describe('POST /auth/identities 200', () => {
  test('links an identity with another address, which then opens the account, and tells the owner', async () => {
    const { jar, user } = await signedIn(service, tenant);
    const person = stranger();
    const started = await begin(jar);
    expectWellFormed(started);
    expect([started.status, started.body]).toEqual([200, { location: expect.stringContaining(realm.issuer) }]);
    expect(await link(jar, person)).toBe(PAGE);
    expect(await identitiesOf(jar)).toEqual([
      expect.objectContaining({ provider: PROVIDER, email: person.email, isActive: true }),
    ]);
    expect(claimsOf((await logIn(service, tenant, realm, person)).body.accessToken).sub).toBe(userIdOf(user));
    const events = await published(service, 'svc.identity_linked', tenant.id);
    expect(events.filter(({ detail }) => detail.userId === userIdOf(user))).toHaveLength(1);
    await until(() => service.inbox(user.email).find(({ event }) => event === 'svc.identity_linked'));
    // The address of the identity is not the account's.
    expect((await jar.get('/auth/me')).body).toMatchObject({ email: user.email, emailVerifiedAt: null });
  });

  test('links two identities, leaves one that is linked already, and links one again that was shut out', async () => {
    const { jar } = await signedIn(service, tenant);
    const [one, two] = [stranger(), stranger()];
    for (const person of [one, two, one]) expect(await link(jar, person)).toBe(PAGE);
    const [first, second] = await identitiesOf(jar);
    expect((await jar.send('DELETE', `/auth/identities/${first.id}`)).status).toBe(200);
    expect((await identitiesOf(jar)).map(({ isActive }: { isActive: boolean }) => isActive)).toEqual([false, true]);
    expect(await link(jar, one)).toBe(PAGE);
    const after = await identitiesOf(jar);
    expect(after.map(({ id, isActive }: { id: string; isActive: boolean }) => [id, isActive]).sort()).toEqual(
      [first, second].map(({ id }) => [id, true]).sort(),
    );
    expect((await logIn(service, tenant, realm, one)).status).toBe(200);
  });

  test('links once when twenty tabs come back with one state, and when twenty flows bring one identity', async () => {
    const { jar } = await signedIn(service, tenant);
    const person = stranger();
    const { pathname, search } = realm.logIn((await begin(jar)).body.location, person);
    const replies = await race(20, () => jar.copy().get(pathname + search));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 302: 1, 400: 19 });
    const tabs = await Promise.all(Array.from({ length: 20 }, async () => jar.copy()));
    const landed = await race(20, (at) => link(tabs[at] as Jar, person));
    expect(new Set(landed)).toEqual(new Set([PAGE]));
    expect(await identitiesOf(jar)).toHaveLength(1);
  });

  test('returns to the account page with the reason when the person cancels at the provider', async () => {
    const { jar } = await signedIn(service, tenant);
    const state = new URL((await begin(jar)).body.location).searchParams.get('state') as string;
    const { headers } = await jar.get(
      `/auth/callback/${PROVIDER}?${new URLSearchParams({ state, error: 'access_denied' })}`,
    );
    expect(headers.location).toBe(`${service.baseUrl}${PAGE}?error=SSO_TOKEN_INVALID`);
    expect(await identitiesOf(jar)).toEqual([]);
  });
});

describe('POST /auth/identities 403', () => {
  test('REAUTH_REQUIRED after an old login', async () => {
    const { jar } = await signedIn(service, tenant);
    const reply = await later(16 * MINUTE, async () => {
      await jar.post('/auth/refresh-token');
      return begin(jar);
    });
    expect(answerOf(reply)).toEqual(refusal('REAUTH_REQUIRED'));
  });

  test('FORBIDDEN for a session that is not in cookies', async () => {
    const { tokens } = await service.signup(tenant);
    const reply = await service.post('/auth/identities', { provider: PROVIDER }, { headers: bearer(tokens) });
    expect(answerOf(reply)).toEqual(refusal('FORBIDDEN'));
  });
});

test.each(['nothing', 'constructor', 'X'.repeat(64), '../acme'])(
  '404 of POST /auth/identities for the provider %j',
  async (provider) => {
    const { jar } = await signedIn(service, tenant);
    expect(answerOf(await begin(jar, provider))).toEqual(refusal('PROVIDER_NOT_FOUND'));
  },
);

test('429 of POST /auth/identities after 300 flows that did not come back', async () => {
  const { jar } = await signedIn(service, tenant);
  const replies = [];
  for (let round = 0; round < 5; round++)
    replies.push(...(await Promise.all(Array.from({ length: 61 }, () => begin(jar)))));
  expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 300, 429: 5 });
  expect(answerOf(replies.find(({ status }) => status === 429) as Reply)).toEqual(refusal('RATE_LIMITED'));
});
