// Defines the fields that several operations share. Types are strict: nothing is coerced, and unknown fields are dropped.
import * as z from 'zod/mini';

/** Room for any address (RFC 5321: 254 octets). The domain validates the exact form when it canonicalises the address. */
export const email = z.string().check(z.minLength(1), z.maxLength(254));
/** E.164 has at most 15 digits. Spaces and punctuation around them are tolerated. */
export const phone = z.string().check(z.minLength(1), z.maxLength(40));
/** Bounds of the transport, not of the policy: 128 code points are at most 512 bytes (OWASP ASVS 6.2.9). */
export const password = z.string().check(z.minLength(1), z.maxLength(512));
/** Text for people, without control and bidi-override characters (Unicode TR 36). */
export const readable = (most: number) =>
  z.string().check(z.maxLength(most), z.regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u));
export const name = readable(120).check(z.regex(/\S/));
/** The namespace of a role or a permission. */
export const guard = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/));
export const metadata = z.record(z.string(), z.unknown());

/** Optional here, because the domain responds to a missing and to an empty tenant alike: TENANT_ID_REQUIRED. */
export const tenantReference = z.optional(z.string().check(z.maxLength(128)));

export const dateTime = z.iso.datetime();
export const nullableDateTime = z.nullable(dateTime);

/** The target of a redirect. */
export const redirect = z.object({ location: z.string() });

export const message = z.object({ message: z.string() });

/** Six ASCII digits as text. Anything else is rejected before it is compared or counted as an attempt. */
export const code = z.string().check(z.regex(/^[0-9]{6}$/));
export const mfaMethod = z.enum(['email', 'sms', 'totp']);

/** Ids that examples use. */
export const TENANT = 'ten_Q2xvdWR5IG1vcm5pbmcgYW';
export const ROLE = 'rol_Q2xvdWR5IG1vcm5pbmcgYW6bE9hK2nQ5tW8zC1fI4lO7';
/** Descriptions of fields that mean the same in every shape. */
export const METADATA = 'Free-form JSON, at most 8 KB and 8 levels deep.';
export const TIMES = { createdAt: 'When it was created.', updatedAt: 'When it last changed.' };
export const TENANT_ID = 'The tenant. Required: a missing or empty value is TENANT_ID_REQUIRED.';
export const EMAIL = 'An email address, at most 254 characters. It is compared without regard to case.';
export const PHONE = 'A phone number in international form, such as +4915112345678.';
export const NEW_PASSWORD = 'At least as many characters as the tenant requires (8 or more), at most 128.';
