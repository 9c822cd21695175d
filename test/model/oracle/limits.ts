// Decides when an owner must not be refused because of what strangers did.
import { now } from '../../../lib/platform/clock.ts';
import { DAY, HOUR, MINUTE } from '../../support/api.ts';
import type * as E from '../world/entities.ts';
import type { Attempts, World } from '../world/world.ts';

const attemptsAt = (world: World, scope: string): Attempts => {
  const found = world.attempts.get(scope) ?? { strangersAt: 0, own: [] };
  world.attempts.set(scope, found);
  return found;
};

/** Records that a stranger used up attempts. `scope` names what is counted, such as the address. */
export const countStranger = (world: World, scope: string): void => {
  attemptsAt(world, scope).strangersAt = now();
};
/** Records an attempt of the owner, for which they may be told to wait themselves. */
export const countOwn = (world: World, scope: string): void => void attemptsAt(world, scope).own.push(now());

/** Whether strangers did something in this scope. */
export const hadStrangers = (world: World, scope: string): boolean => attemptsAt(world, scope).strangersAt > 0;

/** Whether the owner made few attempts of their own of late: fewer than any limit of theirs. */
export function isModest(world: World, scope: string, most: number, withinMs: number): boolean {
  return attemptsAt(world, scope).own.filter((at) => now() - at < withinMs).length < most;
}

/**
 * Whether a code to the address must be sent: the owner asked for few codes, and strangers have been quiet. They may use
 * up the messages of a day (SECURITY.md, "What is not promised"), but not those of a place that the account was used
 * from (`isAtHome`). There, an hour is enough for what all share.
 */
export function mustSend(world: World, scope: string, isAtHome: boolean): boolean {
  const { strangersAt } = attemptsAt(world, scope);
  const isQuiet = strangersAt > 0 && now() - strangersAt > (isAtHome ? HOUR : DAY);
  return isQuiet && isModest(world, scope, 1, 11 * MINUTE) && isModest(world, scope, 4, DAY);
}

/** The scope of messages to an address. */
export const messagesTo = (tenant: E.TenantName, address: string): string => `messages|${tenant}|${address}`;
export const passwordsAt = (account: E.Account): string => `passwords|${account.name}`;
