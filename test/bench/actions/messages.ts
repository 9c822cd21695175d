// Defines budget actions that send messages. The users they concern are created here, outside of the measurement.
import type { Caller } from '../harness/caller.ts';
import { emailOf, login, signup, type Tokens, type World } from '../harness/world.ts';
import { times } from './times.ts';

const API = 'auth/admin/api';

export async function messageActions(caller: Caller, { tenantId, adminCookie: cookie }: World, uses: number) {
  let made = 0;
  const person = async (): Promise<string> => {
    const name = `person${made++}`;
    await signup(caller, tenantId, name);
    return name;
  };
  const forgetful = await times(uses, person);
  const finding = await times(uses, person);
  const coded = await times(uses, person);
  // A new account for each: the fifth wrong code in a row costs less.
  const guessed = await times(2 * uses, person);
  const unverified = await times(uses, () => signup(caller, tenantId, `unproved${made++}`));
  const inviter = await newInviter(caller, tenantId, cookie);
  let invited = 0;
  const forgot = (name: string) =>
    caller.ok('POST /auth/forgot-password', { body: { tenantId, email: emailOf(name) } });
  const sendCode = (name: string) => {
    const body = { tenantId, identifier: emailOf(name), channel: 'email' };
    return caller.ok('POST /auth/passwordless/send', { body });
  };

  const findTenants = (name: string) => caller.ok('POST /auth/tenants/find', { body: { email: emailOf(name) } });

  return {
    'forgot-password': () => forgot(forgetful.pop() as string),
    'forgot-password, unknown account': () => forgot(`unknown-${made++}`),
    'passwordless/send': () => sendCode(coded.pop() as string),
    'passwordless/send, unknown account': () => sendCode(`unknown-${made++}`),
    'tenants/find': () => findTenants(finding.pop() as string),
    'tenants/find, unknown address': () => findTenants(`unknown-${made++}`),
    'login, wrong code': async () => {
      const credentials = { identifier: emailOf(guessed.pop() as string), channels: ['email'], code: '000000' };
      const body = { tenantId, providerName: 'passwordless', credentials };
      const { status } = await caller.call('POST /auth/login', { body });
      if (status !== 400) throw new Error(`expected 400 for a wrong code, got ${status}`);
    },
    'verify-forgot-password-otp, wrong code': async () => {
      const body = { tenantId, email: emailOf(guessed.pop() as string), code: '000000' };
      const { status } = await caller.call('POST /auth/verify-forgot-password-otp', { body });
      if (status !== 400) throw new Error(`expected 400 for a wrong code, got ${status}`);
    },
    'send-email-verification': () => {
      const { accessToken } = unverified.pop() as Tokens;
      return caller.ok('POST /auth/send-email-verification', { body: {}, bearer: accessToken });
    },
    invite: () => {
      const body = { email: emailOf(`invited${invited++}`) };
      return caller.ok('POST /auth/invite', { body, bearer: inviter.accessToken });
    },
  };
}

async function newInviter(caller: Caller, tenantId: string, cookie: string): Promise<Tokens> {
  await signup(caller, tenantId, 'inviter');
  await caller.ok(`POST /${API}/permissions`, { cookie, body: { name: 'users.invite' } });
  const role = { name: 'Owner', tenantId, permissions: ['users.invite'] };
  const made = (await caller.ok(`POST /${API}/roles`, { cookie, body: role })).role as { id: string };
  const { accessToken } = await login(caller, tenantId, 'inviter');
  const me = (await caller.ok('GET /auth/me', { bearer: accessToken })) as { id: string };
  await caller.ok(`PATCH /${API}/users/${me.id}`, { cookie, body: { roleIds: [made.id] } });
  return login(caller, tenantId, 'inviter');
}
