// Defines the settings of a deployment.
import type { Rates } from './rates.ts';
import type { Thresholds } from './sections/alarm-thresholds.ts';
import type { Front } from './sections/front.ts';
import type { ExistingSecrets } from './sections/keys.ts';
import type { Life } from './sections/life.ts';
import type { SecondRegion } from './sections/second-region.ts';

export type Settings = Readonly<{
  /** With the stage, if there is one: what the names of the deployment begin with. */
  stackName: string;
  /** Those of the credentials where `undefined`. */
  env: Readonly<{ account?: string; region?: string }>;
  tags: Readonly<Record<string, string>>;
  /** The ARN of a policy that bounds every role. */
  permissionsBoundary: string | undefined;
  /** An existing bus. */
  busName: string | undefined;
  /** An existing topic. */
  alarmTopicArn: string | undefined;
  /** An existing key of the hardened profile. */
  keyArn: string | undefined;
  logRetentionDays: number;
  /** From which level Lambda writes lines of its own. */
  lambdaLogs: 'warn' | 'info';
  /** Whether the deployment sets the role that API Gateway writes logs with, in the whole account and region. */
  setsLogRole: boolean;
  isHardened: boolean;
  /** The kind of API in API Gateway. */
  gateway: 'rest' | 'http';
  sender: string | undefined;
  /** The ARN of a function that sends messages. */
  messageSender: string | undefined;
  domain: Domain | undefined;
  /** API Gateway's own URL if `undefined`. */
  baseUrl: string | undefined;
  /** The position of clients in x-forwarded-for, or the front; `undefined`: no proxy proves itself. */
  proxy: number | 'cloudfront' | undefined;
  /** CloudFront before the API. */
  front: Front | undefined;
  alarmEmail: string | undefined;
  /** When alarms on traffic are raised. */
  thresholds: Thresholds;
  /** Minutes between two logins of the probe; `undefined` without one. */
  loginProbeMinutes: number | undefined;
  smsBudget: number;
  /** Messages per second. The e-mail rate is the account’s if `undefined`. */
  mailRate: number | undefined;
  smsRate: number;
  mailerConcurrency: number;
  signingKeyDays: number;
  rootSecretDays: number;
  hasAdminKey: boolean;
  hasIdentityProviders: boolean;
  /** ARNs of secrets that the deployment uses and does not own. */
  existingSecrets: ExistingSecrets;
  /** Whether it rotates them nevertheless. */
  rotatesExistingSecrets: boolean;
  secondRegion: SecondRegion;
  /** Whether the API serves lib/records/resources. */
  hasResources: boolean;
  reservedConcurrency: number | undefined;
  /** Concurrent executions that Lambda grants the account in the region. */
  accountConcurrency: number;
  units: Readonly<{ read: number; write: number }>;
  rates: Rates;
  restoredStreamArn: string | undefined;
  life: Life;
  isTraced: boolean;
  /** Days that the archive of the audit log keeps its objects; `undefined` without an archive. */
  auditArchiveDays: number | undefined;
  /** Whether Athena knows the archive. */
  hasAnalytics: boolean;
  /** Passed to the functions unchanged. */
  variables: Readonly<Record<string, string>>;
}>;

/** An existing certificate, or a zone to create one in. With a zone, the record is always created. */
export type Domain = Readonly<{
  name: string;
  certificateArn: string | undefined;
  zone: Readonly<{ id: string; name: string }> | undefined;
}>;

/** A deployment of an app, with the id of its stack there. */
export type Deployment = Readonly<{ id: string; settings: Settings }>;
