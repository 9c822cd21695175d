// Threat: an attacker removes another user's factor, adds their own, or moves a sealed secret to another record.
// A factor belongs to one account, and a secret is sealed for one user and device.
import { describe, expect, test } from '@jest/globals';
import type { DeviceId, TenantId, UserId } from '../../../lib/platform/ids.ts';
import { newDeviceId } from '../../../lib/platform/ids.ts';
import * as table from '../../../lib/store/dynamo/table.ts';
import * as factors from '../../../lib/store/people/factors.ts';
import { answerOf } from '../../support/api.ts';
import {
  admin,
  completeSetUp,
  enrol,
  freshCode,
  logIn,
  me,
  nextStep,
  type Person,
  pendingLogin,
  recover,
  recoveryCodes,
  setUp,
  type Tokens,
  toggle,
  verify,
} from '../../support/factors.ts';
import { everyRow } from '../../support/rows.ts';
import { bearer, prepared, useService } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const WRONG = [400, 'MFA_CODE_INVALID'];
const NOT_FOUND = [404, 'MFA_DEVICE_NOT_FOUND'];
const service = useService();
const tenant = prepared(() => service.tenant());

const remove = (tokens: Tokens, deviceId: string) =>
  service.send('DELETE', `/auth/mfa/devices/${deviceId}`, { headers: bearer(tokens) });
const devices = async (tokens: Tokens): Promise<{ id: string; verified: boolean }[]> =>
  (await service.get('/auth/mfa/devices', { headers: bearer(tokens) })).body;
const rowsOf = async ({ id }: { id: string }) => (await everyRow()).filter(({ pk }) => pk.endsWith(`#U#${id}`));
const keyOf = ({ tenant: { id: t }, id }: Person, deviceId: string) =>
  factors.totpDeviceKey(t as TenantId, id as UserId, deviceId as DeviceId);
const deviceOf = async (person: Person): Promise<factors.TotpDevice> =>
  (await table.get<factors.TotpDevice>(keyOf(person, person.deviceId), 'totp-device')) as factors.TotpDevice;

describe('another user’s authenticator', () => {
  test('is not found by an attacker, or by an admin under another user’s path', async () => {
    const [victim, mallory] = [await enrol(service, tenant), await enrol(service, tenant)];
    expect(answerOf(await remove(mallory.tokens, victim.deviceId))).toEqual(NOT_FOUND);
    const byAdmin = (id: string) => admin(service, 'DELETE', `${id}/totp-devices/${victim.deviceId}`);
    expect(answerOf(await byAdmin(mallory.id))).toEqual(NOT_FOUND);
    const body = { otp: freshCode(victim.secret), deviceId: victim.deviceId };
    expect(answerOf(await completeSetUp(service, mallory.tokens, body))).toEqual(NOT_FOUND);
    expect((await verify(service, await pendingLogin(service, victim), totp(victim.secret))).status).toBe(200);
    expect((await byAdmin(victim.id)).status).toBe(200);
  });

  test('has a secret that is refused at the attacker’s own set-up and login', async () => {
    const [victim, mallory] = [await enrol(service, tenant), await service.signup(tenant)];
    const started = (await setUp(service, mallory.tokens)).body;
    const foreign = { otp: freshCode(victim.secret), secret: victim.secret };
    expect(answerOf(await completeSetUp(service, mallory.tokens, foreign))).toEqual(WRONG);
    const mixed = { ...foreign, deviceId: started.deviceId };
    expect(answerOf(await completeSetUp(service, mallory.tokens, mixed))).toEqual(WRONG);
    const own = { otp: freshCode(started.secret), deviceId: started.deviceId };
    expect((await completeSetUp(service, mallory.tokens, own)).status).toBe(200);
    nextStep();
    const login = await pendingLogin(service, mallory);
    expect(answerOf(await verify(service, login, totp(victim.secret)))).toEqual(WRONG);
  });

  test('never reveals its secret after the set-up: not to the owner, an admin, the events or the table', async () => {
    const person = await enrol(service, tenant);
    const headers = bearer(person.tokens);
    const started = (await setUp(service, person.tokens)).body;
    const replies = [
      ...(await Promise.all(
        ['/auth/mfa/devices', '/auth/mfa/status', '/auth/me', '/auth/user'].map((path) =>
          service.get(path, { headers }),
        ),
      )),
      await admin(service, 'GET', person.id),
      await service.get('/__events'),
    ];
    for (const { text } of replies) {
      expect(text).not.toContain(person.secret);
      expect(text).not.toContain(started.secret);
    }
    const stored = JSON.stringify(await rowsOf(person));
    expect(stored).toContain(person.deviceId);
    expect(stored).not.toContain(person.secret);
    expect(stored).not.toContain(started.secret);
  });
});

