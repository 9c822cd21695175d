// Says what a caller may do, by a session or by an API key.
import type { ApplicationId, UserId } from '../../platform/ids.ts';
import { grantsOf } from '../access/grants.ts';
import type { Actor, KeyActor } from './caller.ts';

/** Whether the caller is an API key. */
export const isKey = (actor: Actor | KeyActor): actor is KeyActor => 'key' in actor;

/** Returns the id of the user, or of the machine that owns an API key. */
export const callerId = (actor: Actor | KeyActor): UserId | ApplicationId =>
  isKey(actor) ? actor.owner.id : actor.user.id;

/** Returns the permissions that the caller has now, sorted. An API key has those of its owner that are its scopes, too. */
export async function permissionsOf(actor: Actor | KeyActor): Promise<string[]> {
  const { permissions } = await grantsOf(isKey(actor) ? actor.owner : actor.user);
  return isKey(actor) ? permissions.filter((each) => actor.key.scopes.includes(each)) : permissions;
}
