// Threat: an address, or the name of a provider, opens an account where only the identity may: tenant, issuer and subject.
import { describe, expect, test } from '@jest/globals';
import { createUser } from '../../support/admin-users.ts';
import { answerOf, claimsOf, refusal } from '../../support/api.ts';
import type { Reply } from '../../support/http.ts';
import type { Person, Realm } from '../../support/identity-provider.ts';
import { race } from '../../support/race.ts';
import { bearer, type Tenant } from '../../support/service.ts';
import { codeIn, exchange, newToken, PROVIDER, roundTrip, stranger, tenantWith, useSso } from '../../support/sso.ts';

const { service, idp, realm } = useSso();

const LINK = refusal('ACCOUNT_LINK_REQUIRED');
const SECOND = 'second';
const PROVED = { emailVerifiedAt: '2026-01-01T00:00:00Z' };
/** A tenant with providers of these names, by default of one realm. */
const tenantOf = (names: Record<string, Realm> = { [PROVIDER]: realm, [SECOND]: realm }, more = {}) =>
  tenantWith(service, realm, {
    ssoProviders: Object.entries(names).map(([name, each]) => each.settings(name)),
    ...more,
  });
const patch = async (tenant: Tenant, settings: Record<string, unknown>): Promise<void> => {
  const reply = await service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { settings });
  if (reply.status !== 200) throw new Error(reply.text);
};
const enter = (tenant: Tenant, person: Person, provider = PROVIDER, from = realm): Promise<Reply> =>
  roundTrip(service, tenant, from, person, {}, provider);
async function tokensOf(tenant: Tenant, person: Person, provider = PROVIDER, from = realm) {
  const code = codeIn(await enter(tenant, person, provider, from));
  return (await exchange(service, tenant, { code }, { providerName: provider })).body;
}
const idOf = (tokens: { accessToken: string }): string => claimsOf(tokens.accessToken).sub;
const identitiesOf = async (tokens: { accessToken: string }): Promise<{ id: string; provider: string }[]> =>
  (await service.get('/auth/identities', { headers: bearer(tokens as never) })).body.identities;
const unlink = (tokens: { accessToken: string }, id: string): Promise<Reply> =>
  service.send('DELETE', `/auth/identities/${id}`, { headers: bearer(tokens as never) });
const remove = (id: string) => service.admin('DELETE', `/auth/admin/api/users/${id}`);

describe('a second subject of one issuer with the same address', () => {
  test.each([PROVIDER, SECOND])('does not open the account of the first one by the provider %s', async (name) => {
    const tenant = await tenantOf();
    const { email } = await createUser(service, tenant, PROVED);
    const first = await tokensOf(tenant, stranger({ email }));
    const second = stranger({ email });
    expect(answerOf(await enter(tenant, second, name))).toEqual(LINK);
    expect(answerOf(await roundTrip(service, tenant, realm, second, { mode: 'cookie' }, name))).toEqual(LINK);
    const token = await newToken(service, tenant, realm, second, name);
    expect(answerOf(await exchange(service, tenant, { token }, { providerName: name }))).toEqual(LINK);
    expect(await identitiesOf(first)).toHaveLength(1);
  });

  test('does not open an account that the first one created', async () => {
    const tenant = await tenantOf();
    const person = stranger();
    await tokensOf(tenant, person);
    expect(answerOf(await enter(tenant, stranger({ email: person.email })))).toEqual(LINK);
  });

  test('opens it once the owner has unlinked the first one', async () => {
    const tenant = await tenantOf();
    const { email, id } = await createUser(service, tenant, PROVED);
    const tokens = await tokensOf(tenant, stranger({ email }));
    const [identity] = await identitiesOf(tokens);
    expect((await unlink(tokens, identity!.id)).status).toBe(200);
    expect(idOf(await tokensOf(tenant, stranger({ email })))).toBe(id);
  });

  test('gets in alone when twenty subjects come at once', async () => {
    const tenant = await tenantOf();
    const { email, id } = await createUser(service, tenant, PROVED);
    const replies = await race(20, (at) => enter(tenant, stranger({ email }), at % 2 ? PROVIDER : SECOND));
    expect(replies.filter(({ status }) => status === 302)).toHaveLength(1);
    expect(replies.filter(({ status }) => status !== 302).map(answerOf)).toEqual(Array(19).fill(LINK));
    const { identities } = (await service.admin('GET', `/auth/admin/api/users/${id}`)).body;
    expect(identities).toHaveLength(1);
  });

  test('is no obstacle for an identity of another issuer', async () => {
    const other = idp.realm();
    const tenant = await tenantOf({ [PROVIDER]: realm, [SECOND]: other });
    const { email, id } = await createUser(service, tenant, PROVED);
    await tokensOf(tenant, stranger({ email }));
    expect(idOf(await tokensOf(tenant, stranger({ email }), SECOND, other))).toBe(id);
  });
});

