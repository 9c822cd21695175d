// Attacks sign-ups without a password: many at once with one address or one passkey, one that is never finished, and another
// person who takes the address meanwhile.
import { expect, test } from '@jest/globals';
import { digest, randomSecret } from '../../../lib/crypto/secrets.ts';
import { USERS } from '../../support/admin-users.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { codeTo } from '../../support/messages.ts';
import * as passkeys from '../../support/passkeys.ts';
import { outcomes, race, tally } from '../../support/race.ts';
import { newEmail, newPassword, type Tenant, useService } from '../../support/service.ts';

const service = useService();
const NAME = 'svc.passwordless_code_requested';

async function signUp(tenant: Tenant, email: string, more: object = {}) {
  const codeVerifier = randomSecret();
  const body = { tenantId: tenant.id, email, codeChallenge: digest(codeVerifier), ...more };
  return { reply: await service.post('/auth/signup', body), codeVerifier };
}
const login = (tenant: Tenant, email: string, code: string, codeVerifier: string) => {
  const credentials = { identifier: email, channels: ['email'], code, codeVerifier };
  return service.post('/auth/login', { tenantId: tenant.id, providerName: 'passwordless', credentials });
};
const usersOf = async (tenant: Tenant): Promise<{ email: string }[]> =>
  (await service.admin('GET', `${USERS}?tenantId=${tenant.id}`)).body.data;

test.each(['instant', 'verifyFirst'])(
  'twenty at once with one address, mode %s: one account, equal replies',
  async (mode) => {
    const tenant = await service.tenant({ signup: { mode } });
    const email = newEmail();
    const tries = await race(20, () => signUp(tenant, email));
    expect(new Set(tries.map(({ reply }) => `${reply.status} ${JSON.stringify(reply.body)}`)).size).toBe(1);
    expect(tally(tries.map(({ reply }) => reply.status))).toEqual({ 200: 20 });
    expect((await usersOf(tenant)).filter((user) => user.email === email)).toHaveLength(1);
    // The mailbox gets as many messages as its budget allows.
    await codeTo(service, NAME, email);
    expect(service.inbox(email).length).toBeLessThanOrEqual(5);
  },
);

test('a code of one sign-up opens nothing for the client of another', async () => {
  const tenant = await service.tenant();
  const email = newEmail();
  const first = await signUp(tenant, email);
  const code = await codeTo(service, NAME, email);
  const stranger = await signUp(tenant, newEmail());
  expect(answerOf(await login(tenant, email, code, stranger.codeVerifier))).toEqual(
    refusal('VERIFICATION_CODE_INVALID'),
  );
  expect((await login(tenant, email, code, first.codeVerifier)).status).toBe(200);
});

test('a sign-up that was never finished does not hold its address, and a password that another client chose opens nothing', async () => {
  const tenant = await service.tenant({ signup: { mode: 'verifyFirst' } });
  const email = newEmail();
  await signUp(tenant, email);
  const password = newPassword();
  await signUp(tenant, email, { password });
  const mine = await signUp(tenant, email);
  const code = await codeTo(service, NAME, email, 3);
  expect((await login(tenant, email, code, mine.codeVerifier)).status).toBe(200);
  expect(answerOf(await service.login({ tenant, email, password }))).toEqual(refusal('INVALID_CREDENTIALS'));
});

test('one passkey is added once by twenty callers, of four new accounts', async () => {
  const tenant = await service.tenant();
  const begun = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const email = newEmail();
      const { codeVerifier } = await signUp(tenant, email);
      const { body } = await login(tenant, email, await codeTo(service, NAME, email), codeVerifier);
      return { tokens: body, options: await passkeys.optionsFor(service, body, '/options') };
    }),
  );
  const first = passkeys.authenticatorFor(service).create(begun[0]?.options);
  const withChallenge = (challenge: string) => {
    const data = JSON.parse(Buffer.from(first.response.clientDataJSON, 'base64url').toString());
    const clientDataJSON = Buffer.from(JSON.stringify({ ...data, challenge })).toString('base64url');
    return { ...first, response: { ...first.response, clientDataJSON } };
  };
  const replies = await race(20, (caller) => {
    const { tokens, options } = begun[caller % 4] as (typeof begun)[number];
    return passkeys.sendNew(service, tokens, withChallenge(options.challenge));
  });
  expect(outcomes(replies)).toEqual({ 201: 1, '400 PASSKEY_INVALID': 19 });
});
