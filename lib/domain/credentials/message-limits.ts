// Says in which limits a message counts, by its channel: by mailbox and purpose for e-mails, by number and range of numbers
// for SMS. message-budget.ts says who shares which.
import type { Channel } from '../../contract/channels.ts';
import * as limits from './limits.ts';
import { mailboxOf } from './mailbox.ts';

/** The limit, and the parts of its key after the tenant. */
export type Count = [scope: limits.Scope, ...parts: string[]];
/** `burst`: of minutes. `long`: of hours and days. */
export type Counts = { burst: Count; long: Count[] };

type Row = {
  message: (purpose: string, to: string, ip: string) => Counts;
  /** All messages to the recipient, over all tenants. `reserve`: those that strangers' accounts pay for. */
  ofAll: (to: string) => Counts & { reserve: Count };
  /** A code that completes a login. It shares no limit with other messages. */
  factor: (purpose: string, to: string) => Counts;
  invitation: (to: string) => Count[];
};

/** The range of a number: without its last four digits. */
const rangeOf = (number: string): string => number.slice(0, -4);

export const MESSAGE_LIMITS: Readonly<Record<Channel, Row>> = {
  email: {
    message: (purpose, to) => ({
      burst: ['email-burst', purpose, mailboxOf(to)],
      long: [['email-day', purpose, mailboxOf(to)]],
    }),
    ofAll: (to) => ({
      burst: ['email-burst', mailboxOf(to)],
      long: [['email-day', mailboxOf(to)]],
      reserve: ['send-reserve-account', mailboxOf(to)],
    }),
    factor: (purpose, to) => ({ burst: ['email-burst', purpose, to], long: [['email-day', purpose, to]] }),
    invitation: (to) => [['email-day', 'invite', mailboxOf(to)]],
  },
  sms: {
    message: (_, to, ip) => ({
      burst: ['sms-burst', to],
      long: [
        ['sms-day', to],
        ['sms-prefix', rangeOf(to)],
        ['sms-share', limits.network(ip)],
      ],
    }),
    ofAll: (to) => ({
      burst: ['sms-burst', to],
      long: [
        ['sms-day', to],
        ['sms-prefix', rangeOf(to)],
      ],
      reserve: ['send-reserve-account', to],
    }),
    factor: (purpose, to) => ({
      burst: ['sms-burst', to, purpose],
      long: [
        ['sms-day', to, purpose],
        ['sms-prefix', rangeOf(to), purpose],
      ],
    }),
    invitation: (to) => [
      ['sms-day', to],
      ['sms-prefix', rangeOf(to)],
    ],
  },
};
