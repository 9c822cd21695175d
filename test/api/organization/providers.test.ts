// Tests how users manage the identity providers of their tenant, and what is switched off.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { answerOf, later, MINUTE, publishedAbout, refusal } from '../../support/api.ts';
import { manager, ORGANIZATION } from '../../support/organization.ts';
import { outcomes, race } from '../../support/race.ts';
import { prepared, unique } from '../../support/service.ts';
import { PROVIDER, startPath, tenantWith, useSso } from '../../support/sso.ts';

const PROVIDERS = `${ORGANIZATION}/providers`;
const sso = useSso();
beforeAll(() => sso.service.adminCookie());
const owner = prepared(() => manager(sso.service, sso.tenant, ['organization.sso']));
const entra = (more: object = {}) => ({
  name: unique('idp'),
  issuer: 'https://login.example.com/v2.0',
  clientId: 'client',
  clientSecret: 'a secret of the client',
  enabled: false,
  ...more,
});
const settingsOf = async (id: string) => {
  const { body } = await sso.service.admin('GET', '/auth/admin/api/tenants');
  return body.data.find((each: { id: string }) => each.id === id).settings;
};

describe('POST /auth/organization/providers', () => {
  test('adds a provider that is off, without a secret in any reply, and leaves all other settings', async () => {
    const before = await settingsOf(sso.tenant.id);
    const provider = entra();
    const { status, body, text } = await owner.ask('POST', PROVIDERS, provider);
    expect([status, body.provider]).toEqual([
      201,
      {
        name: provider.name,
        issuer: provider.issuer,
        clientId: 'client',
        hasClientSecret: true,
        secretExpiresAt: null,
        scopes: ['openid', 'email', 'profile'],
        allowSignup: true,
        trustEmail: false,
        admitsAgents: false,
        enabled: false,
        redirectUri: `${sso.service.baseUrl}/auth/callback/${provider.name}`,
      },
    ]);
    const list = await owner.ask('GET', PROVIDERS);
    expect(list.body.providers.map(({ name }: { name: string }) => name)).toContain(provider.name);
    for (const shown of [text, list.text]) expect(shown).not.toMatch(/a secret of the client|"clientSecret"/);
    const { ssoProviders, ...others } = await settingsOf(sso.tenant.id);
    expect(others).toEqual((({ ssoProviders: _, ...rest }) => rest)(before));
    expect(ssoProviders).toHaveLength(before.ssoProviders.length + 1);
    const events = await publishedAbout(sso.service, 'svc.organization_action', { targetId: sso.tenant.id });
    expect(events.map(({ detail }) => detail)).toContainEqual(
      expect.objectContaining({ actorId: owner.id, action: 'tenant.updated' }),
    );
    expect(JSON.stringify(events)).not.toContain('a secret of the client');
  });

  test('refuses a name that is taken, the 21st, and what only admins decide', async () => {
    expect(answerOf(await owner.ask('POST', PROVIDERS, entra({ name: PROVIDER })))).toEqual(
      refusal('PROVIDER_ALREADY_EXISTS'),
    );
    for (const more of [{ trustEmail: true }, { admitsAgents: true }, { issuer: 'http://id.example' }])
      expect(answerOf(await owner.ask('POST', PROVIDERS, entra(more)))).toEqual(refusal('INVALID_INPUT'));
    const full = await sso.service.tenant({
      ssoProviders: Array.from({ length: 20 }, (_, at) => sso.realm.settings(`p${at}`)),
    });
    const other = await manager(sso.service, full, ['organization.sso']);
    expect(answerOf(await other.ask('POST', PROVIDERS, entra()))).toEqual(refusal('PROVIDER_LIMIT_REACHED'));
  });

  test('keeps each of five providers that are added at once', async () => {
    const tenant = await sso.service.tenant();
    const other = await manager(sso.service, tenant, ['organization.sso']);
    const replies = await race(5, () => other.ask('POST', PROVIDERS, entra()));
    expect(outcomes(replies)).toEqual({ 201: 5 });
    expect((await other.ask('GET', PROVIDERS)).body.providers).toHaveLength(5);
  });
});

