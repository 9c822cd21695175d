// Shows the holder of an invitation what it is about, and makes them an admin, once.
import { fail } from '../../contract/errors.ts';
import type { Body, Reply } from '../../contract/index.ts';
import { digest, sameSecret } from '../../crypto/secrets.ts';
import { iso, now } from '../../platform/clock.ts';
import { adminInvitationId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import * as store from '../../store/admins/admin-invitations.ts';
import * as admins from '../../store/admins/admins.ts';
import { masked } from '../addresses.ts';
import * as limits from '../credentials/limits.ts';
import * as passwords from '../credentials/passwords.ts';
import type { Client } from '../sessions/caller.ts';
import { changeEventsWrite } from './accounts.ts';
import { isLive } from './invite-admin.ts';

/** Returns what an invitation is about. The invitation is not used up. Throws ADMIN_INVITATION_INVALID and RATE_LIMITED. */
export async function preview(token: string, client: Client): Promise<Reply<'POST /auth/admin/invitations/preview'>> {
  const attempt = await limits.consume('token-ip', limits.network(client.ip));
  const { email, name, role, expiresAt } = await requireInvitation(token);
  await limits.refundIfBusy(attempt);
  return { address: masked(email), name, role, expiresAt: iso(expiresAt) };
}

/**
 * Creates the admin that the invitation is for: address, role and tenants are those of the invitation. If several callers
 * have the token, one succeeds. Throws ADMIN_INVITATION_INVALID, RATE_LIMITED and the codes of the password policy.
 */
export async function accept(
  { token, password, name }: Body<'POST /auth/admin/invitations/accept'>,
  client: Client,
): Promise<Reply<'POST /auth/admin/invitations/accept'>> {
  const attempt = await limits.consume('token-ip', limits.network(client.ip));
  const invitation = await requireInvitation(token);
  const { email, role, tenants } = invitation;
  passwords.requireAcceptable(password, { email, phone: null, tenant: null });
  const passwordHash = await passwords.hash(password);
  const admin = admins.newAdmin({ email, name: name ?? invitation.name, role, tenants, passwordHash, metadata: {} });
  const events = changeEventsWrite({ admin }, 'created', undefined, admin);
  if (!(await store.accept(invitation, admin, events, now()))) return fail('ADMIN_INVITATION_INVALID');
  log.info('admin_created', { admin: admin.id, ip: client.ip });
  await limits.refundIfBusy(attempt);
  return { message: 'You are an admin now. Please log in.', email };
}

/** Returns the invitation of the token. Throws ADMIN_INVITATION_INVALID, also if its sender is no longer an owner. */
async function requireInvitation(token: string): Promise<store.AdminInvitation> {
  const [, id, secret = ''] = /^(adi_[0-9A-Za-z]+)\.([\w-]{43})$/.exec(token) ?? [];
  const validId = adminInvitationId(id);
  const invitation = validId && (await store.find(validId));
  if (!invitation || !sameSecret(digest(secret), invitation.secretHash) || !isLive(invitation))
    return fail('ADMIN_INVITATION_INVALID');
  const sender = await admins.find(invitation.invitedBy);
  return sender && admins.isOwner(sender) ? invitation : fail('ADMIN_INVITATION_INVALID');
}
