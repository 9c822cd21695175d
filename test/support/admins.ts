// Provides the accounts, sessions and helpers that the tests of admins share.
import { cookieHeader, freshIp, type Reply, type Send } from './http.ts';
import { adminTokenTo } from './messages.ts';
import { newEmail, newPassword, type Service } from './service.ts';
import { nextStep, totp } from './totp.ts';

export { nextStep };

export const PATH = '/auth/admin/admins';
export const INVITATIONS = '/auth/admin/invitations';
export type Account = { id: string; email: string; password: string };
export type OwnSession = { id: string; isCurrent: boolean } & Record<string, unknown>;
export type Invited = { email: string; id: string; token: string };
/** What a login sends. */
export type Login = { email: string; password: string; otp?: string; emailCode?: string };

const MFA = '/auth/admin/mfa';

export const callers = (service: Service) => {
  const login = ({ email, password, otp, emailCode }: Login, options?: Send): Promise<Reply> =>
    service.post('/auth/admin/login', { email, password, otp, emailCode }, options);
  const create = (more: Record<string, unknown> = {}): Promise<Reply> =>
    service.admin('POST', PATH, { email: newEmail(), password: newPassword(), ...more });
  /** An admin who can log in. */
  const account = async (more: Record<string, unknown> = {}): Promise<Account> => {
    const known = { email: newEmail(), password: newPassword() };
    const { status, body, text } = await create({ ...known, ...more });
    if (status !== 201) throw new Error(`admin: ${text}`);
    return { ...known, id: body.admin.id };
  };
  /** The cookies of a new session of an admin. */
  const session = async (who: Login): Promise<string> => cookieHeader(await login(who));
  const setUp = (cookie: string): Promise<Reply> => service.send('POST', `${MFA}/setup-totp`, { headers: { cookie } });
  const verify = (cookie: string, otp: unknown): Promise<Reply> =>
    service.post(`${MFA}/verify-totp-setup`, { otp }, { headers: { cookie } });
  return {
    login,
    create,
    account,
    session,
    setUp,
    verify,
    /** Returns an admin with an authenticator, whose code of this step is used up, and the session that set it up. */
    secured: async (): Promise<Account & { secret: string; cookie: string }> => {
      const who = await account();
      const cookie = await session(who);
      const { secret } = (await setUp(cookie)).body;
      nextStep();
      const { status, text } = await verify(cookie, totp(secret));
      if (status !== 201) throw new Error(`authenticator: ${text}`);
      return { ...who, secret, cookie };
    },
    removeOwnTotp: (cookie: string): Promise<Reply> => service.send('DELETE', `${MFA}/totp`, { headers: { cookie } }),
    removeTotp: (id: string, cookie?: string): Promise<Reply> =>
      cookie
        ? service.send('DELETE', `${PATH}/${id}/totp`, { headers: { cookie } })
        : service.admin('DELETE', `${PATH}/${id}/totp`),
    /** Invites a person, by default as support, in the session of the cookie. Returns the token of the message. */
    invited: async (more: Record<string, unknown> = {}, cookie?: string): Promise<Invited> => {
      const email = newEmail();
      const options = cookie === undefined ? {} : { headers: { cookie } };
      const { status, body, text } = await service.admin(
        'POST',
        INVITATIONS,
        { email, role: 'support', ...more },
        options,
      );
      if (status !== 201) throw new Error(`invitation: ${text}`);
      return { email, id: body.invitation.id, token: await adminTokenTo(service, email) };
    },
    revoke: (id: string): Promise<Reply> => service.admin('DELETE', `${INVITATIONS}/${id}`),
    preview: (token: unknown, options?: Send): Promise<Reply> =>
      service.post(`${INVITATIONS}/preview`, { token }, options),
    accept: ({ token, ...body }: Record<string, unknown>, options?: Send): Promise<Reply> => {
      const { password = newPassword(), name } = body;
      return service.post(`${INVITATIONS}/accept`, { token, password, name }, options);
    },
    /** The live sessions of the admin of the cookie. */
    sessions: async (cookie: string): Promise<OwnSession[]> =>
      (await service.get('/auth/admin/sessions', { headers: { cookie } })).body.data,
    endSession: (cookie: string, id: string): Promise<Reply> =>
      service.send('DELETE', `/auth/admin/sessions/${id}`, { headers: { cookie } }),
    endOthers: (cookie: string): Promise<Reply> =>
      service.send('DELETE', '/auth/admin/sessions', { headers: { cookie } }),
    reauthenticate: (cookie: string, body: unknown, options: Send = {}): Promise<Reply> =>
      service.post('/auth/admin/reauthenticate', body, { ...options, headers: { cookie, ...options.headers } }),
    me: (cookie: string): Promise<Reply> => service.get('/auth/admin/me', { headers: { cookie } }),
    list: (): Promise<Reply> => service.admin('GET', PATH),
    update: (id: string, body: unknown): Promise<Reply> => service.admin('PATCH', `${PATH}/${id}`, body),
    unlock: (id: string): Promise<Reply> => service.admin('POST', `${PATH}/${id}/unlock`),
    remove: (id: string, cookie?: string): Promise<Reply> =>
      cookie
        ? service.send('DELETE', `${PATH}/${id}`, { headers: { cookie } })
        : service.admin('DELETE', `${PATH}/${id}`),
  };
};

/** Uses up the guesses of all networks at an address. Returns how many were compared. */
export async function fillRow(service: Service, email: string): Promise<number> {
  let compared = 0;
  for (let network = 0; network < 9; network++) {
    const ip = freshIp();
    const guess = () => service.post('/auth/admin/login', { email, password: newPassword() }, { ip });
    const replies = await Promise.all(Array.from({ length: 10 }, guess));
    compared += replies.filter(({ body }) => body.code === 'INVALID_CREDENTIALS').length;
  }
  return compared;
}

/** Ids that belong to no admin, including ids of other kinds and malformed ones. */
export const UNKNOWN_ADMIN_IDS = [
  `adm_${'0'.repeat(22)}`,
  `ten_${'0'.repeat(22)}`,
  'x',
  '%2F',
  '%00',
  '__proto__',
  'adm_',
  'ADM#x',
  'EMAIL%23x',
];

/** Passwords of the policy's four refusals, for the address `horatio@example.com`. */
export const BAD_PASSWORDS = [
  ['7 characters', 'Zq7$ x!', 'PASSWORD_TOO_SHORT'],
  ['129 characters', 'Zq7$'.repeat(32).concat('x'), 'PASSWORD_TOO_LONG'],
  ['a leaked password', 'trustno1', 'PASSWORD_TOO_COMMON'],
  ['the address', 'horatio-7$q', 'PASSWORD_CONTAINS_IDENTIFIER'],
] as const;
