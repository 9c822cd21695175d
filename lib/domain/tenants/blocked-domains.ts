// Checks that an e-mail address is not of a blocked domain or a subdomain of one. blocked-domain-list.ts manages the
// list.
import { fail } from '../../contract/errors.ts';
import * as store from '../../store/blocked-domains.ts';
import { getMany, type Item } from '../../store/dynamo/table.ts';
import type { Key } from '../../store/keys.ts';

/** `email` is canonical in this file. */
const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** Returns the keys that `requireAllowed` needs, to read them along with other items. None without an address. */
export const shardsOf = (email: string | null): Key[] => (email === null ? [] : store.shardsOf(domainOf(email)));

/** Throws EMAIL_DOMAIN_NOT_ALLOWED. `items` were read at `shardsOf(email)`, in that order. */
export function requireAllowed(email: string | null, items: readonly (Item | undefined)[]): void {
  if (email !== null && store.isBlocked(domainOf(email), items)) fail('EMAIL_DOMAIN_NOT_ALLOWED');
}

/** Reads the list and throws EMAIL_DOMAIN_NOT_ALLOWED if the domain is blocked. */
export async function requireAllowedDomain(email: string | null): Promise<void> {
  requireAllowed(email, await getMany(shardsOf(email)));
}
