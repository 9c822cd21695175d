// Refuses settings that are valid one by one, but could not be deployed together.
import { Token } from 'aws-cdk-lib';
import { functionsOn } from '../functions.ts';
import { UserError } from '../user-error.ts';
import { partitionOf } from './partition.ts';
import { requireSecondRegion } from './second-region-refusals.ts';
import type { Settings } from './settings.ts';

/** The setting, and where the resource that it names is: `undefined` where its ARN does not say. */
type Place = { setting: string; partition?: string; region?: string; account?: string };

/** What a function's name may add to the deployment's (infra/settings/sections/deployment.ts). */
const NAME_LENGTH = 34;
/** Lambda refuses reservations that leave fewer to all other functions (Lambda guide, "Reserved concurrency"). */
export const UNRESERVED = 100;
/** ACM's limit for the first name of a certificate (API reference, RequestCertificate). */
const CERTIFICATE_NAME = 64;
/** Partitions without SES (endpoints of the AWS SDK). */
const WITHOUT_EMAIL = ['aws-cn'];

/** Throws `UserError` for the first contradiction. */
export function requireDeployable(settings: Settings): void {
  const { stackName, domain, env, sender, isHardened, gateway, proxy, keyArn, alarmEmail, alarmTopicArn } = settings;
  const { loginProbeMinutes, baseUrl } = settings;
  if (stackName.length > NAME_LENGTH)
    throw new UserError(`stackName and stage have more than ${NAME_LENGTH} characters together: ${stackName}`);
  if (env.account !== undefined && env.region === undefined) throw new UserError('account needs region');
  if (keyArn !== undefined && !isHardened) throw new UserError('kmsKeyArn needs profile=hardened');
  if (settings.hasAnalytics && settings.auditArchiveDays === undefined)
    throw new UserError('analytics needs auditArchiveDays: its queries read the archive');
  if (gateway === 'http' && isHardened)
    throw new UserError('gateway=http excludes profile=hardened: its firewall needs a REST API');
  // What it passes on decides which address the limits count, and AWS says that it rewrites these headers.
  if (gateway === 'http' && typeof proxy === 'number')
    throw new UserError(
      'gateway=http excludes trustedProxy: an HTTP API rewrites x-forwarded-for. Use front=cloudfront, or gateway=rest.',
    );
  requireFront(settings);
  if (loginProbeMinutes !== undefined && baseUrl === undefined)
    throw new UserError(
      'loginProbeMinutes needs domainName or baseUrl: the probe is another stack, and asks at that address',
    );
  if (alarmEmail !== undefined && alarmTopicArn !== undefined)
    throw new UserError('alarmEmail subscribes to the deployment’s own topic. Subscribe it to alarmTopicArn yourself.');
  if (domain && !domain.certificateArn && domain.name.length > CERTIFICATE_NAME)
    throw new UserError(`domainName has more than ${CERTIFICATE_NAME} characters, so it needs certificateArn`);
  const partition = env.region && partitionOf(env.region);
  if (sender !== undefined && partition !== undefined && WITHOUT_EMAIL.includes(partition))
    throw new UserError(`sender cannot be set in ${env.region}: SES does not exist there`);
  requireConcurrency(settings);
  requireSecondRegion(settings);
  requireOnePlace(placesOf(settings));
}

function requireFront({ front, gateway, env, secondRegion }: Settings): void {
  if (!front) return;
  if (gateway !== 'http')
    throw new UserError('front=cloudfront needs gateway=http: a REST API has its own firewall, and takes trustedProxy');
  // A distribution alone may have the name (CloudFront guide, "Restrictions on using alternate domain names").
  if (secondRegion.role !== undefined)
    throw new UserError('front=cloudfront excludes regionRole: two distributions cannot have one name');
  if (env.region !== undefined && partitionOf(env.region) !== 'aws')
    throw new UserError(`front=cloudfront cannot be set in ${env.region}: its partition has no such CloudFront`);
}

function requireConcurrency({ reservedConcurrency: each, hasResources, accountConcurrency, life }: Settings): void {
  const { provisionedConcurrency: warm = 0 } = life;
  if (warm + UNRESERVED > accountConcurrency && warm > 0)
    throw new UserError(
      `provisionedConcurrency ${warm} leaves less than ${UNRESERVED} of the account’s ${accountConcurrency}. Lower it, or raise the quota and accountConcurrency.`,
    );
  if (each === undefined) return;
  const functions = functionsOn('api', { hasResources }).length;
  if (functions * each + UNRESERVED > accountConcurrency)
    throw new UserError(
      `reservedConcurrency ${each} for ${functions} functions leaves less than ${UNRESERVED} of the account’s ${accountConcurrency}. Lower it, or raise the quota and accountConcurrency.`,
    );
}

/** A regional API takes a certificate of its own region; streams, topics and keys work in theirs only. */
function placesOf(settings: Settings): Place[] {
  const { env, domain, front, messageSender, restoredStreamArn, alarmTopicArn, keyArn, permissionsBoundary } = settings;
  const secrets = Object.entries(settings.existingSecrets).map(
    ([name, arn]) => [`existingSecrets.${name}`, arn] as const,
  );
  const { region, account } = env;
  const partition = region && partitionOf(region);
  const own: Place[] = [
    ...(region ? [{ setting: 'region', region, ...(partition && { partition }) }] : []),
    ...(account ? [{ setting: 'account', account }] : []),
  ];
  const arns = Object.entries({
    certificateArn: domain?.certificateArn,
    messageSender,
    restoredStreamArn,
    alarmTopicArn,
    kmsKeyArn: keyArn,
    permissionsBoundary,
    ...Object.fromEntries<string | undefined>(secrets),
  });
  // An ARN of the same app is known at deployment only.
  const isKnown = (arn: string | undefined): arn is string => arn !== undefined && !Token.isUnresolved(arn);
  const ofFront = [
    ['frontCertificateArn', front?.certificateArn],
    ['frontWebAclArn', front?.webAclArn],
  ] as const;
  return [
    ...own,
    ...arns.flatMap(([setting, arn]) => (isKnown(arn) ? [placeOf(setting, arn)] : [])),
    // Their region is CloudFront's.
    ...ofFront.flatMap(([setting, arn]) => (isKnown(arn) ? [withoutRegion(placeOf(setting, arn))] : [])),
  ];
}

function placeOf(setting: string, arn: string): Place {
  const [, partition = '', , region = '', account = ''] = arn.split(':');
  // A key may belong to an account for keys. AWS's own policies name the account `aws`.
  const isShared = setting === 'kmsKeyArn' || account === 'aws';
  return { setting, partition, ...(region && { region }), ...(!isShared && { account }) };
}

const withoutRegion = ({ region: _, ...place }: Place): Place => place;

function requireOnePlace(places: readonly Place[]): void {
  for (const part of ['partition', 'region', 'account'] as const) {
    const [first, ...others] = places.filter((place) => place[part] !== undefined);
    const other = others.find((place) => place[part] !== first?.[part]);
    if (first && other)
      throw new UserError(
        `${other.setting} names the ${part} ${other[part]}, and ${first.setting} the ${part} ${first[part]}`,
      );
  }
}
