// Tests POST /oauth2/introspect and POST /oauth2/revoke.
import { describe, expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/platform/ids.ts';
import { answerOf, claimsOf, expectWellFormed, later, MINUTE, refusal } from '../../support/api.ts';
import { basicOf, type Known, newApplication, newMachine, postForm } from '../../support/applications.ts';
import { loggedIn, newServer, tokensOf } from '../../support/oauth-browser.ts';
import { bearer, type Tenant, useService } from '../../support/service.ts';

const service = useService();
const ask = (caller: Known, token: string) =>
  postForm(service, '/oauth2/introspect', { token, token_type_hint: 'refresh_token' }, { headers: basicOf(caller) });
const revoke = (caller: Known, token: string) =>
  postForm(service, '/oauth2/revoke', { token }, { headers: basicOf(caller) });
const tokenOf = async (machine: Known): Promise<string> => {
  const headers = basicOf(machine);
  return (await postForm(service, '/oauth2/token', { grant_type: 'client_credentials' }, { headers })).body
    .access_token;
};
const resource = (tenant: Tenant): Promise<Known> =>
  newApplication({ kind: 'server', tenantIds: [tenant.id as TenantId] });
const isActive = async (caller: Known, token: string): Promise<boolean> => {
  const { status, body } = await ask(caller, token);
  if (status !== 200) throw new Error(JSON.stringify(body));
  if (!body.active) expect(body).toEqual({ active: false });
  return body.active;
};

describe('POST /oauth2/introspect 200', () => {
  test('tells about the token of a machine', async () => {
    const tenant = await service.tenant();
    const machine = await newMachine(tenant);
    const token = await tokenOf(machine);
    const reply = await ask(await resource(tenant), token);
    expectWellFormed(reply);
    expect(reply.body).toEqual({ active: true, token_type: 'Bearer', ...claimsOf(token) });
  });

  test('tells about the token of a user while the session lives', async () => {
    const tenant = await service.tenant();
    const [caller, { tokens }] = [await resource(tenant), await service.signup(tenant)];
    const { sub, sid, tid, jti } = claimsOf(tokens.accessToken);
    expect((await ask(caller, tokens.accessToken)).body).toMatchObject({ active: true, sub, sid, tid, jti });
    await service.post('/auth/logout', {}, { headers: bearer(tokens) });
    expect(await isActive(caller, tokens.accessToken)).toBe(false);
  });

  test('says of any other token that it is inactive, and nothing else', async () => {
    const [tenant, other] = [await service.tenant(), await service.tenant()];
    const [caller, stranger] = [await resource(tenant), await resource(other)];
    const [machine, { tokens }] = [await newMachine(tenant), await service.signup(tenant)];
    const token = await tokenOf(machine);
    expect(await isActive(caller, token)).toBe(true);
    // The caller does not serve its tenant.
    expect(await isActive(stranger, token)).toBe(false);
    expect(await isActive(stranger, tokens.accessToken)).toBe(false);
    for (const each of ['x', 'a.b.c', tokens.refreshToken, token.replace(/.$/, ''), `${token}x`]) {
      expect(await isActive(caller, each)).toBe(false);
    }
    expect(await later(16 * MINUTE, () => isActive(caller, token))).toBe(false);
  });

  test.each([
    ['is disabled', { isActive: false }],
    ['serves the tenant no more', 'tenantIds'],
    ['is deleted', undefined],
  ])('says that the token of a machine is inactive once the machine %s', async (_, change) => {
    const [tenant, other] = [await service.tenant(), await service.tenant()];
    const machine = await newMachine(tenant);
    const [caller, token] = [await resource(tenant), await tokenOf(machine)];
    const path = `/auth/admin/api/applications/${machine.application.id}`;
    const body = change === 'tenantIds' ? { tenantIds: [other.id] } : change;
    await service.admin(body === undefined ? 'DELETE' : 'PATCH', path, body);
    expect(await isActive(caller, token)).toBe(false);
  });
});

describe('POST /oauth2/introspect refuses', () => {
  test('a caller that cannot prove itself: 400 unauthorized_client', async () => {
    const { application } = await newApplication({ kind: 'browser' });
    const reply = await postForm(service, '/oauth2/introspect', { client_id: application.id, token: 'x' });
    expectWellFormed(reply);
    expect([...answerOf(reply), reply.body.error]).toEqual([...refusal('UNAUTHORIZED_CLIENT'), 'unauthorized_client']);
  });

  test('pages of other origins', async () => {
    const headers = { ...basicOf(await newApplication()), origin: 'https://anywhere.example' };
    const reply = await postForm(service, '/oauth2/introspect', { token: 'x' }, { headers });
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('POST /oauth2/revoke 200', () => {
  test('makes the token of a machine inactive, for its own machine alone', async () => {
    const tenant = await service.tenant();
    const [machine, other, caller] = [await newMachine(tenant), await newMachine(tenant), await resource(tenant)];
    const token = await tokenOf(machine);
    expect((await revoke(other, token)).status).toBe(200);
    expect(await isActive(caller, token)).toBe(true);
    const reply = await revoke(machine, token);
    expectWellFormed(reply);
    expect([reply.status, reply.body]).toEqual([200, {}]);
    expect((await revoke(machine, token)).status).toBe(200);
    expect(await isActive(caller, token)).toBe(false);
    expect(await isActive(caller, await tokenOf(machine))).toBe(true);
  });

  test('changes nothing for tokens that were not issued to the application', async () => {
    const tenant = await service.tenant();
    const [caller, { tokens }] = [await resource(tenant), await service.signup(tenant)];
    for (const token of [tokens.accessToken, tokens.refreshToken, 'x']) {
      expect([(await revoke(caller, token)).status]).toEqual([200]);
    }
    expect((await service.get('/auth/me', { headers: bearer(tokens) })).status).toBe(200);
  });
});

describe('a token of an application', () => {
  test.each(['access_token', 'refresh_token'] as const)('ends its session by the %s, for it alone', async (which) => {
    const tenant = await service.tenant();
    const [known, other, caller] = [await newServer(), await newServer(), await resource(tenant)];
    const jar = await loggedIn(service, await service.signup(tenant));
    const tokens = await tokensOf(service, jar, known);
    await revoke(other, tokens[which]);
    expect((await ask(caller, tokens.access_token)).body).toMatchObject({
      active: true,
      client_id: known.application.id,
    });
    await revoke(known, tokens[which]);
    expect(await isActive(caller, tokens.access_token)).toBe(false);
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
    const refreshed = await postForm(service, '/oauth2/token', form, { headers: basicOf(known) });
    expect(answerOf(refreshed)).toEqual(refusal('INVALID_GRANT'));
    // The browser stays logged in.
    expect((await service.get('/auth/me', { headers: { cookie: jar.header() } })).status).toBe(200);
  });

  test('is inactive while the application is disabled, and cannot be refreshed', async () => {
    const tenant = await service.tenant();
    const [known, caller] = [await newServer(), await resource(tenant)];
    const tokens = await tokensOf(service, await loggedIn(service, await service.signup(tenant)), known);
    await service.admin('PATCH', `/auth/admin/api/applications/${known.application.id}`, { isActive: false });
    expect(await isActive(caller, tokens.access_token)).toBe(false);
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
    const refreshed = await postForm(service, '/oauth2/token', form, { headers: basicOf(known) });
    expect(answerOf(refreshed)).toEqual(refusal('INVALID_CLIENT'));
  });
});
