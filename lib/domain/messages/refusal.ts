// Refuses recipients of messages: the last gate, also for numbers that were stored before the rule, or before their
// country was removed from a list.
import { CHANNELS } from '../../contract/channels.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';
import { canReceive } from '../phone-numbers.ts';
import type { Recipient } from './event.ts';

/** Returns why the recipient gets no message of the tenant; `undefined` if they get it. */
export const refusalOf = async ({ channel, to }: Recipient, { settings }: Tenant): Promise<string | undefined> =>
  (await canReceive(CHANNELS[channel].address, to, async () => settings)) ? undefined : 'number refused';
