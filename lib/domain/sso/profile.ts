// Who somebody is at a provider, as far as we take its word for it.
import { name as nameShape } from '../../contract/shapes.ts';
import { canonicalEmail } from '../addresses.ts';
import type { Provider } from './providers.ts';

export type Profile = {
  provider: Provider;
  /** His id there. With the issuer it is who he is; an e-mail address never is. */
  subject: string;
  email: string | null;
  /** The provider says that it is his, and is believed. */
  isEmailProved: boolean;
  name: string | null;
};

type Said = { subject: string; email: unknown; isEmailVerified: boolean; name: unknown };

/** The profile from what the provider said. An address that we couldn't write to is none. */
export function profileOf(provider: Provider, { subject, email, isEmailVerified, name }: Said): Profile {
  const address = typeof email === 'string' ? canonicalOrNone(email) : null;
  const parsedName = nameShape.safeParse(name);
  return {
    provider,
    subject,
    email: address,
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
