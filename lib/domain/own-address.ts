// Builds the addresses of this service to which a form is redirected.
import { fail } from '../contract/errors.ts';
import { config } from '../platform/settings/config.ts';

/**
 * The longest address that API Gateway takes at its edge, encoded (developer guide, "Quotas for configuring and running a
 * REST API"). It also bounds the headers of a reply, so a longer one would become a 5xx.
 */
const MAX_ADDRESS = 8192;

/** Returns the path of this service with the fields of a form as its query. Throws PAYLOAD_TOO_LARGE. */
export function byGet(path: string, form: Readonly<Record<string, string | undefined>>): { location: string } {
  const location = new URL(`${config().baseUrl}${path}`);
  for (const [name, value] of Object.entries(form)) if (value !== undefined) location.searchParams.append(name, value);
  if (location.href.length > MAX_ADDRESS) fail('PAYLOAD_TOO_LARGE');
  return { location: location.href };
}
