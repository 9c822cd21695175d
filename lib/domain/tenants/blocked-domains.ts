// Rejects e-mail addresses of blocked domains and their subdomains. blocked-domain-list.ts manages the list.
import { fail } from '../../contract/errors.ts';
import { getMany, type Item } from '../../store/dynamo/table.ts';
import type { Key } from '../../store/keys.ts';
import * as store from '../../store/tenants/blocked-domains.ts';

/** `email` is canonical in this file. */
const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** Returns the keys that `requireAllowed` needs, to be read along with other items. Returns none without an address. */
export const shardsOf = (email: string | null): Key[] => (email === null ? [] : store.shardsOf(domainOf(email)));

/** Throws EMAIL_DOMAIN_NOT_ALLOWED if the domain is blocked. `items` were read at `shardsOf(email)`, in that order. */
export function requireAllowed(email: string | null, items: readonly (Item | undefined)[]): void {
  if (isBlockedAt(email, items)) fail('EMAIL_DOMAIN_NOT_ALLOWED');
}

/** Whether the domain is blocked. `items` as for `requireAllowed`. */
export const isBlockedAt = (email: string | null, items: readonly (Item | undefined)[]): boolean =>
  email !== null && store.isBlocked(domainOf(email), items);

/** Reads the list and throws EMAIL_DOMAIN_NOT_ALLOWED if the domain is blocked. */
export async function requireAllowedDomain(email: string | null): Promise<void> {
  requireAllowed(email, await getMany(shardsOf(email)));
}
