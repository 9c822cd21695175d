// Reads the configuration from the environment once and validates it. A misconfigured function responds 503 to every
// request; it never runs with a check skipped.
import type * as z from 'zod/mini';
import type { DeploymentBranding } from '../../contract/branding.ts';
import { Unavailable } from '../errors.ts';
import { isLoopback } from './addresses.ts';
import { readBranding } from './branding.ts';
import { type Ceilings, readCeilings } from './ceilings.ts';
import { ANY_LOCAL_PORT, originsOf, schema } from './environment.ts';
import { type Passkeys, readPasskeys } from './passkeys.ts';

export type Config = Readonly<{
  baseUrl: string;
  https: boolean;
  audience: string;
  appName: string;
  sender: string | undefined;
  messageSender: string | undefined;
  sesConfigurationSet: string | undefined;
  smsSenderId: string | undefined;
  /** `undefined`: every country but those that phone-numbers.ts refuses. */
  smsCountries: readonly string[] | undefined;
  /** `undefined`: the rate of the SES account. */
  mailRate: number | undefined;
  smsRate: number;
  mailerConcurrency: number;
  codeQueue: string | undefined;
  noticeQueue: string | undefined;
  table: string;
  /** The names of the root secrets that this function may read. */
  rootSecrets: Readonly<Record<'pepper' | 'seal' | 'session', string | undefined>>;
  adminSecret: string | undefined;
  ssoSecret: string | undefined;
  /** `undefined`: no proxy is in front of the API. */
  trustedProxy: number | 'cloudfront' | undefined;
  proxySecret: string | undefined;
  bus: string | undefined;
  auditBucket: string | undefined;
  inviteLink: string;
  branding: DeploymentBranding;
  tokenType: 'header' | 'cookie';
  csrf: 'auto' | 'always' | 'off';
  /** Ends in `:*` for every port of this machine, which only a local run has. */
  allowedOrigins: readonly string[];
  /** `undefined`: the deployment has no passkeys. */
  passkeys: Passkeys | undefined;
  signingAlg: 'RS256' | 'ES256' | 'EdDSA';
  passwordHash: 'auto' | 'argon2id' | 'bcrypt' | 'fast';
  /** Lifetimes in seconds. */
  ttl: Readonly<{
    access: number;
    sessionIdle: number;
    sessionAbsolute: number;
    pending: number;
    adminIdle: number;
    adminAbsolute: number;
    trustedDevice: number;
    refreshGrace: number;
    code: number;
    reset: number;
    invite: number;
    adminInvite: number;
  }>;
  sessionsPerUser: number;
  applicationSessionsPerUser: number;
  adminTotp: 'optional' | 'required';
  /** Only where the deployment has passkeys. */
  adminPasskeys: 'off' | 'optional' | 'required';
  adminDeviceBound: 'off' | 'prefer' | 'require';
  acting: 'off' | 'allowed';
  adminProvider: string | undefined;
  /** Name servers of a local run. `undefined`: those of the machine. */
  dnsServers: readonly string[] | undefined;
  /**
   * Milliseconds since the epoch. Sessions and trusted devices from before this time are invalid. Copies of tenants' heads,
   * roles and applications from before it are not used.
   */
  sessionsSince: number;
  limits: boolean;
  ceilings: Ceilings;
}>;

let parsed: Config | undefined;

/** Returns the configuration of this process. Throws `Unavailable`, naming the first invalid setting. */
export function config(): Config {
  parsed ??= parse(process.env);
  return parsed;
}

/** Whether this is the local run: a deployment has no address on loopback, because browsers must reach it. */
export const isLocalRun = (): boolean => isLoopback(config().baseUrl);

