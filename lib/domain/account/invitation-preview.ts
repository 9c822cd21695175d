// Shows the holder of an invitation, or of an admin's link, what it is about. The link is not used up.
import { fail } from '../../contract/errors.ts';
import type { Reply } from '../../contract/index.ts';
import { iso } from '../../platform/clock.ts';
import { faceOf } from '../../store/tenants/tenants.ts';
import { masked } from '../addresses.ts';
import { brandingOf } from '../branding.ts';
import * as limits from '../credentials/limits.ts';
import type { Client } from '../sessions/caller.ts';
import { methodsOfHolder, requireHolder } from './link-holder.ts';

/** Throws PASSWORD_RESET_TOKEN_INVALID for every token that POST /auth/reset-password would not take, and for resets. */
export async function preview(token: string, { ip }: Client): Promise<Reply<'POST /auth/invitation'>> {
  const ofAddress = await limits.consume('token-ip', limits.network(ip));
  const holder = await requireHolder(token);
  const { tenant, token: item } = holder;
  if (item.purpose === 'reset-password') return fail('PASSWORD_RESET_TOKEN_INVALID');
  await limits.refundIfBusy(ofAddress);
  const { id, slug, name } = tenant;
  return {
    tenant: { id, slug, name },
    branding: brandingOf({ id, name, ...faceOf(tenant) }),
    address: masked(item.to),
    kind: item.purpose === 'set-password' ? 'invitation' : 'recovery',
    methods: methodsOfHolder(holder),
    expiresAt: iso(item.expiresAt),
  };
}
