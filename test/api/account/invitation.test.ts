// Tests POST /auth/invitation: the preview of an invitation by its token.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createUser } from '../../support/admin-users.ts';
import { answerOf, DAY, later, refusal } from '../../support/api.ts';
import { newPhone } from '../../support/factors.ts';
import { freshIp } from '../../support/http.ts';
import { messagesTo } from '../../support/messages.ts';
import { bearer, newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
let inviter: Record<string, string>;
const tenant = prepared(() => service.tenant());
beforeAll(async () => {
  await service.admin('POST', '/auth/admin/api/permissions', { name: 'users.invite' });
  const body = { name: 'Host', tenantId: tenant.id, permissions: ['users.invite'] };
  const { role } = (await service.admin('POST', '/auth/admin/api/roles', body)).body;
  inviter = bearer((await service.login(await createUser(service, tenant, { roleIds: [role.id] }))).body);
});

async function invited(address: { email: string } | { phone: string }): Promise<string> {
  await service.post('/auth/invite', address, { headers: inviter });
  const [{ token }] = await messagesTo(service, 'svc.user_invited', Object.values(address)[0] as string);
  return token;
}
const look = (token: string, ip = freshIp()) => service.post('/auth/invitation', { token }, { ip });
const accept = (token: string) => service.post('/auth/reset-password', { token, newPassword: newPassword() });

describe('200', () => {
  test('shows tenant, face and masked address, as often as asked, and the invitation still works', async () => {
    const email = newEmail();
    const token = await invited({ email });
    for (let times = 0; times < 2; times++) {
      const { status, body } = await look(token);
      expect([status, body]).toEqual([
        200,
        {
          tenant: { id: tenant.id, slug: tenant.slug, name: tenant.name },
          branding: expect.objectContaining({ name: tenant.name }),
          address: `${email[0]}•••@example.com`,
          kind: 'invitation',
          methods: ['password', 'passkey'],
          expiresAt: expect.any(String),
        },
      ]);
      expect(JSON.stringify(body)).not.toContain(email);
    }
    expect((await accept(token)).status).toBe(200);
  });

  test('shows three digits of a number', async () => {
    const phone = newPhone();
    expect((await look(await invited({ phone }))).body.address).toBe(`•••${phone.slice(-3)}`);
  });
});

describe('400', () => {
  test('for a token that was used, has expired, is of a reset or is no token', async () => {
    const [used, old] = [await invited({ email: newEmail() }), await invited({ email: newEmail() })];
    await accept(used);
    const wrong = `${old.slice(0, -1)}${old.endsWith('A') ? 'B' : 'A'}`;
    for (const token of [used, 'x', wrong, `rst_${old.slice(4)}`])
      expect(answerOf(await look(token))).toEqual(refusal('PASSWORD_RESET_TOKEN_INVALID'));
    expect(answerOf(await later(4 * DAY, () => look(old)))).toEqual(refusal('PASSWORD_RESET_TOKEN_INVALID'));
  });
});

test('429 for a network that guesses', async () => {
  const ip = freshIp();
  for (let guesses = 0; guesses < 1000; guesses++) {
    const reply = await look('x', ip);
    if (reply.status === 429) return expect(answerOf(reply)).toEqual(refusal('RATE_LIMITED'));
  }
  throw new Error('no limit');
});