describe('the name of a provider', () => {
  test('does not matter: one identity opens one account by each name, and after a rename', async () => {
    const tenant = await tenantOf();
    const person = stranger({ email: undefined });
    const id = idOf(await tokensOf(tenant, person));
    expect(idOf(await tokensOf(tenant, person, SECOND))).toBe(id);
    await patch(tenant, { ssoProviders: [realm.settings('renamed')] });
    expect(idOf(await tokensOf(tenant, person, 'renamed'))).toBe(id);
  });

  test('lets no unlinked identity back in', async () => {
    const tenant = await tenantOf();
    const { email } = await createUser(service, tenant, PROVED);
    const person = stranger({ email });
    const tokens = await tokensOf(tenant, person);
    const [identity] = await identitiesOf(tokens);
    expect((await unlink(tokens, identity!.id)).status).toBe(200);
    for (const name of [PROVIDER, SECOND]) expect(answerOf(await enter(tenant, person, name))).toEqual(LINK);
    await patch(tenant, { ssoProviders: [realm.settings('renamed')] });
    expect(answerOf(await enter(tenant, person, 'renamed'))).toEqual(LINK);
  });

  test('makes no second tenant share an identity', async () => {
    const [one, two] = [await tenantOf(), await tenantOf()];
    const person = stranger();
    expect(idOf(await tokensOf(one, person))).not.toBe(idOf(await tokensOf(two, person)));
  });
});

test('an unlinked identity stays out after it opened another account, which was deleted', async () => {
  const tenant = await tenantOf();
  const { email } = await createUser(service, tenant, PROVED);
  const person = stranger({ email });
  const tokens = await tokensOf(tenant, person);
  const [identity] = await identitiesOf(tokens);
  await unlink(tokens, identity!.id);
  const elsewhere = idOf(await tokensOf(tenant, { ...person, email: undefined }));
  expect((await remove(elsewhere)).status).toBe(200);
  expect(answerOf(await enter(tenant, person))).toEqual(LINK);
});

/** What an account has beside the identity that its owner unlinks. */
type Beside = { account?: object; change?: object; settings?: object; other?: 'kept' | 'renamed' | 'removed' };
const NO_CODES = { emailLoginEnabled: false };
const PHONE = { phone: '+4915112345678', phoneVerifiedAt: PROVED.emailVerifiedAt };
const PASSWORD = { password: 'correct horse battery staple' };

test.each<[string, Beside, boolean]>([
  ['goes if a proved address gets codes', {}, true],
  ['stays if there is nothing else', { change: NO_CODES }, false],
  ['goes if the tenant has the provider of another one', { other: 'kept', change: NO_CODES }, true],
  ['goes if the tenant has that provider under another name', { other: 'renamed', change: NO_CODES }, true],
  ['stays if the tenant has removed the provider of the other one', { other: 'removed', change: NO_CODES }, false],
  ['goes if a password opens the account', { account: PASSWORD, change: { emailVerifiedAt: null } }, true],
  [
    'stays if the tenant requires that the address of the password is verified',
    { account: PASSWORD, change: { emailVerifiedAt: null }, settings: { signup: { mode: 'verifyFirst' } } },
    false,
  ],
  ['stays if the address of the password is switched off', { account: PASSWORD, change: NO_CODES }, false],
  ['goes if a proved number gets codes', { account: PHONE, change: NO_CODES }, true],
  [
    'stays if the number is in a country that gets no messages',
    { account: PHONE, change: NO_CODES, settings: { sms: { countries: ['FR'] } } },
    false,
  ],
])('an identity %s', async (_, { account, change, settings, other }, isRemoved) => {
  const second = idp.realm();
  const tenant = await tenantOf({ [PROVIDER]: realm, [SECOND]: second });
  const { email, id } = await createUser(service, tenant, { password: undefined, ...PROVED, ...account });
  const person = stranger({ email });
  await tokensOf(tenant, person);
  if (other) await tokensOf(tenant, stranger({ email }), SECOND, second);
  if (change) expect((await service.admin('PATCH', `/auth/admin/api/users/${id}`, change)).status).toBe(200);
  const names = { kept: SECOND, renamed: 'renamed', removed: undefined }[other ?? 'removed'];
  const ssoProviders = [realm.settings(PROVIDER), ...(names ? [second.settings(names)] : [])];
  await patch(tenant, { ssoProviders, ...settings });
  const tokens = await tokensOf(tenant, person);
  const identity = (await identitiesOf(tokens)).find((each) => each.provider === PROVIDER);
  const reply = await unlink(tokens, identity!.id);
  expect(isRemoved ? reply.status : answerOf(reply)).toEqual(isRemoved ? 200 : refusal('LAST_LOGIN_METHOD'));
});
