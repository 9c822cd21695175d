// E-mail addresses and phone numbers in one canonical spelling. Uniqueness, look-ups and limiter keys use only this
// spelling; what merely looks like an address after folding is refused, never folded into somebody's account.
import { domainToASCII } from 'node:url';
import { fail } from '../contract/errors.ts';
import type { Identifier } from '../store/users.ts';

/** RFC 5322 atoms and dots; the quoted form is refused. */
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DNS_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

const invalid = (field: string, reason: string): never => fail('INVALID_INPUT', { message: `${field}: ${reason}` });

/**
 * The address with an ASCII domain (UTS 46) and ASCII lower case. Dots and +tags stay: at many providers they are
 * different mailboxes. Throws INVALID_INPUT naming `field`.
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

/** The domain as lower-case A-labels, or `undefined` for anything that isn't a dotted DNS name. */
export function canonicalDomain(domain: string): string | undefined {
  // URL parsing would drop a path or a query and decode percent signs; an address has none of them.
  if (/[\x00-\x7f]/.test(domain.replace(/[A-Za-z0-9.-]/g, ''))) return undefined;
  const labels = domain.split('.');
  const ascii = domainToASCII(domain).toLowerCase();
  const asciiLabels = ascii.split('.');
  if (labels.length < 2 || asciiLabels.length !== labels.length || ascii.length > 253) return undefined;
  const sound = asciiLabels.every((label, index) => {
    const original = labels[index] as string;
    // A label that is not ASCII must stay recognisably so: full-width or ligature look-alikes fold to plain letters.
    const folded = !/^[\x21-\x7e]+$/.test(original) && !label.startsWith('xn--');
    return DNS_LABEL.test(label) && !folded;
  });
  const isAddress = /^\d+$/.test(asciiLabels.at(-1) as string);
  return sound && !isAddress ? ascii : undefined;
}

/**
 * The number in E.164, from how people write numbers with their country: separators dropped, `00` read as `+`, a trunk
 * zero in brackets dropped. Throws INVALID_INPUT naming `field` for one without country, of impossible length, or with
 * an extension, which no message reaches. Numbers of no country are satellites and services that cost whoever writes to
 * them.
 */
export async function canonicalPhone(text: string, field = 'phone'): Promise<string> {
  const written = text.replace(/^00/, '+');
  // What is no digit, or a look-alike of one, is refused before the library, which is generous, sees it.
  if (!/^\+[0-9 ()./-]+$/.test(written)) return invalid(field, 'is not an international phone number');
  // A fifth of a bundle, for few requests: loaded when the first number comes.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min');
  const number = parsePhoneNumberFromString(written);
  if (!number?.isPossible() || number.ext || number.isNonGeographic())
    return invalid(field, 'is not an international phone number');
  return number.number;
}

/** Whether this is how the table spells numbers: E.164 (ITU-T), at most fifteen digits. */
export const isCanonicalPhone = (text: string): boolean => /^\+[1-9]\d{6,14}$/.test(text);

/** The one identifier of a login. */
export async function identifier(kind: 'email' | 'phone', text: string, field: string): Promise<Identifier> {
  return { kind, value: kind === 'email' ? canonicalEmail(text, field) : await canonicalPhone(text, field) };
}

/** The address a request is about. With both, the number counts. Throws EMAIL_OR_PHONE_REQUIRED. */
export async function addressIn({ email, phone }: { email?: string; phone?: string }): Promise<Identifier> {
  if (phone !== undefined) return identifier('phone', phone, 'phone');
  return email === undefined ? fail('EMAIL_OR_PHONE_REQUIRED') : identifier('email', email, 'email');
}
