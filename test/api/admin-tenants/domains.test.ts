// Tests how admins prove the domains of a tenant. Both doors lead to the same functions: what becomes of people with an address
// there is in test/api/organization/domains.test.ts.
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ErrorCode } from '../../../lib/contract/errors.ts';
import { answerOf, audited, refusal } from '../../support/api.ts';
import { useDns } from '../../support/dns.ts';
import { newDomain, roleWith } from '../../support/organization.ts';
import { outcomes, race } from '../../support/race.ts';
import { prepared, running, startService, type Tenant, unique } from '../../support/service.ts';

const dns = useDns();
const service = running(async () => startService({ GATEHOUSE_DNS_SERVERS: await dns.listen() }));
beforeAll(() => service.adminCookie());
const PROVIDER = { name: 'acme-id', issuer: 'https://id.acme.example', clientId: 'gatehouse' };
const tenant = prepared(() => service.tenant({ ssoProviders: [PROVIDER] }));

const path = ({ id }: Pick<Tenant, 'id'>, rest = '') => `/auth/admin/api/tenants/${id}/domains${rest}`;
const add = (to: Pick<Tenant, 'id'>, domain = newDomain()) => service.admin('POST', path(to), { domain });
const check = (of: Pick<Tenant, 'id'>, domain: string) => service.admin('POST', path(of, `/${domain}/check`));
const join = (of: Pick<Tenant, 'id'>, domain: string, policy: object) =>
  service.admin('PATCH', path(of, `/${domain}`), { join: policy });

describe('an admin', () => {
  test('adds a domain, proves it by its record, lets it give a role, and removes it, which the log says, newest first', async () => {
    const domain = newDomain();
    const made = await add(tenant, domain);
    expect([made.status, made.body.domain.state]).toEqual([201, 'pending']);
    const { record } = made.body.domain;
    dns.set(record.name, record.value);
    expect((await check(tenant, domain)).body.domain.state).toBe('verified');
    const roleId = await roleWith(service, tenant, ['organization.roles']);
    const changed = await join(tenant, domain, { policy: 'role', roleId });
    expect([changed.status, changed.body.domain.join]).toEqual([200, { policy: 'role', roleId }]);
    expect((await service.admin('GET', path(tenant))).body.domains).toEqual([changed.body.domain]);
    expect((await service.admin('DELETE', path(tenant, `/${domain}`))).status).toBe(200);
    expect((await service.admin('GET', path(tenant))).body.domains).toEqual([]);
    const log = await audited(service, tenant.id, (found) => found.some(({ action }) => action === 'domain.removed'));
    expect(log.map(({ action }) => action).filter((action) => action.startsWith('domain.'))).toEqual([
      'domain.removed',
      'domain.changed',
      'domain.verified',
      'domain.added',
    ]);
  });

  test.each([
    ['a role of another tenant', 'ROLE_NOT_FOUND', async () => roleWith(service, await service.tenant(), [])],
    [
      'a role of another guard',
      'GUARD_MISMATCH',
      async () => {
        const role = { name: unique('r'), guard: 'api', tenantId: tenant.id };
        return (await service.admin('POST', '/auth/admin/api/roles', role)).body.role.id;
      },
    ],
  ])('cannot let a domain give %s', async (_, code, roleOf) => {
    const { domain } = (await add(tenant)).body.domain;
    expect(answerOf(await join(tenant, domain, { policy: 'role', roleId: await roleOf() }))).toEqual(
      refusal(code as ErrorCode),
    );
  });

  test('cannot send people to a provider that the tenant has not', async () => {
    const { domain } = (await add(tenant)).body.domain;
    const sent = await join(tenant, domain, { policy: 'sso', provider: 'none' });
    expect(answerOf(sent)).toEqual(refusal('PROVIDER_NOT_FOUND'));
  });

  test('cannot add what the tenant has, where anyone gets mailboxes, or a twenty-first', async () => {
    const own = await service.tenant();
    const { domain } = (await add(own)).body.domain;
    expect(answerOf(await add(own, domain))).toEqual(refusal('DOMAIN_ALREADY_EXISTS'));
    expect(answerOf(await add(own, 'gmail.com'))).toEqual(refusal('DOMAIN_NOT_ALLOWED'));
    for (let added = 1; added < 20; added++) expect((await add(own)).status).toBe(201);
    expect(answerOf(await add(own))).toEqual(refusal('DOMAIN_LIMIT_REACHED'));
  });

  test('looks for records ten times in a minute', async () => {
    const own = await service.tenant();
    const { domain } = (await add(own)).body.domain;
    const replies = await race(12, () => check(own, domain));
    expect(outcomes(replies)).toEqual({ 201: 10, '429 RATE_LIMITED': 2 });
  });
});
