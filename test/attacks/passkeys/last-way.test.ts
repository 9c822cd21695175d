// Threat: the last two ways into an account are removed at once, each because of the other, and its owner is out.
import { expect, test } from '@jest/globals';
import { createUser } from '../../support/admin-users.ts';
import { answerOf, refusal } from '../../support/api.ts';
import * as passkeys from '../../support/passkeys.ts';
import { race } from '../../support/race.ts';
import { bearer } from '../../support/service.ts';
import { logIn, stranger, useSso } from '../../support/sso.ts';

const { service, realm, tenant } = useSso();

/** A user whom only an identity and the passkeys of these authenticators let in, with a session and the ids of both. */
async function insider(...authenticators: passkeys.Authenticator[]) {
  const user = await createUser(service, tenant, { emailVerifiedAt: '2026-01-01T00:00:00Z' });
  const person = stranger({ email: user.email });
  await logIn(service, tenant, realm, person);
  const own = { tokens: (await service.login(user)).body };
  const added: string[] = [];
  for (const each of authenticators) added.push((await passkeys.addPasskey(service, own, each)).id);
  await service.admin('PATCH', `/auth/admin/api/users/${user.id}`, { emailLoginEnabled: false });
  const { body: tokens } = await logIn(service, tenant, realm, person);
  const headers = bearer(tokens);
  const ofAccount: Identity[] = (await service.get('/auth/identities', { headers })).body.identities;
  const identity = ofAccount.find(({ isActive }) => isActive)?.id as string;
  return { tokens, headers, identity, added };
}
type Identity = { id: string; isActive: boolean };

test('of a passkey and an identity that alone open an account, twenty racing removals leave one', async () => {
  const { tokens, headers, identity, added } = await insider(passkeys.authenticatorFor(service));
  const paths = [`/auth/passkeys/${added[0]}`, `/auth/identities/${identity}`];
  const replies = await race(20, (caller) => service.send('DELETE', paths[caller % 2] as string, { headers }));
  for (const { status } of replies) expect(status).toBeLessThan(500);
  const identities: Identity[] = (await service.get('/auth/identities', { headers })).body.identities;
  const left = (await passkeys.list(service, tokens)).body.passkeys;
  expect([...identities.filter(({ isActive }) => isActive), ...left]).toHaveLength(1);
});

test('an identity stays beside a passkey that only shows that its user is present', async () => {
  const { headers, identity } = await insider(passkeys.authenticatorFor(service, { verifiesUser: false }));
  const reply = await service.send('DELETE', `/auth/identities/${identity}`, { headers });
  expect(answerOf(reply)).toEqual(refusal('LAST_LOGIN_METHOD'));
});

test('a passkey that logs in stays beside one that only shows that its user is present', async () => {
  const device = passkeys.authenticatorFor(service);
  const present = passkeys.authenticatorFor(service, { verifiesUser: false });
  const { headers, identity, added } = await insider(device, present);
  expect((await service.send('DELETE', `/auth/identities/${identity}`, { headers })).status).toBe(200);
  const reply = await service.send('DELETE', `/auth/passkeys/${added[0]}`, { headers });
  expect(answerOf(reply)).toEqual(refusal('LAST_LOGIN_METHOD'));
  expect((await service.send('DELETE', `/auth/passkeys/${added[1]}`, { headers })).status).toBe(200);
  expect((await passkeys.login(service, tenant, device)).status).toBe(200);
});
