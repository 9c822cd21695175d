// Tests POST /auth/address and /auth/address/confirm: people give their account another address, with proof.
import { describe, expect, test } from '@jest/globals';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, later, MINUTE, publishedAbout, refusal } from '../../support/api.ts';
import { newPhone } from '../../support/factors.ts';
import { codeTo, otherThan } from '../../support/messages.ts';
import { outcomes, race, tally } from '../../support/race.ts';
import { bearer, newEmail, prepared, useService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

describe.each([
  { kind: 'email', next: newEmail, TAKEN: 'EMAIL_ALREADY_EXISTS', ALREADY: 'EMAIL_ALREADY_VERIFIED' },
  { kind: 'phone', next: newPhone, TAKEN: 'PHONE_ALREADY_EXISTS', ALREADY: 'PHONE_ALREADY_VERIFIED' },
] as const)('a change of $kind', ({ kind, next, TAKEN, ALREADY }) => {
  const REQUESTED = `svc.${kind}_verification_requested`;
  const VERIFIED = `${kind}VerifiedAt`;

  async function person(more: Record<string, unknown> = {}) {
    const user = await createUser(service, tenant, { phone: newPhone(), ...more });
    const { body: tokens } = await service.login(user);
    const headers = bearer(tokens);
    return {
      ...user,
      tokens,
      address: user[kind as 'email'],
      request: (to: string) => service.post('/auth/address', { [kind]: to }, { headers }),
      confirm: (to: string, code: unknown) => service.post('/auth/address/confirm', { [kind]: to, code }, { headers }),
      me: () => service.get('/auth/me', { headers }),
    };
  }
  const codeAt = (to: string, count = 1) => codeTo(service, REQUESTED, to, count);

  test('changes nothing until the code of the new address is shown, and then frees the old one', async () => {
    const [user, to] = [await person(), next()];
    expect((await user.request(to)).status).toBe(200);
    expect((await user.me()).body).toMatchObject({ [kind]: user.address });
    expect((await user.confirm(to, await codeAt(to))).status).toBe(200);
    expect((await user.me()).body).toMatchObject({ [kind]: to, [VERIFIED]: expect.any(String) });
    // The old one is free.
    const other = await person();
    await other.request(user.address);
    expect((await other.confirm(user.address, await codeAt(user.address))).status).toBe(200);
    const { body } = await service.admin('GET', `${USERS}/${user.id}`);
    expect(body.user[kind]).toBe(to);
  });

  test('ends every other session and tells the bus about both addresses', async () => {
    const [user, to] = [await person(), next()];
    const { body: other } = await service.login(user);
    await user.request(to);
    await user.confirm(to, await codeAt(to));
    expect((await user.me()).status).toBe(200);
    expect(answerOf(await service.get('/auth/me', { headers: bearer(other) }))).toEqual(refusal('SESSION_NOT_FOUND'));
    const [updated] = await publishedAbout(service, 'svc.user_updated', { userId: user.id });
    const previous = kind === 'email' ? 'previousEmail' : 'previousPhone';
    expect(updated?.detail).toMatchObject({ [kind]: to, [previous]: user.address, updatedFields: [kind] });
  });

  test('behaves the same for an address that is taken until its owner proves it', async () => {
    const [user, owner, free] = [await person(), await person(), next()];
    const replies = [await user.request(owner.address), await user.request(free)];
    expect(replies.map(({ status, body }) => [status, body])).toEqual([
      [200, replies[0]?.body],
      [200, replies[0]?.body],
    ]);
    // A new request replaces the code: ask for the taken one again.
    const again = await later(2 * MINUTE, () => user.request(owner.address));
    expect(again.status).toBe(200);
    const code = await codeAt(owner.address, 2);
    expect(answerOf(await user.confirm(owner.address, otherThan(code)))).toEqual(refusal('VERIFICATION_CODE_INVALID'));
    expect(answerOf(await user.confirm(owner.address, code))).toEqual(refusal(TAKEN));
    expect([(await user.me()).body[kind], (await owner.me()).body[kind]]).toEqual([user.address, owner.address]);
  });

  test('takes the code for this address, account and purpose alone', async () => {
    const [user, thief, to] = [await person(), await person(), next()];
    await user.request(to);
    const code = await codeAt(to);
    expect(answerOf(await thief.confirm(to, code))).toEqual(refusal('VERIFICATION_CODE_INVALID'));
    expect(answerOf(await user.confirm(next(), code))).toEqual(refusal('VERIFICATION_CODE_INVALID'));
    const verify = await service.post(`/auth/verify-${kind}`, { code }, { headers: bearer(user.tokens) });
    expect(answerOf(verify)).toEqual(refusal('VERIFICATION_CODE_INVALID'));
    expect((await user.confirm(to, code)).status).toBe(200);
    expect(answerOf(await user.confirm(to, code))).toEqual(refusal('VERIFICATION_CODE_INVALID'));
  });

  test('rejects a code after five wrong tries', async () => {
    const [user, to] = [await person(), next()];
    await user.request(to);
    const code = await codeAt(to);
    for (let tries = 0; tries < 5; tries++) await user.confirm(to, otherThan(code));
    expect(answerOf(await user.confirm(to, code))).toEqual(refusal('VERIFICATION_CODE_INVALID'));
  });

  test('needs a recent login and a session that lives', async () => {
    const user = await createUser(service, tenant);
    const { body: old } = await later(-16 * MINUTE, () => service.login(user));
    const { body: tokens } = await service.post('/auth/refresh-token', { refreshToken: old.refreshToken });
    const headers = bearer(tokens);
    const to = next();
    expect(answerOf(await service.post('/auth/address', { [kind]: to }, { headers }))).toEqual(
      refusal('REAUTH_REQUIRED'),
    );
    const confirmed = await service.post('/auth/address/confirm', { [kind]: to, code: '123456' }, { headers });
    expect(answerOf(confirmed)).toEqual(refusal('REAUTH_REQUIRED'));
  });

  test('sends one message a minute', async () => {
    const [user, to] = [await person(), next()];
    expect((await user.request(to)).status).toBe(200);
    expect(answerOf(await user.request(to))).toEqual(refusal('RATE_LIMITED'));
  });

  test('to the proved address that the account has is refused', async () => {
    const user = await person({ emailVerifiedAt: '2026-01-01T00:00:00Z', phoneVerifiedAt: '2026-01-01T00:00:00Z' });
    expect(answerOf(await user.request(user.address))).toEqual(refusal(ALREADY));
  });

  test('to the unproved address that the account has verifies it', async () => {
    const user = await person();
    await user.request(user.address);
    expect((await user.confirm(user.address, await codeAt(user.address))).status).toBe(200);
    expect((await user.me()).body).toMatchObject({ [kind]: user.address, [VERIFIED]: expect.any(String) });
  });

  test('confirms once in twenty parallel calls with one code', async () => {
    const [user, to] = [await person(), next()];
    await user.request(to);
    const code = await codeAt(to);
    const replies = await race(20, () => user.confirm(to, code));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 400: 19 });
  });
});

