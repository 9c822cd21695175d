// Threat: a stranger finds out who has an account by asking for codes, or by trying some.
// Whoever is asked about, the answer has the same bytes under the same headers, after the same calls of the store.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Reply } from '../../support/http.ts';
import { type Observed, startObserved } from '../../support/observed-service.ts';
import { newEmail, type Service, type Tenant } from '../../support/service.ts';
import { setField } from '../../support/stored-users.ts';

let observed: Observed;
let service: Service;
let tenant: Tenant;
beforeAll(async () => {
  observed = await startObserved();
  service = observed.service;
  tenant = await service.tenant();
});
afterAll(() => observed.stop());

type Asked = { tenantId: string; email: string };

/** People who must not be told apart, each new. */
const people: Record<string, () => Promise<Asked>> = {
  known: async () => ({ tenantId: tenant.id, email: (await service.signup(tenant)).email }),
  unknown: async () => ({ tenantId: tenant.id, email: newEmail() }),
  disabled: async () => {
    const user = await service.signup(tenant);
    await setField(user, 'isActive', false);
    return { tenantId: tenant.id, email: user.email };
  },
  'without a password': async () => {
    const user = await service.signup(tenant);
    await setField(user, 'passwordHash', null);
    return { tenantId: tenant.id, email: user.email };
  },
  'of another tenant': async () => ({
    tenantId: (await service.tenant()).id,
    email: (await service.signup(tenant)).email,
  }),
  'of an unknown tenant': async () => ({
    tenantId: `ten_${'x'.repeat(22)}`,
    email: (await service.signup(tenant)).email,
  }),
  'of a malformed tenant': async () => ({ tenantId: '__proto__', email: (await service.signup(tenant)).email }),
  'of a deleted tenant': async () => {
    const gone = await service.tenant();
    const { email } = await service.signup(gone);
    await service.admin('DELETE', `/auth/admin/api/tenants/${gone.id}`);
    return { tenantId: gone.id, email };
  },
};

const forgot = (asked: Asked) => service.post('/auth/forgot-password', asked);
const sendLoginCode = ({ tenantId, email }: Asked) =>
  service.post('/auth/passwordless/send', { tenantId, identifier: email, channel: 'email' });
const verify = (asked: Asked) => service.post('/auth/verify-forgot-password-otp', { ...asked, code: '000000' });
const login = ({ tenantId, email }: Asked) => {
  const credentials = { identifier: email, channels: ['email'], code: '000000' };
  return service.post('/auth/login', { tenantId, providerName: 'passwordless', credentials });
};
/** An operation, and what has happened before it. */
const operations: Record<
  string,
  [before: ((asked: Asked) => Promise<Reply>)[], call: (asked: Asked) => Promise<Reply>]
> = {
  'forgot-password': [[], forgot],
  'forgot-password, again at once': [[forgot], forgot],
  'passwordless/send': [[], sendLoginCode],
  'verify-forgot-password-otp, nothing asked for': [[], verify],
  'verify-forgot-password-otp, after asking': [[forgot], verify],
  'login by code, nothing asked for': [[], login],
  'login by code, after asking': [[sendLoginCode], login],
};

test.each(
  Object.keys(operations).flatMap((operation) =>
    Object.keys(people)
      .filter((kind) => kind !== 'known')
      .map((kind) => ({ operation, kind })),
  ),
)('$operation, $kind: as for somebody known', async ({ operation, kind }) => {
  const [before, call] = operations[operation]!;
  const observe = async (asked: Asked) => {
    for (const step of before) await step(asked);
    return observed.observe(() => call(asked));
  };
  const expected = await observe(await people.known!());
  expect(expected.storeCalls.length).toBeGreaterThan(2);
  expect(await observe(await people[kind]!())).toEqual(expected);
});
