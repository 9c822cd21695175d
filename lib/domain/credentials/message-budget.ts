// Limits messages: one a minute, a few in ten minutes and in a day per mailbox or number, bounded by caller, number range
// and tenant. What strangers can have sent to any address also counts over all tenants. Unknown addresses are counted like
// known ones, so that a limit does not reveal who has an account. What strangers request uses up nothing of what completes
// a login, nor of what the owner requests from a device or network that the account was used from.
import { ADDRESSES, CHANNELS, type Channel } from '../../contract/channels.ts';
import { now } from '../../platform/clock.ts';
import type { TenantId, UserId } from '../../platform/ids.ts';
import { findCode } from '../../store/people/codes.ts';
import type { CodePurpose } from './codes.ts';
import * as limits from './limits.ts';
import { type Count, MESSAGE_LIMITS } from './message-limits.ts';
import { attemptMessage, type Budget, type BudgetSettings } from './tenant-budgets.ts';

/** A message to send. `ip` is the caller's, `binding` the client that a code of this request is bound to. */
export type Message = {
  tenant: TenantId;
  purpose: CodePurpose | 'signup' | 'join';
  channel: Channel;
  to: string;
  ip: string;
  binding?: string | undefined;
};
/**
 * What the account says about the request. `isDecoy`: no message will leave. `settings`: those of the tenant. `reserve`: the account, and the device or
 * network if the account was used from it. `isUnclaimed`: no address was proved of the account, so the device may
 * be a stranger's.
 */
export type Requester = {
  isDecoy: boolean;
  settings: BudgetSettings;
  isUnclaimed?: boolean;
  reserve?: readonly [UserId, ...string[]] | undefined;
};

/** As long as `send-gap`. */
const GAP_MS = 60_000;
/** A person who signs up, asks to join, or changes an address, can have these sent to any address. */
const TO_ANYBODY: readonly string[] = [
  'signup',
  'join',
  ...Object.values(ADDRESSES).flatMap(({ verify, change }) => [verify, change]),
];

/** Whose messages count over all tenants together: those that strangers cause. The others are counted, and not refused. */
type Group = 'all tenants' | 'accounts';
/** A person can sign up with any address and then request codes for it, so an account without a proved one is a stranger's. */
const groupOf = ({ purpose }: Message, { isUnclaimed = false }: Requester): Group =>
  TO_ANYBODY.includes(purpose) || isUnclaimed ? 'all tenants' : 'accounts';

type Sent = Pick<Message, 'tenant' | 'channel'>;
const hasBudget = async ({ tenant: id, channel }: Sent, settings: BudgetSettings, budget: Budget) =>
  !limits.isRefused(await attemptMessage(channel, { id, settings }, budget));

/**
 * Counts a message of this purpose to the address. Returns `false` if it may not be sent now. The limits are checked in
 * order, so that a caller who exceeds a short limit uses up nothing of the longer ones. A decoy counts like a message,
 * but in a budget that stops nothing. The requester is awaited last, so that the account may be read meanwhile.
 */
export async function maySend(message: Message, requester: Requester | Promise<Requester>): Promise<boolean> {
  const { tenant, purpose, channel, to, ip } = message;
  const isEarly = await passesShort(message, requester);
  const known = await requester;
  const { isDecoy, settings, isUnclaimed = false, reserve } = known;
  if (isEarly) {
    const group = groupOf(message, known);
    const accounts = group === 'all tenants' ? 'newcomers' : 'accounts';
    const [inBudget, ...others] = await Promise.all([
      hasBudget(message, settings, isDecoy ? 'decoys' : accounts),
      ...MESSAGE_LIMITS[channel].message(purpose, to, ip).long.map(countFor(tenant)),
      ...MESSAGE_LIMITS[channel].ofAll(to).long.map((each) => inAllTenants(group, each)),
    ]);
    if (!others.includes(false) && (inBudget || isDecoy)) return true;
  }
  if (isDecoy || !reserve || purpose === 'signup' || purpose === 'join') return false;
  // A person can sign up with any number: no reserve pays for what costs money until one person has proved an address.
  if (isUnclaimed && CHANNELS[channel].isCostly) return false;
  // A code of the last minute has arrived or will, no matter who asked for it.
  const last = await findCode(tenant, reserve[0], purpose, message.binding);
  if (last && now() - last.createdAt < GAP_MS) return false;
  const [account] = reserve;
  // A client may name another challenge, and log in again, for each message. All clients of the account share these two.
  if (!(await limits.tryConsume('send-gap', 'reserve', account, purpose, to))) return false;
  if (!(await limits.tryConsume('send-reserve', ...reserve, channel, to))) return false;
  if (!(await limits.tryConsume('send-reserve-account', account, channel, to))) return false;
  // The device may be the stranger's who made such an account in each tenant.
  if (isUnclaimed && !(await inAllTenants('all tenants', MESSAGE_LIMITS[channel].ofAll(to).reserve))) return false;
  return hasBudget(message, settings, isUnclaimed ? 'newcomers' : 'known');
}

