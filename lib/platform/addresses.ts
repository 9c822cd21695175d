// Checks addresses that the configuration names.

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
