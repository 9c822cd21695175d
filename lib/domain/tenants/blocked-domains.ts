// Whether an e-mail address may have an account: its domain, and those above it, must not be blocked. The list itself is
// kept by blocked-domain-list.ts.
import { fail } from '../../contract/errors.ts';
import * as store from '../../store/blocked-domains.ts';
import { getMany, type Item } from '../../store/dynamo/table.ts';
import type { Key } from '../../store/keys.ts';

/** `email` is canonical from here on. */
const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** The keys of what `demandAllowed` wants to see of the list, to be read along with other items. None without address. */
export const shardsOf = (email: string | null): Key[] => (email === null ? [] : store.shardsOf(domainOf(email)));

/** Throws EMAIL_DOMAIN_NOT_ALLOWED. `items` are those at `sharesOf(email)`, in that order. */
export function requireAllowed(email: string | null, items: readonly (Item | undefined)[]): void {
  if (email !== null && store.isBlocked(domainOf(email), items)) fail('EMAIL_DOMAIN_NOT_ALLOWED');
}

/** Throws EMAIL_DOMAIN_NOT_ALLOWED, after a read of its own. */
export async function requireAllowedDomain(email: string | null): Promise<void> {
  requireAllowed(email, await getMany(shardsOf(email)));
}
