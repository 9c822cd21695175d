// Tests what applications learn of a login by a passkey: `acr` phr, of OpenID Connect EAP ACR Values 1.0.
import { expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { createJar, type Jar } from '../../support/jar.ts';
import { ask, codeOf, exchange, loggedIn, newServer } from '../../support/oauth-browser.ts';
import * as passkeys from '../../support/passkeys.ts';
import { useService } from '../../support/service.ts';

const service = useService();
const MFA = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';

/** A browser in which a person has signed in with their passkey, and one in which they have with their password. */
async function browsers() {
  const tenant = await service.tenant({ passkeys: { mode: 'optional', firstFactor: true } });
  const { authenticator, ...user } = await passkeys.owner(service, tenant);
  const byPasskey = createJar(service);
  const { options } = (await byPasskey.post('/auth/passkeys/login-options', { tenantId: tenant.id })).body;
  const credential = authenticator.get(options);
  const login = await byPasskey.post('/auth/passkeys/login', { tenantId: tenant.id, credential });
  expect(login.status).toBe(200);
  return { byPasskey, byPassword: await loggedIn(service, user) };
}

test('acr is the first of acr_values that the login has', async () => {
  const { byPasskey, byPassword } = await browsers();
  const known = await newServer();
  const acrOf = async (jar: Jar, acrValues: string) => {
    const { body } = await exchange(service, known, await codeOf(jar, known, { acr_values: acrValues }));
    return decodeJwt(body.id_token).acr;
  };
  expect(await acrOf(byPasskey, `urn:unknown phr ${MFA}`)).toBe('phr');
  expect(await acrOf(byPasskey, `${MFA} phr`)).toBe(MFA);
  expect(await acrOf(byPassword, `phr ${MFA}`)).toBeUndefined();
});

test('an essential acr of phishing resistance is met by a passkey alone', async () => {
  const { byPasskey, byPassword } = await browsers();
  const known = await newServer();
  const claims = JSON.stringify({ id_token: { acr: { essential: true, values: ['phr'] } } });
  expect((await ask(byPasskey, known, { claims })).query.code).toEqual(expect.any(String));
  expect((await ask(byPassword, known, { claims })).query.error).toBe('unmet_authentication_requirements');
});

test('discovery names phishing resistance', async () => {
  const { body } = await service.get('/.well-known/openid-configuration');
  expect(body.acr_values_supported).toEqual(['phr', MFA]);
});
