// Tests DELETE /auth/admin/api/sessions. What ends with the sessions of a tenant is in attacks/tokens/switches.test.ts.
import { describe, expect, test } from '@jest/globals';
import { endSessionsOf } from '../../../lib/domain/tenants/end-sessions.ts';
import { now } from '../../../lib/platform/clock.ts';
import type { TenantId } from '../../../lib/platform/ids.ts';
import { find } from '../../../lib/store/tenants/tenants.ts';
import { answerOf, audited, later, refusal, SECOND } from '../../support/api.ts';
import { keyTenant, keyUser, newKey, use } from '../../support/api-keys.ts';
import { basicOf, newMachine, postForm } from '../../support/applications.ts';
import { complete, enrolled, loginTrusted } from '../../support/mfa.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, type Tenant, useService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const service = useService({}, { changeFeed: true });
const end = () => service.admin('DELETE', '/auth/admin/api/sessions');
const me = (token: string) => service.get('/auth/me', { headers: bearer(token) });
const epochOf = async ({ id }: Tenant) => (await find(id as TenantId))?.epoch ?? 0;
/** Waits until the change feed has raised the epoch of each tenant. */
const ended = (tenants: readonly Tenant[], from = 1) =>
  until(async () => (await Promise.all(tenants.map(epochOf))).every((epoch) => epoch > from), 'the end of sessions');

describe('DELETE /auth/admin/api/sessions', () => {
  test('200: users of all tenants sign in again, an inactive one included, and the admin goes on', async () => {
    const tenants = [await service.tenant(), await service.tenant(), await service.tenant()];
    const users = await Promise.all(tenants.map((tenant) => service.signup(tenant)));
    await service.admin('PATCH', `/auth/admin/api/tenants/${tenants[2]?.id}`, { isActive: false });
    const cookie = await service.adminCookie();
    const reply = await end();
    expect([reply.status, reply.body]).toEqual([200, { message: 'Sessions are being ended.' }]);
    await ended(tenants);
    for (const { tokens } of users.slice(0, 2)) {
      expect(answerOf(await me(tokens.accessToken))).toEqual(refusal('SESSION_NOT_FOUND'));
      const { refreshToken } = tokens;
      expect(answerOf(await service.post('/auth/refresh-token', { refreshToken }))).toEqual(
        refusal('SESSION_NOT_FOUND'),
      );
    }
    expect((await service.get('/auth/admin/me', { headers: { cookie } })).status).toBe(200);
    for (const user of users.slice(0, 2)) {
      const { body } = await later(SECOND, () => service.login(user));
      expect((await me(body.accessToken)).status).toBe(200);
    }
  });

  test('a token of a machine ends, and API keys stay', async () => {
    const tenant = await keyTenant(service);
    const key = await newKey(await keyUser(service, tenant));
    const machine = await newMachine(tenant);
    const headers = basicOf(machine);
    const form = { grant_type: 'client_credentials', tenant: tenant.id };
    const { access_token: token } = (await postForm(service, '/oauth2/token', form, { headers })).body;
    const isActive = async () => (await postForm(service, '/oauth2/introspect', { token }, { headers })).body.active;
    expect(await isActive()).toBe(true);
    await end();
    await ended([tenant], await epochOf(tenant));
    expect(await isActive()).toBe(false);
    expect((await use(service, key.key)).status).toBe(200);
  });

  test('a device that a login of before marked between the click and the visit of its tenant is not trusted', async () => {
    const user = await enrolled(service);
    const askedAt = now();
    const { trustToken = '' } = await later(2 * SECOND, () => complete(service, user, { trustDevice: true }));
    // A token works once.
    const { body } = await later(3 * SECOND, () => loginTrusted(service, user, trustToken));
    expect([body.nextStep, typeof body.trustToken]).toEqual([null, 'string']);
    await later(5 * SECOND, () => endSessionsOf(user.tenant.id as TenantId, askedAt));
    const again = await later(7 * SECOND, () => loginTrusted(service, user, body.trustToken));
    expect(again.body.nextStep).toBe('mfa');
  });

  test('200 for each of twenty at once, and the audit log says who did each', async () => {
    const tenant = await service.tenant();
    const user = await service.signup(tenant);
    expect(outcomes(await race(20, end))).toEqual({ 200: 20 });
    const entries = await audited(service, 'deployment', (found) => found.length >= 20);
    expect(entries.every(({ action }) => action === 'deployment.sessions_ended')).toBe(true);
    expect(entries.every(({ adminId }) => adminId.startsWith('adm_'))).toBe(true);
    await ended([tenant]);
    expect(answerOf(await me(user.tokens.accessToken))).toEqual(refusal('SESSION_NOT_FOUND'));
  });

  test('more tenants than a step visits, each once, and none that was made later', async () => {
    const tenants: Tenant[] = [];
    for (let made = 0; made < 210; made++) tenants.push(await service.tenant());
    await later(SECOND, async () => {
      await end();
      const late = await later(SECOND, () => service.tenant());
      const user = await later(SECOND, () => service.signup(late));
      await ended(tenants);
      const found = await Promise.all(tenants.map(epochOf));
      expect(new Set(found)).toEqual(new Set([2]));
      expect((await me(user.tokens.accessToken)).status).toBe(200);
    });
  });
});
