// What the tests of the admins share.
import { cookieHeader, type Reply } from '../../support/http.ts';
import { newEmail, newPassword, type Service } from '../../support/service.ts';

export const PATH = '/auth/admin/admins';
export type Account = { id: string; email: string; password: string };

export const callers = (service: Service) => {
  const login = ({ email, password }: { email: string; password: string }): Promise<Reply> =>
    service.post('/auth/admin/login', { email, password });
  const create = (more: Record<string, unknown> = {}): Promise<Reply> =>
    service.admin('POST', PATH, { email: newEmail(), password: newPassword(), ...more });
  return {
    login,
    create,
    /** An admin who can log in. */
    account: async (): Promise<Account> => {
      const known = { email: newEmail(), password: newPassword() };
      const { status, body, text } = await create(known);
      if (status !== 201) throw new Error(`admin: ${text}`);
      return { ...known, id: body.admin.id };
    },
    /** The cookies of a new session of an admin. */
    session: async (account: Account): Promise<string> => cookieHeader(await login(account)),
    me: (cookie: string): Promise<Reply> => service.get('/auth/admin/me', { headers: { cookie } }),
    list: (): Promise<Reply> => service.admin('GET', PATH),
    update: (id: string, body: unknown): Promise<Reply> => service.admin('PATCH', `${PATH}/${id}`, body),
    remove: (id: string, cookie?: string): Promise<Reply> =>
      cookie
        ? service.send('DELETE', `${PATH}/${id}`, { headers: { cookie } })
        : service.admin('DELETE', `${PATH}/${id}`),
  };
};

/** Ids that no admin has, whatever kind of id they look like. */
export const STRANGERS = [
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
