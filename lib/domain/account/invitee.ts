// Defines who invites a person, who is invited, and whether an invitation waits.

import type { Channel } from '../../contract/channels.ts';
import type { AdminId, ApplicationId, RoleId, UserId } from '../../platform/ids.ts';
import type { Write } from '../../store/dynamo/table.ts';
import type { NewEvent } from '../../store/outbox.ts';
import type { Invitation } from '../../store/people/invitations.ts';
import type { Identifier, User } from '../../store/people/users.ts';
import type { TenantHead } from '../../store/tenants/tenants.ts';
import { isOfNow } from '../still-counts.ts';

/**
 * Who invites. `auditEvent`: what an admin's invitation adds to the events of the change. Admins may not invite people
 * who have a password; users may not learn that, so these people get a notice.
 */
export type Inviter = {
  id: UserId | AdminId | ApplicationId;
  tenant: Pick<TenantHead, 'id' | 'settings'>;
  auditEvent?: (before: User | undefined, after: User) => NewEvent;
  /**
   * Throws unless the inviter may invite the person: to the account that has the address, or to a new one. Returns the conditions
   * under which that is written. Absent: they may invite everyone.
   */
  permit?: (owner?: User) => Promise<readonly Write[]>;
  /** The writes that store the reply to the inviter. */
  keep?: (invited: Invited) => Promise<Write[]>;
};

/** The person to invite. `address` is the one that the message goes to. */
export type Invitee = {
  email: string | null;
  phone: string | null;
  name?: string | null | undefined;
  locale?: string | null | undefined;
  roleIds: readonly RoleId[];
  metadata: Record<string, unknown>;
  address: Identifier;
  channel: Channel;
  lifetimeSeconds: number;
};
/** `invitation`: always for an admin. `undefined` for a notice. */
export type Invited = { user: User; isNewUser: boolean; invitation: Invitation | undefined };

/** Whether nothing but time has ended the link of an open invitation. */
export const isUsable = ({ status, epoch, sentAt }: Invitation, user: User): boolean =>
  status === 'open' && user.passwordHash === null && user.epoch === epoch && isOfNow(sentAt);

/** Whether the link of the invitation works now. `now` in ms. */
export const isWaiting = (invitation: Invitation, user: User, now: number): boolean =>
  isUsable(invitation, user) && invitation.expiresAt > now;