test('in twenty proofs of one address at once, by three accounts, one account gets it', async () => {
  const to = newEmail();
  const logins = Array.from({ length: 3 }, async () => service.login(await createUser(service, tenant)));
  // One message a minute and three in ten minutes go to an address, so they ask one after the other.
  const ready: { headers: Record<string, string>; code: string }[] = [];
  for (const { body } of await Promise.all(logins)) {
    const headers = bearer(body);
    await later(ready.length * 2 * MINUTE, () => service.post('/auth/address', { email: to }, { headers }));
    const code = await codeTo(service, 'svc.email_verification_requested', to, ready.length + 1);
    ready.push({ headers, code });
  }
  const callers = Array.from({ length: 20 }, (_, at) => ready[at % ready.length] as (typeof ready)[number]);
  const seen = outcomes(
    await race(20, (at) => {
      const { headers, code } = callers[at] as (typeof ready)[number];
      return service.post('/auth/address/confirm', { email: to, code }, { headers });
    }),
  );
  expect(seen['200']).toBe(1);
  expect(
    Object.keys(seen).filter((each) => !/^(200|400 EMAIL_ALREADY_EXISTS|400 VERIFICATION_CODE_INVALID)$/.test(each)),
  ).toEqual([]);
});

test('refuses a blocked domain, a number without messages, and a request without address', async () => {
  const user = await createUser(service, tenant);
  const headers = bearer((await service.login(user)).body);
  await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains: ['blocked.example'] });
  const request = async (body: unknown) => answerOf(await service.post('/auth/address', body, { headers }));
  expect(await request({ email: 'a@blocked.example' })).toEqual(refusal('EMAIL_DOMAIN_NOT_ALLOWED'));
  expect(await request({ phone: '+1 900 555 0100' })).toEqual(refusal('INVALID_INPUT'));
  expect(await request({})).toEqual(refusal('EMAIL_OR_PHONE_REQUIRED'));
  const confirm = await service.post('/auth/address/confirm', { code: '123456' }, { headers });
  expect(answerOf(confirm)).toEqual(refusal('EMAIL_OR_PHONE_REQUIRED'));
});

test('a code for a domain that was blocked meanwhile is refused', async () => {
  const user = await createUser(service, tenant);
  const headers = bearer((await service.login(user)).body);
  const email = 'ada@late-block.example';
  await service.post('/auth/address', { email }, { headers });
  const code = await codeTo(service, 'svc.email_verification_requested', email);
  await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains: ['late-block.example'] });
  const reply = await service.post('/auth/address/confirm', { email, code }, { headers });
  expect(answerOf(reply)).toEqual(refusal('EMAIL_DOMAIN_NOT_ALLOWED'));
});

test('both addresses get a message once the address has changed, and a code went to the new one alone', async () => {
  const user = await createUser(service, tenant);
  const headers = bearer((await service.login(user)).body);
  const to = newEmail();
  await service.post('/auth/address', { email: to }, { headers });
  const code = await service.code(to);
  expect(service.inbox(user.email)).toEqual([]);
  expect((await service.post('/auth/address/confirm', { email: to, code }, { headers })).status).toBe(200);
  for (const address of [user.email, to])
    await until(
      () => service.inbox(address).some(({ text }) => text.includes('was changed')),
      `a notice to ${address}`,
    );
});
