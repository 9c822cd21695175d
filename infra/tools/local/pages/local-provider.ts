// Configures the identity providers of the local run: those of GATEHOUSE_SSO_PROVIDERS, and `local`, which oidc.ts
// serves.
import { randomSecret } from '../../../../lib/crypto/secrets.ts';

export const LOCAL = 'local';
export type LocalProvider = { issuer: string; clientId: string; clientSecret: string; trustEmail: true };

/**
 * The provider is at 127.0.0.1 and the service at localhost. For a browser these are two sites, as a real provider and
 * its customer are, so cookies are sent or withheld as they would be.
 */
export function localProvider(port: number, host: string | undefined): LocalProvider {
  const loopback = host === '::1' ? '[::1]' : '127.0.0.1';
  const issuer = `http://${loopback}:${port}/__oidc`;
  return { issuer, clientId: 'gatehouse', clientSecret: randomSecret(), trustEmail: true };
}

/**
 * Returns the secret's text with `local` added to `given`. Text that is not JSON is returned unchanged, for the service
 * to report.
 */
export function withLocal(local: LocalProvider, given = '{}'): string {
  try {
    return JSON.stringify({ [LOCAL]: local, ...JSON.parse(given) });
  } catch {
    return given;
  }
}
