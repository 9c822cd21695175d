// Threat: the page of one tenant asks a browser for a passkey of another. Browsers offer the passkeys of all tenants on each
// origin that the deployment names, and the page forwards what the person confirms.
import { expect, test } from '@jest/globals';
import { answerOf, refusal } from '../../support/api.ts';
import * as passkeys from '../../support/passkeys.ts';
import { prepared, type Tenant, useService } from '../../support/service.ts';

const [SHOP, OFFICE] = ['https://shop.globex.example', 'https://office.example'];
const service = useService({
  GATEHOUSE_PASSKEY_RP_ID: 'localhost',
  GATEHOUSE_PASSKEY_ORIGINS: `${SHOP},${OFFICE}`,
  GATEHOUSE_ALLOWED_ORIGINS: OFFICE,
});
const lists = prepared(() => service.tenant({ allowedOrigins: [SHOP] }));
const other = prepared(() => service.tenant());

/** Signs the owner in with the passkey, on a page of this origin. */
async function loginAt(tenant: Tenant, { authenticator }: { authenticator: passkeys.Authenticator }, origin: string) {
  const page = passkeys.authenticatorFor(service, { origin });
  page.passkeys.push(...authenticator.passkeys);
  return passkeys.login(service, tenant, page);
}

const INVALID = refusal('PASSKEY_INVALID');

test('a page of one tenant uses no passkey of another, at login, as proof, or for a new one', async () => {
  const victim = await passkeys.owner(service, other);
  expect(answerOf(await loginAt(other, victim, SHOP))).toEqual(INVALID);
  const page = passkeys.authenticatorFor(service, { origin: SHOP });
  const asked = await passkeys.optionsFor(service, victim.tokens, '/options');
  expect(answerOf(await passkeys.sendNew(service, victim.tokens, page.create(asked)))).toEqual(INVALID);
  page.passkeys.push(...victim.authenticator.passkeys);
  const proof = page.get(await passkeys.optionsFor(service, victim.tokens, '/verify-options'));
  expect(answerOf(await passkeys.sendProof(service, victim.tokens, proof))).toEqual(INVALID);
});

test('a page that the tenant lists uses its passkeys, until the tenant lists it no longer', async () => {
  const user = await passkeys.owner(service, lists);
  expect((await loginAt(lists, user, SHOP)).status).toBe(200);
  await service.admin('PATCH', `/auth/admin/api/tenants/${lists.id}`, { settings: { allowedOrigins: null } });
  expect(answerOf(await loginAt(lists, user, SHOP))).toEqual(INVALID);
});

test('a page that the deployment lists uses the passkeys of each tenant', async () => {
  const user = await passkeys.owner(service, other);
  expect((await loginAt(other, user, OFFICE)).status).toBe(200);
});
