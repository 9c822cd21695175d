// Compares when something began with GATEHOUSE_SESSIONS_SINCE, which ends everything before a given time, with the time when its
// tenant was switched on, and with the time since when that has a domain.
import { setTimeout } from 'node:timers/promises';
import { now } from '../platform/clock.ts';
import { config } from '../platform/settings/config.ts';
import type { Domain } from '../store/tenants/domains.ts';
import type { TenantHead } from '../store/tenants/tenants.ts';

/**
 * Whether something that began then, in ms, still counts. Every reader of a session, or of what can begin or replace
 * one, asks this: sessions, admin sessions, links, codes, link tokens, flows, trusted devices, set-ups.
 */
export const isOfNow = (began: number): boolean => began >= config().sessionsSince;

/**
 * Whether something that was given then, in ms, was given since its tenant was switched on last. Sessions have the epoch of
 * the tenant; what has none asks this (docs/decisions/0072-pairs-and-switches.md).
 */
export const isSinceActive = (given: number, { activeSince = 0 }: Pick<TenantHead, 'activeSince'>): boolean =>
  given >= activeSince;

/** Whether the tenant has had the domain since `at`, ms. What was asked before, of another owner or before a loss, counts no more. */
export const isOfProof = (at: number, domain: Domain | undefined): boolean =>
  domain?.state === 'verified' && domain.verifiedAt !== null && at >= domain.verifiedAt;

/**
 * Returns from when on, in ms, what is given counts if everything before is ended at that time. Tokens say in which second
 * they were issued, so what is given in the rest of this second ends, too.
 */
export const afterThisSecond = (at: number): number => Math.floor(at / 1000) * 1000 + 1000;

/** Returns `at`, or the time before which all was ended already, if that is later: it may be at the end of this second. */
export const noEarlier = ({ activeSince = 0 }: { activeSince?: number | undefined }, at: number): number =>
  Math.max(activeSince, at);

/**
 * Waits until a token that is issued now would count: at most for the rest of the second in which an admin ended what was given
 * before. Its holder would keep a token that is refused until it expires.
 */
export async function whenCounting(...by: readonly { activeSince?: number | undefined }[]): Promise<void> {
  const since = Math.max(...by.map(({ activeSince = 0 }) => activeSince));
  for (let left = since - now(); left > 0 && left <= 1000; left = since - now()) await setTimeout(left);
}
