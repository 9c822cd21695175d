// Reads a deployment's settings from the CDK context: `-c sender=...`, or the `context` of cdk.json. Synthesis
// validates them, the functions' settings by their own schema, so that an invalid value fails here and not as 503 in
// production.
import { Token } from 'aws-cdk-lib';
import { UserError } from '../user-error.ts';
import { type Given, readContext } from './context.ts';
import { requireValid } from './functions-environment.ts';
import { ratesOf } from './rates.ts';
import { requireDeployable } from './refusals.ts';
import { readThresholds } from './sections/alarm-thresholds.ts';
import { readFront } from './sections/front.ts';
import { readExistingSecrets } from './sections/keys.ts';
import { readLife } from './sections/life.ts';
import { readSecondRegion } from './sections/second-region.ts';
import { SETTINGS } from './sections.ts';
import type { Setting } from './setting.ts';
import type { Deployment, Domain, Settings } from './settings.ts';
import { VARIABLES } from './variables.ts';

type Name = keyof typeof SETTINGS;

/**
 * Returns the one deployment of the context, or one per stage. Throws `UserError` for the first invalid value, unknown
 * name, or pair of deployments that would share what only one can have.
 */
export function readDeployments(context: Given): Deployment[] {
  const { common, stages } = readContext(context);
  const names = Object.entries(stages);
  if (names.length === 0) return [{ id: 'Gatehouse', settings: readGiven(common) }];
  const deployments = names.map(([stage, given]) => ({
    id: `Gatehouse-${stage}`,
    settings: readGiven({ stage, ...common, ...given }),
  }));
  requireApart(deployments);
  return deployments;
}

/** Returns the settings of a context with one deployment. Throws `UserError`. */
export function readSettings(context: Given): Settings {
  const [first, ...others] = readDeployments(context);
  if (!first || others.length) throw new UserError('the context has several stages');
  return first.settings;
}

