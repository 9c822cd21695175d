// Reads a deployment's settings from the CDK context: `-c sender=...`, or the `context` of cdk.json. Synthesis
// validates them, the functions' settings by their own schema, so that an invalid value fails here and not as 503 in
// production.
import { parse } from '../../lib/platform/config.ts';
import { UserError } from '../user-error.ts';
import { VARIABLES } from './variables.ts';

type Setting = { meaning: string; defaultValue: string; rule: string; isValid: (text: string) => boolean };

const choice = (meaning: string, defaultValue: string, ...others: string[]): Setting => ({
  meaning,
  defaultValue,
  rule: `${defaultValue} or ${others.join(' or ')}`,
  isValid: (text) => [defaultValue, ...others].includes(text),
});
const whole = (meaning: string, defaultValue: number | '', least: number, most: number): Setting => ({
  meaning,
  defaultValue: String(defaultValue),
  rule: `a whole number from ${least} to ${most}`,
  isValid: (text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most,
});
const text = (
  meaning: string,
  rule: string,
  isValid: RegExp | ((text: string) => boolean),
  defaultValue = '',
): Setting => ({
  meaning,
  defaultValue,
  rule,
  isValid: typeof isValid === 'function' ? isValid : (given) => isValid.test(given),
});

const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** Context key -> its meaning and its valid values. docs/configuration.md is generated from it. */
export const SETTINGS = {
  // Function names have at most 64 characters, and the longest group needs 30 of them.
  stackName: text(
    'The name of the stack and the bus, and the prefix of every function’s name.',
    'at most 34 letters, digits and hyphens, beginning with a letter',
    /^[A-Za-z][A-Za-z0-9-]{0,33}$/,
    'Gatehouse',
  ),
  profile: choice(
    '`hardened` adds a firewall, a customer managed key for everything stored, and a tamper-proof archive of the logs.',
    'standard',
    'hardened',
  ),
  sender: text(
    'The sender of e-mails. Without it there is no mailer, and codes, invitations and notices are not sent.',
    'an address such as no-reply@example.com or Example <no-reply@example.com>',
    (given) => areValid({ GATEHOUSE_SENDER: given }),
  ),
  domainName: text(
    'The API’s custom domain. Needs `certificateArn`, or a hosted zone in which the stack creates the certificate and the record.',
    'a host name such as auth.example.com',
    HOST,
  ),
  certificateArn: text(
    'An ACM certificate for `domainName` in the same region.',
    'the ARN of a certificate',
    /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[0-9a-f-]{36}$/,
  ),
  hostedZoneId: text(
    'The Route 53 hosted zone that contains `domainName`.',
    'the id of a hosted zone such as Z0123456789ABC',
    /^Z[A-Z0-9]{5,31}$/,
  ),
  hostedZoneName: text('The name of that zone.', 'a host name such as example.com', HOST),
  baseUrl: text(
    'The URL for clients if your own proxy is in front of the API; excludes `domainName`. Limits by address then see the proxy’s addresses.',
    'an https origin such as https://auth.example.com',
    isHttpsOrigin,
  ),
  alarmEmail: text(
    'Receives alarms. Further recipients subscribe to the topic `AlarmTopicArn`.',
    'an e-mail address',
    /^[^\s@,;<>]{1,64}@[^\s@,;<>]{3,253}$/,
  ),
  smsBudget: whole('US dollars per month for SMS. An alarm is raised at 80 %.', 30, 1, 100_000),
  signingKeyDays: whole('Days until the next key signs access tokens.', 30, 1, 365),
  rootSecretDays: whole('Days until each root secret gets a new version.', 365, 30, 1000),
  adminKey: choice(
    'The key for creating the first admin. Set it to `off` once there is one; it costs 0.40 USD per month.',
    'on',
    'off',
  ),
  identityProviders: choice('A secret for identity providers of the deployment (0.40 USD per month).', 'off', 'on'),
  reservedConcurrency: whole(
    'Reserved and maximum concurrent instances of each of the ten API functions. An account must keep 100 unreserved; new accounts have none to spare.',
    '',
    1,
    1000,
  ),
  readUnits: whole('Maximum read units per second of the table, which bounds the bill.', 12_000, 100, 1_000_000),
  writeUnits: whole('Maximum write units per second of the table, which bounds the bill.', 4000, 100, 1_000_000),
  restoredStreamArn: text(
    'The stream of a table restored from a backup, which replaces the stack’s own table.',
    'the ARN of a table’s stream',
    /^arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/[A-Za-z0-9_.-]{3,255}\/stream\/[0-9T:.-]+$/,
  ),
  tracing: choice('Traces in X-Ray, which cost money per request.', 'off', 'on'),
} as const satisfies Record<string, Setting>;

type Name = keyof typeof SETTINGS;

export type Settings = Readonly<{
  stackName: string;
  isHardened: boolean;
  sender: string | undefined;
  domain: Domain | undefined;
  /** API Gateway's own URL if `undefined`. */
  baseUrl: string | undefined;
  alarmEmail: string | undefined;
  smsBudget: number;
  signingKeyDays: number;
  rootSecretDays: number;
  hasAdminKey: boolean;
  hasIdentityProviders: boolean;
  reservedConcurrency: number | undefined;
  units: Readonly<{ read: number; write: number }>;
  restoredStreamArn: string | undefined;
  isTraced: boolean;
  /** Passed to the functions unchanged. */
  variables: Readonly<Record<string, string>>;
}>;

/** An existing certificate, or a zone to create one in. With a zone, the record is always created. */
export type Domain = Readonly<{
  name: string;
  certificateArn: string | undefined;
  zone: Readonly<{ id: string; name: string }> | undefined;
}>;

/** Returns the settings in the context. Throws `UserError` for the first invalid value or unknown name. */
export function readSettings(context: Readonly<Record<string, unknown>>): Settings {
  for (const [name, value] of Object.entries(context)) requireKnown(name, value);
  const given = (name: Name): string | undefined => (context[name] === undefined ? undefined : String(context[name]));
  const chosen = (name: Name): string => given(name) ?? SETTINGS[name].defaultValue;
  const domain = readDomain(given);
  const concurrency = given('reservedConcurrency');
  const variables = Object.fromEntries(
    Object.entries(context).flatMap(([name, value]) => (name in VARIABLES ? [[name, String(value)]] : [])),
  );
  requireValid(variables);
  return {
    stackName: chosen('stackName'),
    isHardened: chosen('profile') === 'hardened',
    sender: given('sender'),
    domain,
    baseUrl: domain ? `https://${domain.name}` : given('baseUrl'),
    alarmEmail: given('alarmEmail'),
    smsBudget: Number(chosen('smsBudget')),
    signingKeyDays: Number(chosen('signingKeyDays')),
    rootSecretDays: Number(chosen('rootSecretDays')),
    hasAdminKey: chosen('adminKey') === 'on',
    hasIdentityProviders: chosen('identityProviders') === 'on',
    reservedConcurrency: concurrency === undefined ? undefined : Number(concurrency),
    units: { read: Number(chosen('readUnits')), write: Number(chosen('writeUnits')) },
    restoredStreamArn: given('restoredStreamArn'),
    isTraced: chosen('tracing') === 'on',
    variables,
  };
}

/** The CDK's own keys contain a colon, a slash or a hyphen. Any other key must be one of ours. */
function requireKnown(name: string, value: unknown): void {
  if (Object.hasOwn(VARIABLES, name)) return;
  if (name.startsWith('GATEHOUSE_'))
    throw new UserError(`${name} is not a setting of a deployment. These are: ${Object.keys(VARIABLES).join(', ')}`);
  if (!/^[A-Za-z]+$/.test(name)) return;
  if (!Object.hasOwn(SETTINGS, name))
    throw new UserError(`${name} is not a setting. These are: ${Object.keys(SETTINGS).join(', ')}`);
  const { rule, isValid } = SETTINGS[name as Name];
  const given = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  if (given === undefined || !isValid(given))
    throw new UserError(`${name} must be ${rule}, not ${given ?? JSON.stringify(value)}`);
}

function readDomain(given: (name: Name) => string | undefined): Domain | undefined {
  const [name, certificateArn] = [given('domainName'), given('certificateArn')];
  const [id, zone] = [given('hostedZoneId'), given('hostedZoneName')];
  if ((id === undefined) !== (zone === undefined))
    throw new UserError('hostedZoneId and hostedZoneName must be set together');
  if (name === undefined) {
    if (certificateArn ?? id) throw new UserError('certificateArn and hostedZoneId need domainName');
    return undefined;
  }
  if (given('baseUrl') !== undefined) throw new UserError('baseUrl follows from domainName. Set only one of them.');
  if (certificateArn === undefined && id === undefined)
    throw new UserError('domainName needs certificateArn, or hostedZoneId and hostedZoneName');
  if (zone !== undefined && name !== zone && !name.endsWith(`.${zone}`))
    throw new UserError(`domainName ${name} is not in the hosted zone ${zone}`);
  return { name, certificateArn, zone: id === undefined ? undefined : { id, name: zone as string } };
}

/** Only an origin: operations have absolute paths, and a base path would precede each of them. */
function isHttpsOrigin(url: string): boolean {
  return url.startsWith('https://') && URL.canParse(url) && new URL(url).origin === url;
}

function requireValid(variables: Record<string, string>): void {
  const fromStack = { GATEHOUSE_BASE_URL: 'https://stack', GATEHOUSE_TABLE: 'stack' };
  try {
    parse({ ...fromStack, ...variables });
  } catch (error) {
    throw new UserError((error as Error).message);
  }
}

/** Returns what is wrong with the environment of a local run, in one line; `undefined` if it is valid. */
export function localProblem(environment: Record<string, string | undefined>): string | undefined {
  const fromRun = { GATEHOUSE_BASE_URL: 'http://localhost', GATEHOUSE_TABLE: 'local' };
  try {
    parse({ ...environment, ...fromRun });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function areValid(variables: Record<string, string>): boolean {
  try {
    requireValid(variables);
    return true;
  } catch {
    return false;
  }
}
