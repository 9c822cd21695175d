// Shows the holder of an invitation what it is about. The invitation is not used up.
import { CHANNELS } from '../../contract/channels.ts';
import { fail } from '../../contract/errors.ts';
import type { Reply } from '../../contract/index.ts';
import { iso } from '../../platform/clock.ts';
import { note } from '../../platform/request-context.ts';
import { getMany } from '../../store/dynamo/table.ts';
import * as store from '../../store/people/codes.ts';
import * as users from '../../store/people/users.ts';
import { asTenant, faceOf, tenantKey } from '../../store/tenants/tenants.ts';
import { masked } from '../addresses.ts';
import { brandingOf } from '../branding.ts';
import { isLive, readLinkToken } from '../credentials/codes.ts';
import * as limits from '../credentials/limits.ts';
import { opensAccount } from '../credentials/proofs.ts';
import type { Client } from '../sessions/caller.ts';

/** Throws PASSWORD_RESET_TOKEN_INVALID for every token that POST /auth/reset-password would not take, and for resets. */
export async function preview(token: string, { ip }: Client): Promise<Reply<'POST /auth/invitation'>> {
  const ofAddress = await limits.consume('token-ip', limits.network(ip));
  const parsed = readLinkToken(token);
  if (parsed?.purpose !== 'set-password') return fail('PASSWORD_RESET_TOKEN_INVALID');
  note({ tenant: parsed.tenant });
  const [tenantItem, userItem, tokenItem] = await getMany([
    tenantKey(parsed.tenant),
    users.userKey(parsed.tenant, parsed.user),
    store.tokenKey(parsed.tenant, parsed.user, parsed.purpose),
  ]);
  const [tenant, user, item] = [asTenant(tenantItem), users.asUser(userItem), store.asToken(tokenItem)];
  if (tenant?.status !== 'active' || !user?.isActive || user.passwordHash !== null)
    return fail('PASSWORD_RESET_TOKEN_INVALID');
  if (!isLive(item, parsed.secret, user.epoch)) return fail('PASSWORD_RESET_TOKEN_INVALID');
  const kind = CHANNELS[item.channel].address;
  if (user[kind] !== item.to || !opensAccount(user, kind)) return fail('PASSWORD_RESET_TOKEN_INVALID');
  await limits.refundIfBusy(ofAddress);
  const { id, slug, name } = tenant;
  return {
    tenant: { id, slug, name },
    branding: brandingOf({ id, name, ...faceOf(tenant) }),
    address: masked(item.to),
    expiresAt: iso(item.expiresAt),
  };
}
