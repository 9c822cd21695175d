// Sends people the sign-in pages of their tenants. The caller proves nothing, so the list goes to the mailbox alone, and
// this operation reads nothing about accounts: the mailer finds them (lib/domain/messages/tenants-of.ts).
import type { Body } from '../../contract/index.ts';
import { now } from '../../platform/clock.ts';
import { create } from '../../store/dynamo/table.ts';
import { event, outboxItem } from '../../store/outbox.ts';
import { canonicalEmail } from '../addresses.ts';
import { mayFindTenants } from '../credentials/message-budget.ts';
import type { Client } from '../sessions/caller.ts';

const SENT = 'If the address belongs to an account, a message is on its way.';

/**
 * Requests the message about the tenants of the address. Reply and work are the same for every address. A caller whom a limit
 * stops gets the same reply and causes no message. Throws INVALID_INPUT.
 */
export async function findTenants({ email, locale }: Body<'POST /auth/tenants/find'>, { ip }: Client) {
  const to = canonicalEmail(email);
  if (await mayFindTenants(to, ip)) {
    const requested = event('svc.tenants_requested', { channel: 'email', to, locale: locale ?? null });
    await create(outboxItem(null, [requested], now()));
  }
  return { message: SENT };
}
