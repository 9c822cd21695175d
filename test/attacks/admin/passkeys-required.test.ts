// Threat: an admin without a passkey acts in a deployment that requires one of each admin (GATEHOUSE_ADMIN_PASSKEYS=required),
// or a stolen password and code open the account of one who has a passkey.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { methodOf } from '../../../lib/contract/operation.ts';
import { passkeyCallers } from '../../support/admin-passkeys.ts';
import { callers, nextStep } from '../../support/admins.ts';
import { answerOf, pathFor, refusal } from '../../support/api.ts';
import { operations } from '../../support/ledger.ts';
import { authenticatorFor } from '../../support/passkeys.ts';
import { outcomes, race } from '../../support/race.ts';
import { prepared, useService } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const service = useService({ GATEHOUSE_ADMIN_PASSKEYS: 'required' });
let cookie: string;
const call = prepared(() => callers(service));
const keys = prepared(() => passkeyCallers(service));
const ENROL = refusal('MFA_ENROLMENT_REQUIRED');

beforeAll(async () => {
  cookie = await service.adminCookie();
});

const closed = operations.filter(({ operation }) => operation.access === 'admin' && !operation.admits?.beforeEnrolment);

test.each(closed.map(({ route }) => route))('%s rejects an admin who must add a passkey first', async (route) => {
  const reply = await service.send(methodOf(route), pathFor(route), {
    headers: { cookie, 'content-type': 'application/json' },
    raw: methodOf(route) === 'GET' ? undefined : '{}',
  });
  expect([...answerOf(reply), reply.body.message]).toEqual([...ENROL, 'Please add a passkey first.']);
});

describe('an admin who must add a passkey', () => {
  test('adds one, acts in the same session, and cannot remove the last one', async () => {
    const authenticator = authenticatorFor(service);
    const passkey = await keys.add(cookie, authenticator);
    expect((await service.get('/auth/admin/admins', { headers: { cookie } })).status).toBe(200);
    expect(answerOf(await keys.remove(cookie, passkey.id))).toEqual(refusal('MFA_LAST_FACTOR'));
    const second = await keys.add(cookie, authenticatorFor(service));
    const replies = await race(20, (caller) => keys.remove(cookie, [passkey.id, second.id][caller % 2] as string));
    expect(outcomes(replies)[200]).toBe(1);
    expect((await keys.list(cookie)).body.passkeys).toHaveLength(1);
  });

  test('gets in by nothing else from then on, and an owner lets them add another', async () => {
    const who = await call.account();
    const own = await call.session(who);
    expect((await service.get('/auth/admin/config')).body).toMatchObject({ passkeys: 'required' });
    // An authenticator does not do.
    const { secret } = (await call.setUp(own)).body;
    nextStep();
    expect((await call.verify(own, totp(secret))).status).toBe(201);
    expect(answerOf(await service.get('/auth/admin/admins', { headers: { cookie: own } }))).toEqual(ENROL);
    const authenticator = authenticatorFor(service);
    await keys.add(own, authenticator);
    nextStep();
    const { body } = await call.login({ ...who, otp: totp(secret) });
    expect([body.code, body.message]).toEqual(['PASSKEY_REQUIRED', 'This login needs your passkey.']);
    expect((await keys.loginBy(authenticator)).status).toBe(201);
    expect((await keys.reset(who.id, cookie)).status).toBe(200);
    nextStep();
    const back = await call.session({ ...who, otp: totp(secret) });
    expect(answerOf(await service.get('/auth/admin/admins', { headers: { cookie: back } }))).toEqual(ENROL);
    expect((await keys.post(back, '/options')).status).toBe(201);
  });
});
