// The operations under load, each by index so that calls at the same time never concern the same account.
import type { Caller } from './caller.ts';
import { load } from './load.ts';
import { loginBody, signupBody, type Tokens } from './world.ts';

export const OPERATIONS = ['signup', 'login', 'verify-session', 'me', 'refresh-token', 'logout'] as const;
export type OperationName = (typeof OPERATIONS)[number];
export type Acts = Record<OperationName, (index: number) => Promise<unknown>>;

/** `existing` ones log in; the others are signed up. */
export type People = { count: number; name: (index: number) => number | string; existing: boolean };

/** Limits count by address; with so many calls from each no limit is reached, nor half of it. */
const PER_ADDRESS = 40;

/**
 * People who are logged in, and what they do. Logging out uses up the sessions of logins before: call as many, in this
 * order. Calls that limits count come from many addresses.
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

  const held: Tokens[] = [];
  await load(count, 4, async (index) => {
    held[index] = await (existing ? login : signup)(name(index));
  });
  const spare: Tokens[] = [];
  let fresh = 0;
  const bearer = (index: number) => ({ bearer: held[index % count]?.accessToken });

  return {
    signup: () => signup(`fresh${fresh++}`),
    login: async (index) => {
      spare.push(await login(name(index % count)));
    },
    'verify-session': (index) => caller.ok('GET /auth/verify-session', bearer(index)),
    me: (index) => caller.ok('GET /auth/me', bearer(index)),
    'refresh-token': async (index) => {
      const { refreshToken } = held[index % count] as Tokens;
      held[index % count] = (await caller.ok('POST /auth/refresh-token', { body: { refreshToken } })) as Tokens;
    },
    logout: () => caller.ok('POST /auth/logout', { bearer: spare.pop()?.accessToken }),
  };
}
