// Tests what GET /auth/admin/api/users/{id}/sign-in-status says about identities.
import { expect, test } from '@jest/globals';
import { USERS } from '../../support/admin-users.ts';
import { claimsOf } from '../../support/api.ts';
import { bearer } from '../../support/service.ts';
import { logIn, stranger, useSso } from '../../support/sso.ts';

const sso = useSso();

test('GET /auth/admin/api/users/{id}/sign-in-status says that the identity was unlinked', async () => {
  const { service, tenant, realm } = sso;
  const { body } = await logIn(service, tenant, realm, stranger());
  const id: string = claimsOf(body.accessToken).sub;
  const statusOf = async () => (await service.admin('GET', `${USERS}/${id}/sign-in-status`)).body;
  const provider = (status: { ways: { method: string }[] }) => status.ways.find(({ method }) => method === 'provider');
  const before = await statusOf();
  expect(provider(before)).toEqual({ method: 'provider', address: null, isOpen: true });
  expect(before.obstacles).toMatchObject([{ code: 'NO_PASSWORD' }]);
  const { identities } = (await service.get('/auth/identities', { headers: bearer(body.accessToken) })).body;
  await service.admin('DELETE', `${USERS}/${id}/identities/${identities[0].id}`);
  const after = await statusOf();
  expect(provider(after)).toMatchObject({ isOpen: false });
  expect(after.obstacles).toContainEqual(expect.objectContaining({ code: 'IDENTITY_UNLINKED', method: 'provider' }));
});
