// Finds the mailbox behind an e-mail address, for budgets of messages only: many spellings must not fill one mailbox.
// Two people may share a budget by mistake. Identity never follows from it.

/** Gmail ignores dots, and has two domains. */
const GMAIL = ['gmail.com', 'googlemail.com'];

/** Returns the address without its tag (RFC 5233 calls it the detail: `name+detail`), and for Gmail without dots. */
export function mailboxOf(canonicalEmail: string): string {
  const at = canonicalEmail.lastIndexOf('@');
  const [local, domain] = [canonicalEmail.slice(0, at), canonicalEmail.slice(at + 1)];
  const name = local.replace(/(?<=.)\+.*$/, '');
  return GMAIL.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
