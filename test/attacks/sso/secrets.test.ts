// Threat: whoever reads the table, the logs or the events can go on with somebody's login by an identity provider.
import { expect, test } from '@jest/globals';
import { logged } from '../../support/logs.ts';
import { everyRow } from '../../support/rows.ts';
import { codeIn, comeBack, exchange, leave, stranger, useSso } from '../../support/sso.ts';

const { service, realm, tenant } = useSso();

test('neither a flow under way nor a code, a token or a secret of a client can be read anywhere', async () => {
  let secrets: string[] = [];
  const log = JSON.stringify(await logged(async () => (secrets = await travel())));
  // What fails is logged, what it failed with is not.
  expect(log).toContain('"event":"sso_failed"');
  expect(log).toContain('"event":"login_failed"');
  for (const secret of secrets) expect(log).not.toContain(secret.split('.').at(-1));
});

/** Logs in and fails to, and looks into table and events meanwhile. Answers all that must stay secret of it. */
async function travel(): Promise<string[]> {
  const trip = await leave(service, tenant);
  const { searchParams } = new URL(trip.location);
  const waiting = [searchParams.get('state'), searchParams.get('nonce'), trip.cookie.split('=')[1]] as string[];
  const rows = JSON.stringify(await everyRow());
  for (const secret of [...waiting, realm.clientSecret]) expect(rows).not.toContain(secret.split('.').at(-1));

  const back = realm.logIn(trip.location, stranger());
  const code = codeIn(await comeBack(service, back, trip));
  const token = realm.idToken(stranger());
  await exchange(service, tenant, { token });
  const { form } = realm.requests.find(({ step }) => step === 'token')!;
  const secrets = [
    ...waiting,
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
