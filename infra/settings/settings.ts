// What a deployment may choose, from the CDK context: `-c sender=...`, or the `context` of cdk.json. It is judged at
// synthesis, the functions' settings by their own schema, so that a bad value fails here and not as 503 in production.
import { parse } from '../../lib/platform/config.ts';
import { UserError } from '../user-error.ts';
import { VARIABLES } from './variables.ts';

type Setting = { meaning: string; standard: string; rule: string; fits: (text: string) => boolean };

const choice = (meaning: string, standard: string, ...others: string[]): Setting => ({
  meaning,
  standard,
  rule: `${standard} or ${others.join(' or ')}`,
  fits: (text) => [standard, ...others].includes(text),
});
const whole = (meaning: string, standard: number | '', least: number, most: number): Setting => ({
  meaning,
  standard: String(standard),
  rule: `a whole number from ${least} to ${most}`,
  fits: (text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most,
});
const text = (meaning: string, rule: string, fits: RegExp | ((text: string) => boolean), standard = ''): Setting => ({
  meaning,
  standard,
  rule,
  fits: typeof fits === 'function' ? fits : (given) => fits.test(given),
});

const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** Context key -> what it means and what it may be. docs/configuration.md is made from it. */
export const SETTINGS = {
  // Function names have at most 64 characters, and the longest group needs 30 of them.
  stackName: text(
    'The stack, the bus, and the beginning of every function’s name.',
    'at most 34 letters, digits and hyphens, beginning with a letter',
    /^[A-Za-z][A-Za-z0-9-]{0,33}$/,
    'Gatehouse',
  ),
  profile: choice(
    '`hardened` adds a firewall, a key of your own for everything that is stored, and an archive of the logs that nobody can change.',
    'standard',
    'hardened',
  ),
  sender: text(
    'Who e-mails come from. Without it there is no mailer: no codes, invitations and notices.',
    'an address such as no-reply@example.com or Example <no-reply@example.com>',
    (given) => isValid({ GATEHOUSE_SENDER: given }),
  ),
  domainName: text(
    'The API’s own domain. Needs `certificateArn`, or a hosted zone in which the stack makes certificate and record itself.',
    'a host name such as auth.example.com',
    HOST,
  ),
  certificateArn: text(
    'A certificate of ACM for `domainName`, of the same region.',
    'the ARN of a certificate',
    /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[0-9a-f-]{36}$/,
  ),
  hostedZoneId: text(
    'The hosted zone of Route 53 that `domainName` lies in.',
    'the id of a hosted zone such as Z0123456789ABC',
    /^Z[A-Z0-9]{5,31}$/,
  ),
  hostedZoneName: text('The name of that zone.', 'a host name such as example.com', HOST),
  baseUrl: text(
    'Where clients find the API if something of yours stands in front of it, instead of `domainName`. Limits by address then count the addresses of what stands there.',
    'an https origin such as https://auth.example.com',
    isHttpsOrigin,
  ),
  alarmEmail: text(
    'Who hears of alarms. Others subscribe to the topic `AlarmTopicArn`.',
    'an e-mail address',
    /^[^\s@,;<>]{1,64}@[^\s@,;<>]{3,253}$/,
  ),
  smsBudget: whole('US dollars a month for SMS; an alarm goes off at 80 % of it.', 30, 1, 100_000),
  signingKeyDays: whole('Days after which the next key signs access tokens.', 30, 1, 365),
  rootSecretDays: whole('Days after which the root secret gets a new version.', 365, 30, 1000),
  adminKey: choice(
    'The key that gates the first admin. `off` once there is one: it costs 0.40 USD a month.',
    'on',
    'off',
  ),
  identityProviders: choice('A secret for identity providers of the deployment (0.40 USD a month).', 'off', 'on'),
  reservedConcurrency: whole(
    'Instances that each of the ten functions of the API has for itself, and at most. An account must keep 100 besides; new accounts can spare none.',
    '',
    1,
    1000,
  ),
  readUnits: whole('Read units a second that the table gives at most: a bound of the bill.', 12_000, 100, 1_000_000),
  writeUnits: whole('Write units a second, likewise.', 4000, 100, 1_000_000),
  restoredStreamArn: text(
    'The stream of a table that was restored from a backup, to be used in place of the stack’s own.',
    'the ARN of a table’s stream',
    /^arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/[A-Za-z0-9_.-]{3,255}\/stream\/[0-9T:.-]+$/,
  ),
  tracing: choice('Traces in X-Ray, which cost by the request.', 'off', 'on'),
} as const satisfies Record<string, Setting>;

type Name = keyof typeof SETTINGS;

export type Settings = Readonly<{
  stackName: string;
  isHardened: boolean;
  sender: string | undefined;
  domain: Domain | undefined;
  /** `undefined`: where API Gateway itself answers. */
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
  /** Handed to the functions as they are. */
  variables: Readonly<Record<string, string>>;
}>;

/** A certificate that is there, or a zone to make one in; with a zone the record is made in any case. */
export type Domain = Readonly<{
  name: string;
  certificateArn: string | undefined;
  zone: Readonly<{ id: string; name: string }> | undefined;
}>;

/** The settings in the context. Throws `UserError` for the first that is not valid, unknown names included. */
export function readSettings(context: Readonly<Record<string, unknown>>): Settings {
  for (const [name, value] of Object.entries(context)) demandKnown(name, value);
  const given = (name: Name): string | undefined => (context[name] === undefined ? undefined : String(context[name]));
  const chosen = (name: Name): string => given(name) ?? SETTINGS[name].standard;
  const domain = readDomain(given);
  const concurrency = given('reservedConcurrency');
  const variables = Object.fromEntries(
    Object.entries(context).flatMap(([name, value]) => (name in VARIABLES ? [[name, String(value)]] : [])),
  );
  demandValid(variables);
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

/** The CDK's own keys have a colon, a slash or a hyphen; whatever looks like one of ours must be one. */
function demandKnown(name: string, value: unknown): void {
  if (Object.hasOwn(VARIABLES, name)) return;
  if (name.startsWith('GATEHOUSE_'))
    throw new UserError(`${name} is not a setting of a deployment: ${Object.keys(VARIABLES).join(', ')}`);
  if (!/^[A-Za-z]+$/.test(name)) return;
  if (!Object.hasOwn(SETTINGS, name))
    throw new UserError(`${name} is not a setting: ${Object.keys(SETTINGS).join(', ')}`);
  const { rule, fits } = SETTINGS[name as Name];
  const given = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  if (given === undefined || !fits(given))
    throw new UserError(`${name} must be ${rule}, not ${given ?? JSON.stringify(value)}`);
}

function readDomain(given: (name: Name) => string | undefined): Domain | undefined {
  const [name, certificateArn] = [given('domainName'), given('certificateArn')];
  const [id, zone] = [given('hostedZoneId'), given('hostedZoneName')];
  if ((id === undefined) !== (zone === undefined)) throw new UserError('hostedZoneId and hostedZoneName go together');
  if (name === undefined) {
    if (certificateArn ?? id) throw new UserError('certificateArn and hostedZoneId need domainName');
    return undefined;
  }
  if (given('baseUrl') !== undefined) throw new UserError('baseUrl follows from domainName: give one of them');
  if (certificateArn === undefined && id === undefined)
    throw new UserError('domainName needs certificateArn, or hostedZoneId and hostedZoneName');
  if (zone !== undefined && name !== zone && !name.endsWith(`.${zone}`))
    throw new UserError(`domainName ${name} does not lie in the hosted zone ${zone}`);
  return { name, certificateArn, zone: id === undefined ? undefined : { id, name: zone as string } };
}

/** An origin and nothing more: paths are exact, and a base path mapping would stand in front of each. */
function isHttpsOrigin(url: string): boolean {
  return url.startsWith('https://') && URL.canParse(url) && new URL(url).origin === url;
}

function demandValid(variables: Record<string, string>): void {
  const fromStack = { GATEHOUSE_BASE_URL: 'https://stack', GATEHOUSE_TABLE: 'stack', GATEHOUSE_ROOT_SECRET: 'stack' };
  try {
    parse({ ...fromStack, ...variables });
  } catch (error) {
    throw new UserError((error as Error).message);
  }
}

/** What is wrong with the environment of a local run, in one line; `undefined` if nothing is. */
export function localProblem(environment: Record<string, string | undefined>): string | undefined {
  const fromRun = { GATEHOUSE_BASE_URL: 'http://localhost', GATEHOUSE_TABLE: 'local', GATEHOUSE_ROOT_SECRET: 'local' };
  try {
    parse({ ...environment, ...fromRun });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function isValid(variables: Record<string, string>): boolean {
  try {
    demandValid(variables);
    return true;
  } catch {
    return false;
  }
}