/** Counts in the limits of a caller, and of minutes. */
async function passesShort(message: Message, requester: Requester | Promise<Requester>): Promise<boolean> {
  const { tenant, purpose, channel, to, ip, binding } = message;
  if (!(await limits.tryConsume('send-ip', limits.network(ip)))) return false;
  // For each client, so that a stranger who was a moment faster does not swallow the owner's message. The other limits
  // count all clients.
  if (!(await limits.tryConsume('send-gap', tenant, purpose, to, ...(binding ? [binding] : [])))) return false;
  const row = MESSAGE_LIMITS[channel];
  const ofAll = async () => inAllTenants(groupOf(message, await requester), row.ofAll(to).burst);
  const passed = await Promise.all([countFor(tenant)(row.message(purpose, to, ip).burst), ofAll()]);
  return !passed.includes(false);
}

const countFor =
  (tenant: string) =>
  ([scope, ...parts]: Count): Promise<boolean> =>
    limits.tryConsume(scope, tenant, ...parts);

/** How much higher a limit is for all tenants together. A person may sign up at two of them on one day. */
const ALL_TENANTS_FACTOR = 2;

/**
 * Counts a message over all tenants. Purposes share the count: strangers cause them without proving an address, and every
 * open tenant would be one more budget against the same mailbox or number (OWASP ASVS 2.4.1). Messages to other accounts
 * are counted apart and never refused, so that the work does not show which kind of account it is.
 */
async function inAllTenants(group: Group, [scope, ...parts]: Count): Promise<boolean> {
  const max = group === 'accounts' ? Number.MAX_SAFE_INTEGER : ALL_TENANTS_FACTOR * limits.maxOf(scope);
  return !limits.isRefused(await limits.attemptWithin(max, scope, group, ...parts));
}

/**
 * Counts a code that completes a login, for a caller who has proved the first factor. It shares no limit with other
 * messages, nor with the caller's network.
 */
export async function maySendFactor(message: Omit<Message, 'ip'>, settings: BudgetSettings): Promise<boolean> {
  const { tenant, purpose, channel, to } = message;
  if (!(await limits.tryConsume('send-gap', tenant, purpose, to))) return false;
  const { burst, long } = MESSAGE_LIMITS[channel].factor(purpose, to);
  const count = countFor(tenant);
  if (!(await count(burst))) return false;
  const rest = [...long.map(count), hasBudget(message, settings, 'second-factors')];
  return !(await Promise.all(rest)).includes(false);
}

/**
 * Counts a request for the tenants of an address, by caller and by mailbox. Returns `false` if no message may be sent now.
 * Unknown addresses count like known ones. The mailer counts the day of the deployment (lib/domain/messages/lists-of-a-day.ts): it alone
 * knows which requests cause a message.
 */
export async function mayFindTenants(to: string, ip: string): Promise<boolean> {
  if (!(await limits.tryConsume('send-ip', limits.network(ip)))) return false;
  // In place of a tenant: these messages use up nothing of others.
  const count = countFor('find-tenants');
  if (!(await count(['send-gap', to]))) return false;
  const { burst, long } = MESSAGE_LIMITS.email.message('tenants', to, ip);
  if (!(await count(burst))) return false;
  return !(await Promise.all(long.map(count))).includes(false);
}
