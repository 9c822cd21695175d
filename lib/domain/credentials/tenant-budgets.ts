// Bounds the messages that a tenant sends in a day. A tenant chooses its budgets up to the ceilings of the deployment, which
// pays for the messages.
import { CHANNELS, type Channel, channelNames } from '../../contract/channels.ts';
import { fail } from '../../contract/errors.ts';
import { log } from '../../platform/log.ts';
import { count } from '../../platform/metrics.ts';
import { config } from '../../platform/settings/config.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';
import * as limits from './limits.ts';

/** What strangers can reach is apart: `decoys` stop nothing, and none of the others stops a message of another. */
export type Budget = 'decoys' | 'newcomers' | 'accounts' | 'known' | 'second-factors' | 'invitations';
/** The settings of a tenant that its budgets depend on; `undefined` without a tenant. */
export type BudgetSettings = Pick<Tenant['settings'], 'messages'> | undefined;

/** Returns how many messages of each kind the tenant may send in a day. A ceiling that was lowered counts at once. */
export function budgetOf(channel: Channel, settings: BudgetSettings): number {
  const { day, most, setting } = CHANNELS[channel].budget;
  return Math.min(settings?.messages?.[setting] ?? limits.maxOf(day), config().ceilings[most]);
}

/** Counts a message in the budget of the tenant, and returns the attempt or its refusal. Throws `Unavailable`. */
export async function attemptMessage(
  channel: Channel,
  tenant: { id: string; settings: BudgetSettings },
  budget: Budget,
): Promise<limits.Consumption | limits.Refusal> {
  const { day } = CHANNELS[channel].budget;
  const counted = await limits.attemptWithin(budgetOf(channel, tenant.settings), day, tenant.id, budget);
  if (limits.isRefused(counted) && budget !== 'decoys') {
    log.warn('budget_used_up', { tenant: tenant.id, channel, budget });
    count('MessageBudgetUsedUp');
  }
  return counted;
}

/** Throws INVALID_INPUT, which names the setting and the ceiling, if the tenant may not choose such a budget. */
export function requireBudgets(settings: BudgetSettings | { messages?: null }): void {
  for (const channel of channelNames) {
    const { most, setting } = CHANNELS[channel].budget;
    const ceiling = config().ceilings[most];
    if ((settings?.messages?.[setting] ?? 0) > ceiling)
      fail('INVALID_INPUT', {
        message: `settings.messages.${setting}: must be at most ${ceiling}, the ceiling of this deployment`,
      });
  }
}