describe('the owner’s authenticator', () => {
  test('cannot be removed, reset or disabled by a pending login', async () => {
    const person = await enrol(service, tenant);
    const pending = await pendingLogin(service, person);
    const headers = bearer(pending);
    const attempts = [
      await remove(pending, person.deviceId),
      await service.post('/auth/mfa/reset-totp', {}, { headers }),
      await toggle(service, pending, false),
      await service.post('/auth/mfa/generate-recovery-code', {}, { headers }),
      await setUp(service, pending),
    ];
    for (const reply of attempts) expect(answerOf(reply)).toEqual([401, 'MFA_REQUIRED']);
    expect(await devices(person.tokens)).toMatchObject([{ id: person.deviceId, verified: true }]);
  });

  test('is refused at login until its set-up is completed, and does not affect a verified one', async () => {
    const person = await enrol(service, tenant);
    const started = (await setUp(service, person.tokens)).body;
    expect(await devices(person.tokens)).toMatchObject([{ verified: true }, { id: started.deviceId, verified: false }]);
    const pending = await pendingLogin(service, person);
    expect(answerOf(await verify(service, pending, freshCode(started.secret)))).toEqual(WRONG);
    expect((await verify(service, pending, totp(person.secret))).status).toBe(200);
  });
});

describe('a sealed secret that was moved in the table', () => {
  test.each(['another user', 'another device'])('to %s is refused there and causes no server error', async (target) => {
    const [thief, victim] = [await enrol(service, tenant), await enrol(service, tenant)];
    const { secret } = await deviceOf(thief);
    const [codes, id] = [await recoveryCodes(service, victim.tokens), newDeviceId()];
    const original = await deviceOf(victim);
    const written = target === 'another user' ? { ...original, secret } : { ...original, ...keyOf(victim, id), id };
    await table.removeAll([original]);
    await table.create(written);
    const pending = await pendingLogin(service, victim);
    nextStep();
    for (const otp of [totp(thief.secret), totp(victim.secret), '000000'])
      expect(answerOf(await verify(service, pending, otp))).toEqual(WRONG);
    const headers = bearer(victim.tokens);
    for (const path of ['/auth/mfa/devices', '/auth/mfa/status', '/auth/me'])
      expect((await service.get(path, { headers })).status).toBe(200);
    // A recovery code still works, and the broken device can be removed.
    expect((await recover(service, pending, codes[0] as string)).status).toBe(200);
    expect((await remove(victim.tokens, written.id)).status).toBe(200);
  });

  test('does not stop a valid authenticator of the same account from working', async () => {
    const [thief, victim] = [await enrol(service, tenant), await enrol(service, tenant)];
    const broken = { ...(await deviceOf(victim)), secret: (await deviceOf(thief)).secret };
    for (const id of ['0', 'z'].map((letter) => `dev_${letter.repeat(22)}`))
      await table.create({ ...broken, ...keyOf(victim, id), id } as table.Item);
    const tokens = await logIn(service, victim);
    expect((await me(service, tokens)).status).toBe(200);
  });

  test('into an open set-up is refused, and other set-ups can be completed', async () => {
    const [thief, user] = [await enrol(service, tenant), await service.signup(tenant)];
    const broken = (await setUp(service, user.tokens)).body;
    const valid = (await setUp(service, user.tokens)).body;
    const { pk, sk } = (await everyRow()).find(({ id }) => id === broken.deviceId) as table.Item;
    const { secret } = await deviceOf(thief);
    await table.update({ pk, sk }, { set: 'SET #secret = :secret', values: { secret } });
    for (const otp of [freshCode(thief.secret), totp(broken.secret)])
      expect(answerOf(await completeSetUp(service, user.tokens, { otp, deviceId: broken.deviceId }))).toEqual(WRONG);
    const done = await completeSetUp(service, user.tokens, { otp: totp(valid.secret), deviceId: valid.deviceId });
    expect(done.status).toBe(200);
  });
});
