// Reads a deployment's settings from the CDK context: `-c sender=...`, or the `context` of cdk.json. Synthesis
// validates them, the functions' settings by their own schema, so that an invalid value fails here and not as 503 in
// production.
import { UserError } from '../user-error.ts';
import { requireValid } from './functions-environment.ts';
import { ADDRESS } from './sections/address.ts';
import { CEILINGS } from './sections/ceilings.ts';
import { DEPLOYMENT } from './sections/deployment.ts';
import { KEYS } from './sections/keys.ts';
import { MESSAGES } from './sections/messages.ts';
import { WATCHING } from './sections/watching.ts';
import type { Setting } from './setting.ts';
import { VARIABLES } from './variables.ts';

/** Context key -> its meaning and its valid values. */
export const SETTINGS = { ...DEPLOYMENT, ...ADDRESS, ...MESSAGES, ...CEILINGS, ...KEYS, ...WATCHING } as const;

/** Title -> its settings. docs/configuration.md is generated from it. */
export const SECTIONS: Readonly<Record<string, Readonly<Record<string, Setting>>>> = {
  'The deployment': DEPLOYMENT,
  'Its address': ADDRESS,
  Messages: MESSAGES,
  Ceilings: CEILINGS,
  'Secrets and keys': KEYS,
  'Alarms, logs and traces': WATCHING,
};

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
  /** Messages per second. The e-mail rate is the account’s if `undefined`. */
  mailRate: number | undefined;
  smsRate: number;
  mailerConcurrency: number;
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
  const mailRate = given('mailRate');
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
    mailRate: mailRate === undefined ? undefined : Number(mailRate),
    smsRate: Number(chosen('smsRate')),
    mailerConcurrency: Number(chosen('mailerConcurrency')),
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
