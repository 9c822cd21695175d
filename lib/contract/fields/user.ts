// Declares the fields of a user, as admins see and change them.
import * as z from 'zod/mini';
import { dateTime, email, locale, metadata, name, nullableDateTime, password, phone } from '../shapes.ts';
import { type Field, keptOf } from './field.ts';

const text = z.nullable(z.string());
/** A timestamp with an offset. The offset can move a four-digit year to one that no reply can express. */
const timestamp = z.nullable(
  z.iso
    .datetime({ offset: true })
    .check(
      z.refine(
        (value) => Date.parse(value) >= 0 && Date.parse(value) < Date.UTC(10_000, 0),
        'must be from 1970 to 9999 in UTC',
      ),
    ),
);
const roleIds = z.array(z.string().check(z.maxLength(128))).check(z.maxLength(20));
export const rolesInTenant = z.object({ tenantId: z.string().check(z.maxLength(128)), roleIds: z.optional(roleIds) });
const tenantRoles = z.array(rolesInTenant).check(z.maxLength(20));
const yesNo = z.boolean();

/** The fields of every user. What a new user does without a recent login is what an invitation does: only the owner of the address gets in. */
export const userFields = {
  id: { reply: z.string() },
  tenantId: { reply: z.string() },
  email: { reply: text, body: z.nullable(email), update: true, kept: 'personal' },
  phone: { reply: text, body: z.nullable(phone), update: true, kept: 'personal' },
  name: { reply: text, body: z.nullable(name), create: false, update: false, kept: 'personal' },
  locale: { reply: text, body: z.nullable(locale), create: false, update: false, kept: 'personal' },
  isActive: { reply: yesNo, body: yesNo, create: false, update: true, kept: 'fact' },
  emailVerifiedAt: { reply: nullableDateTime, body: timestamp, create: true, update: true },
  phoneVerifiedAt: { reply: nullableDateTime, body: timestamp, create: true, update: true },
  isMfaEnabled: { reply: yesNo, body: yesNo, update: true, kept: 'fact' },
  emailLoginEnabled: { reply: yesNo, body: yesNo, update: true, kept: 'fact' },
  phoneLoginEnabled: { reply: yesNo, body: yesNo, update: true, kept: 'fact' },
  password: { body: password, create: true, update: true },
  /** An extension: OWASP ASVS 6.4.6 requires that admins don't choose passwords for others for good. */
  mustChangePassword: { reply: yesNo, body: yesNo, create: false, update: true, kept: 'fact' },
  metadata: { reply: metadata, body: metadata, create: false, update: false },
  roleIds: { body: roleIds, create: true, update: true },
  tenantRoles: { body: tenantRoles, create: true, update: true },
  platformAccess: { reply: z.null() },
  isPlatformUser: { reply: yesNo, body: yesNo, create: true, update: true },
  platformRoleIds: { body: roleIds, update: true },
  createdAt: { reply: dateTime },
  updatedAt: { reply: dateTime },
} as const satisfies Readonly<Record<string, Field>>;

/** Fields that are shown as they are stored. */
export const keptOfUser = keptOf(userFields);
