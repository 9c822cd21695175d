import { describe, expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/platform/ids.ts';
import { answerOf, expectWellFormed, later, MINUTE, refusal } from '../../support/api.ts';
import { createJar } from '../../support/jar.ts';
import { ask, newServer } from '../../support/oauth-browser.ts';
import { prepared, type Tenant, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());
const named = ({ id, slug, name }: Tenant) => ({ id, slug, name });
const asked = (resume: string) => service.get(`/oauth2/request?resume=${resume}`);
const resumeOf = async (known: Parameters<typeof ask>[1], more: Record<string, string> = {}) =>
  (await ask(createJar(service), known, more)).query.resume as string;

describe('200 of GET /oauth2/request', () => {
  test('says what the application asked for', async () => {
    const known = await newServer();
    const more = { tenant: tenant.slug, login_hint: 'eve@example.com', prompt: 'login', ui_locales: 'de en' };
    const reply = await asked(await resumeOf(known, more));
    expectWellFormed(reply);
    expect(reply.body).toEqual({
      application: { id: known.application.id, name: 'Shop' },
      tenant: named(tenant),
      refusal: null,
      loginHint: 'eve@example.com',
      uiLocales: 'de en',
      prompt: ['login'],
      isSignupOpen: true,
      branding: expect.objectContaining({ name: tenant.name }),
    });
  });

  test('has the face of the tenant, and that of the deployment where the user chooses the tenant', async () => {
    const globex = await service.tenant({ branding: { name: 'Globex' } });
    const known = await newServer();
    const faceFor = async (more: Record<string, string>) =>
      (await asked(await resumeOf(known, more))).body.branding.name;
    expect(await faceFor({ tenant: globex.slug })).toBe('Globex');
    expect(await faceFor({})).toBe('Gatehouse');
  });

  test('names the only tenant of the application, and whether it is open', async () => {
    const closed = await service.tenant({ signup: { mode: 'closed' } });
    const known = await newServer({ tenantIds: [closed.id as TenantId] });
    const { body } = await asked(await resumeOf(known));
    expect([body.tenant, body.isSignupOpen]).toEqual([named(closed), false]);
  });

  test('says why a tenant cannot be used that the application does not serve, that is unknown or disabled', async () => {
    const disabled = await service.tenant();
    await service.admin('PATCH', `/auth/admin/api/tenants/${disabled.id}`, { isActive: false });
    const other = await service.tenant();
    const known = await newServer({ tenantIds: [other.id as TenantId, disabled.id as TenantId] });
    const notFound = { reason: 'tenant_not_found', name: null };
    for (const [sent, refusal] of [
      [tenant.id, { reason: 'tenant_not_served', name: tenant.name }],
      [tenant.slug, { reason: 'tenant_not_served', name: tenant.name }],
      ['unknown-slug', notFound],
      [disabled.slug, notFound],
      [disabled.id, notFound],
    ] as const) {
      const { body } = await asked(await resumeOf(known, { tenant: sent }));
      expect([sent, body.tenant, body.refusal]).toEqual([sent, null, refusal]);
    }
    const only = await newServer({ tenantIds: [disabled.id as TenantId] });
    expect((await asked(await resumeOf(only))).body).toMatchObject({ tenant: null, refusal: notFound });
  });

  test('leaves the tenant open if the application does', async () => {
    const open = { tenant: null, refusal: null, isSignupOpen: true, loginHint: null };
    expect((await asked(await resumeOf(await newServer()))).body).toMatchObject(open);
  });
});

test('400 of GET /oauth2/request for a text that is missing, altered, over, or of another request', async () => {
  const resume = await resumeOf(await newServer());
  const logout = (await ask(createJar(service), await newServer())).query.resume as string;
  for (const text of ['', 'x', `${resume.slice(0, -3)}AAA`, `v9${logout.slice(2)}`]) {
    const reply = await asked(text);
    expectWellFormed(reply);
    expect(answerOf(reply)).toEqual(refusal('SSO_STATE_INVALID'));
  }
  expect(answerOf(await later(61 * MINUTE, () => asked(resume)))).toEqual(refusal('SSO_STATE_INVALID'));
});

test('400 of GET /oauth2/request for a parameter that was sent twice', async () => {
  expect(answerOf(await service.get('/oauth2/request?resume=a&resume=b'))).toEqual(refusal('INVALID_INPUT'));
});
