// Threat: twenty parallel callers use what a login through an identity provider may use once: a flow, a code, an id
// token, a new identity. One of them succeeds, or all reach the same account.
import { expect, test } from '@jest/globals';
import { answerOf, claimsOf, refusal } from '../../support/api.ts';
import { bearer, type Tenant } from '../../support/service.ts';
import {
  codeIn,
  comeBack,
  exchange,
  leave,
  newToken,
  roundTrip,
  stranger,
  tenantWith,
  useSso,
} from '../../support/sso.ts';

const CALLERS = 20;

const { service, realm, tenant } = useSso();

const race = <T>(act: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: CALLERS }, (_, index) => act(index)));
const usersOf = async (tenantOfUsers: Tenant): Promise<{ id: string }[]> =>
  (await service.admin('GET', `/auth/admin/api/users?tenantId=${tenantOfUsers.id}&limit=100`)).body.data;

test.each(['header', 'cookie'])(
  'one flow completes one login when twenty callers send the callback (%s mode)',
  async (mode) => {
    const trip = await leave(service, tenant, { mode });
    const back = realm.logIn(trip.location, stranger());
    const earlier = realm.requests.filter(({ step }) => step === 'token').length;
    const replies = await race(() => comeBack(service, back, trip));
    expect(replies.filter(({ status }) => status === 302)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 302)) {
      expect(answerOf(reply)).toEqual(refusal('SSO_STATE_INVALID'));
      expect(reply.setCookies).toEqual([]);
    }
    expect(realm.requests.filter(({ step }) => step === 'token')).toHaveLength(earlier + 1);
  },
);

test('one exchange code succeeds once when twenty callers send it, and its session ends with the second use', async () => {
  const code = codeIn(await roundTrip(service, tenant, realm, stranger()));
  const replies = await race(() => exchange(service, tenant, { code }));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const { accessToken } = replies.find(({ status }) => status === 200)?.body ?? {};
  const alive = await service.get('/auth/me', { headers: bearer(accessToken) });
  expect(answerOf(alive)).toEqual(refusal('SESSION_NOT_FOUND'));
  const others = replies.filter(({ status }) => status !== 200).map(answerOf);
  expect(new Set(others.map(String))).toEqual(new Set([String(refusal('SSO_TOKEN_INVALID'))]));
});

test('one id token opens one session when twenty callers send it', async () => {
  const token = await newToken(service, tenant, realm, stranger());
  const replies = await race(() => exchange(service, tenant, { token }));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

test.each([
  ['with an e-mail address', {}],
  ['without an e-mail address', { email: undefined }],
])('twenty parallel first logins of one identity %s create one account', async (_, more) => {
  const own = await tenantWith(service, realm);
  const person = stranger(more);
  const replies = await race(async (index) =>
    index % 2
      ? roundTrip(service, own, realm, person).then((reply) => exchange(service, own, { code: codeIn(reply) }))
      : exchange(service, own, { token: await newToken(service, own, realm, person) }),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(CALLERS).fill(200));
  const accounts = new Set(replies.map(({ body }) => claimsOf(body.accessToken).sub));
  expect(accounts.size).toBe(1);
  const [account] = accounts;
  const { identities } = (await service.admin('GET', `/auth/admin/api/users/${account}`)).body;
  expect(identities).toHaveLength(1);
  expect((await usersOf(own)).map(({ id }) => id)).toEqual([account]);
});

test('of twenty parallel first logins of different identities with one address, one creates an account', async () => {
  const own = await tenantWith(service, realm);
  const { email } = stranger();
  const replies = await race(async () =>
    exchange(service, own, { token: await newToken(service, own, realm, stranger({ email })) }),
  );
  // An account takes no second identity of an issuer by its address: the issuer may have given it to another person.
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ body }) => body.code === 'ACCOUNT_LINK_REQUIRED')).toHaveLength(CALLERS - 1);
  expect(await usersOf(own)).toHaveLength(1);
});

test('a login that races with the deletion of its account gets a new account or no session', async () => {
  const person = stranger();
  const first = await exchange(service, tenant, { token: await newToken(service, tenant, realm, person) });
  const { sub } = claimsOf(first.body.accessToken);
  const [, ...replies] = await Promise.all([
    service.admin('DELETE', `/auth/admin/api/users/${sub}`),
    ...Array.from({ length: CALLERS }, async () =>
      exchange(service, tenant, { token: await newToken(service, tenant, realm, person) }),
    ),
  ]);
  const later = await exchange(service, tenant, { token: await newToken(service, tenant, realm, person) });
  const account = claimsOf(later.body.accessToken).sub;
  expect(account).not.toBe(sub);
  for (const reply of replies.filter(({ status }) => status === 200)) {
    const headers = { authorization: `Bearer ${reply.body.accessToken}` };
    const isOld = claimsOf(reply.body.accessToken).sub === sub;
    if (isOld) expect((await service.get('/auth/verify-session', { headers })).status).toBe(401);
    else expect(claimsOf(reply.body.accessToken).sub).toBe(account);
  }
});
