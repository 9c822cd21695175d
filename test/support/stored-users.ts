// Changes accounts in ways that no operation of the service does yet.
import { type TenantId, type UserId, userId } from '../../lib/platform/ids.ts';
import * as table from '../../lib/store/dynamo/table.ts';
import * as users from '../../lib/store/people/users.ts';
import type { User } from './service.ts';
import { claimsOf } from './tokens.ts';

export const idOf = (user: User): UserId => userId(claimsOf(user.tokens.accessToken).sub) as UserId;

/** Sets one field of the stored account. */
export async function setField(
  user: User,
  field: 'isActive' | 'passwordHash' | 'phone',
  value: boolean | string | null,
): Promise<void> {
  const key = users.userKey(user.tenant.id as TenantId, idOf(user));
  const changed = await table.update(key, { set: { [field]: value } });
  if ('refused' in changed) throw new Error('no such account');
}
