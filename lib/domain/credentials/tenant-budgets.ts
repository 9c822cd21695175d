// Bounds the messages that a tenant sends in a day. A tenant chooses its budgets up to the ceilings of the deployment, which
// pays for the messages.
import { fail } from '../../contract/errors.ts';
import { log } from '../../platform/log.ts';
import { count } from '../../platform/metrics.ts';
import { config } from '../../platform/settings/config.ts';
import type { Channel } from '../../store/people/codes.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';
import * as limits from './limits.ts';

/** What strangers can reach is apart: `decoys` stop nothing, and none of the others stops a message of another. */
export type Budget = 'decoys' | 'newcomers' | 'accounts' | 'known' | 'second-factors' | 'invitations';
/** The settings of a tenant that its budgets depend on; `undefined` without a tenant. */
export type BudgetSettings = Pick<Tenant['settings'], 'messages'> | undefined;

const SCOPE = { email: 'email-tenant-day', sms: 'sms-tenant-day' } as const;
const MOST = { email: 'email-tenant-most', sms: 'sms-tenant-most' } as const;
const FIELD = { email: 'emailsPerDay', sms: 'smsPerDay' } as const;
const CHANNELS = ['email', 'sms'] as const;

/** Returns how many messages of each kind the tenant may send in a day. A ceiling that was lowered counts at once. */
export const budgetOf = (channel: Channel, settings: BudgetSettings): number =>
  Math.min(settings?.messages?.[FIELD[channel]] ?? limits.maxOf(SCOPE[channel]), config().ceilings[MOST[channel]]);

/** Counts a message in the budget of the tenant, and returns the attempt or its refusal. Throws `Unavailable`. */
export async function attemptMessage(
  channel: Channel,
  tenant: { id: string; settings: BudgetSettings },
  budget: Budget,
): Promise<limits.Consumption | limits.Refusal> {
  const counted = await limits.attemptWithin(budgetOf(channel, tenant.settings), SCOPE[channel], tenant.id, budget);
  if (limits.isRefused(counted) && budget !== 'decoys') {
    log.warn('budget_used_up', { tenant: tenant.id, channel, budget });
    count('MessageBudgetUsedUp');
  }
  return counted;
}

/** Throws INVALID_INPUT, which names the setting and the ceiling, if the tenant may not choose such a budget. */
export function requireBudgets(settings: BudgetSettings | { messages?: null }): void {
  for (const channel of CHANNELS) {
    const [chosen = 0, most] = [settings?.messages?.[FIELD[channel]], config().ceilings[MOST[channel]]];
    if (chosen > most)
      fail('INVALID_INPUT', {
        message: `settings.messages.${FIELD[channel]}: must be at most ${most}, the ceiling of this deployment`,
      });
  }
}
