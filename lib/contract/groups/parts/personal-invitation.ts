// Declares the invitation of a person into a tenant, which admins manage, and users of the tenant with the right to invite.
import * as z from 'zod/mini';
import { EMAIL, METADATA, PHONE, ROLE, USER } from '../../documentation.ts';
import { dateTime, email, locale, metadata, name, nullableDateTime, phone } from '../../shapes.ts';

const DAY = 86_400;

export const invitationStatus = z.enum(['pending', 'expired', 'accepted', 'revoked']);

/** The fields of an invitation. Who invited is apart: members are not told of admins. */
export const invitationFields = {
  id: z.string(),
  status: invitationStatus,
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  name: z.nullable(z.string()),
  roleIds: z.array(z.string()),
  locale: z.nullable(z.string()),
  sends: z.int(),
  createdAt: dateTime,
  sentAt: dateTime,
  expiresAt: dateTime,
  closedAt: nullableDateTime,
};

export const invitedRoleIds = z.array(z.string().check(z.maxLength(128))).check(z.maxLength(20));

/** The fields of a body that invites a person. */
export const inviteeFields = {
  email: z.optional(email),
  phone: z.optional(phone),
  name: z.optional(z.nullable(name)),
  locale: z.optional(z.nullable(locale)),
  roleIds: z.optional(invitedRoleIds),
  // Invitations live at most 7 days, as those of GATEHOUSE_INVITE_TTL.
  expiresInSeconds: z.optional(z.int().check(z.minimum(300), z.maximum(7 * DAY))),
  metadata: z.optional(metadata),
};

export const INVITATION_ID = { id: 'The id of the invited user, prefix `usr_`. A user has at most one invitation.' };
const NAME = 'The name of the person.';
const LOCALE = 'The language of messages (BCP 47). `null`: that of the tenant.';

/** Returns what openapi.json says about the fields of an invitation. */
export const invitationWords = () => ({
  ...INVITATION_ID,
  status:
    '`pending`: the link works. `accepted`: the user has a password. `revoked`: it was revoked, or the sessions of the user were ended since.',
  email: 'The email address that the message went to. `null`: it was an SMS.',
  phone: 'The phone number that the message went to. `null`: it was an e-mail.',
  name: NAME,
  roleIds: 'The roles that the user got with it.',
  locale: LOCALE,
  sends: 'How many messages were sent.',
  createdAt: 'When the person was first invited.',
  sentAt: 'When the last message was sent.',
  expiresAt: 'Until when the link of the last message works.',
  closedAt: 'When it was accepted or revoked.',
});

/** Returns an example of an invitation. */
export const invitationExample = () => ({
  id: USER,
  phone: null,
  name: 'Ada Lovelace',
  locale: null,
  roleIds: [ROLE],
  sends: 1,
  closedAt: null,
});

export const INVITEE =
  'The person to invite. An email address or a phone number is required. The message goes to the email address if there is one.';

/** Returns what openapi.json says about the fields of a body that invites a person. */
export const inviteeWords = () => ({
  email: EMAIL,
  phone: PHONE,
  name: NAME,
  locale: LOCALE,
  roleIds: 'The ids of the roles that the user gets, at most 20.',
  expiresInSeconds: 'How long the link works: 5 minutes to 7 days. Default: `GATEHOUSE_INVITE_TTL`.',
  metadata: `${METADATA} Stored on a new user and repeated in the event.`,
});
