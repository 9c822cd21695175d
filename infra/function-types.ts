// Names what may invoke a function, and what it may do with items of the table.

/**
 * What invokes the function. infra/stack/triggers.ts connects each kind, with the permissions that its poller needs.
 * `api`: the group of the contract with the function's name. `stream`: changes of the table. `queue`: codes
 * to send, and every minute the messages that can wait. `schedule`: at each of its rates. `secret rotation`: Secrets Manager, for each root secret.
 */
export type Trigger =
  | { kind: 'api' }
  | { kind: 'stream' }
  | { kind: 'queue' }
  | { kind: 'schedule'; rates: readonly Rate[] }
  | { kind: 'secret rotation'; days: 'rootSecretDays' };

/** How often: minutes, or the days of a setting. The event has the settings that `input` names, and is empty otherwise. */
export type Rate = {
  every: { minutes: number } | { days: 'signingKeyDays' };
  description: string;
  input?: readonly 'signingKeyDays'[];
};

/** Actions on items. A transaction needs the actions of the writes it holds, not one of its own. */
export type ItemAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';
