// Calls better-auth, which has routes of its own.
import type { Caller, Reply, Sent } from '../harness/caller.ts';
import { emailOf, PASSWORD } from '../harness/world.ts';
import type { Api, Session } from './api.ts';

type Body = Record<string, unknown> & { user?: { email?: string }; session?: { token?: string; updatedAt?: string } };
const ROUTES = '/api/auth';
const UNCHANGED = `GET ${ROUTES}/get-session?disableRefresh=true`;

/**
 * better-auth has no route to verify a session and no refresh token. Its session read takes the place of both: as it
 * is for `me` and `verify`, and extending the session for `refresh`.
 */
export function createBetterAuthApi(caller: Caller): Api {
  const call = async (route: string, sent: Sent, isRight: (body: Body) => unknown): Promise<Reply> => {
    const reply = await caller.call(route, sent);
    if (reply.status !== 200 || !reply.body || !isRight(reply.body as Body))
      throw new Error(`${route}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply;
  };
  const session = async (name: string, path: string, sent: Sent): Promise<Session> => {
    const isRight = ({ token, user }: Body) => typeof token === 'string' && user?.email === emailOf(name);
    const { body } = await call(`POST ${ROUTES}/${path}`, sent, isRight);
    return { name, access: body.token as string, refresh: '' };
  };
  const signup = (name: string): Promise<Session> =>
    session(name, 'sign-up/email', { body: { email: emailOf(name), password: PASSWORD, name } });
  const isOf = ({ name, access }: Session, { user, session }: Body): boolean =>
    user?.email === emailOf(name) && session?.token === access;
  const read = async (mine: Session): Promise<void> => {
    await call(UNCHANGED, { bearer: mine.access }, (body) => isOf(mine, body));
  };
  return {
    signup,
    login: (name, password = PASSWORD) => session(name, 'sign-in/email', { body: { email: emailOf(name), password } }),
    me: read,
    verify: read,
    refresh: async (mine) => {
      const before = Date.now();
      const isExtended = (body: Body) => isOf(mine, body) && Date.parse(body.session?.updatedAt ?? '') >= before;
      await call(`GET ${ROUTES}/get-session`, { bearer: mine.access }, isExtended);
      return mine;
    },
    logout: async ({ access: bearer }) => {
      await call(`POST ${ROUTES}/sign-out`, { bearer, body: {} }, ({ success }) => success === true);
    },
    enrol: async (name, codeOf) => {
      const { access: bearer } = await signup(name);
      const enabled = await call(
        `POST ${ROUTES}/two-factor/enable`,
        { bearer, body: { password: PASSWORD } },
        ({ totpURI }) => totpURI,
      );
      const secret = new URL(enabled.body.totpURI as string).searchParams.get('secret') as string;
      await call(
        `POST ${ROUTES}/two-factor/verify-totp`,
        { bearer, body: { code: codeOf(secret) } },
        ({ token }) => token,
      );
      return secret;
    },
    loginToSecondStep: async (name) => {
      const { cookies } = await call(
        `POST ${ROUTES}/sign-in/email`,
        { body: { email: emailOf(name), password: PASSWORD } },
        ({ twoFactorRedirect }) => twoFactorRedirect === true,
      );
      const kept = cookies.map((cookie) => cookie.split(';')[0] ?? '').filter((cookie) => !cookie.endsWith('='));
      return { name, sent: { cookie: kept.join('; ') } };
    },
    secondStep: ({ name, sent }, code) => session(name, 'two-factor/verify-totp', { ...sent, body: { code } }),
  };
}
