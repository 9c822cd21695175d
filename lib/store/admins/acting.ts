// Stores which session of a user an admin has. There is one for each admin. Every change of what the admin may do erases
// it (admins.ts), so the one write that ends the rights of an admin ends the session, too.
import type { AdminId, SessionId } from '../../platform/ids.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import type { AdminSession } from './admins.ts';

type ActingItem = table.Item & { type: 'acting'; sessionId: SessionId; ttl: number };

/** Makes this session the one that the admin has. One that they had before ends. `ttl` in seconds. */
export const allow = (admin: AdminId, sessionId: SessionId, ttl: number): Promise<'done' | ReadonlySet<'acting'>> => {
  const item: ActingItem = { ...keys.adminActing(admin), type: 'acting', sessionId, ttl };
  return table.transact({ acting: { put: item } });
};

/** Returns the session of a user that the admin has, and their own session of this hash, after one read. */
export async function read(admin: AdminId, hash: string) {
  const [acting, own] = await table.getMany([keys.adminActing(admin), keys.adminSession(admin, hash)]);
  const sessionId = acting?.type === 'acting' ? (acting as ActingItem).sessionId : undefined;
  const ownSession = own?.type === 'admin-session' ? (own as AdminSession) : undefined;
  return { sessionId, ownSession };
}
