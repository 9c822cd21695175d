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

/** The days of a number, and the hours of its range: the number without its last four digits. */
const longOf = (number: string, ...parts: string[]): Count[] => [
  ['sms-day', number, ...parts],
  ['sms-prefix', number.slice(0, -4), ...parts],
];
const counts = (burst: Count, long: Count[]): Counts => ({ burst, long });
/** E-mails count by purpose and mailbox. */
const mails = (...parts: string[]): Counts => counts(['email-burst', ...parts], [['email-day', ...parts]]);

export const MESSAGE_LIMITS: Readonly<Record<Channel, Row>> = {
  email: {
    message: (purpose, to) => mails(purpose, mailboxOf(to)),
    ofAll: (to) => ({ ...mails(mailboxOf(to)), reserve: ['send-reserve-account', mailboxOf(to)] }),
    factor: (purpose, to) => mails(purpose, to),
    invitation: (to) => mails('invite', mailboxOf(to)).long,
  },
  sms: {
    message: (_, to, ip) => counts(['sms-burst', to], [...longOf(to), ['sms-share', limits.network(ip)]]),
    ofAll: (to) => ({ ...counts(['sms-burst', to], longOf(to)), reserve: ['send-reserve-account', to] }),
    factor: (purpose, to) => counts(['sms-burst', to, purpose], longOf(to, purpose)),
    invitation: (to) => longOf(to),
  },
};
