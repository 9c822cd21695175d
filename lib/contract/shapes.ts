// Defines the fields that several operations share. Types are strict: nothing is coerced. http/input.ts says
// what becomes of unknown fields.
import * as z from 'zod/mini';
import { isReadable, READABLE_LINES } from './readable.ts';

export { isReadable, UNREADABLE } from './readable.ts';

/**
 * Room for any address (RFC 5321: 254 octets). The domain validates the exact form when it canonicalises the address.
 */
export const email = z.string().check(z.minLength(1), z.maxLength(254));
export const refreshToken = z.string().check(z.maxLength(4096));
/** E.164 has at most 15 digits. Spaces and punctuation around them are tolerated. */
export const phone = z.string().check(z.minLength(1), z.maxLength(40));
/** Bounds of the transport, not of the policy: 128 code points are at most 512 bytes (OWASP ASVS 6.2.9). */
export const password = z.string().check(z.minLength(1), z.maxLength(512));
/** Text for people, in one line. No pattern of it is published: few engines know all that is in it. */
export const readable = (most: number) =>
  z.string().check(z.maxLength(most), z.refine(isReadable, 'must not contain line breaks or characters that hide'));
/** Text for people, in several lines. */
export const readableLines = (most: number) =>
  z.string().check(
    z.maxLength(most),
    z.refine((text) => READABLE_LINES.test(text), 'must not contain characters that hide'),
  );
export const name = readable(120).check(z.regex(/\S/));
/** The namespace of a role or a permission. */
export const guard = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/));
/** A BCP 47 tag. */
export const locale = z.string().check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/));
export const metadata = z.record(z.string(), z.unknown());

/**
 * Optional here, because the domain responds to a missing and to an empty tenant alike: TENANT_ID_REQUIRED. A slug is
 * refused by name, which reveals nothing: whether an id exists is never said.
 */
export const tenantReference = z.optional(
  z.string().check(
    z.maxLength(128),
    z.refine((id) => id === '' || id.startsWith('ten_'), 'must be the id of a tenant, which begins with ten_'),
  ),
);

export const dateTime = z.iso.datetime();
export const nullableDateTime = z.nullable(dateTime);

/** RFC 7636 4.1 and 4.2, S256: the hash of a secret that the client keeps, and the secret. */
export const codeChallenge = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));
export const codeVerifier = z.string().check(z.maxLength(128));

/** The target of a redirect. */
export const redirect = z.object({ location: z.string() });
/** With `form`, a page posts these fields to the address by itself, and the status is 200. */
export const redirectOrForm = z.object({
  location: z.string(),
  form: z.optional(z.record(z.string(), z.string())),
});

export const message = z.object({ message: z.string() });

/** Six ASCII digits as text. Anything else is rejected before it is compared or counted as an attempt. */
export const code = z.string().check(z.regex(/^[0-9]{6}$/));
/** The code that an admin gets by e-mail after many wrong passwords. */
export const emailCode = z.string().check(z.regex(/^[0-9]{20}$/));
/** The code of a message: six digits, or twenty while guesses at six are used up. */
export const messageCode = z.string().check(z.regex(/^([0-9]{6}|[0-9]{20})$/));
export const mfaMethod = z.enum(['email', 'sms', 'totp']);
