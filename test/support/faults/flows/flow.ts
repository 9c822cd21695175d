// Defines a flow: one operation that a function may be killed in, the calls before it, and the client's retry.
import type { Client } from '../client.ts';
import type { Answer, Lost } from '../deployment.ts';

export type Flow = {
  name: string;
  /** The operation's path, which says whose process is killed. */
  path: string;
  /** Prepares the operation. `act` runs it; `settle` retries it if its response was lost, and checks that it holds. */
  begin: (client: Client) => Promise<{
    act: () => Promise<Answer | Lost>;
    settle: (outcome: Answer | Lost) => Promise<void>;
  }>;
};

type Steps<S> = {
  prepare: (client: Client) => Promise<S>;
  act: (client: Client, state: S) => Promise<Answer | Lost>;
  settle: (client: Client, state: S, outcome: Answer | Lost) => Promise<void>;
};

export const flow = <S>(name: string, path: string, { prepare, act, settle }: Steps<S>): Flow => ({
  name,
  path,
  begin: async (client) => {
    const state = await prepare(client);
    return { act: () => act(client, state), settle: (outcome) => settle(client, state, outcome) };
  },
});
