// Threat: an attacker learns from responses, times or costs whether an address has an account, or whether a code is bound
// to a client.
import { expect, test } from '@jest/globals';
import { createUser } from '../../support/admin-users.ts';
import { CHALLENGE, VERIFIER } from '../../support/binding.ts';
import { startObserved } from '../../support/observed-service.ts';
import { newEmail, running } from '../../support/service.ts';

const observed = running(() => startObserved());

test('a bound code, an unbound one and a decoy cost the same work to ask for and to guess', async () => {
  const { service, observe } = observed;
  const tenant = await service.tenant();
  const { email } = await createUser(service, tenant);
  const send = (identifier: string, more: Record<string, unknown>) => () =>
    service.post('/auth/passwordless/send', { tenantId: tenant.id, identifier, channel: 'email', ...more });
  const sent = await observe(send(email, {}));
  for (const [to, more] of [
    [email, { codeChallenge: CHALLENGE }],
    [newEmail(), {}],
    [newEmail(), { codeChallenge: CHALLENGE }],
  ] as const)
    expect(await observe(send(to, more))).toEqual(sent);

  const guess = (identifier: string, more: Record<string, unknown>) => () => {
    const credentials = { identifier, channels: ['email'], code: '000000', ...more };
    return service.post('/auth/login', { tenantId: tenant.id, providerName: 'passwordless', credentials });
  };
  // What the caller sends decides the work, never what is stored: a guess with a verifier counts once more.
  const bound = await observe(guess(email, { codeVerifier: VERIFIER }));
  expect(await observe(guess(email, { codeVerifier: 'w'.repeat(43) }))).toEqual(bound);
  expect(await observe(guess(newEmail(), { codeVerifier: VERIFIER }))).toEqual(bound);
  expect(await observe(guess(newEmail(), {}))).toEqual(await observe(guess(email, {})));
});