/** Parses an environment. Throws `Unavailable`, naming the first invalid setting. */
export function parse(env: Record<string, string | undefined>): Config {
  const result = schema.safeParse(env);
  if (!result.success) throw new Unavailable(`configuration: ${problemOf(result.error.issues[0])}`);
  const value = result.data;
  const https = value.GATEHOUSE_BASE_URL.startsWith('https:');
  const relaxed = value.GATEHOUSE_LIMITS === 'off' || value.GATEHOUSE_FAST_HASH === '1';
  if (relaxed && !isLoopback(value.GATEHOUSE_BASE_URL)) {
    throw new Unavailable('configuration: GATEHOUSE_LIMITS=off and GATEHOUSE_FAST_HASH=1 are for the local run only');
  }
  const allowedOrigins = originsOf(value.GATEHOUSE_ALLOWED_ORIGINS);
  if (allowedOrigins.some((each) => ANY_LOCAL_PORT.includes(each)) && !isLoopback(value.GATEHOUSE_BASE_URL)) {
    throw new Unavailable('configuration: GATEHOUSE_ALLOWED_ORIGINS with any port is for the local run only');
  }
  if (!https && !isLoopback(value.GATEHOUSE_BASE_URL))
    throw new Unavailable('configuration: GATEHOUSE_BASE_URL must be https, except on loopback');
  if ((value.GATEHOUSE_TRUSTED_PROXY === undefined) !== (value.GATEHOUSE_PROXY_SECRET === undefined)) {
    const alone = value.GATEHOUSE_PROXY_SECRET === undefined ? 'GATEHOUSE_TRUSTED_PROXY' : 'GATEHOUSE_PROXY_SECRET';
    throw new Unavailable(`configuration: ${alone} is set alone`);
  }
  if (value.GATEHOUSE_DNS_SERVERS !== undefined && !isLoopback(value.GATEHOUSE_BASE_URL))
    throw new Unavailable('configuration: GATEHOUSE_DNS_SERVERS is for the local run only');
  const ceilings = readCeilings(value.GATEHOUSE_CEILINGS);
  if (typeof ceilings === 'string') throw new Unavailable(`configuration: GATEHOUSE_CEILINGS: ${ceilings}`);
  const branding = readBranding(value.GATEHOUSE_BRANDING);
  if (typeof branding === 'string') throw new Unavailable(`configuration: GATEHOUSE_BRANDING ${branding}`);
  const passkeys = readPasskeys(
    value.GATEHOUSE_BASE_URL,
    value.GATEHOUSE_PASSKEY_RP_ID,
    originsOf(value.GATEHOUSE_PASSKEY_ORIGINS),
  );
  if (typeof passkeys === 'string') throw new Unavailable(`configuration: ${passkeys}`);
  // Without passkeys, no admin could add the one that each of them owes.
  if (!passkeys && value.GATEHOUSE_ADMIN_PASSKEYS === 'required')
    throw new Unavailable('configuration: GATEHOUSE_ADMIN_PASSKEYS=required needs GATEHOUSE_PASSKEY_RP_ID');
  if (value.GATEHOUSE_SESSION_IDLE_TTL > value.GATEHOUSE_SESSION_ABSOLUTE_TTL) {
    throw new Unavailable('configuration: GATEHOUSE_SESSION_IDLE_TTL exceeds GATEHOUSE_SESSION_ABSOLUTE_TTL');
  }
  if (value.GATEHOUSE_ADMIN_IDLE_TTL > value.GATEHOUSE_ADMIN_ABSOLUTE_TTL) {
    throw new Unavailable('configuration: GATEHOUSE_ADMIN_IDLE_TTL exceeds GATEHOUSE_ADMIN_ABSOLUTE_TTL');
  }
  return {
    baseUrl: value.GATEHOUSE_BASE_URL,
    https,
    audience: value.GATEHOUSE_AUDIENCE ?? value.GATEHOUSE_BASE_URL,
    appName: value.GATEHOUSE_APP_NAME,
    sender: value.GATEHOUSE_SENDER,
    messageSender: value.GATEHOUSE_MESSAGE_SENDER,
    sesConfigurationSet: value.GATEHOUSE_SES_CONFIGURATION_SET,
    smsSenderId: value.GATEHOUSE_SMS_SENDER_ID,
    smsCountries: value.GATEHOUSE_SMS_COUNTRIES?.split(','),
    mailRate: value.GATEHOUSE_MAIL_RATE,
    smsRate: value.GATEHOUSE_SMS_RATE,
    mailerConcurrency: value.GATEHOUSE_MAILER_CONCURRENCY,
    codeQueue: value.GATEHOUSE_CODE_QUEUE,
    noticeQueue: value.GATEHOUSE_NOTICE_QUEUE,
    table: value.GATEHOUSE_TABLE,
    rootSecrets: {
      pepper: value.GATEHOUSE_PEPPER_SECRET,
      seal: value.GATEHOUSE_SEAL_SECRET,
      session: value.GATEHOUSE_SESSION_SECRET,
    },
    adminSecret: value.GATEHOUSE_ADMIN_SECRET,
    ssoSecret: value.GATEHOUSE_SSO_SECRET,
    trustedProxy: trustedProxyOf(value.GATEHOUSE_TRUSTED_PROXY),
    proxySecret: value.GATEHOUSE_PROXY_SECRET,
    bus: value.GATEHOUSE_BUS,
    auditBucket: value.GATEHOUSE_AUDIT_BUCKET,
    // Browsers send what is behind `#` to no server.
    inviteLink: value.GATEHOUSE_INVITE_LINK ?? `${value.GATEHOUSE_BASE_URL}/login/invitation#token={token}`,
    branding,
    tokenType: value.GATEHOUSE_TOKEN_TYPE,
    csrf: value.GATEHOUSE_CSRF,
    allowedOrigins,
    adminTotp: value.GATEHOUSE_ADMIN_TOTP,
    adminPasskeys: value.GATEHOUSE_ADMIN_PASSKEYS,
    adminDeviceBound: value.GATEHOUSE_ADMIN_DEVICE_BOUND,
    acting: value.GATEHOUSE_ACTING,
    adminProvider: value.GATEHOUSE_ADMIN_PROVIDER,
    dnsServers: value.GATEHOUSE_DNS_SERVERS?.split(','),
    passkeys,
    signingAlg: value.GATEHOUSE_SIGNING_ALG,
    passwordHash: value.GATEHOUSE_FAST_HASH === '1' ? 'fast' : value.GATEHOUSE_PASSWORD_HASH,
    ttl: {
      access: value.GATEHOUSE_ACCESS_TTL,
      sessionIdle: value.GATEHOUSE_SESSION_IDLE_TTL,
      sessionAbsolute: value.GATEHOUSE_SESSION_ABSOLUTE_TTL,
      pending: value.GATEHOUSE_PENDING_TTL,
      adminIdle: value.GATEHOUSE_ADMIN_IDLE_TTL,
      adminAbsolute: value.GATEHOUSE_ADMIN_ABSOLUTE_TTL,
      trustedDevice: value.GATEHOUSE_TRUSTED_DEVICE_TTL,
      refreshGrace: value.GATEHOUSE_REFRESH_GRACE,
      code: value.GATEHOUSE_CODE_TTL,
      reset: value.GATEHOUSE_RESET_TTL,
      invite: value.GATEHOUSE_INVITE_TTL,
      adminInvite: value.GATEHOUSE_ADMIN_INVITE_TTL,
    },
    sessionsPerUser: value.GATEHOUSE_SESSIONS_PER_USER,
    applicationSessionsPerUser: value.GATEHOUSE_APPLICATION_SESSIONS_PER_USER,
    sessionsSince: timeOf(value.GATEHOUSE_SESSIONS_SINCE),
    limits: value.GATEHOUSE_LIMITS === 'on',
    ceilings,
  };
}

/** Names the setting, and its rule if the schema states one. Never its value, which may be a secret. */
function problemOf(issue: z.core.$ZodIssue | undefined): string {
  const rule = issue?.code === 'custom' && issue.message.startsWith('must ') ? `: ${issue.message}` : '';
  return `${String(issue?.path[0])} is not valid${rule}`;
}

/** Milliseconds since the epoch; 0 for a setting that is absent. */
const timeOf = (text: string | undefined): number => (text === undefined ? 0 : Date.parse(text));

const trustedProxyOf = (text: string | undefined): Config['trustedProxy'] =>
  text === undefined || text === 'cloudfront' ? text : Number(text);
