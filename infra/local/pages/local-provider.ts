// Identity providers of the local run: those of GATEHOUSE_SSO_PROVIDERS, and `local`, which is a page of its own.
import { randomSecret } from '../../../lib/crypto/secrets.ts';

export const LOCAL = 'local';
export type LocalProvider = { issuer: string; clientId: string; clientSecret: string; trustEmail: true };

/**
 * It stands on 127.0.0.1, the service on localhost: for a browser two sites, as a provider and its customer are, so that
 * cookies travel, or don't, as they would.
 */
export function localProvider(port: number, host: string | undefined): LocalProvider {
  const loopback = host === '::1' ? '[::1]' : '127.0.0.1';
  const issuer = `http://${loopback}:${port}/__oidc`;
  return { issuer, clientId: 'gatehouse', clientSecret: randomSecret(), trustEmail: true };
}

/** The secret's text with `local` beside what was given. What isn't JSON stays as it is, for the service to complain of. */
export function withLocal(local: LocalProvider, given = '{}'): string {
  try {
    return JSON.stringify({ [LOCAL]: local, ...JSON.parse(given) });
  } catch {
    return given;
  }
}
