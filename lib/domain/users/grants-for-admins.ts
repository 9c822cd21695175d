// Shows admins what a user allows applications, and lets them revoke it.
import * as grants from '../application-grants.ts';
import type { AuditActor } from '../audit.ts';
import { userAuditEvent } from './events.ts';
import { load } from './users.ts';

/** Returns the grants, newest first. Throws USER_NOT_FOUND, like the next one. */
export async function list(id: string) {
  const { user } = await load(id);
  return { data: await grants.list({ tenant: user.tenantId, user: user.id }) };
}

/** Revokes a grant and ends the sessions of its application. Throws GRANT_NOT_FOUND. */
export async function revoke(actor: AuditActor, id: string, grantId: string) {
  const { user } = await load(id);
  const event = userAuditEvent(actor, 'user.grant_revoked', user, { grantId });
  await grants.revoke({ tenant: user.tenantId, user: user.id }, grantId, [event]);
  return { message: 'Access revoked.' };
}
