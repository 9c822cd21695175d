// Threat: what one capability gives is used against another one, or is hidden by it.
import { beforeAll, expect, test } from '@jest/globals';
import { claimsOf, feedAtRest, later, SECOND } from '../../support/api.ts';
import { grant, KEYS, keysOfTenant, keyTenant, keyUser, newKey, use } from '../../support/api-keys.ts';
import { basicOf, type Known, newMachine, postForm } from '../../support/applications.ts';
import { tokensAs, useDocuments } from '../../support/client-documents.ts';
import type { Reply } from '../../support/http.ts';
import { admittingTenant, assertionFor, member, newAgent, showAs } from '../../support/id-jag.ts';
import { startIdentityProvider } from '../../support/identity-provider.ts';
import { ask, newServer, signedIn, tokensOf } from '../../support/oauth-browser.ts';
import { newResource } from '../../support/protected-resources.ts';
import { bearer, running, useService } from '../../support/service.ts';
import { actedBy, exchangeAs, newActor } from '../../support/token-exchange.ts';
import { until } from '../../support/until.ts';

const service = useService();
const documents = useDocuments();
const idp = running(() => startIdentityProvider());
beforeAll(() => service.adminCookie());
const PATH = '/auth/admin/api';
async function done(reply: Promise<Reply>) {
  const { status, text, body } = await reply;
  if (status >= 300) throw new Error(text);
  return body;
}
const patch = (path: string, body: object) => done(service.admin('PATCH', `${PATH}/${path}`, body));
const isActive = async (token: string, caller: Known): Promise<boolean> =>
  (await postForm(service, '/oauth2/introspect', { token }, { headers: basicOf(caller) })).body.active;
/** The entries of the user, as soon as there are `count`: what is published is recorded beside that. */
const entries = (user: string, name: string, count = 1) =>
  until(async () => {
    await feedAtRest(service);
    const { data } = await done(service.admin('GET', `${PATH}/users/${user}/audit`));
    const found = data.filter(({ action }: { action: string }) => action === name);
    return found.length >= count ? found : undefined;
  }, `${count} entries ${name}`);
const tokenOf = (key: string) => done(service.post('/auth/api-keys/token', undefined, { headers: bearer(key) }));

async function exchanging() {
  const tenant = await service.tenant();
  const { jar } = await signedIn(service, tenant);
  const [known, notes, machine] = [await newServer(), await newResource(), await newActor(tenant)];
  const asked = { scope: 'notes:read', resource: notes.uri };
  const { access_token: subject } = await tokensOf(service, jar, known, asked);
  return { machine, subject, user: String(claimsOf(subject).sub) };
}

test('a refused exchange does not hide the next one from the audit log', async () => {
  const { machine, subject, user } = await exchanging();
  const letters = await actedBy([machine]);
  const refused = await exchangeAs(service, machine, subject, { uri: 'https://unknown.example/' });
  expect([refused.status, (await exchangeAs(service, machine, subject, letters)).status]).toEqual([400, 200]);
  expect(await entries(user, 'machine.token_exchanged')).toMatchObject([{ detail: { resource: letters.uri } }]);
});

test('an exchange for one resource does not hide that for another one', async () => {
  const { machine, subject, user } = await exchanging();
  for (const each of [await actedBy([machine]), await actedBy([machine])])
    expect((await exchangeAs(service, machine, subject, each)).status).toBe(200);
  expect(await entries(user, 'machine.token_exchanged', 2)).toHaveLength(2);
});

test('a refused assertion does not hide the next one from the audit log', async () => {
  const realm = idp.realm();
  const tenant = await admittingTenant(service, realm);
  const { person, id } = await member(service, tenant, realm);
  const about = { service, realm, agent: await newAgent(tenant), person, resource: await newResource() };
  const refused = await showAs(service, about.agent, assertionFor(about), { scope: 'unknown' });
  expect([refused.status, (await showAs(service, about.agent, assertionFor(about))).status]).toEqual([400, 200]);
  expect(await entries(id, 'application.admitted')).toMatchObject([{ detail: { resource: about.resource.uri } }]);
});

test('the token of a secret that was replaced at once is over, also in the same second', async () => {
  const user = await keyUser(service, await keyTenant(service));
  const [made, caller] = [await newKey(user), await newServer()];
  const { accessToken } = await tokenOf(made.key);
  expect(await isActive(accessToken, caller)).toBe(true);
  const { key } = await done(user.post(`${KEYS}/${made.id}/rotate`, { overlapHours: 0 }));
  expect([(await use(service, made.key)).status, await isActive(accessToken, caller)]).toEqual([401, false]);
  expect(await isActive((await tokenOf(key)).accessToken, caller)).toBe(true);
});

test('the token of a secret that another one joins stays good while that secret works', async () => {
  const user = await keyUser(service, await keyTenant(service));
  const [made, caller] = [await newKey(user), await newServer()];
  const { accessToken } = await tokenOf(made.key);
  await done(user.post(`${KEYS}/${made.id}/rotate`, {}));
  expect(await isActive(accessToken, caller)).toBe(true);
});

test.each<[string, (tenant: string, machine: string) => string]>([
  ['the machine', (_, machine) => `applications/${machine}`],
  ['the tenant', (tenant) => `tenants/${tenant}`],
])('the token of a key stays refused after %s was off and on', async (_, pathOf) => {
  const tenant = await keyTenant(service);
  const roleIds = [(await grant(service, tenant, ['projects.read'])) as never];
  const [machine, caller] = [await newMachine(tenant, { roleIds }), await newServer()];
  const given = { applicationId: machine.application.id, name: 'Import', scopes: ['projects.read'] };
  const { key } = await done(service.admin('POST', keysOfTenant(tenant), given));
  const { accessToken } = await tokenOf(key);
  await later(2 * SECOND, async () => {
    for (const isOn of [false, true]) {
      await patch(pathOf(tenant.id, machine.application.id), { isActive: isOn });
      expect(await isActive(accessToken, caller)).toBe(false);
    }
    expect(await isActive((await tokenOf(key)).accessToken, caller)).toBe(true);
  });
});

test('a wider policy shuts out no client whose host was listed', async () => {
  const tenant = await service.tenant({ unregisteredClients: { policy: 'listed', hosts: [documents.host] } });
  const { jar } = await signedIn(service, tenant);
  const [known, caller] = [documents.publish(), await newServer()];
  const notes = await newResource({ isFirstPartyOnly: false });
  const asked = { scope: 'notes:read', resource: notes.uri, redirect_uri: documents.callback };
  const { access_token: token } = await tokensAs(service, jar, known, asked);
  await later(2 * SECOND, async () => {
    for (const [policy, isLetIn] of [
      ['any', true],
      ['any', true],
      ['off', false],
      ['any', false],
    ] as const) {
      await patch(`tenants/${tenant.id}`, { settings: { unregisteredClients: { policy } } });
      expect([policy, await isActive(token, caller)]).toEqual([policy, isLetIn]);
    }
  });
});

test('half a character in the name of a client is no error of this service', async () => {
  const { jar } = await signedIn(service, await service.tenant({ unregisteredClients: { policy: 'any' } }));
  const known = documents.publish({ client_name: 'A\ud800' });
  expect((await ask(jar, known, { redirect_uri: documents.callback })).to).toMatch(/\/consent$/);
});
