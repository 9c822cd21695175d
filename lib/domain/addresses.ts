// Canonicalises e-mail addresses and phone numbers. Uniqueness, look-ups and limiter keys use only the canonical
// spelling. Text that becomes an address only by Unicode folding is refused, never mapped to another person's account.
import { domainToASCII } from 'node:url';
import { type AddressKind, addressKinds } from '../contract/channels.ts';
import { fail } from '../contract/errors.ts';
import type { Identifier, User } from '../store/people/users.ts';

/** RFC 5322 atoms and dots; the quoted form is refused. */
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DNS_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

const invalid = (field: string, reason: string): never => fail('INVALID_INPUT', { message: `${field}: ${reason}` });

/**
 * Returns the address with an ASCII domain (UTS 46) and ASCII lower case. Dots and +tags stay: at many providers they
 * are different mailboxes. Throws INVALID_INPUT naming `field`.
 */
export function canonicalEmail(text: string, field = 'email'): string {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (at < 1 || local.length > 64 || !LOCAL_PART.test(local)) return invalid(field, 'is not a valid email address');
  const ascii = canonicalDomain(domain);
  if (!ascii || local.length + ascii.length > 253) return invalid(field, 'is not a valid email address');
  return `${local}@${ascii}`.toLowerCase();
}

/** Returns the domain as lower-case A-labels; `undefined` for anything but a dotted DNS name. */
export function canonicalDomain(domain: string): string | undefined {
  // `domainToASCII` would drop a path or query and decode percent signs; an address has none of them.
  if (/[\x00-\x7f]/.test(domain.replace(/[A-Za-z0-9.-]/g, ''))) return undefined;
  const labels = domain.split('.');
  const ascii = domainToASCII(domain).toLowerCase();
  const asciiLabels = ascii.split('.');
  if (labels.length < 2 || asciiLabels.length !== labels.length || ascii.length > 253) return undefined;
  const isValid = asciiLabels.every((label, index) => {
    const original = labels[index] as string;
    // A label that is not ASCII must stay recognisably so: full-width or ligature look-alikes fold to plain letters.
    const folded = !/^[\x21-\x7e]+$/.test(original) && !label.startsWith('xn--');
    return DNS_LABEL.test(label) && !folded;
  });
  const isAddress = /^\d+$/.test(asciiLabels.at(-1) as string);
  return isValid && !isAddress ? ascii : undefined;
}

/**
 * Returns an international number in E.164: separators are dropped, `00` is read as `+`, a trunk zero in brackets is
 * dropped. Throws INVALID_INPUT naming `field` for a number without a country, of impossible length, or with an
 * extension, which no message reaches. Non-geographic numbers are satellites and premium services, so they are refused. Whether a message
 * may be sent to the number is decided by phone-numbers.ts.
 */
export async function canonicalPhone(text: string, field = 'phone'): Promise<string> {
  const written = text.replace(/^00/, '+');
  // Anything but digits and separators is refused first: the library accepts look-alikes.
  if (!/^\+[0-9 ()./-]+$/.test(written)) return invalid(field, 'is not an international phone number');
  // A fifth of a bundle, needed by few requests: loaded with the first number.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min');
  const number = parsePhoneNumberFromString(written);
  if (!number?.isPossible() || number.ext || number.isNonGeographic())
    return invalid(field, 'is not an international phone number');
  return number.number;
}

const CANONICAL = { email: canonicalEmail, phone: canonicalPhone } satisfies Record<AddressKind, unknown>;

/** Returns the canonical identifier of a login. */
export async function identifier(kind: AddressKind, text: string, field: string): Promise<Identifier> {
  return { kind, value: await CANONICAL[kind](text, field) };
}

const IS_CANONICAL: Readonly<Record<AddressKind, (text: string) => boolean>> = {
  email: (text) => canonicalEmail(text) === text,
  // E.164 (ITU-T): at most fifteen digits.
  phone: (text) => /^\+[1-9]\d{6,14}$/.test(text),
};

/** Whether the address is in the canonical form of the table. Throws INVALID_INPUT for what is no e-mail address at all. */
export const isCanonical = (kind: AddressKind, text: string): boolean => IS_CANONICAL[kind](text);

/** Returns the address that identifies an account: the e-mail address, or the number of an account without one. */
export function firstAddress(contact: Pick<User, AddressKind>): Identifier {
  const kind = addressKinds.find((each) => contact[each] !== null) ?? 'phone';
  return { kind, value: contact[kind] as string };
}

/** Returns the address that a request names; the number if it names both. Throws EMAIL_OR_PHONE_REQUIRED. */
export async function addressIn({ email, phone }: { email?: string; phone?: string }): Promise<Identifier> {
  if (phone !== undefined) return identifier('phone', phone, 'phone');
  return email === undefined ? fail('EMAIL_OR_PHONE_REQUIRED') : identifier('email', email, 'email');
}

/** Returns the address masked: enough for the owner to recognise it, too little for the finder of a link. */
export const masked = (address: string): string =>
  address.includes('@') ? `${address[0]}•••${address.slice(address.lastIndexOf('@'))}` : `•••${address.slice(-3)}`;
