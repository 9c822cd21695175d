// Calls the servers. Each response is checked, so that a server that fails does not look fast.
import type { Caller, Reply, Sent } from '../harness/caller.ts';
import { emailOf, loginBody, PASSWORD } from '../harness/world.ts';

export type Session = { name: string; access: string; refresh: string };
/** A login that waits for its second step, and what its next request has to send. */
export type Pending = { name: string; sent: Pick<Sent, 'bearer' | 'cookie'> };

/** What all servers can do. Each call throws when the response is not the right one. */
export type Api = {
  signup: (name: string) => Promise<Session>;
  login: (name: string, password?: string) => Promise<Session>;
  me: (session: Session) => Promise<void>;
  verify: (session: Session) => Promise<void>;
  refresh: (session: Session) => Promise<Session>;
  logout: (session: Session) => Promise<void>;
  /** Gives a user an authenticator, and returns its secret. `codeOf` returns the code of a secret. */
  enrol: (name: string, codeOf: (secret: string) => string) => Promise<string>;
  loginToSecondStep: (name: string) => Promise<Pending>;
  secondStep: (pending: Pending, code: string) => Promise<Session>;
};

type Body = Record<string, unknown>;

function require(isRight: unknown, route: string, { status, body }: Reply): asserts isRight {
  if (!isRight) throw new Error(`${route}: ${status} ${JSON.stringify(body)}`);
}
const isText = (value: unknown): value is string => typeof value === 'string' && value.length > 20;

/** Gatehouse and nest-auth have the same routes. */
export function createContractApi(caller: Caller, tenantId: string, { toggles }: { toggles: boolean }): Api {
  const call = async (route: string, sent: Sent, isRight: (body: Body) => unknown): Promise<Body> => {
    const reply = await caller.call(route, sent);
    require(reply.status === 200 && isRight(reply.body), route, reply);
    return reply.body;
  };
  const session = async (name: string, route: string, sent: Sent, isPending = false): Promise<Session> => {
    const body = await call(
      route,
      sent,
      ({ accessToken, refreshToken, isRequiresMfa }) =>
        isText(accessToken) && isText(refreshToken) && Boolean(isRequiresMfa) === isPending,
    );
    return { name, access: body.accessToken as string, refresh: body.refreshToken as string };
  };
  const login = (name: string, password = PASSWORD, isPending = false): Promise<Session> => {
    const { body } = loginBody(tenantId, name, password);
    return session(name, 'POST /auth/login', { body: { ...body, providerName: 'email' } }, isPending);
  };
  const signup = (name: string): Promise<Session> =>
    session(name, 'POST /auth/signup', { body: { tenantId, email: emailOf(name), password: PASSWORD } });
  return {
    signup,
    login,
    me: async ({ name, access }) => {
      await call('GET /auth/me', { bearer: access }, ({ id, email }) => isText(id) && email === emailOf(name));
    },
    verify: async ({ access }) => {
      await call(
        'GET /auth/verify-session',
        { bearer: access },
        ({ valid, userId }) => valid === true && isText(userId),
      );
    },
    refresh: async ({ name, refresh }) => {
      const next = await session(name, 'POST /auth/refresh-token', { body: { refreshToken: refresh } });
      if (next.refresh === refresh) throw new Error('POST /auth/refresh-token: the same refresh token again');
      return next;
    },
    logout: async ({ access }) => {
      await call('POST /auth/logout', { bearer: access, body: {} }, ({ message }) => message);
    },
    enrol: async (name, codeOf) => {
      const { access: bearer } = await signup(name);
      const { secret } = await call('POST /auth/mfa/setup-totp', { bearer, body: {} }, (body) => isText(body.secret));
      const otp = codeOf(secret as string);
      await call('POST /auth/mfa/verify-totp-setup', { bearer, body: { otp, secret } }, ({ message }) => message);
      // A set-up switches the second factor of Gatehouse on by itself.
      if (toggles) await call('POST /auth/mfa/toggle', { bearer, body: { enabled: true } }, ({ message }) => message);
      return secret as string;
    },
    loginToSecondStep: async (name) => ({ name, sent: { bearer: (await login(name, PASSWORD, true)).access } }),
    secondStep: ({ name, sent }, otp) =>
      session(name, 'POST /auth/mfa/verify', { ...sent, body: { method: 'totp', otp } }),
  };
}
