// Decides what an admin may do, and for which tenants.
import { fail } from '../../contract/errors.ts';
import * as store from '../../store/admins.ts';

/**
 * Throws the reason why a write of this owner was refused: FORBIDDEN if they were demoted meanwhile, SESSION_INVALID if
 * their session ended.
 */
export async function refuseActor({ id, epoch }: store.Admin): Promise<never> {
  return fail((await store.find(id))?.epoch === epoch ? 'FORBIDDEN' : 'SESSION_INVALID');
}
