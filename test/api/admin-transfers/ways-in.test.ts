// Logs in users who were imported, with what the other service had of them, and those who come back from an export.
import { expect, test } from '@jest/globals';
import { USERS } from '../../support/admin-users.ts';
import { claimsOf } from '../../support/api.ts';
import { exportTenant } from '../../support/exports.ts';
import { importedLine, importLines } from '../../support/imports.ts';
import * as passkeys from '../../support/passkeys.ts';
import { everyRow } from '../../support/rows.ts';
import { logIn, PROVIDER, stranger, useSso } from '../../support/sso.ts';

const { service, realm, tenant } = useSso();

test('an imported identity opens the account that was imported with it, and no other line gets it', async () => {
  const person = stranger({});
  const identities = [{ provider: PROVIDER, providerId: person.sub }];
  const [created] = await importLines(service, tenant, [importedLine({ identities })]);
  const { body } = await logIn(service, tenant, realm, person);
  expect(claimsOf(body.accessToken).sub).toBe(created.userId);
  const [other] = await importLines(service, tenant, [importedLine({ identities })]);
  expect(other).toMatchObject({ outcome: 'refused', code: 'IDENTITY_TAKEN' });
});

test('an account without an address is imported by its identity alone', async () => {
  const person = stranger({});
  const identities = [{ provider: PROVIDER, providerId: person.sub }];
  const [created] = await importLines(service, tenant, [importedLine({ email: undefined, identities })]);
  expect(claimsOf((await logIn(service, tenant, realm, person)).body.accessToken).sub).toBe(created.userId);
});

test('an imported passkey opens the account that was imported with it, in its tenant alone', async () => {
  const [before, after] = [await service.tenant(), await service.tenant()];
  const { authenticator } = await passkeys.owner(service, before);
  const own = (await everyRow()).find(({ credentialId }) => credentialId === authenticator.passkeys[0]?.id);
  const { credentialId, handle, rpId, isBackupEligible } = own as Record<string, unknown>;
  const publicKey = Buffer.from(own?.publicKey as Uint8Array).toString('base64url');
  const line = importedLine({ passkeys: [{ credentialId, publicKey, handle, rpId, isBackupEligible }] });
  expect((await passkeys.login(service, after, authenticator)).status).toBe(400);
  const [created] = await importLines(service, after, [line]);
  expect(created.code).toBeUndefined();
  const login = await passkeys.login(service, after, authenticator);
  expect(claimsOf(login.body.accessToken).sub).toBe(created.userId);
});

test('a deleted user comes back from an export, and logs in with the identity and the passkey of before', async () => {
  const person = stranger({});
  const identities = [{ provider: PROVIDER, providerId: person.sub }];
  const [created] = await importLines(service, tenant, [importedLine({ identities })]);
  const { authenticator, email } = await passkeys.owner(service, tenant);
  const { opened } = await exportTenant(service, tenant);
  const lines = opened.filter((line) => line.sourceId === created.userId || line.email === email);
  expect(lines.map((line) => [line.identities, (line.passkeys as [])?.length])).toEqual(
    expect.arrayContaining([
      [identities, undefined],
      [undefined, 1],
    ]),
  );
  for (const { sourceId } of lines) expect((await service.admin('DELETE', `${USERS}/${sourceId}`)).status).toBe(200);
  const results = await importLines(service, tenant, lines, { source: 'backup' });
  const newIdOf = (id: unknown) => results.find(({ sourceId }) => sourceId === id)?.userId;
  expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'created']);
  const byIdentity = await logIn(service, tenant, realm, person);
  expect(claimsOf(byIdentity.body.accessToken).sub).toBe(newIdOf(created.userId));
  const byPasskey = await passkeys.login(service, tenant, authenticator);
  expect(claimsOf(byPasskey.body.accessToken).sub).toBe(newIdOf(lines.find((line) => line.email === email)?.sourceId));
});
