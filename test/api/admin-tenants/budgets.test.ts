// Tests the budgets of messages that a tenant chooses, up to the ceilings of the deployment.
import { expect, test } from '@jest/globals';
import { answerOf, refusal } from '../../support/api.ts';
import { freshIp } from '../../support/http.ts';
import { logged, ofEvent } from '../../support/logs.ts';
import { messagesTo } from '../../support/messages.ts';
import { newEmail, type Tenant, useService } from '../../support/service.ts';

const REQUESTED = 'svc.passwordless_code_requested';
const service = useService({ GATEHOUSE_CEILINGS: 'email-tenant-day=3,email-tenant-most=20,sms-tenant-day=0' });

const TENANTS = '/auth/admin/api/tenants';
const patch = ({ id }: Tenant, messages: unknown) =>
  service.admin('PATCH', `${TENANTS}/${id}`, { settings: { messages } });
/** Requests a code for `count` new users, one after the other, and expects that the first `sent` of them get one. */
async function expectSent(tenant: Tenant, count: number, sent: number): Promise<void> {
  const emails = Array.from({ length: count }, newEmail);
  for (const email of emails) await service.signup(tenant, email);
  for (const identifier of emails) {
    const body = { tenantId: tenant.id, identifier, channel: 'email' };
    expect((await service.post('/auth/passwordless/send', body, { ip: freshIp() })).status).toBe(200);
  }
  for (const [at, email] of emails.entries())
    expect(await messagesTo(service, REQUESTED, email, at < sent ? 1 : 0)).toHaveLength(at < sent ? 1 : 0);
}

test('PATCH /auth/admin/api/tenants/{id} 400 rejects a budget above the ceiling, and names it', async () => {
  const tenant = await service.tenant();
  const reply = await patch(tenant, { emailsPerDay: 21 });
  expect(answerOf(reply)).toEqual(refusal('INVALID_INPUT'));
  expect(reply.body.message).toBe('settings.messages.emailsPerDay: must be at most 20, the ceiling of this deployment');
  const body = { name: 'X', slug: `${tenant.slug}-2`, settings: { messages: { emailsPerDay: 21 } } };
  expect(answerOf(await service.admin('POST', TENANTS, body))).toEqual(refusal('INVALID_INPUT'));
});

test('a tenant sends as many messages as the deployment’s default, or as its own settings say', async () => {
  const [plain, more, none] = [await service.tenant(), await service.tenant(), await service.tenant()];
  expect((await patch(more, { emailsPerDay: 6 })).body.tenant.settings.messages).toEqual({ emailsPerDay: 6 });
  expect((await patch(none, { emailsPerDay: 0 })).status).toBe(200);
  await expectSent(plain, 5, 3);
  await expectSent(more, 8, 6);
  const lines = ofEvent(await logged(() => expectSent(none, 2, 0)), 'budget_used_up');
  // The addresses of these accounts are not proved.
  expect(lines).toEqual(
    Array(2).fill(expect.objectContaining({ tenant: none.id, channel: 'email', budget: 'newcomers' })),
  );
  // One tenant's budget is not another's, and a reset brings the default back.
  expect((await patch(none, null)).body.tenant.settings.messages).toBeUndefined();
  await expectSent(none, 2, 2);
});

test('strangers who ask for the tenants of many addresses use up no budget', async () => {
  const emails = Array.from({ length: 5 }, newEmail);
  const lines = await logged(async () => {
    for (const email of emails)
      expect((await service.post('/auth/tenants/find', { email }, { ip: freshIp() })).status).toBe(200);
  });
  expect(ofEvent(lines, 'budget_used_up')).toEqual([]);
  for (const email of emails) expect(await messagesTo(service, 'svc.tenants_requested', email)).toHaveLength(1);
  await expectSent(await service.tenant(), 4, 3);
});
