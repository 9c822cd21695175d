// Tests which events end the trust in devices and which do not.
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

/** Ends the trust; returns the fields of the user that changed. */
const ending: Record<string, Event> = {
  'a new password': async (user) => {
    const password = newPassword();
    await post(user, '/auth/change-password', { currentPassword: user.password, newPassword: password });
    return { password };
  },
  'a password reset': async ({ email, tenant: { id: tenantId } }) => {
    const password = newPassword();
    ok(await service.post('/auth/forgot-password', { email, tenantId }));
    const code = await codeTo(service, 'svc.password_reset_requested', email);
    const { resetToken: token } = ok(
      await service.post('/auth/verify-forgot-password-otp', { email, tenantId, code }),
    ).body;
    ok(await service.post('/auth/reset-password', { token, newPassword: password }));
    return { password };
  },
  'switching the second factor off and on': async ({ session }) => {
    for (const enabled of [false, true]) ok(await act(service, session, 'toggle', { enabled }));
  },
  'adding an authenticator': async ({ session }) => {
    await enrol(service, { tokens: session });
  },
  'removing an authenticator': async ({ session, deviceId }) => {
    await enrol(service, { tokens: session });
    ok(await removeDevice(service, session, deviceId));
  },
  'resetting the authenticators and enrolling again': async ({ session }) => {
    ok(await act(service, session, 'reset-totp'));
    await enrol(service, { tokens: session });
  },
  'a logout everywhere': (user) => post(user, '/auth/logout-all'),
  'the first proof of an address': async (user) => {
    await post(user, '/auth/send-email-verification');
    const code = await codeTo(service, 'svc.email_verification_requested', user.email);
    await post(user, '/auth/verify-email', { code });
  },
  'an admin who ends all sessions': (user) => admin('DELETE', user, '/sessions'),
  'an admin who disables and re-enables the account': async (user) => {
    for (const isActive of [false, true]) await admin('PATCH', user, '', { isActive });
  },
  'an admin who sets a new password': async (user) => {
    const password = newPassword();
    await admin('PATCH', user, '', { password });
    return { password };
  },
  'an admin who sets a new address': async (user) => {
    const email = newEmail();
    await admin('PATCH', user, '', { email });
    return { email };
  },
  'an admin who switches the second factor off and on': async (user) => {
    for (const isMfaEnabled of [false, true]) await admin('PATCH', user, '', { isMfaEnabled });
  },
  'an admin who removes an authenticator': async (user) => {
    await enrol(service, { tokens: user.session });
    const { trustToken } = await complete(service, user, { trustDevice: true });
    await admin('DELETE', user, `/totp-devices/${user.deviceId}`);
    return { trustToken: trustToken as string };
  },
};

const surviving: Record<string, Event> = {
  'a logout': (user) => post(user, '/auth/logout'),
  'an admin who ends one session': (user) =>
    admin('DELETE', user, `/sessions/${claimsOf(user.session.accessToken).sid}`),
  'another login with both factors': (user) => complete(service, user),
  'a login that was never completed': async (user) => ok(await service.login(user)),
  'new recovery codes': async ({ session }) => ok(await act(service, session, 'generate-recovery-code')),
  'a pending set-up of an authenticator': async ({ session }) => ok(await act(service, session, 'setup-totp')),
  'a refresh': async ({ session: { refreshToken } }) => ok(await service.post('/auth/refresh-token', { refreshToken })),
  'an admin who changes metadata': (user) => admin('PATCH', user, '', { metadata: { a: 1 } }),
};

/** Reports whether a login from the device needs the second factor and how many devices the admin sees. */
async function trustIn(user: Trusting): Promise<{ needsFactor: boolean; listed: number }> {
  const listed = (await admin('GET', user)).body.trustedDevices.length;
  const { body } = ok(await loginTrusted(service, user, user.trustToken));
  return { needsFactor: body.isRequiresMfa, listed };
}

describe('trust in a device', () => {
  test.each(Object.entries(ending))('ends after %s', async (_, event) => {
    const user = await trusting(service);
    const { password, email, trustToken } = { ...user, ...((await event(user)) as Partial<Trusting> | undefined) };
    const after = { ...user, password, email, trustToken };
    expect(await trustIn(after)).toEqual({ needsFactor: true, listed: 0 });
    // The trust stays over: a later login does not restore it.
    expect((await loginTrusted(service, after, after.trustToken)).body.isRequiresMfa).toBe(true);
  });
});

describe('trust in a device', () => {
  test.each(Object.entries(surviving))('survives %s', async (_, event) => {
    const user = await trusting(service);
    await event(user);
    expect(await trustIn(user)).toEqual({ needsFactor: false, listed: 1 });
  });
});

test('trust in a device is not used up while the tenant has switched second factors off', async () => {
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
    nextStep: null,
  });
  await policy('required');
  expect((await loginTrusted(service, user, user.trustToken)).body.isRequiresMfa).toBe(false);
});
