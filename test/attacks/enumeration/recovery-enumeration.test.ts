// Threat: an attacker finds out who has an account by requesting codes or trying some.
// Every address gets the same headers and body, after the same store calls.
import { expect, test } from '@jest/globals';
import type { Reply } from '../../support/http.ts';
import { startObserved } from '../../support/observed-service.ts';
import { newEmail, prepared, running } from '../../support/service.ts';
import { setField } from '../../support/stored-users.ts';

const observed = running(() => startObserved());
const service = prepared(() => observed.service);
const tenant = prepared(() => service.tenant());

type Target = { tenantId: string; email: string };

/** Accounts and addresses an attacker must not be able to tell apart. Each call creates a new one. */
const targets: Record<string, () => Promise<Target>> = {
  'an active account': async () => ({ tenantId: tenant.id, email: (await service.signup(tenant)).email }),
  'an unknown address': async () => ({ tenantId: tenant.id, email: newEmail() }),
  'a disabled account': async () => {
    const user = await service.signup(tenant);
    await setField(user, 'isActive', false);
    return { tenantId: tenant.id, email: user.email };
  },
  'an account without a password': async () => {
    const user = await service.signup(tenant);
    await setField(user, 'passwordHash', null);
    return { tenantId: tenant.id, email: user.email };
  },
  'an account of another tenant': async () => ({
    tenantId: (await service.tenant()).id,
    email: (await service.signup(tenant)).email,
  }),
  'an unknown tenant': async () => ({
    tenantId: `ten_${'x'.repeat(22)}`,
    email: (await service.signup(tenant)).email,
  }),
  'a malformed tenant': async () => ({ tenantId: 'ten___proto__', email: (await service.signup(tenant)).email }),
  'a deleted tenant': async () => {
    const deleted = await service.tenant();
    const { email } = await service.signup(deleted);
    await service.admin('DELETE', `/auth/admin/api/tenants/${deleted.id}`);
    return { tenantId: deleted.id, email };
  },
};

const forgot = (target: Target) => service.post('/auth/forgot-password', target);
const sendLoginCode = ({ tenantId, email }: Target) =>
  service.post('/auth/passwordless/send', { tenantId, identifier: email, channel: 'email' });
const findTenants = ({ email }: Target) => service.post('/auth/tenants/find', { email });
const verify = (target: Target) => service.post('/auth/verify-forgot-password-otp', { ...target, code: '000000' });
const login = ({ tenantId, email }: Target) => {
  const credentials = { identifier: email, channels: ['email'], code: '000000' };
  return service.post('/auth/login', { tenantId, providerName: 'passwordless', credentials });
};
/** Operations, each with the calls that come before it. */
const operations: Record<
  string,
  [before: ((target: Target) => Promise<Reply>)[], call: (target: Target) => Promise<Reply>]
> = {
  'POST /auth/forgot-password': [[], forgot],
  'a repeated POST /auth/forgot-password': [[forgot], forgot],
  'POST /auth/passwordless/send': [[], sendLoginCode],
  'POST /auth/tenants/find': [[], findTenants],
  'a repeated POST /auth/tenants/find': [[findTenants], findTenants],
  'POST /auth/verify-forgot-password-otp without a requested code': [[], verify],
  'POST /auth/verify-forgot-password-otp with a requested code': [[forgot], verify],
  'login with a code that was never requested': [[], login],
  'login with a wrong code after a request': [[sendLoginCode], login],
};

test.each(
  Object.keys(operations).flatMap((operation) =>
    Object.keys(targets)
      .filter((kind) => kind !== 'an active account')
      .map((kind) => ({ operation, kind })),
  ),
)('$operation treats $kind like an active account', async ({ operation, kind }) => {
  const [before, call] = operations[operation]!;
  const observe = async (target: Target) => {
    for (const step of before) await step(target);
    return observed.observe(() => call(target));
  };
  const expected = await observe(await targets['an active account']!());
  expect(expected.storeCalls.length).toBeGreaterThan(1);
  expect(await observe(await targets[kind]!())).toEqual(expected);
});
