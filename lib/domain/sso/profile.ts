// Builds the profile of a user from what the provider says.
import { name as nameShape } from '../../contract/shapes.ts';
import { canonicalEmail } from '../addresses.ts';
import type { Provider } from './providers.ts';

export type Profile = {
  provider: Provider;
  /** The user's id at the provider. Together with the issuer it identifies them; an e-mail address never does. */
  subject: string;
  email: string | null;
  /** Whether the provider says that it verified the address. */
  isEmailVerified: boolean;
  /** The provider verified the address, and the provider is trusted for that. */
  isEmailProved: boolean;
  name: string | null;
  /** When the person logged in at the provider, ms, if it says so. */
  authAt?: number;
};

type ProviderClaims = { subject: string; email: unknown; isEmailVerified: boolean; name: unknown };

/** Returns the profile. An address that is not valid becomes `null`. */
export function profileOf(provider: Provider, { subject, email, isEmailVerified, name }: ProviderClaims): Profile {
  const address = typeof email === 'string' ? canonicalOrNone(email) : null;
  const parsedName = nameShape.safeParse(name);
  return {
    provider,
    subject,
    email: address,
    isEmailVerified,
    isEmailProved: address !== null && isEmailVerified && provider.trustEmail,
    name: parsedName.success ? parsedName.data : null,
  };
}

function canonicalOrNone(email: string): string | null {
  try {
    return canonicalEmail(email);
  } catch {
    return null;
  }
}
