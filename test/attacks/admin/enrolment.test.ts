// Threat: an admin with a password alone acts in a deployment that requires an authenticator of each admin
// (GATEHOUSE_ADMIN_TOTP=required). The tests are generated from the contract.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { methodOf } from '../../../lib/contract/operation.ts';
import { callers, nextStep } from '../../support/admins.ts';
import { answerOf, later, MINUTE, pathFor, refusal } from '../../support/api.ts';
import { operations } from '../../support/ledger.ts';
import { prepared, useService } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const service = useService({ GATEHOUSE_ADMIN_TOTP: 'required' });
let cookie: string;
const call = prepared(() => callers(service));
beforeAll(async () => {
  cookie = await service.adminCookie();
});

/** What leads to an authenticator, and out. */
const OPEN = [
  'POST /auth/admin/logout',
  'GET /auth/admin/me',
  'POST /auth/admin/mfa/setup-totp',
  'POST /auth/admin/mfa/verify-totp-setup',
  'POST /auth/admin/reauthenticate',
  'POST /auth/admin/passkeys/verify-options',
  'POST /auth/admin/passkeys/verify',
  'GET /auth/admin/passkeys',
  'POST /auth/admin/passkeys/options',
  'POST /auth/admin/passkeys',
];
const ofAdmins = operations.filter(({ operation }) => operation.access === 'admin').map(({ route }) => route);
const send = (route: string) =>
  service.send(methodOf(route), pathFor(route), {
    headers: { cookie, 'content-type': 'application/json' },
    raw: methodOf(route) === 'GET' ? undefined : '{}',
  });

test.each(ofAdmins.filter((route) => !OPEN.includes(route)))(
  '%s rejects an admin who must set up an authenticator first',
  async (route) => {
    expect(answerOf(await send(route))).toEqual(refusal('MFA_ENROLMENT_REQUIRED'));
  },
);

test('the rejection comes before the validation of the body and the recent login', async () => {
  const stale = await later(16 * MINUTE, () => send('POST /auth/admin/admins'));
  expect(answerOf(stale)).toEqual(refusal('MFA_ENROLMENT_REQUIRED'));
});

test('GET /auth/admin/config 200 says that an authenticator is required', async () => {
  expect((await service.get('/auth/admin/config')).body).toMatchObject({ isTotpRequired: true });
});

describe('an admin who must set up an authenticator', () => {
  test('can read who they are, prove themselves again, set it up, and then act in the same session', async () => {
    const { password } = service.adminLogin;
    expect((await call.me(cookie)).body).toMatchObject({ isMfaEnabled: false });
    const secret = await later(16 * MINUTE, async () => {
      expect(answerOf(await call.setUp(cookie))).toEqual(refusal('REAUTH_REQUIRED'));
      expect((await call.reauthenticate(cookie, { password })).status).toBe(201);
      return (await call.setUp(cookie)).body.secret;
    });
    nextStep();
    expect((await call.verify(cookie, totp(secret))).status).toBe(201);
    expect((await service.get('/auth/admin/admins', { headers: { cookie } })).status).toBe(200);
    expect((await call.removeOwnTotp(cookie)).status).toBe(200);
    expect(answerOf(await send('GET /auth/admin/admins'))).toEqual(refusal('MFA_ENROLMENT_REQUIRED'));
  });

  test('can log out', async () => {
    expect((await service.post('/auth/admin/logout', {}, { headers: { cookie } })).status).toBe(201);
  });
});
