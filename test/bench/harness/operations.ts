// Defines the operations under load. Each takes an index, so that concurrent calls never concern the same account.
import type { Caller } from './caller.ts';
import { load } from './load.ts';
import { loginBody, signupBody, type Tokens } from './world.ts';

export const OPERATIONS = ['signup', 'login', 'verify-session', 'me', 'refresh-token', 'logout'] as const;
export type OperationName = (typeof OPERATIONS)[number];
export type Acts = Record<OperationName, (index: number) => Promise<unknown>>;

/** With `existing`, the users log in. Otherwise they sign up first. */
export type People = { count: number; name: (index: number) => number | string; existing: boolean };

/** Calls per IP address. Limits count by address, and this number stays below half of every limit. */
const PER_ADDRESS = 40;

/**
 * Returns the operations of logged-in users. A logout uses up the session of an earlier login, so call as many logins
 * first. Calls that limits count are sent from many addresses.
 */
export async function createOperations(
  caller: Caller,
  tenantId: string,
  { count, name, existing }: People,
): Promise<Acts> {
  let calls = 0;
  const from = (): string => {
    const address = Math.floor(calls++ / PER_ADDRESS);
    return `127.1.${address >> 8}.${address & 255}`;
  };
  const signup = (user: number | string): Promise<Tokens> =>
    caller.ok('POST /auth/signup', { ...signupBody(tenantId, user), from: from() }) as Promise<Tokens>;
  const login = (user: number | string): Promise<Tokens> =>
    caller.ok('POST /auth/login', { ...loginBody(tenantId, user), from: from() }) as Promise<Tokens>;

  const sessions: Tokens[] = [];
  await load(count, 4, async (index) => {
    sessions[index] = await (existing ? login : signup)(name(index));
  });
  const loggedIn: Tokens[] = [];
  let signups = 0;
  const bearer = (index: number) => ({ bearer: sessions[index % count]?.accessToken });

  return {
    signup: () => signup(`fresh${signups++}`),
    login: async (index) => {
      loggedIn.push(await login(name(index % count)));
    },
    'verify-session': (index) => caller.ok('GET /auth/verify-session', bearer(index)),
    me: (index) => caller.ok('GET /auth/me', bearer(index)),
    'refresh-token': async (index) => {
      const { refreshToken } = sessions[index % count] as Tokens;
      sessions[index % count] = (await caller.ok('POST /auth/refresh-token', { body: { refreshToken } })) as Tokens;
    },
    logout: () => caller.ok('POST /auth/logout', { bearer: loggedIn.pop()?.accessToken }),
  };
}
