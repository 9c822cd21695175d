// Says what people read about the fields of a user: documents, examples and forms have it from here.
import { EMAIL, METADATA, NEW_PASSWORD, PHONE, TENANT, TIMES, USER, type Words } from '../documentation.ts';
import type { userFields } from './user.ts';

/** What documents say. `sends`: in bodies, where it is more than that. A function, so that bundles omit it. */
export const userWords = () =>
  ({
    id: { says: 'The id of the user, prefix `usr_`.' },
    tenantId: { says: 'The id of the tenant.', example: TENANT },
    email: {
      says: 'The email address, unique in the tenant.',
      sends: `${EMAIL} \`null\` removes it.`,
      example: 'ada@example.com',
    },
    phone: {
      says: 'The phone number in E.164 form, unique in the tenant.',
      sends: `${PHONE} \`null\` removes it.`,
      example: '+4915112345678',
    },
    name: { says: 'The name.' },
    locale: { says: 'The language of messages (BCP 47). `null`: that of the tenant.', example: 'en' },
    isActive: { says: 'Whether the user can log in.' },
    emailVerifiedAt: { says: 'When the email address was verified. `null`: it is not verified.' },
    phoneVerifiedAt: { says: 'When the phone number was verified. `null`: it is not verified.' },
    isMfaEnabled: { says: 'Whether a login requires a second factor.' },
    emailLoginEnabled: { says: 'Whether the user can log in with the email address.' },
    phoneLoginEnabled: { says: 'Whether the user can log in with the phone number.' },
    password: { says: NEW_PASSWORD, example: 'correct horse battery staple' },
    mustChangePassword: {
      says: 'Whether the user must set a new password before doing anything else.',
      sends:
        'Whether the user must set a new password before doing anything else. Requires a password. ' +
        "Default: true for a new password of an existing user; for a new user the tenant's `password.mustChangeInitial`.",
      example: false,
    },
    metadata: { says: METADATA, example: { name: 'Ada Lovelace' } },
    roleIds: { says: "The ids of the user's roles, at most 20." },
    tenantRoles: { says: "The user's roles as ids per tenant. Only the user's own tenant is allowed." },
    platformAccess: { says: 'Always `null`: every account belongs to a tenant.', example: null },
    isPlatformUser: { says: 'Always false.', sends: 'Must be false: PLATFORM_ACCESS_DISABLED.', example: false },
    platformRoleIds: { says: 'Must be empty: PLATFORM_ACCESS_DISABLED.' },
    createdAt: { says: TIMES.createdAt },
    updatedAt: { says: TIMES.updatedAt },
  }) satisfies Words<keyof typeof userFields>;

export const USER_EXAMPLE = { id: USER };
