// Tests DELETE /auth/admin/api/tenants/{id}/sessions. What it ends is in attacks/tokens/switches.test.ts.
import { describe, expect, test } from '@jest/globals';
import { answerOf, audited, later, refusal, SECOND } from '../../support/api.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, type Tenant, useService } from '../../support/service.ts';

const service = useService();
const end = ({ id }: Pick<Tenant, 'id'>) => service.admin('DELETE', `/auth/admin/api/tenants/${id}/sessions`);
const me = (token: string) => service.get('/auth/me', { headers: bearer(token) });

describe('DELETE /auth/admin/api/tenants/{id}/sessions', () => {
  test('200: everyone of the tenant signs in again, and another tenant notices nothing', async () => {
    const [tenant, other] = [await service.tenant(), await service.tenant()];
    const [user, elsewhere] = [await service.signup(tenant), await service.signup(other)];
    const reply = await end(tenant);
    expect([reply.status, reply.body]).toEqual([200, { message: 'Sessions ended.' }]);
    expect(answerOf(await me(user.tokens.accessToken))).toEqual(refusal('SESSION_NOT_FOUND'));
    const { refreshToken } = user.tokens;
    expect(answerOf(await service.post('/auth/refresh-token', { refreshToken }))).toEqual(refusal('SESSION_NOT_FOUND'));
    expect((await me(elsewhere.tokens.accessToken)).status).toBe(200);
    const { status, body } = await service.login(user);
    expect([status, (await me(body.accessToken)).status]).toEqual([200, 200]);
  });

  test('200: the audit log says who did it, and nothing of the tenant changes', async () => {
    const tenant = await service.tenant();
    await end(tenant);
    const is = ({ action }: { action: string }) => action === 'tenant.sessions_ended';
    const entry = (await audited(service, tenant.id, (entries) => entries.some(is))).find(is);
    expect(entry).toMatchObject({ before: {}, after: {}, adminId: expect.stringMatching(/^adm_/) });
  });

  test('200 for each of twenty at once, and a login after them counts', async () => {
    const user = await service.signup(await service.tenant());
    const replies = await race(20, () => end(user.tenant));
    expect(outcomes(replies)).toEqual({ 200: 20 });
    const { body } = await later(SECOND, () => service.login(user));
    expect((await me(body.accessToken)).status).toBe(200);
  });

  test.each(['ten_unknown', 'x'])('404 for %s, which does not exist', async (id) => {
    expect(answerOf(await end({ id }))).toEqual(refusal('TENANT_NOT_FOUND'));
  });
});
