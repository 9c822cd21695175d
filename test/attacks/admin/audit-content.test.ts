// Checks that the audit log shows what an admin changed, and never a secret.
import { expect, test } from '@jest/globals';
import { createUser } from '../../support/admin-users.ts';
import { callers } from '../../support/admins.ts';
import { audited, auditedAction } from '../../support/api.ts';
import { secretsIn } from '../../support/secret-shapes.ts';
import { newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant({ mfa: { policy: 'required' }, locale: 'en' }));

const CLIENT_SECRET = 'Qk3xW8pT5vY1nR7sL2mJ9dF4hG6bC0zA';
const patchTenant = (body: unknown) => service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, body);
/** The shapes that an entry may contain: addresses are part of the log. */
const secretsOf = (entry: unknown) =>
  secretsIn(JSON.stringify(entry)).filter((shape) => !['an e-mail address', 'a telephone number'].includes(shape));

test('a change of settings is shown by name, with the values before and after', async () => {
  const provider = { name: 'help', issuer: 'https://idp.example', clientId: 'x', trustEmail: true };
  const reply = await patchTenant({
    settings: {
      mfa: { policy: 'off' },
      ssoProviders: [{ ...provider, clientSecret: CLIENT_SECRET }],
      redirectUris: ['https://app.example/back'],
    },
    metadata: { token: CLIENT_SECRET },
  });
  expect(reply.status).toBe(200);
  const [entry] = await auditedAction(service, 'tenant.updated', tenant.id);
  expect(entry.before).toEqual({ 'settings.mfa': { policy: 'required' } });
  expect(entry.after).toEqual({
    'settings.mfa': { policy: 'off' },
    'settings.ssoProviders': [provider],
    'settings.ssoProviders.help.clientSecret': 'set',
    'settings.redirectUris': ['https://app.example/back'],
    'metadata.token': 'set',
    updatedFields: ['metadata', 'settings'],
  });
  expect(JSON.stringify(entry)).not.toContain(CLIENT_SECRET);
  expect(secretsOf(entry)).toEqual([]);
});

test('a new secret of a provider is shown as changed, and a removed setting as it was', async () => {
  const provider = { name: 'help', issuer: 'https://idp.example', clientId: 'x', clientSecret: `${CLIENT_SECRET}2` };
  await patchTenant({ settings: { ssoProviders: [provider], mfa: null }, metadata: {} });
  const entries = await audited(service, tenant.id, (found) => found.length === 3);
  const { before, after } = entries[0];
  expect(before).toMatchObject({
    'settings.mfa': { policy: 'off' },
    'settings.ssoProviders.help.clientSecret': 'set',
    'metadata.token': 'set',
  });
  expect(after).toMatchObject({ 'settings.ssoProviders.help.clientSecret': 'changed' });
  expect(after).not.toHaveProperty('settings.mfa');
  expect(secretsOf(entries)).toEqual([]);
});

test('a new password of a user is shown as changed beside the other fields', async () => {
  const user = await createUser(service, tenant, { metadata: { kept: 'same', plan: 'unseen' } });
  const path = `/auth/admin/api/users/${user.id}`;
  const password = newPassword();
  const metadata = { kept: 'same', plan: 'unseen, too' };
  expect((await service.admin('PATCH', path, { password, emailLoginEnabled: false, metadata })).status).toBe(200);
  const entries = await audited(service, user.id, (found) => found.length === 2);
  expect(entries[0]).toMatchObject({
    before: { emailLoginEnabled: true, mustChangePassword: false, password: 'set', 'metadata.plan': 'set' },
    after: { emailLoginEnabled: false, mustChangePassword: true, password: 'changed', 'metadata.plan': 'changed' },
  });
  expect(entries[0].after).not.toHaveProperty(['metadata.kept']);
  expect(JSON.stringify(entries)).not.toMatch(/unseen|same/);
  expect(JSON.stringify(entries)).not.toContain(password);
  expect(secretsOf(entries)).toEqual([]);
});

test('a new password of an admin is shown as changed', async () => {
  const { account, update } = callers(service);
  const { id } = await account();
  expect((await update(id, { password: newPassword(), metadata: { plan: 'unseen' } })).status).toBe(200);
  const entries = await audited(service, id, (found) => found.length === 2);
  expect(entries[0]).toMatchObject({
    before: { password: 'set' },
    after: { password: 'changed', 'metadata.plan': 'set', updatedFields: ['password', 'metadata'] },
  });
  expect(secretsOf(entries)).toEqual([]);
});
