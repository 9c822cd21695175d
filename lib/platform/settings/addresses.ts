// Checks addresses that the configuration names.

const ADDRESS = '[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9.-]{1,253}';
/** The sender of e-mails. The display name is ASCII without specials (RFC 5322), so it needs no quoting and cannot carry an address. */
export const SENDER = new RegExp(`^(?:${ADDRESS}|[A-Za-z0-9][A-Za-z0-9 &'_-]{0,62} <${ADDRESS}>)$`);

/** Accepts https, or http for loopback, without user. Nothing else may receive a token. */
export function isInviteLink(template: string): boolean {
  const url = template.replaceAll('{token}', 'x');
  if (url === template || /[\s\\*]/.test(url) || !URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return (protocol === 'https:' || (protocol === 'http:' && isLoopback(url))) && !username && !password;
}

/** Whether the host of the URL is this machine. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
