// Defines what a command is: one thing that a person can do, with every choice that the state of the world allows.
import type { RouteName } from '../../../lib/contract/index.ts';
import type { World } from '../world/world.ts';

/** Names and numbers only: a step can be printed, stored and run again. */
export type Args = Readonly<Record<string, string | number | boolean>>;
export type Step = { label: number; command: string; args: Args };

/** Cases concentrate on a few groups, because a finding needs several steps of the same kind ("swarm testing"). */
export type Group = 'base' | 'squat' | 'admin' | 'sso' | 'switch' | 'factor' | 'theft' | 'flood' | 'root';

export type Command<A extends Args = Args> = {
  name: string;
  group: Group;
  /** How likely it is in this state, compared with the others. */
  weight: number | ((world: World) => number);
  /** It ends something. In the middle of a case, such commands are likelier. */
  ends?: true;
  /** How often a case may have it: for those that cost many requests. */
  atMost?: number;
  /** The operations it calls. */
  routes: readonly RouteName[];
  /** Every sensible way to do it now. Empty: there is none. */
  options: (world: World) => A[];
  run: (world: World, args: A) => Promise<void>;
  /** Ways that must fail: with credentials that ended. They are tried now and then, and at the end of a case. */
  vain?: (world: World) => A[];
  /** Ways of owners that must succeed, if strangers had an hour's rest. They are tried at the end of a case. */
  owed?: (world: World) => A[];
};

/** Declares a command. Keeps the type of its arguments between `options` and `run`. */
export const command = <A extends Args>(declared: Command<A>): Command => declared as unknown as Command;

/** Every combination of members of two lists. */
export const pairs = <A, B>(first: readonly A[], second: readonly B[]): [A, B][] =>
  first.flatMap((a) => second.map((b): [A, B] => [a, b]));
