// Makes a link that lets a person in who lost every other way. An admin hands it over: no message has it, as a mailbox alone
// must not replace a second factor.
import { ADDRESSES } from '../../contract/channels.ts';
import type { Body, Reply } from '../../contract/index.ts';
import { iso } from '../../platform/clock.ts';
import { config } from '../../platform/settings/config.ts';
import { transact } from '../../store/dynamo/table.ts';
import { event, userHeader } from '../../store/outbox.ts';
import { firstAddress } from '../addresses.ts';
import type { AuditActor } from '../audit.ts';
import { type LinkToken, newLinkToken } from '../credentials/codes.ts';
import { eventsWrite, userAuditEvent } from './events.ts';
import { load } from './users.ts';

const CREATE = 'POST /auth/admin/api/users/{id}/recovery-links';

/**
 * Makes a link that works once, as long as that of a reset. It replaces the last one, and the user is told. Nothing of the
 * account changes before it is used. Throws USER_NOT_FOUND.
 */
export async function create(
  actor: AuditActor,
  id: string,
  { removePasskeys }: Body<typeof CREATE>,
): Promise<Reply<typeof CREATE>> {
  const { user } = await load(id);
  const { kind, value: to } = firstAddress(user);
  const recipient = { tenant: user.tenantId, user: user.id, epoch: user.epoch, to, channel: ADDRESSES[kind].channel };
  const { token, item } = newLinkToken(recipient, 'recover-account', config().ttl.reset);
  const link: LinkToken = { ...item, removesPasskeys: removePasskeys };
  const expiresAt = iso(item.expiresAt);
  await transact({
    token: { put: link },
    events: eventsWrite(user, [
      event('svc.recovery_link_created', { ...userHeader(user), expiresAt }),
      userAuditEvent(actor, 'user.recovery_link_created', user, undefined, { removePasskeys, expiresAt }),
    ]),
  });
  return { link: `${config().baseUrl}/login/recovery#token=${token}`, expiresAt };
}
