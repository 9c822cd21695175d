// Checks that the SDK binds the codes it asks for to itself: another client cannot use them, and it can by itself.
import { expect, test } from '@jest/globals';
import { createClient } from '../../../lib/packages/client/node.ts';
import { createUser } from '../../support/admin-users.ts';
import { codeTo } from '../../support/messages.ts';
import { newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
const strict = prepared(() => service.tenant({ signup: { mode: 'verifyFirst' }, binding: { codes: 'required' } }));

const REQUESTED = 'svc.passwordless_code_requested';
const INVALID = { code: 'VERIFICATION_CODE_INVALID' };

test.each(['header', 'cookie'] as const)(
  'a user signs up and keeps the password with the code (%s mode)',
  async (delivery) => {
    const client = createClient({ baseUrl: service.baseUrl, delivery });
    const [email, password, tenantId] = [newEmail(), newPassword(), strict.id];
    await client.authentication.signup({ email, password, tenantId });
    const code = await codeTo(service, REQUESTED, email);
    const login = {
      tenantId,
      providerName: 'passwordless',
      credentials: { identifier: email, channels: ['email' as const], code },
    };
    await expect(
      createClient({ baseUrl: service.baseUrl, delivery }).authentication.login(login),
    ).rejects.toMatchObject(INVALID);
    expect(await client.authentication.login(login)).toMatchObject({ isRequiresMfa: false });
    expect((await service.login({ tenant: strict, email, password })).status).toBe(200);
  },
);

test.each(['header', 'cookie'] as const)(
  'a second request within a minute leaves the first code usable (%s mode)',
  async (delivery) => {
    const { email } = await createUser(service, strict);
    const client = createClient({ baseUrl: service.baseUrl, delivery });
    const account = { email, tenantId: strict.id };
    await client.authentication.forgotPassword(account);
    await client.authentication.forgotPassword(account);
    const code = await codeTo(service, 'svc.password_reset_requested', email);
    const other = createClient({ baseUrl: service.baseUrl, delivery });
    await expect(other.authentication.verifyForgotPasswordOtp({ ...account, code })).rejects.toMatchObject(INVALID);
    expect(await client.authentication.verifyForgotPasswordOtp({ ...account, code })).toHaveProperty('resetToken');
  },
);

test('the secret is kept where the app says, until a login succeeds', async () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
  const { email } = await createUser(service, strict);
  const ask = { identifier: email, channel: 'email' as const, tenantId: strict.id };
  await createClient({ baseUrl: service.baseUrl, storage }).authentication.sendLoginCode(ask);
  expect([...kept.values()]).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
  // The page was loaded again meanwhile.
  const credentials = {
    identifier: email,
    channels: ['email' as const],
    code: await codeTo(service, REQUESTED, email),
  };
  const login = { tenantId: strict.id, providerName: 'passwordless', credentials };
  await createClient({ baseUrl: service.baseUrl, storage }).authentication.login(login);
  expect([...kept]).toEqual([]);
});
