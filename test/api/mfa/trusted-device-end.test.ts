// What ends the trust in devices, and what doesn't
import { describe, expect, test } from '@jest/globals';
import { USERS } from '../../support/admin-users.ts';
import { adminSession, claimsOf } from '../../support/api.ts';
import { codeTo } from '../../support/messages.ts';
import { act, complete, enrol, loginTrusted, removeDevice, trusting } from '../../support/mfa.ts';
import { bearer, newEmail, newPassword, useService } from '../../support/service.ts';

const service = useService();

type Trusting = Awaited<ReturnType<typeof trusting>>;
type Event = (user: Trusting) => Promise<unknown>;
const idOf = ({ tokens }: Trusting) => claimsOf(tokens.accessToken).sub;
const ok = <T extends { status: number; text: string }>(reply: T): T => {
  if (reply.status >= 300) throw new Error(reply.text);
  return reply;
};
const post = async ({ session }: Trusting, path: string, body: unknown = {}) =>
  ok(await service.post(path, body, { headers: bearer(session) }));
const admin = async (method: string, user: Trusting, path = '', body?: unknown) => {
  const headers = { cookie: await adminSession(service) };
  return ok(await service.send(method, `${USERS}/${idOf(user)}${path}`, { headers, ...(body ? { body } : {}) }));
};

/** Whatever of the user is different from then on stands in the answer. */
const ending: Record<string, Event> = {
  'a new password': async (user) => {
    const password = newPassword();
    await post(user, '/auth/change-password', { currentPassword: user.password, newPassword: password });
    return { password };
  },
  'a password that was reset': async ({ email, tenant: { id: tenantId } }) => {
    const password = newPassword();
    ok(await service.post('/auth/forgot-password', { email, tenantId }));
    const code = await codeTo(service, 'svc.password_reset_requested', email);
    const { resetToken: token } = ok(
      await service.post('/auth/verify-forgot-password-otp', { email, tenantId, code }),
    ).body;
    ok(await service.post('/auth/reset-password', { token, newPassword: password }));
    return { password };
  },
  'the second factor switched off, and on again': async ({ session }) => {
    for (const enabled of [false, true]) ok(await act(service, session, 'toggle', { enabled }));
  },
  'another authenticator': async ({ session }) => {
    await enrol(service, { tokens: session });
  },
  'an authenticator less': async ({ session, deviceId }) => {
    await enrol(service, { tokens: session });
    ok(await removeDevice(service, session, deviceId));
  },
  'authenticators given up, and a new one': async ({ session }) => {
    ok(await act(service, session, 'reset-totp'));
    await enrol(service, { tokens: session });
  },
  'a logout everywhere': (user) => post(user, '/auth/logout-all'),
  'an address that was proved': async (user) => {
    await post(user, '/auth/send-email-verification');
    const code = await codeTo(service, 'svc.email_verification_requested', user.email);
    await post(user, '/auth/verify-email', { code });
  },
  'an admin: all sessions ended': (user) => admin('DELETE', user, '/sessions'),
  'an admin: disabled, and enabled again': async (user) => {
    for (const isActive of [false, true]) await admin('PATCH', user, '', { isActive });
  },
  'an admin: a new password': async (user) => {
    const password = newPassword();
    await admin('PATCH', user, '', { password });
    return { password };
  },
  'an admin: a new address': async (user) => {
    const email = newEmail();
    await admin('PATCH', user, '', { email });
    return { email };
  },
  'an admin: the second factor off, and on again': async (user) => {
    for (const isMfaEnabled of [false, true]) await admin('PATCH', user, '', { isMfaEnabled });
  },
  'an admin: an authenticator less': async (user) => {
    await enrol(service, { tokens: user.session });
    const { trustToken } = await complete(service, user, { trustDevice: true });
    await admin('DELETE', user, `/totp-devices/${user.deviceId}`);
    return { trustToken: trustToken as string };
  },
};

const surviving: Record<string, Event> = {
  'a logout': (user) => post(user, '/auth/logout'),
  'an admin: one session ended': (user) => admin('DELETE', user, `/sessions/${claimsOf(user.session.accessToken).sid}`),
  'another login with both factors': (user) => complete(service, user),
  'a login that was never completed': async (user) => ok(await service.login(user)),
  'new recovery codes': async ({ session }) => ok(await act(service, session, 'generate-recovery-code')),
  'an authenticator that is being set up': async ({ session }) => ok(await act(service, session, 'setup-totp')),
  'a refresh': async ({ session: { refreshToken } }) => ok(await service.post('/auth/refresh-token', { refreshToken })),
  'an admin: other metadata': (user) => admin('PATCH', user, '', { metadata: { a: 1 } }),
};

/** Whether the device still needs no second factor, and whether the admin sees it. */
async function trustIn(user: Trusting): Promise<{ needsFactor: boolean; listed: number }> {
  const listed = (await admin('GET', user)).body.trustedDevices.length;
  const { body } = ok(await loginTrusted(service, user, user.trustToken));
  return { needsFactor: body.isRequiresMfa, listed };
}

describe('ends with', () => {
  test.each(Object.entries(ending))('%s', async (_, event) => {
    const user = await trusting(service);
    const { password, email, trustToken } = { ...user, ...((await event(user)) as Partial<Trusting> | undefined) };
    const after = { ...user, password, email, trustToken };
    expect(await trustIn(after)).toEqual({ needsFactor: true, listed: 0 });
    // It is over: what comes after it doesn't bring it back.
    expect((await loginTrusted(service, after, after.trustToken)).body.isRequiresMfa).toBe(true);
  });
});

describe('survives', () => {
  test.each(Object.entries(surviving))('%s', async (_, event) => {
    const user = await trusting(service);
    await event(user);
    expect(await trustIn(user)).toEqual({ needsFactor: false, listed: 1 });
  });
});

test('where second factors are off there is nothing to trust, and no token is used up', async () => {
  const user = await trusting(service);
  const policy = (name: string) =>
    service.admin('PATCH', `/auth/admin/api/tenants/${user.tenant.id}`, { settings: { mfa: { policy: name } } });
  await policy('off');
  const { body } = await loginTrusted(service, user, user.trustToken);
  expect(body).toEqual({
    accessToken: expect.any(String),
    refreshToken: expect.any(String),
    message: 'Logged in.',
    isRequiresMfa: false,
  });
  await policy('required');
  expect((await loginTrusted(service, user, user.trustToken)).body.isRequiresMfa).toBe(false);
});
