// Defines what a command is: one thing that a person can do, with every choice that the state of the world allows.
import type { RouteName } from '../../../lib/contract/index.ts';
import type { World } from '../world/world.ts';

/** Names and numbers only: a step can be printed, stored and run again. */
export type Args = Readonly<Record<string, string | number | boolean>>;
export type Step = { label: number; command: string; args: Args };

/** Cases concentrate on a few groups, because a finding needs several steps of the same kind ("swarm testing"). */
export type Group =
  | 'base'
  | 'squat'
  | 'invite'
  | 'admin'
  | 'tenant'
  | 'sso'
  | 'switch'
  | 'factor'
  | 'theft'
  | 'flood'
  | 'guess'
  | 'root';

export type Command<A extends Args = Args> = {
  name: string;
  group: Group;
  /** How likely it is in this state, compared with the others. */
  weight: number | ((world: World) => number);
  /** How often a case may have it: for those that cost many requests. */
  atMost?: number;
  /** The operations it calls. */
  routes: readonly RouteName[];
  /** Every way to do it now. Empty: it is not possible. */
  options: (world: World) => A[];
  run: (world: World, args: A) => Promise<void>;
  /** The ways that the audit at the end of a case tries, too: credentials that should open nothing, and owners. */
  audit?: (world: World) => A[];
};

/** Declares a command. Keeps the type of its arguments between `options` and `run`. */
export const command = <A extends Args>(declared: Command<A>): Command => declared as unknown as Command;

/** Every combination of members of two lists. */
export const pairs = <A, B>(first: readonly A[], second: readonly B[]): [A, B][] =>
  first.flatMap((a) => second.map((b): [A, B] => [a, b]));
