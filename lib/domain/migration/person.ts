// Reads a person from the claims of an earlier service. The fields of a user decide what is valid: anything else is left out.
import type { AddressKind } from '../../contract/channels.ts';
import { ApiError } from '../../contract/errors.ts';
import { locale as localeShape, name as nameShape } from '../../contract/shapes.ts';
import type { Identifier, User } from '../../store/people/users.ts';
import { identifier as canonical } from '../addresses.ts';
import { requirePlain } from '../metadata.ts';
import type { Claims } from './verdict.ts';

/** `verified`: the addresses that the service verified. The one that was typed may be missing in it. */
export type Person = Pick<User, 'name' | 'locale' | 'metadata'> & {
  verified: Readonly<Record<AddressKind, string | null>>;
};

const CLAIM = { email: 'email', phone: 'phone_number' } as const;

/**
 * Returns the person. `undefined`: the service says that the account has another address than the one that was typed, so it is
 * not an account of this address. `names`: the claims that become metadata.
 */
export async function personIn(
  claims: Claims,
  { kind, value }: Identifier,
  names: readonly string[],
): Promise<Person | undefined> {
  const given = { email: await addressIn(claims, 'email'), phone: await addressIn(claims, 'phone') };
  const isNamed = typeof claims[CLAIM[kind]] === 'string' && claims[CLAIM[kind]] !== '';
  // One that is not valid here is another address, too.
  if (isNamed && given[kind] !== value) return undefined;
  const isVerified = (each: AddressKind): boolean => claims[`${CLAIM[each]}_verified`] === true;
  return {
    name: nameIn(claims),
    locale: localeIn(claims),
    metadata: metadataIn(claims, names),
    verified: {
      email: isVerified('email') ? given.email : null,
      phone: isVerified('phone') ? given.phone : null,
    },
  };
}

async function addressIn(claims: Claims, kind: AddressKind): Promise<string | null> {
  const text = claims[CLAIM[kind]];
  if (typeof text !== 'string') return null;
  const address = canonical(kind, text, kind).then(({ value }) => value);
  return address.catch(noneIfRefused);
}

function nameIn({ name, given_name: given, family_name: family }: Claims): string | null {
  const parts = [given, family].filter((each) => typeof each === 'string').join(' ');
  return [name, parts].map((each) => nameShape.safeParse(each)).find(({ success }) => success)?.data ?? null;
}

/** OpenID Connect Core 5.1: some services write `en_US`. */
function localeIn({ locale }: Claims): string | null {
  const parsed = localeShape.safeParse(typeof locale === 'string' ? locale.replaceAll('_', '-') : locale);
  return parsed.success ? parsed.data : null;
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Objects of a stranger are not copied into the table. Metadata that are too large are left out as a whole. */
function metadataIn(claims: Claims, names: readonly string[]): Record<string, unknown> {
  const chosen = names.filter((name) => Object.hasOwn(claims, name) && [claims[name]].flat().every(isPlain));
  const metadata = Object.fromEntries(chosen.map((name) => [name, claims[name]]));
  try {
    return requirePlain(metadata, 'metadata');
  } catch (error) {
    return noneIfRefused(error) ?? {};
  }
}

/** Returns `null` for what the contract refuses. */
function noneIfRefused(error: unknown): null {
  if (error instanceof ApiError) return null;
  throw error;
}
