// One operation that a function may be killed in, with what leads to it and what a client does about a lost answer.
import type { Client } from '../client.ts';
import type { Answer, Lost } from '../deployment.ts';

export type Flow = {
  name: string;
  /** The operation's path, which says whose process is killed. */
  path: string;
  /** Does what leads to it; the operation itself; and what follows, whatever the outcome: gets through, and checks that it holds. */
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
