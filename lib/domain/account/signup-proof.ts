// Proves the address of a sign-up where addresses are verified before the first login. A code that arrives proves a
// mailbox. Only its binding shows who holds it: the client that signed up, which keeps the password or identity it chose.
import { ADDRESSES, CHANNELS } from '../../contract/channels.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { event, userHeader } from '../../store/outbox.ts';
import * as users from '../../store/people/users.ts';
import { firstAddress } from '../addresses.ts';
import type { Binding } from '../credentials/binding.ts';
import { needsLongCode } from '../credentials/code-guesses.ts';
import { type OneTimeCode, type SignupChoice, sendCode, sendDecoy } from '../credentials/codes.ts';
import { maySend } from '../credentials/message-budget.ts';
import type { BudgetSettings } from '../credentials/tenant-budgets.ts';

/**
 * Sends the one message of mode `verifyFirst` after `user` was created or met a taken address: to a new user, a login
 * code that proves the address; to the owner of a proved account, a notice of the attempt. The work is the same for
 * both. An account that is not proved yet may be a stranger's attempt, so a later caller gets a code, too. `choice`
 * is what this caller chose.
 */
export async function sendNextStep(
  user: users.User,
  { binding, choice }: { binding: Binding | undefined; choice: SignupChoice | undefined },
  { settings }: { settings: BudgetSettings },
  ip: string,
): Promise<void> {
  const { tenantId: tenant } = user;
  const address = firstAddress(user);
  const { channel } = ADDRESSES[address.kind];
  const [claim] = await getMany([users.addressKey(tenant, address)]);
  const [owner = user, allowed, isLong] = await Promise.all([
    users.find(tenant, users.claimedBy(claim) ?? user.id),
    maySend({ tenant, purpose: 'signup', channel, to: address.value, ip, binding }, { isDecoy: false, settings }),
    needsLongCode({ tenant, purpose: 'login', address: address.value }),
  ]);
  if (!allowed) return;
  const recipient = { tenant, user: owner.id, epoch: owner.epoch, to: address.value, channel } as const;
  const purpose = CHANNELS[channel].login;
  if (owner.isActive && owner.isUnclaimed)
    return sendCode(recipient, purpose, 'svc.passwordless_code_requested', { isLong, binding, choice });
  const notice = event('svc.signup_attempted', userHeader({ ...user, id: owner.id }));
  await sendDecoy(recipient, purpose, notice, binding);
}

/**
 * Returns `after`, the user proved by the code, with what the client chose at sign-up. Only the first proof of an
 * account counts, and only a code that is bound to the client: `checkCode` has compared that binding. Any other code
 * proves the mailbox and no more.
 */
export function withSignupChoice(before: users.User, after: users.User, { binding, choice }: OneTimeCode): users.User {
  if (!choice || binding === undefined || !before.isUnclaimed) return after;
  if ('passwordHash' in choice) return { ...after, passwordHash: choice.passwordHash };
  const isSame = before.hasIdentity && before.identityEpoch === choice.identityEpoch;
  return isSame ? { ...after, hasIdentity: true, identityEpoch: before.identityEpoch } : after;
}
