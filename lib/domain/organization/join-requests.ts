// Lets those who may invite into a tenant decide about people who ask to join it.
import type { Body } from '../../contract/index.ts';
import * as requests from '../users/join-requests.ts';
import { requireGivable } from './delegation.ts';
import type { UserDoor } from './door.ts';
import { inviting, viewOf } from './invitations.ts';

/** Invites the person who asked, with roles that the caller may give. Throws what an invitation of the caller throws. */
export async function accept(
  door: UserDoor,
  id: string,
  body: Body<'POST /auth/organization/join-requests/{id}/accept'>,
) {
  const { roleIds = [] } = body;
  await requireGivable(door, roleIds);
  const { invitation } = await requests.accept(door, id, body, inviting(door, roleIds));
  return { invitation: viewOf(invitation) };
}
