// Types the rows of infra/functions.ts: what invokes a function, and what it may do.
import type { Route } from '../lib/contract/operation.ts';
import type { IndexName } from '../lib/store/keys.ts';

/**
 * What invokes the function. infra/stack/functions/triggers.ts connects each kind, with the permissions that its poller needs.
 * `api`: the group of the contract with the function's name. `stream`: changes of the table. `queue`: codes
 * to send, and every minute the messages that can wait. `event`: each of some events on the bus. `schedule`: at each of
 * its rates. `secret rotation`: Secrets Manager, for each root secret.
 */
export type Trigger =
  | { kind: 'api' }
  | { kind: 'stream' }
  | { kind: 'queue' }
  | { kind: 'event'; events: readonly string[]; description: string }
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

/**
 * The root secrets: `pepper` for passwords, `seal` for what is stored encrypted, `session` for tokens, codes, cursors and
 * limiters. `admin`, `sso` and `proxy` are created only if the deployment asks for them.
 */
export const ROOT_SECRETS = ['pepper', 'seal', 'session'] as const;
export type SecretName = (typeof ROOT_SECRETS)[number] | 'admin' | 'sso' | 'proxy';

export type SecretAction = 'DescribeSecret' | 'GetSecretValue' | 'PutSecretValue' | 'UpdateSecretVersionStage';

/** A permission beyond the table and the secrets. infra/stack/functions/functions.ts maps each one to its statement. */
export type Permission =
  | 'publish events'
  | 'report failures'
  | 'write the audit archive'
  | 'send e-mail'
  | 'read the sending rate'
  | 'send SMS'
  | 'call the message sender';

export type FunctionRow = {
  memoryMb: number;
  timeoutSeconds: number;
  trigger: Trigger;
  /**
   * The operation that the function runs in its init phase, for a caller who does not exist, so that the first request finds it
   * warm (lib/http/warm-up.ts). It must be a GET that reads who the caller is. `GET`: the first one that a deployment declares.
   */
  warmUp?: Route | 'GET';
  /** Actions on the table, each with its reason. */
  table: Readonly<Partial<Record<ItemAction, string>>>;
  /** The only partitions it may touch, with the wildcards of IAM; all of them unless given. */
  partitions?: readonly string[];
  /** Further partitions that it may read. No transaction that it writes may touch them. */
  readOnly?: readonly string[];
  /** The indexes it queries. */
  indexes?: readonly IndexName[];
  /** The secrets named in its environment. */
  secrets: readonly SecretName[];
  /** What it does with them; reads their values unless given. */
  secretActions?: readonly SecretAction[];
  permissions?: readonly Permission[];
};

/** The name of the module that warms a function up, beside its bundle. */
export const WARM = 'warm';
/** The function that serves lib/records/resources. */
export const RESOURCES = 'resources';
/** The function that copies the audit log to S3. */
export const AUDIT_ARCHIVE = 'audit-archive';
/** The function that serves lib/scim. */
export const SCIM = 'scim';
/** The function that serves lib/apps. */
export const WEB = 'web';

/** A name of camel case in kebab case. */
export type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : '';
