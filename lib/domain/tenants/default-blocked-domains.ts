// Loads the built-in list of disposable e-mail domains. The choice of the list is explained in
// docs/decisions/0010-blocked-domains-in-shards.md.
import { canonicalDomain } from '../addresses.ts';

let domains: Promise<readonly string[]> | undefined;

/** Returns the built-in list, canonical and without duplicates. Loaded on first use. */
export function defaultBlockedDomains(): Promise<readonly string[]> {
  domains ??= load();
  return domains;
}

async function load(): Promise<readonly string[]> {
  const { default: all } = await import('disposable-email-domains-js/dist/dict/disposable_email_blocklist.json', {
    with: { type: 'json' },
  });
  return [...new Set((all as string[]).flatMap((domain) => canonicalDomain(domain) ?? []))];
}
