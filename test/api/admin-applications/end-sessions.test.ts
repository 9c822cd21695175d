// Tests DELETE /auth/admin/api/applications/{id}/sessions. What it ends is in attacks/tokens/switches.test.ts.
import { describe, expect, test } from '@jest/globals';
import { now } from '../../../lib/platform/clock.ts';
import { answerOf, audited, later, refusal, SECOND } from '../../support/api.ts';
import { basicOf, newMachine, postForm } from '../../support/applications.ts';
import { freshIp } from '../../support/http.ts';
import { loggedIn, newServer, refreshAs, signedIn, tokensOf, userinfo } from '../../support/oauth-browser.ts';
import { outcomes, race } from '../../support/race.ts';
import { useService } from '../../support/service.ts';

const LEAST = 10;
const service = useService({ GATEHOUSE_CEILINGS: `refresh-ip=${LEAST}` });
const end = (id: string) => service.admin('DELETE', `/auth/admin/api/applications/${id}/sessions`);

describe('DELETE /auth/admin/api/applications/{id}/sessions', () => {
  test('200: its users sign in to it again, and those of another application do not', async () => {
    const jar = await loggedIn(service, await service.signup(await service.tenant()));
    const [known, other] = [await newServer(), await newServer()];
    const [tokens, kept] = [await tokensOf(service, jar, known), await tokensOf(service, jar, other)];
    const reply = await end(known.application.id);
    expect([reply.status, reply.body]).toEqual([200, { message: 'Sessions ended.' }]);
    expect((await userinfo(service, tokens.access_token)).status).toBe(401);
    expect((await refreshAs(service, known, tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect((await userinfo(service, kept.access_token)).status).toBe(200);
    await later(SECOND, async () => {
      const { access_token } = await tokensOf(service, jar, known);
      expect((await userinfo(service, access_token)).status).toBe(200);
    });
  });

  test('200 for each of twenty at once, and the audit log has each', async () => {
    const { id } = (await newServer()).application;
    expect(outcomes(await race(20, () => end(id)))).toEqual({ 200: 20 });
    const ofThem = <T extends { action: string }>(entries: T[]) =>
      entries.filter(({ action }) => action === 'application.sessions_ended');
    expect(ofThem(await audited(service, id, (entries) => ofThem(entries).length === 20))).toHaveLength(20);
  });

  test('its server hears of each of its users that they sign in again, also of many', async () => {
    const [tenant, known, ip] = [await service.tenant(), await newServer(), freshIp()];
    const tokens: string[] = [];
    for (let at = 0; at < LEAST + 2; at++)
      tokens.push((await tokensOf(service, (await signedIn(service, tenant)).jar, known)).refresh_token);
    await end(known.application.id);
    for (const token of tokens)
      expect((await refreshAs(service, known, token, {}, ip)).body.error).toBe('invalid_grant');
  });

  test('a machine that asks in the same second gets a token that counts', async () => {
    const tenant = await service.tenant();
    const machine = await newMachine(tenant);
    const headers = basicOf(machine);
    const form = { grant_type: 'client_credentials', tenant: tenant.id };
    await later(SECOND - (now() % SECOND), async () => {
      await end(machine.application.id);
      const { access_token: token } = (await postForm(service, '/oauth2/token', form, { headers })).body;
      expect((await postForm(service, '/oauth2/introspect', { token }, { headers })).body.active).toBe(true);
    });
  });

  test('what was given stays refused if the application is switched off and on in the same second', async () => {
    const tenant = await service.tenant();
    const machine = await newMachine(tenant);
    const { id } = machine.application;
    const headers = basicOf(machine);
    await later(SECOND - (now() % SECOND), async () => {
      const form = { grant_type: 'client_credentials', tenant: tenant.id };
      const { access_token: token } = (await postForm(service, '/oauth2/token', form, { headers })).body;
      const isActive = async () => (await postForm(service, '/oauth2/introspect', { token }, { headers })).body.active;
      expect(await isActive()).toBe(true);
      await end(id);
      for (const isOn of [false, true])
        await service.admin('PATCH', `/auth/admin/api/applications/${id}`, { isActive: isOn });
      expect(await isActive()).toBe(false);
    });
  });

  test.each(['app_unknown', 'x'])('404 for %s, which does not exist', async (id) => {
    expect(answerOf(await end(id))).toEqual(refusal('APPLICATION_NOT_FOUND'));
  });
});
