// Tests GET /auth/mfa/status.
import { describe, expect, test } from '@jest/globals';
import { answerOf, later, MINUTE, refusal } from '../../support/api.ts';
import {
  act,
  ask,
  done,
  EMAIL_VERIFIED,
  enrol,
  enrolled,
  pending,
  person,
  phoneVerified,
  prove,
} from '../../support/mfa.ts';
import { type User, useService } from '../../support/service.ts';

const service = useService();

const status = (tokens: User['tokens']) => ask(service, tokens, 'status');
const NOTHING = {
  isEnabled: false,
  required: false,
  canToggle: false,
  allowUserToggle: true,
  allowMethodSelection: true,
  configuredMethods: ['totp', 'email', 'sms'],
  verifiedMethods: [],
  totpDevices: [],
  hasRecoveryCode: false,
};

describe('GET /auth/mfa/status 200', () => {
  test('reports no methods for an account without factors', async () => {
    const reply = await status((await service.signup(await service.tenant())).tokens);
    expect([reply.status, reply.body]).toEqual([200, NOTHING]);
  });

  test('reports every method and authenticator of a fully enrolled account, the strongest first', async () => {
    const user = await person(service, await service.tenant(), { ...EMAIL_VERIFIED, ...phoneVerified() });
    expect((await status(user.tokens)).body).toEqual({
      ...NOTHING,
      canToggle: true,
      verifiedMethods: ['email', 'sms'],
    });
    const { deviceId, secret } = await enrol(service, user, { deviceName: 'Phone' });
    const { codes } = done(await act(service, user.tokens, 'generate-recovery-code'), 'codes').body;
    const setup = done(await act(service, user.tokens, 'setup-totp', { deviceName: 'Tablet' }), 'setup').body;
    const { body, text } = await status(user.tokens);
    const date = expect.stringMatching(/Z$/);
    expect(body).toEqual({
      ...NOTHING,
      isEnabled: true,
      canToggle: true,
      verifiedMethods: ['totp', 'email', 'sms'],
      totpDevices: [
        { id: deviceId, deviceName: 'Phone', method: 'totp', verified: true, createdAt: date, lastUsedAt: date },
        { id: setup.deviceId, deviceName: 'Tablet', method: 'totp', verified: false, createdAt: date },
      ],
      hasRecoveryCode: true,
    });
    for (const hidden of [secret, setup.secret, ...codes]) expect(text).not.toContain(hidden);
    expect((await later(11 * MINUTE, () => status(user.tokens))).body.totpDevices).toHaveLength(1);
  });

  test('reports to a pending login what completes it without naming devices', async () => {
    const user = await enrolled(service, await service.tenant());
    expect((await status(await pending(service, user))).body).toEqual({
      ...NOTHING,
      isEnabled: true,
      canToggle: true,
      verifiedMethods: ['totp'],
    });
  });

  test('reports that the tenant requires a second factor', async () => {
    const user = await service.signup(await service.tenant({ mfa: { policy: 'required' } }));
    const required = { ...NOTHING, required: true, allowUserToggle: false };
    expect((await status(user.tokens)).body).toEqual(required);
    const { secret } = await enrol(service, user);
    const { body } = await prove(service, user.tokens, secret);
    expect((await status(body)).body).toMatchObject({ isEnabled: true, required: true, canToggle: false });
  });

  test('leaves out a method that the tenant does not allow', async () => {
    const strict = await service.tenant({ mfa: { policy: 'optional', methods: ['sms', 'totp'] } });
    const { tokens } = await person(service, strict);
    expect((await status(tokens)).body).toEqual({ ...NOTHING, configuredMethods: ['totp', 'sms'] });
  });

  test('reports nothing when the tenant has switched second factors off', async () => {
    const tenant = await service.tenant();
    const user = await enrolled(service, tenant);
    done(await act(service, user.tokens, 'generate-recovery-code'), 'codes');
    await service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { settings: { mfa: { policy: 'off' } } });
    const reply = await status(user.tokens);
    expect([reply.status, reply.body]).toEqual([
      200,
      { ...NOTHING, allowUserToggle: false, allowMethodSelection: false, configuredMethods: [] },
    ]);
  });
});

test('GET /auth/mfa/status 401 rejects a login that is already complete', async () => {
  const user = await enrolled(service, await service.tenant());
  const tokens = await pending(service, user);
  await prove(service, tokens, user.secret);
  expect(answerOf(await status(tokens))).toEqual(refusal('SESSION_NOT_FOUND'));
});
