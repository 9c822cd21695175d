// Threat: a thief reads the code of a redirect and uses it, before or after the page that it was meant for.
// A second use ends the session that the first one began (RFC 6749 4.1.2, OWASP ASVS 10.4.2).
import { expect, test } from '@jest/globals';
import { advance } from '../../../lib/platform/clock.ts';
import { answerOf, claimsOf, refusal } from '../../support/api.ts';
import { bearer } from '../../support/service.ts';
import { codeIn, exchange, roundTrip, stranger, tenantWith, useSso } from '../../support/sso.ts';

const { service, realm, tenant } = useSso();
const me = async (tokens: { accessToken: string; refreshToken: string }) =>
  answerOf(await service.get('/auth/me', { headers: bearer(tokens) }));

test('a second use of an exchange code ends the session of the first and no other', async () => {
  const person = stranger();
  const code = codeIn(await roundTrip(service, tenant, realm, person));
  const { body: other } = await exchange(service, tenant, {
    code: codeIn(await roundTrip(service, tenant, realm, person)),
  });
  const { body: first } = await exchange(service, tenant, { code });
  const { body: later } = await service.post('/auth/refresh-token', { refreshToken: first.refreshToken });
  expect(await me(later)).toEqual([200, undefined]);
  expect(answerOf(await exchange(service, tenant, { code }))).toEqual(refusal('SSO_TOKEN_INVALID'));
  expect(await me(later)).toEqual(refusal('SESSION_NOT_FOUND'));
  expect(await me(other)).toEqual([200, undefined]);
});

test('a second use of an exchange code ends the pending login that the first one began', async () => {
  const own = await tenantWith(service, realm, { mfa: { policy: 'required' } });
  const code = codeIn(await roundTrip(service, own, realm, stranger()));
  const { body: pending } = await exchange(service, own, { code });
  expect(pending.isRequiresMfa).toBe(true);
  const status = () => service.get('/auth/mfa/status', { headers: bearer(pending) });
  expect((await status()).status).toBe(200);
  await exchange(service, own, { code });
  expect(answerOf(await status())).toEqual(refusal('SESSION_NOT_FOUND'));
});

test('an exchange code that is shown again after its minute ends nothing', async () => {
  const code = codeIn(await roundTrip(service, tenant, realm, stranger()));
  const { body } = await exchange(service, tenant, { code });
  advance(61_000);
  expect(answerOf(await exchange(service, tenant, { code }))).toEqual(refusal('SSO_TOKEN_INVALID'));
  expect(await me(body)).toEqual([200, undefined]);
  expect(claimsOf(body.accessToken).tid).toBe(tenant.id);
});