describe('PATCH /auth/organization/providers/{name}', () => {
  test('switches a provider on and off: one that is off is not shown and begins no login', async () => {
    const tenant = await tenantWith(sso.service, sso.realm);
    const other = await manager(sso.service, tenant, ['organization.sso']);
    const shown = async () =>
      (await sso.service.get(`/auth/client-config?tenantId=${tenant.id}`)).body.tenant.providers.map(
        ({ name }: { name: string }) => name,
      );
    expect(await shown()).toEqual([PROVIDER]);
    const off = await other.ask('PATCH', `${PROVIDERS}/${PROVIDER}`, { enabled: false });
    expect([off.status, off.body.provider.enabled]).toEqual([200, false]);
    expect(await shown()).toEqual([]);
    expect(answerOf(await sso.service.get(startPath(tenant)))).toEqual(refusal('PROVIDER_NOT_FOUND'));
    await other.ask('PATCH', `${PROVIDERS}/${PROVIDER}`, { enabled: true });
    expect((await sso.service.get(startPath(tenant))).status).toBe(302);
  });

  test('ends the trust of an admin and the secret when the issuer or the client changes, and keeps both otherwise', async () => {
    const trusted = { trustEmail: true, admitsAgents: true };
    const tenant = await tenantWith(sso.service, sso.realm, { ssoProviders: [sso.realm.settings(PROVIDER, trusted)] });
    const other = await manager(sso.service, tenant, ['organization.sso']);
    const patch = async (body: object) => (await other.ask('PATCH', `${PROVIDERS}/${PROVIDER}`, body)).body.provider;
    expect(await patch({ allowSignup: false })).toMatchObject({ ...trusted, hasClientSecret: true });
    expect(await patch({ issuer: 'https://evil.example' })).toMatchObject({
      trustEmail: false,
      admitsAgents: false,
      hasClientSecret: false,
    });
    expect(await patch({ issuer: sso.realm.issuer })).toMatchObject({ trustEmail: false, hasClientSecret: false });
  });

  test('refuses an unknown name, and an old login', async () => {
    const unknown = await owner.ask('PATCH', `${PROVIDERS}/unknown`, { enabled: true });
    expect(answerOf(unknown)).toEqual(refusal('PROVIDER_NOT_FOUND'));
    await later(16 * MINUTE, async () => {
      for (const [method, body] of [
        ['PATCH', { enabled: false }],
        ['DELETE', undefined],
      ] as const)
        expect(answerOf(await owner.ask(method, `${PROVIDERS}/${PROVIDER}`, body))).not.toEqual([200, undefined]);
    });
  });
});

test('DELETE /auth/organization/providers/{name} removes one provider, and 404 for an unknown one', async () => {
  const provider = entra();
  await owner.ask('POST', PROVIDERS, provider);
  expect((await owner.ask('DELETE', `${PROVIDERS}/${provider.name}`)).status).toBe(200);
  expect(answerOf(await owner.ask('DELETE', `${PROVIDERS}/${provider.name}`))).toEqual(refusal('PROVIDER_NOT_FOUND'));
  const { body } = await owner.ask('GET', PROVIDERS);
  expect(body.providers.map(({ name }: { name: string }) => name)).toContain(PROVIDER);
});

test('POST /auth/organization/providers/{name}/test tests one that is off, 404 for an unknown one, and 429 for the 31st', async () => {
  const tenant = await tenantWith(sso.service, sso.realm, {
    ssoProviders: [sso.realm.settings(PROVIDER, { enabled: false })],
  });
  const other = await manager(sso.service, tenant, ['organization.sso']);
  const tested = await other.ask('POST', `${PROVIDERS}/${PROVIDER}/test`);
  expect([tested.status, tested.body.isOk]).toEqual([200, true]);
  expect(answerOf(await other.ask('POST', `${PROVIDERS}/unknown/test`))).toEqual(refusal('PROVIDER_NOT_FOUND'));
  const replies = await race(30, () => other.ask('POST', `${PROVIDERS}/${PROVIDER}/test`));
  expect(outcomes(replies)).toEqual({ 200: 29, '429 RATE_LIMITED': 1 });
});

test('403 MISSING_REQUIRED_PERMISSIONS without organization.sso', async () => {
  const without = await manager(sso.service, sso.tenant, ['organization.members', 'organization.domains']);
  for (const [method, path, body] of [
    ['GET', PROVIDERS],
    ['POST', PROVIDERS, entra()],
    ['PATCH', `${PROVIDERS}/${PROVIDER}`, { enabled: false }],
    ['DELETE', `${PROVIDERS}/${PROVIDER}`],
    ['POST', `${PROVIDERS}/${PROVIDER}/test`],
  ] as const)
    expect(answerOf(await without.ask(method, path, body))).toEqual(refusal('MISSING_REQUIRED_PERMISSIONS'));
});
