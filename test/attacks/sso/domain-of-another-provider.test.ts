// Threat: people of a domain with the join policy `sso` sign up past their identity provider, with another one of the tenant.
import { expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/platform/ids.ts';
import * as domains from '../../../lib/store/tenants/domains.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { newDomain } from '../../support/organization.ts';
import { unique } from '../../support/service.ts';
import { logIn, PROVIDER, roundTrip, stranger, tenantWith, useSso } from '../../support/sso.ts';

const { service, realm } = useSso();

test('a provider signs up people of a domain only if it is the one of the domain', async () => {
  const ssoProviders = [realm.settings(PROVIDER), realm.settings('corporate')];
  const tenant = await tenantWith(service, realm, { ssoProviders });
  const domain = newDomain();
  const id = tenant.id as TenantId;
  await domains.add({ tenantId: id, domain }, Date.now(), undefined, { events: [] });
  const verify = async (provider: string) => {
    const before = await domains.find(id, domain);
    if (!before) throw new Error('no domain');
    const join = { policy: 'sso', provider } as const;
    await domains.change(before, { ...before, state: 'verified', join }, undefined, { events: [] });
  };
  const person = stranger({ email: `${unique('a')}@${domain}` });
  await verify('corporate');
  expect(answerOf(await roundTrip(service, tenant, realm, person))).toEqual(refusal('REGISTRATION_DISABLED'));
  expect((await logIn(service, tenant, realm, stranger())).status).toBe(200);
  await verify(PROVIDER);
  expect((await logIn(service, tenant, realm, person)).status).toBe(200);
});
