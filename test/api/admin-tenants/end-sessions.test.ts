// Tests DELETE /auth/admin/api/tenants/{id}/sessions. What it ends is in attacks/tokens/switches.test.ts.
import { describe, expect, test } from '@jest/globals';
import { now } from '../../../lib/platform/clock.ts';
import { answerOf, audited, later, refusal, SECOND } from '../../support/api.ts';
import { basicOf, newMachine, postForm } from '../../support/applications.ts';
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

  test('a machine that asks in the same second gets a token that counts', async () => {
    const tenant = await service.tenant();
    const machine = await newMachine(tenant);
    const headers = basicOf(machine);
    const form = { grant_type: 'client_credentials', tenant: tenant.id };
    await later(SECOND - (now() % SECOND), async () => {
      await end(tenant);
      const { access_token: token } = (await postForm(service, '/oauth2/token', form, { headers })).body;
      expect((await postForm(service, '/oauth2/introspect', { token }, { headers })).body.active).toBe(true);
    });
  });

  test('what was given stays refused if the tenant is switched off and on in the same second', async () => {
    const tenant = await service.tenant();
    const machine = await newMachine(tenant);
    const headers = basicOf(machine);
    await later(SECOND - (now() % SECOND), async () => {
      const form = { grant_type: 'client_credentials', tenant: tenant.id };
      const { access_token: token } = (await postForm(service, '/oauth2/token', form, { headers })).body;
      const isActive = async () => (await postForm(service, '/oauth2/introspect', { token }, { headers })).body.active;
      expect(await isActive()).toBe(true);
      await end(tenant);
      for (const isOn of [false, true])
        await service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { isActive: isOn });
      expect(await isActive()).toBe(false);
    });
  });

  test.each(['ten_unknown', 'x'])('404 for %s, which does not exist', async (id) => {
    expect(answerOf(await end({ id }))).toEqual(refusal('TENANT_NOT_FOUND'));
  });
});
