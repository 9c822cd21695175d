// Threat: an attacker who reads the table, logs or events can complete another user's login through an identity
// provider.
// None of the three contains a state, nonce, verifier, code, token or client secret.
import { expect, test } from '@jest/globals';
import { logged } from '../../support/logs.ts';
import { everyRow } from '../../support/rows.ts';
import { codeIn, comeBack, exchange, leave, newToken, stranger, useSso } from '../../support/sso.ts';

const { service, realm, tenant } = useSso();

test('table, logs and events contain no state, code, token or client secret of a login', async () => {
  let secrets: string[] = [];
  const log = JSON.stringify(await logged(async () => (secrets = await logInAndFail())));
  // A failure is logged, the credential that failed is not.
  expect(log).toContain('"event":"sso_failed"');
  expect(log).toContain('"event":"login_failed"');
  for (const secret of secrets) expect(log).not.toContain(secret.split('.').at(-1));
});

/**
 * Logs in with and without success, and checks table and events on the way. Returns everything that must stay secret.
 */
async function logInAndFail(): Promise<string[]> {
  const trip = await leave(service, tenant);
  const { searchParams } = new URL(trip.location);
  const flowSecrets = [searchParams.get('state'), searchParams.get('nonce'), trip.cookie.split('=')[1]] as string[];
  const rows = JSON.stringify(await everyRow());
  for (const secret of [...flowSecrets, realm.clientSecret]) expect(rows).not.toContain(secret.split('.').at(-1));

  const back = realm.logIn(trip.location, stranger());
  const code = codeIn(await comeBack(service, back, trip));
  const token = await newToken(service, tenant, realm, stranger());
  await exchange(service, tenant, { token });
  const { form } = realm.requests.find(({ step }) => step === 'token')!;
  const secrets = [
    ...flowSecrets,
    code,
    form.code_verifier,
    back.searchParams.get('code'),
    token.split('.')[2],
  ] as string[];
  const after = JSON.stringify([await everyRow(), (await service.get('/__events')).body]);
  for (const secret of secrets) expect(after).not.toContain(secret.split('.').at(-1));

  const bad = await leave(service, tenant);
  const refused = realm.logIn(bad.location, stranger());
  refused.searchParams.set('code', 'canary-code-of-the-provider');
  await comeBack(service, refused, bad);
  await exchange(service, tenant, { code });
  await exchange(service, tenant, { code });
  return [...secrets, realm.clientSecret, 'canary-code-of-the-provider'];
}
