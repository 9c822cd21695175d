// Shapes shared by several operations. Types are strict: nothing is coerced, an unknown field is dropped.
import * as z from 'zod/mini';

/** Room for any address (RFC 5321: 254 octets); its exact form is judged where it is canonicalised. */
export const email = z.string().check(z.minLength(1), z.maxLength(254));
/** E.164 has at most 15 digits; spaces and punctuation are tolerated around them. */
export const phone = z.string().check(z.minLength(1), z.maxLength(40));
/** Bounds of the transport, not of the policy: 128 code points are at most 512 bytes (OWASP ASVS 6.2.9). */
export const password = z.string().check(z.minLength(1), z.maxLength(512));
/** Something to read, without control and bidi-override characters (Unicode TR 36). */
export const readable = (most: number) =>
  z.string().check(z.maxLength(most), z.regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u));
export const name = readable(120).check(z.regex(/\S/));
/** The namespace of a role or a permission. */
export const guard = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/));
export const metadata = z.record(z.string(), z.unknown());

/** Missing and empty are one thing here: both are answered TENANT_ID_REQUIRED by the domain. */
export const tenantReference = z.optional(z.string().check(z.maxLength(128)));

export const dateTime = z.iso.datetime();
export const nullableDateTime = z.nullable(dateTime);

/** Where a redirect leads. */
export const redirect = z.object({ location: z.string() });

export const message = z.object({ message: z.string() });

/** Six ASCII digits, as text: nothing else is compared, or counted as a try. */
export const code = z.string().check(z.regex(/^[0-9]{6}$/));
export const mfaMethod = z.enum(['email', 'sms', 'totp']);

/** Table 2.2 of the specification. In cookie mode, and where a sign-up must first be verified, the tokens are absent. */
export const tokens = z.object({
  accessToken: z.optional(z.string()),
  refreshToken: z.optional(z.string()),
  message: z.optional(z.string()),
  isRequiresMfa: z.boolean(),
  mfaMethods: z.optional(z.array(mfaMethod)),
  defaultMfaMethod: z.optional(mfaMethod),
  trustToken: z.optional(z.string()),
  mustChangePassword: z.optional(z.boolean()),
});

export const admin = z.object({
  id: z.string(),
  email: z.string(),
  name: z.nullable(z.string()),
  metadata,
  isMfaEnabled: z.boolean(),
  lastLoginAt: nullableDateTime,
  createdAt: dateTime,
  updatedAt: dateTime,
});
