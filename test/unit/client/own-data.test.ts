// The file of a user's own data has everything that is stored about them, and no secret.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createUserClient, type UserClient } from '../../../lib/packages/client/index.ts';
import { ownDataOf } from '../../../lib/packages/client/own-data.ts';
import { giveRoles } from '../../support/api.ts';
import { grant, KEYS, keyTenant, PROJECTS } from '../../support/api-keys.ts';
import { type Feed, startFeed } from '../../support/audit.ts';
import { trusting } from '../../support/mfa.ts';
import { addPasskey, authenticatorFor } from '../../support/passkeys.ts';
import { everyRow, type Row } from '../../support/rows.ts';
import { bearer, prepared, type Service, useService } from '../../support/service.ts';
import { claimsOf } from '../../support/tokens.ts';

const service = useService();
const tenant = prepared(() => keyTenant(service));

let feed: Feed;
beforeAll(async () => {
  feed = await startFeed(service);
});
afterAll(() => feed.stop());

const clientOf = ({ baseUrl }: Service, accessToken: string, more: object = {}): UserClient =>
  createUserClient({ baseUrl, tokens: { accessToken, refreshToken: undefined } as never, ...more });

/** A user with everything that an account has. */
async function owner() {
  const user = await trusting(service, tenant);
  const { accessToken } = user.session;
  const passkey = await addPasskey(service, { tokens: { accessToken } }, authenticatorFor(service));
  await giveRoles(user, [await grant(service, tenant, PROJECTS)]);
  const sent = { name: 'A key', scopes: PROJECTS.slice(0, 1) };
  const made = await service.post(KEYS, sent, { headers: bearer(accessToken) });
  if (made.status !== 200) throw new Error(made.text);
  return { ...user, accessToken, passkey, key: made.body.key as string };
}

const rowsOf = async (id: string): Promise<Row[]> =>
  (await everyRow()).filter(({ pk, ...row }) => pk.endsWith(id) || row.userId === id);

test('the data of a user shows each kind of item that is stored about them', async () => {
  const user = await owner();
  await feed.drain();
  const data = await ownDataOf(clientOf(service, user.accessToken));
  expect(data).toMatchObject({
    account: { email: user.email },
    identities: [],
    passkeys: [{ id: user.passkey.id }],
    secondFactor: { isEnabled: true, totpDevices: [{ verified: true }] },
    trustedDevices: [{ id: expect.any(String) }],
    grants: [],
    apiKeys: [{ name: 'A key' }],
    directory: null,
  });
  expect(data.sessions.some(({ isCurrent }) => isCurrent)).toBe(true);
  expect(data.history.map(({ action }) => action)).toContain('user.created');
  const kinds = new Set((await rowsOf(user.id)).map(({ type }) => type));
  const shown = ['user', 'session', 'trusted-device', 'totp-device', 'passkey', 'api-key', 'audit-entry'];
  // They repeat what the account says, so that the service finds it.
  const indexes = ['address-claim', 'directory', 'passkey-claim'];
  expect([...kinds].sort()).toEqual([...shown, ...indexes].sort());
});

test('the data of a user has no secret', async () => {
  const user = await owner();
  const text = JSON.stringify(await ownDataOf(clientOf(service, user.accessToken)));
  const rows = await rowsOf(user.id);
  const secrets = rows.flatMap((row) =>
    ['passwordHash', 'secret', 'recoveryCodes', 'tokenHash', 'publicKey', 'digest', 'hash']
      .map((name) => row[name])
      .filter((value) => typeof value === 'string'),
  );
  expect(secrets.length).toBeGreaterThan(3);
  for (const secret of [...secrets, user.secret, user.key, user.trustToken, user.password])
    expect(text.includes(secret as string)).toBe(false);
});

test('the history is read to its end', async () => {
  const user = await service.signup(tenant);
  const { sub } = claimsOf(user.tokens.accessToken);
  for (let count = 0; count < 101; count++)
    await service.admin('PATCH', `/auth/admin/api/users/${sub}`, { name: `Name ${count}` });
  await feed.drain();
  const { history } = await ownDataOf(clientOf(service, user.tokens.accessToken));
  expect(new Set(history.map(({ id }) => id)).size).toBe(history.length);
  expect(history.filter(({ action }) => action === 'user.updated')).toHaveLength(101);
});