/** Returns the settings of one deployment, given by the names of settings and variables. Throws `UserError`. */
export function readGiven(all: Given): Settings {
  for (const [name, value] of Object.entries(all)) requireValue(name, value);
  const given = (name: Name): string | undefined => (all[name] === undefined ? undefined : String(all[name]));
  const chosen = (name: Name): string => given(name) ?? SETTINGS[name].defaultValue;
  const domain = readDomain(given);
  const whole = (name: Name): number | undefined => (given(name) === undefined ? undefined : Number(given(name)));
  const units = { read: Number(chosen('readUnits')), write: Number(chosen('writeUnits')) };
  const baseUrl = domain ? `https://${domain.name}` : given('baseUrl');
  const front = readFront(given);
  const proxy = front ? 'cloudfront' : whole('trustedProxy');
  if (front && given('trustedProxy') !== undefined)
    throw new UserError('front=cloudfront excludes trustedProxy: CloudFront is the proxy');
  if (front && !domain) throw new UserError('front=cloudfront needs domainName, which CloudFront passes on to the API');
  if (proxy !== undefined && baseUrl === undefined)
    throw new UserError('trustedProxy needs baseUrl, the proxy’s own URL');
  const [region, account] = [given('region'), given('account')];
  const variables = Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (name in VARIABLES ? [[name, String(value)]] : [])),
  );
  requireValid(variables, baseUrl);
  if (variables.GATEHOUSE_PASSKEY_RP_ID !== undefined && baseUrl === undefined)
    throw new UserError(
      'GATEHOUSE_PASSKEY_RP_ID needs domainName or baseUrl: passkeys would be lost with the address that AWS gave out',
    );
  const settings: Settings = {
    stackName: [chosen('stackName'), given('stage')].filter((part) => part !== undefined).join('-'),
    env: { ...(account && { account }), ...(region && { region }) },
    tags: Object.fromEntries((given('tags')?.split(',') ?? []).map(splitTag)),
    permissionsBoundary: given('permissionsBoundary'),
    busName: given('eventBus'),
    alarmTopicArn: given('alarmTopicArn'),
    keyArn: given('kmsKeyArn'),
    logRetentionDays: Number(chosen('logRetentionDays')),
    lambdaLogs: chosen('lambdaLogs') === 'info' ? 'info' : 'warn',
    setsLogRole: chosen('apiGatewayLogRole') === 'on',
    isHardened: chosen('profile') === 'hardened',
    gateway: chosen('gateway') === 'http' ? 'http' : 'rest',
    sender: given('sender'),
    messageSender: given('messageSender'),
    domain,
    baseUrl,
    proxy,
    front,
    alarmEmail: given('alarmEmail'),
    thresholds: readThresholds(given('alarmThresholds')),
    loginProbeMinutes: whole('loginProbeMinutes'),
    smsBudget: Number(chosen('smsBudget')),
    mailRate: whole('mailRate'),
    smsRate: Number(chosen('smsRate')),
    mailerConcurrency: Number(chosen('mailerConcurrency')),
    signingKeyDays: Number(chosen('signingKeyDays')),
    rootSecretDays: Number(chosen('rootSecretDays')),
    hasAdminKey: chosen('adminKey') === 'on',
    hasIdentityProviders: chosen('identityProviders') === 'on',
    existingSecrets: readExistingSecrets(given('existingSecrets')),
    rotatesExistingSecrets: chosen('existingSecretRotation') === 'on',
    secondRegion: readSecondRegion(given),
    hasResources: chosen('resources') === 'on',
    reservedConcurrency: whole('reservedConcurrency'),
    accountConcurrency: Number(chosen('accountConcurrency')),
    units,
    rates: ratesOf((name) => whole(name as Name), units, Number(chosen('gatewayRate'))),
    restoredStreamArn: given('restoredStreamArn'),
    life: readLife(chosen, given('reservedConcurrency')),
    isTraced: chosen('tracing') === 'on',
    auditArchiveDays: whole('auditArchiveDays'),
    hasAnalytics: chosen('analytics') === 'on',
    variables,
  };
  requireDeployable(settings);
  return settings;
}

function requireValue(name: string, value: unknown): void {
  if (Object.hasOwn(VARIABLES, name)) return;
  const { rule, isValid, isReference }: Setting = SETTINGS[name as Name];
  if (isReference && typeof value === 'string' && Token.isUnresolved(value)) return;
  const given = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  if (given === undefined || !isValid(given))
    throw new UserError(`${name} must be ${rule}, not ${given ?? JSON.stringify(value)}`);
}

/** The value may contain an equals sign, too. */
function splitTag(tag: string): [key: string, value: string] {
  const at = tag.indexOf('=');
  return [tag.slice(0, at), tag.slice(at + 1)];
}

/** Names and buses are of an account and region; a domain has one API, or a primary and a standby. */
function requireApart(deployments: readonly Deployment[]): void {
  const seen = new Map<string, string>();
  for (const { id, settings } of deployments) {
    const { stackName, env, busName, domain, secondRegion } = settings;
    const here = `${env.account ?? ''}/${env.region ?? ''}`;
    for (const taken of [
      `the name ${stackName} in ${here}`,
      ...(busName ? [`the bus ${busName} in ${here}`] : []),
      ...(domain ? [`the domain ${domain.name}${secondRegion.role ? ` as ${secondRegion.role}` : ''}`] : []),
    ]) {
      const other = seen.get(taken);
      if (other !== undefined) throw new UserError(`${other} and ${id} share ${taken}`);
      seen.set(taken, id);
    }
  }
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
  if (zone !== undefined && !Token.isUnresolved(zone) && name !== zone && !name.endsWith(`.${zone}`))
    throw new UserError(`domainName ${name} is not in the hosted zone ${zone}`);
  return { name, certificateArn, zone: id === undefined ? undefined : { id, name: zone as string } };
}
