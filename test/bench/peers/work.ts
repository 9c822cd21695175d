// Defines the work that all servers do, and proves that each of them does it.
import { STEP_MS, totpOf } from '../../../lib/packages/testing/totp.ts';
import { load } from '../harness/load.ts';
import type { Api, Pending, Session } from './api.ts';

export const WORK = ['sign-up', 'login', 'me', 'verify-session', 'refresh', 'second step', 'logout'] as const;
export type WorkName = (typeof WORK)[number];
export const CONNECTIONS = [1, 16] as const;
export type Connections = (typeof CONNECTIONS)[number];
/** Requests in a cell, by connections. */
export const COUNTS: Record<Connections, number> = { 1: 60, 16: 240 };
/** `prepare` is not measured. */
export type Task = { prepare?: () => Promise<void>; act: (index: number) => Promise<unknown> };
export type Tasks = Record<WorkName, Task>;

const PREPARED_AT_ONCE = 4;
const step = (): number => Math.floor(Date.now() / STEP_MS);
const isRefused = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => false,
    () => true,
  );

/** Throws unless a server refuses what it must refuse. A server that accepts everything would be fast, too. */
export async function prove(server: string, api: Api): Promise<void> {
  const secret = await api.enrol('proof', (each) => totpOf(each, step()));
  const pending = await api.loginToSecondStep('proof');
  const session = await api.signup('proof-of-logout');
  await api.me(session);
  await api.verify(session);
  await api.logout(session);
  const refused: [string, () => Promise<unknown>][] = [
    ['a wrong password', () => api.login('proof-of-logout', 'another-lantern-orbit-28')],
    ['a wrong code', () => api.secondStep(pending, totpOf(secret, step() - 20))],
    ['a session that was logged out', () => api.me(session)],
    ['the verification of such a session', () => api.verify(session)],
  ];
  for (const [what, call] of refused) if (!(await isRefused(call()))) throw new Error(`${server} accepts ${what}`);
}

/** Creates users with sessions and returns the work, for a number of connections. A logout ends the session of a login. */
export async function createTasks(api: Api, connections: Connections): Promise<Tasks> {
  const count = COUNTS[connections];
  const name = (kind: string, index: number) => `${kind}-${connections}-${index}`;
  const sessions: Session[] = [];
  const secrets: string[] = [];
  await load(count, PREPARED_AT_ONCE, async (index) => {
    sessions[index] = await api.signup(name('user', index));
    secrets[index] = await api.enrol(name('careful', index), (secret) => totpOf(secret, step()));
  });
  const loggedIn: Session[] = [];
  let pending: Pending[] = [];
  let fresh = 0;
  /** The step of the last code. No code is good twice. */
  let used = step();
  const at = (index: number) => sessions[index] as Session;

  return {
    'sign-up': { act: () => api.signup(name('fresh', fresh++)) },
    login: {
      act: async (index) => {
        loggedIn.push(await api.login(name('user', index)));
      },
    },
    me: { act: (index) => api.me(at(index)) },
    'verify-session': { act: (index) => api.verify(at(index)) },
    refresh: {
      act: async (index) => {
        sessions[index] = await api.refresh(at(index));
      },
    },
    'second step': {
      prepare: async () => {
        const begun: Pending[] = [];
        await load(count, PREPARED_AT_ONCE, async (index) => {
          begun[index] = await api.loginToSecondStep(name('careful', index));
        });
        pending = begun;
        while (step() <= used) await new Promise((resolve) => setTimeout(resolve, STEP_MS - (Date.now() % STEP_MS)));
      },
      act: (index) => {
        used = step();
        return api.secondStep(pending[index] as Pending, totpOf(secrets[index] as string, used));
      },
    },
    logout: { act: () => api.logout(loggedIn.pop() as Session) },
  };
}
