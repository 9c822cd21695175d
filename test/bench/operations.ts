// The operations under load, each by index so that calls at the same time never concern the same account.
import type { Caller } from './caller.ts';
import { load } from './load.ts';
import { loginBody, signupBody, type Tokens } from './world.ts';

export const OPERATIONS = ['signup', 'login', 'verify-session', 'me', 'refresh-token', 'logout'] as const;
export type OperationName = (typeof OPERATIONS)[number];
type Act = (index: number) => Promise<unknown>;

/** Limits count by address; with so many calls from each no limit is reached, nor half of it. */
const PER_ADDRESS = 40;

/**
 * Users that are logged in, and the operations they do. Logging out uses up the sessions of logins before: call as
 * many, in this order. With `limits` on the calls come from many addresses.
 */
export async function createOperations(caller: Caller, tenantId: string, users: number) {
  let calls = 0;
  const from = (): string => {
    const address = Math.floor(calls++ / PER_ADDRESS);
    return `127.1.${address >> 8}.${address & 255}`;
  };
  const held: Tokens[] = [];
  await load(users, 8, async (index) => {
    const body = await caller.ok('POST /auth/signup', { ...signupBody(tenantId, index), from: from() });
    held[index] = body as Tokens;
  });
  const spare: Tokens[] = [];
  let fresh = users;
  const bearer = (index: number) => ({ bearer: held[index % users]?.accessToken });

  const acts: Record<OperationName, Act> = {
    signup: () => caller.ok('POST /auth/signup', { ...signupBody(tenantId, fresh++), from: from() }),
    login: async (index) => {
      const body = await caller.ok('POST /auth/login', { ...loginBody(tenantId, index % users), from: from() });
      spare.push(body as Tokens);
    },
    'verify-session': (index) => caller.ok('GET /auth/verify-session', bearer(index)),
    me: (index) => caller.ok('GET /auth/me', bearer(index)),
    'refresh-token': async (index) => {
      const { refreshToken } = held[index % users] as Tokens;
      held[index % users] = (await caller.ok('POST /auth/refresh-token', { body: { refreshToken } })) as Tokens;
    },
    logout: () => caller.ok('POST /auth/logout', { bearer: spare.pop()?.accessToken }),
  };
  return acts;
}
