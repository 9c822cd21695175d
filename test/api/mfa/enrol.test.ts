// Tests POST /auth/mfa/enrol, which sets up an authenticator and completes the login with one code.
import { describe, expect, test } from '@jest/globals';
import { answerOf, claimsOf, published, refusal } from '../../support/api.ts';
import { createJar } from '../../support/jar.ts';
import { otherThan } from '../../support/messages.ts';
import { act, ask, done, enrolled, nextCode, pending, prove } from '../../support/mfa.ts';
import { loggedIn } from '../../support/oauth-browser.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, prepared, type User, useService } from '../../support/service.ts';

const service = useService();
const strict = prepared(() => service.tenant({ mfa: { policy: 'required' } }));

type Holder = Pick<User, 'tokens'>;
const setUp = async ({ tokens }: Holder): Promise<{ deviceId: string; secret: string }> =>
  done(await act(service, tokens, 'setup-totp'), 'setup').body;
const enrol = ({ tokens }: Holder, body: unknown) => service.post('/auth/mfa/enrol', body, { headers: bearer(tokens) });
const me = async (tokens: User['tokens']) => answerOf(await service.get('/auth/me', { headers: bearer(tokens) }));

describe('POST /auth/mfa/enrol 200', () => {
  test('sets up the authenticator and completes the login with one code, which then works nowhere', async () => {
    const user = await service.signup(strict);
    const { secret, deviceId } = await setUp(user);
    const otp = nextCode(secret);
    const reply = await enrol(user, { otp, deviceId });
    expect([reply.status, reply.body]).toMatchObject([200, { isRequiresMfa: false, nextStep: null }]);
    expect(await me(reply.body)).toEqual([200, undefined]);
    expect(claimsOf(reply.body.accessToken)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'] });
    // The pending login is used up.
    expect(answerOf(await ask(service, user.tokens, 'status'))).toEqual(refusal('SESSION_NOT_FOUND'));
    const next = await pending(service, user);
    expect(answerOf(await act(service, next, 'verify', { method: 'totp', otp }))).toEqual(refusal('MFA_CODE_INVALID'));
    expect((await prove(service, next, secret)).status).toBe(200);
    const events = await published(service, 'svc.mfa_device_added', strict.id);
    expect(events.filter(({ detail }) => detail.deviceId === deviceId)).toHaveLength(1);
  });

  test('gives a browser the cookies of the session', async () => {
    const user = await service.signup(strict);
    const jar = await loggedIn(service, user, createJar(service));
    const { secret } = done(await jar.post('/auth/mfa/setup-totp'), 'setup').body;
    expect((await jar.post('/auth/mfa/enrol', { otp: nextCode(secret) })).status).toBe(200);
    expect((await jar.get('/auth/me')).status).toBe(200);
    // The proof is fresh.
    expect((await jar.post('/auth/mfa/generate-recovery-code')).status).toBe(200);
  });

  test('gives a complete session new tokens, as a verification does', async () => {
    const user = await service.signup(await service.tenant());
    const { secret } = await setUp(user);
    const { status, body } = await enrol(user, { otp: nextCode(secret) });
    expect([status, await me(body), await me(user.tokens)]).toEqual([
      200,
      [200, undefined],
      refusal('SESSION_NOT_FOUND'),
    ]);
  });

  test('gives one session when twenty callers show one code', async () => {
    const user = await service.signup(strict);
    const { secret, deviceId } = await setUp(user);
    const otp = nextCode(secret);
    const replies = await race(20, () => enrol(user, { otp, deviceId }));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      Object.keys(outcomes(replies)).filter(
        (each) => !/^(200|400 MFA_CODE_INVALID|401 (SESSION_NOT_FOUND|MFA_REQUIRED))$/.test(each),
      ),
    ).toEqual([]);
    const { body } = replies.find(({ status }) => status === 200)!;
    expect((await ask(service, body, 'devices')).body).toHaveLength(1);
  });
});

describe('POST /auth/mfa/enrol 4xx', () => {
  test('rejects a wrong code, a set-up of another account, and a second use', async () => {
    const user = await service.signup(strict);
    const other = await setUp(await service.signup(strict));
    const { secret, deviceId } = await setUp(user);
    const otp = nextCode(secret);
    expect(answerOf(await enrol(user, { otp: otherThan(otp), deviceId }))).toEqual(refusal('MFA_CODE_INVALID'));
    expect(answerOf(await enrol(user, { otp: nextCode(other.secret), deviceId: other.deviceId }))).toEqual(
      refusal('MFA_DEVICE_NOT_FOUND'),
    );
    const { body } = await enrol(user, { otp: nextCode(secret), deviceId });
    expect(answerOf(await enrol({ tokens: body }, { otp: nextCode(secret), deviceId }))).toEqual(
      refusal('MFA_CODE_INVALID'),
    );
  });

  test('rejects a pending login of an account that has an authenticator', async () => {
    const user = await enrolled(service);
    const tokens = await pending(service, user);
    expect(answerOf(await enrol({ tokens }, { otp: nextCode(user.secret) }))).toEqual(refusal('MFA_REQUIRED'));
  });

  test('rejects where second factors are off', async () => {
    const user = await service.signup(await service.tenant({ mfa: { policy: 'off' } }));
    expect(answerOf(await enrol(user, { otp: '123456' }))).toEqual(refusal('MFA_NOT_ENABLED'));
  });

  test('rejects an eleventh authenticator', async () => {
    const user = await service.signup(await service.tenant());
    // Two set-ups wait while the ten places are taken.
    const waiting = await setUp(user);
    let { tokens } = user;
    for (let at = 0; at < 10; at++) {
      const { secret, deviceId } = await setUp({ tokens });
      tokens = (await enrol({ tokens }, { otp: nextCode(secret), deviceId })).body;
    }
    const last = await enrol({ tokens }, { otp: nextCode(waiting.secret), deviceId: waiting.deviceId });
    expect(answerOf(last)).toEqual(refusal('MFA_DEVICE_LIMIT_REACHED'));
  });
});
