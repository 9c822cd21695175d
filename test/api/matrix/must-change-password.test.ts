// Calls every operation as a user whose password was chosen by an admin: until it is changed, only what the contract
// names responds. Generated from the contract, so a new operation is covered the day it is declared.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { methodOf, requiresOwnPassword } from '../../../lib/contract/operation.ts';
import { createUser } from '../../support/admin-users.ts';
import { answerOf, pathFor, refusal } from '../../support/api.ts';
import { operations } from '../../support/ledger.ts';
import { bearer, useService } from '../../support/service.ts';

const service = useService();
let headers: Record<string, string>;
beforeAll(async () => {
  const user = await createUser(service, await service.tenant(), { mustChangePassword: true });
  const { body } = await service.login(user);
  headers = bearer(body.accessToken);
});

const ofUsers = operations.filter(({ operation }) => ['user', 'pending', 'enrolling'].includes(operation.access));
const REFUSED = refusal('MUST_CHANGE_PASSWORD');

test('stays open for reading the own account, proving its addresses, changing the password and completing the login', () => {
  const open = ofUsers.filter(({ operation }) => !requiresOwnPassword(operation)).map(({ route }) => route);
  expect(open.sort()).toEqual([
    'GET /auth/me',
    'GET /auth/mfa/status',
    'GET /auth/user',
    'GET /auth/verify-session',
    'POST /auth/change-password',
    'POST /auth/mfa/challenge',
    'POST /auth/mfa/verify',
    'POST /auth/mfa/verify-recovery-code',
    'POST /auth/passkeys/verify',
    'POST /auth/passkeys/verify-options',
    'POST /auth/send-email-verification',
    'POST /auth/send-phone-verification',
    'POST /auth/verify-email',
    'POST /auth/verify-phone',
  ]);
});

describe.each(ofUsers)('$route', ({ route, operation }) => {
  test(`${requiresOwnPassword(operation) ? 'refuses' : 'admits'} a user who must change the password`, async () => {
    const body = operation.body ? { body: {} } : {};
    const reply = await service.send(methodOf(route), pathFor(route), { headers, ...body });
    if (requiresOwnPassword(operation)) expect(answerOf(reply)).toEqual(REFUSED);
    else expect(answerOf(reply)).not.toEqual(REFUSED);
  });
});
