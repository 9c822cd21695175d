// Says when a domain is looked up by itself.
import { now } from '../../platform/clock.ts';
import type { Domain } from '../../store/tenants/domains.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long the record of a new domain is waited for. Then a person asks for a check. */
const WAITING_MS = 7 * DAY_MS;

/** When a new domain is looked up first, ms. */
export const firstCheckAt = (): number => now() + HOUR_MS;

/** When the domain is looked up next by itself, ms: a verified one a day after the last check that counted. `undefined`: never. */
export function nextCheckAt({ state, createdAt, countedAt }: Pick<Domain, 'state' | 'createdAt' | 'countedAt'>) {
  if (state === 'verified') return (countedAt ?? now()) + DAY_MS;
  return state === 'pending' && now() < createdAt + WAITING_MS ? now() + HOUR_MS : undefined;
}
