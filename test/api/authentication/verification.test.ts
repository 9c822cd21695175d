// Tests POST /auth/send-email-verification, /auth/verify-email, /auth/send-phone-verification and /auth/verify-phone.
import { describe, expect, test } from '@jest/globals';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, later, MINUTE, published, refusal } from '../../support/api.ts';
import { codeTo, messagesTo, otherThan } from '../../support/messages.ts';
import { race, tally } from '../../support/race.ts';
import { bearer, prepared, type Tenant, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

let numbers = 0;
const newPhone = () => `+49151${String(12_350_000 + numbers++)}`;

describe.each([
  { kind: 'email', other: 'phone', NONE: 'NO_EMAIL_ADDRESS', ALREADY: 'EMAIL_ALREADY_VERIFIED' },
  { kind: 'phone', other: 'email', NONE: 'NO_PHONE_NUMBER', ALREADY: 'PHONE_ALREADY_VERIFIED' },
] as const)("verification of an account's $kind", ({ kind, other, NONE, ALREADY }) => {
  const REQUESTED = `svc.${kind}_verification_requested`;
  const DONE = `svc.${kind}_verified`;

  async function person(more: Record<string, unknown> = {}, own: Tenant = tenant) {
    const user = await createUser(service, own, { phone: newPhone(), ...more });
    const { body: tokens } = await service.login(user);
    const headers = bearer(tokens);
    return {
      ...user,
      address: user[kind as 'email'],
      send: () => service.post(`/auth/send-${kind}-verification`, {}, { headers }),
      verify: (code: unknown) => service.post(`/auth/verify-${kind}`, { code }, { headers }),
      me: () => service.get('/auth/me', { headers }),
    };
  }

  test('verifies the address once with the code that was sent', async () => {
    const own = await service.tenant();
    const user = await person({}, own);
    expect([(await user.send()).status, (await user.me()).body[`${kind}VerifiedAt`]]).toEqual([200, null]);
    const code = await codeTo(service, REQUESTED, user.address);
    expect((await user.verify(code)).status).toBe(200);
    const { body } = await user.me();
    expect([body[`${kind}VerifiedAt`], body[`${other}VerifiedAt`]]).toEqual([expect.any(String), null]);
    expect(answerOf(await user.verify(code))).toEqual(refusal(ALREADY));
    expect(answerOf(await user.send())).toEqual(refusal(ALREADY));
    expect(await published(service, DONE, own.id)).toMatchObject([{ detail: { userId: user.id } }]);
    const list = await service.admin('GET', `${USERS}?tenantId=${own.id}&status=verified`);
    expect(list.body.data).toHaveLength(1);
  });

  test("ends the sessions from before the first proof except the caller's", async () => {
    const user = await person();
    const { body: before } = await service.login(user);
    await user.send();
    await user.verify(await codeTo(service, REQUESTED, user.address));
    expect((await user.me()).status).toBe(200);
    expect(answerOf(await service.get('/auth/me', { headers: bearer(before) }))).toEqual(refusal('SESSION_NOT_FOUND'));
    const refresh = await service.post('/auth/refresh-token', { refreshToken: before.refreshToken });
    expect(answerOf(refresh)).toEqual(refusal('SESSION_NOT_FOUND'));
    const { body: after } = await service.login(user);
    expect((await service.get('/auth/me', { headers: bearer(after) })).status).toBe(200);
  });

  test('verifies once in fifty parallel calls with one code', async () => {
    const user = await person();
    await user.send();
    const code = await codeTo(service, REQUESTED, user.address);
    const replies = await race(50, () => user.verify(code));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 400: 49 });
    expect((await user.me()).status).toBe(200);
  });

  test('rejects a code after five wrong tries', async () => {
    const user = await person();
    await user.send();
    const code = await codeTo(service, REQUESTED, user.address);
    for (let tries = 0; tries < 5; tries++)
      expect(answerOf(await user.verify(otherThan(code)))).toEqual(refusal('VERIFICATION_CODE_INVALID'));
    expect(answerOf(await user.verify(code))).toEqual(refusal('VERIFICATION_CODE_INVALID'));
  });

  test('rejects a code after ten minutes and after the address has changed', async () => {
    const user = await person();
    await user.send();
    const code = await codeTo(service, REQUESTED, user.address);
    expect(answerOf(await later(11 * MINUTE, () => user.verify(code)))).toEqual(refusal('VERIFICATION_CODE_INVALID'));
    await service.admin(
      'PATCH',
      `${USERS}/${user.id}`,
      kind === 'email' ? { email: `new.${user.email}` } : { phone: newPhone() },
    );
    const { body } = await service.login(kind === 'email' ? { ...user, email: `new.${user.email}` } : user);
    const reply = await service.post(`/auth/verify-${kind}`, { code }, { headers: bearer(body) });
    expect(answerOf(reply)).toEqual(refusal('VERIFICATION_CODE_INVALID'));
  });

  test('rejects a code of another user, of the other kind or never requested', async () => {
    const [one, two] = [await person(), await person()];
    await one.send();
    const code = await codeTo(service, REQUESTED, one.address);
    expect(answerOf(await two.verify(code))).toEqual(refusal('VERIFICATION_CODE_INVALID'));
    const { body } = await service.login(one);
    const wrongKind = await service.post(`/auth/verify-${other}`, { code }, { headers: bearer(body) });
    expect(answerOf(wrongKind)).toEqual(refusal('VERIFICATION_CODE_INVALID'));
    expect((await one.verify(code)).status).toBe(200);
  });

  test('rejects a code that is not six ASCII digits', async () => {
    const user = await person();
    for (const code of [123456, ['123456'], null, undefined, '', '12345', '1234567', '12345６', ' 12345'])
      expect(answerOf(await user.verify(code))).toEqual(refusal('INVALID_INPUT'));
  });

  test('sends one code a minute', async () => {
    const user = await person();
    expect((await user.send()).status).toBe(200);
    const reply = await user.send();
    expect([...answerOf(reply), reply.headers['retry-after']]).toEqual([...refusal('RATE_LIMITED'), '60']);
    expect(await messagesTo(service, REQUESTED, user.address)).toHaveLength(1);
  });

  test('rejects an account without an address to verify', async () => {
    const { user } = await createUser(service, tenant, { phone: newPhone() });
    await service.admin('PATCH', `${USERS}/${user.id}`, { password: 'plain-lantern-orbit-27' });
    const identifier = kind === 'email' ? { phone: user.phone } : { email: user.email };
    const login = {
      providerName: other,
      tenantId: tenant.id,
      credentials: { ...identifier, password: 'plain-lantern-orbit-27' },
    };
    await service.admin('PATCH', `${USERS}/${user.id}`, { [kind]: null });
    const { body } = await service.post('/auth/login', login);
    const headers = bearer(body);
    expect(answerOf(await service.post(`/auth/send-${kind}-verification`, {}, { headers }))).toEqual(refusal(NONE));
    expect(answerOf(await service.post(`/auth/verify-${kind}`, { code: '123456' }, { headers }))).toEqual(
      refusal(NONE),
    );
  });
});
