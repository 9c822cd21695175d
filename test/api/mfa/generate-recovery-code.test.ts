// Tests POST /auth/mfa/generate-recovery-code.
import { describe, expect, test } from '@jest/globals';
import { answerOf, claimsOf, MINUTE, published, refusal } from '../../support/api.ts';
import { act, ask, enrolled, inboxOf, laterOn, pending, prove } from '../../support/mfa.ts';
import { race } from '../../support/race.ts';
import { bearer, prepared, type User, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

const generate = ({ tokens }: Pick<User, 'tokens'>) => act(service, tokens, 'generate-recovery-code');
const recover = async (user: Awaited<ReturnType<typeof enrolled>>, code: string) =>
  answerOf(await act(service, await pending(service, user), 'verify-recovery-code', { code }));

describe('POST /auth/mfa/generate-recovery-code 200', () => {
  test('returns ten different codes of 120 bits in groups of four characters', async () => {
    const { status, body } = await generate(await enrolled(service, tenant));
    expect(status).toBe(200);
    expect(body).toEqual({ message: expect.any(String), codes: expect.any(Array), code: body.codes[0] });
    expect(body.codes).toHaveLength(10);
    expect(new Set(body.codes).size).toBe(10);
    for (const code of body.codes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
  });

  test('shows the codes only once and in no other response', async () => {
    const user = await enrolled(service, tenant);
    const { codes } = (await generate(user)).body as { codes: string[] };
    const { sub } = claimsOf(user.tokens.accessToken);
    const headers = bearer(user.tokens);
    const replies = [
      await ask(service, user.tokens, 'status'),
      await ask(service, user.tokens, 'devices'),
      await service.get('/auth/me', { headers }),
      await service.get('/auth/user', { headers }),
      await service.admin('GET', `/auth/admin/api/users/${sub}`),
      await service.get('/__events'),
    ];
    for (const { status, text } of replies) {
      expect(status).toBe(200);
      for (const code of codes)
        expect([text.includes(code), text.includes(code.replaceAll('-', ''))]).toEqual([false, false]);
    }
    expect(replies[0]!.body.hasRecoveryCode).toBe(true);
    expect(replies[4]!.body.mfa.hasRecoveryCode).toBe(true);
  });

  test('invalidates the previous set and keeps all sessions', async () => {
    const user = await enrolled(service, tenant);
    const { body: other } = await prove(service, await pending(service, user), user.secret);
    const [before, after] = [(await generate(user)).body, (await generate(user)).body];
    expect(await recover(user, before.code)).toEqual(refusal('MFA_RECOVERY_CODE_INVALID'));
    expect(await recover(user, after.code)).toEqual([200, undefined]);
    for (const tokens of [user.tokens, other])
      expect((await service.get('/auth/me', { headers: bearer(tokens) })).status).toBe(200);
  });

  test('leaves one valid set after five parallel calls', async () => {
    const user = await enrolled(service, tenant);
    const replies = await race(5, () => generate(user));
    expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(200));
    const statuses: unknown[] = [];
    for (const { body } of replies) statuses.push((await recover(user, body.code))[0]);
    expect(statuses.sort()).toEqual([200, 400, 400, 400, 400]);
  });

  test('publishes an event without the codes and sends one message', async () => {
    const own = await service.tenant();
    const user = await enrolled(service, own);
    await inboxOf(service, user.email, 1);
    const { codes } = (await generate(user)).body;
    const events = await published(service, 'svc.mfa_recovery_codes_generated', own.id);
    const { sub } = claimsOf(user.tokens.accessToken);
    expect(events).toMatchObject([{ detail: { userId: sub, email: user.email, phone: null } }]);
    expect(await inboxOf(service, user.email, 2)).toEqual(['svc.mfa_device_added', 'svc.mfa_recovery_codes_generated']);
    for (const code of codes) expect(JSON.stringify(service.inbox(user.email))).not.toContain(code);
  });
});

test('POST /auth/mfa/generate-recovery-code 401 rejects a pending login', async () => {
  const user = await enrolled(service, tenant);
  const tokens = await pending(service, user);
  expect(answerOf(await generate({ tokens }))).toEqual(refusal('MFA_REQUIRED'));
});

describe('POST /auth/mfa/generate-recovery-code 403', () => {
  test('rejects a second factor proved more than 15 minutes ago and accepts a fresh proof', async () => {
    const user = await enrolled(service, tenant);
    await laterOn(service, user.tokens, 16 * MINUTE, async (tokens) => {
      expect(answerOf(await generate({ tokens }))).toEqual(refusal('REAUTH_REQUIRED'));
      const { body } = await prove(service, tokens, user.secret);
      expect((await generate({ tokens: body })).status).toBe(200);
    });
  });

  test('rejects the call when the tenant has switched second factors off', async () => {
    const user = await service.signup(await service.tenant({ mfa: { policy: 'off' } }));
    expect(answerOf(await generate(user))).toEqual(refusal('MFA_NOT_ENABLED'));
  });
});
