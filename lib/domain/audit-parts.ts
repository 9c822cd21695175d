// Says which part of an entry of the audit log each field belongs to. A fact is hashed with the entry and stays for ever.
// What is personal to a user is erased with them. A new kind of target or field does not compile until it is listed.
import type { EventDetail } from '../contract/events.ts';
import { keptOfUser } from '../contract/fields/user.ts';

export type Part = 'fact' | 'personal';

/** What admins change of a user: the address, number and name are the user's; what an admin decided is a fact. */
const USER_FIELDS = {
  ...keptOfUser,
  emailVerifiedAt: 'fact',
  phoneVerifiedAt: 'fact',
  roleIds: 'fact',
  password: 'fact',
  updatedFields: 'fact',
  deviceId: 'fact',
  grantId: 'fact',
  keyId: 'fact',
  sessionId: 'fact',
  identityId: 'fact',
  passkeyId: 'fact',
  removePasskeys: 'fact',
  provider: 'fact',
  expiresAt: 'fact',
  locked: 'fact',
  reason: 'fact',
} as const satisfies Record<string, Part>;

/** Keys of metadata are chosen by applications, so they may name a person. */
export type UserAuditView = Readonly<
  Partial<Record<keyof typeof USER_FIELDS, unknown>> & Record<`metadata.${string}`, unknown>
>;

type Kind = EventDetail<'svc.admin_action'>['targetType'];

/** The kinds of targets: all fields are facts, or those of the table are. */
const KINDS: Readonly<Record<Kind, 'facts' | Readonly<Record<string, Part>>>> = {
  admin: 'facts',
  tenant: 'facts',
  role: 'facts',
  permission: 'facts',
  'blocked-email-domain': 'facts',
  application: 'facts',
  'protected-resource': 'facts',
  deployment: 'facts',
  user: USER_FIELDS,
};

/** What is shown of the detail of other events, and where it belongs if the target is a user. Codes, tokens and what is free-form is not. */
const SHOWN: Readonly<Record<string, Part>> = {
  accountId: 'fact',
  applicationId: 'fact',
  attempts: 'fact',
  channel: 'fact',
  code: 'fact',
  codesLeft: 'fact',
  deviceId: 'fact',
  deviceName: 'personal',
  email: 'personal',
  expiresAt: 'fact',
  grantId: 'fact',
  guard: 'fact',
  guessed: 'fact',
  identityId: 'fact',
  invitedBy: 'fact',
  isBackedUp: 'fact',
  isNewUser: 'fact',
  keyId: 'fact',
  linkedTenantId: 'fact',
  linkedUserId: 'fact',
  method: 'fact',
  methods: 'fact',
  name: 'personal',
  passkeyId: 'fact',
  passkeyName: 'personal',
  permissionId: 'fact',
  phone: 'personal',
  previousEmail: 'personal',
  previousPhone: 'personal',
  provider: 'fact',
  reason: 'fact',
  replaced: 'fact',
  resource: 'fact',
  roleId: 'fact',
  scopes: 'fact',
  sessionId: 'fact',
  slug: 'fact',
  source: 'fact',
  storedCounter: 'fact',
  to: 'personal',
  updatedFields: 'fact',
  usedCounter: 'fact',
};

/** Whether the log shows this field of an event's detail. */
export const isShown = (name: string): boolean => name in SHOWN;

/** Returns where a changed field of a target belongs. What no table knows is personal: it can be erased. */
export function partOfChange(kind: string, name: string): Part {
  const fields = Object.hasOwn(KINDS, kind) ? KINDS[kind as Kind] : {};
  return fields === 'facts' ? 'fact' : (fields[name] ?? 'personal');
}

/** Returns where a field of an event's detail belongs. */
export const partOfDetail = (kind: string, name: string): Part =>
  Object.hasOwn(KINDS, kind) && KINDS[kind as Kind] === 'facts' ? 'fact' : (SHOWN[name] ?? 'personal');

/** Who acts for the deployment, and not as a person whom it serves. */
const STAFF = new Set(['admin', 'secretKey', 'application', 'scimConnection', 'system']);

/**
 * Returns where network and device belong. Those of an admin are evidence, and so are those of a stranger who tries to be
 * one, or a machine. A user's are theirs, also where they change an application, and a stranger may be one.
 */
export const partOfSource = (actor: string, target: string): Part =>
  STAFF.has(actor) || target === 'admin' || (target === 'application' && actor !== 'user') ? 'fact' : 'personal';
