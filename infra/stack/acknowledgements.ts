// Acknowledges findings of cdk-nag that are intended, each with its reason. Any other finding makes synthesis fail.
import { Validations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Settings } from '../settings/settings.ts';
import { BACKUP_POLICY } from './backup.ts';

/** Finding -> why it is acceptable. Findings of a rule about each resource have the rule's name. */
const ACKNOWLEDGED: Readonly<Record<string, string>> = {
  'AwsSolutions-APIG2':
    'Functions validate requests with the contract’s own schemas and respond with our error body, which says what is wrong.',
  'AwsSolutions-APIG6':
    'Execution logs repeat the access log at ten times its size, and at level INFO with headers. Functions log each request.',
  'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
    'API Gateway writes logs with one role per account; this is the policy that AWS made for it.',
  'AwsSolutions-SMG4':
    'The root secrets rotate. The admin key is deleted after its first use, identity providers issue their own secrets, and the proxy’s secret changes together with the proxy.',
  'AwsSolutions-SQS3': 'These queues are the dead-letter queues.',
  'Serverless-SQSRedrivePolicy': 'These queues are the dead-letter queues.',
  'Serverless-LambdaDLQ':
    'The API, the stream, the queue and Secrets Manager wait for the functions’ results; the scheduled one has an on-failure destination.',
  'Serverless-LambdaEventSourceMappingDestination':
    'The queue of messages has a dead-letter queue; destinations are for streams.',
};

const IN_STANDARD: Readonly<Record<string, string>> = {
  'AwsSolutions-APIG3':
    'WAF costs money when idle. profile=hardened adds it; the limiters in the table and the throttles always apply.',
};

const UNTRACED: Readonly<Record<string, string>> = {
  'Serverless-APIGWXrayEnabled': 'Traces cost money per request; tracing=on adds them.',
  'Serverless-LambdaTracing': 'Traces cost money per request; tracing=on adds them.',
};

/** test/infra/policies.slow.ts allows no other wildcard. */
const WILDCARD: Readonly<Record<string, string>> = {
  'AwsSolutions-IAM5[Resource::*]': 'X-Ray and the sending quota of SES have no resources that a policy could name.',
};

const ASKING: Readonly<Record<string, string>> = {
  'Serverless-LambdaStarPermissions': 'The sending quota of SES has no resource that a policy could name.',
};

/** Of the distribution before an HTTP API. */
const FRONTED: Readonly<Record<string, string>> = {
  'AwsSolutions-CFR1': 'People sign in from where they are.',
  'AwsSolutions-CFR3':
    'Its lines would hold query strings, which hold codes of sign-ins. API Gateway and the functions log each request that passes.',
};
const OPEN_FRONT: Readonly<Record<string, string>> = {
  'AwsSolutions-CFR2': 'A web ACL of CloudFront is another region’s; frontWebAclArn names it.',
};

const SUBSCRIBED: Readonly<Record<string, string>> = {
  'Serverless-SNSRedrivePolicy': 'An alarm e-mail that cannot be delivered cannot be delivered later either.',
};

const BACKED_UP: Readonly<Record<string, string>> = {
  [`AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${BACKUP_POLICY}]`]:
    'AWS maintains this policy with what AWS Backup calls, which changes; only that service may take the role.',
};

const PROBED: Readonly<Record<string, string>> = {
  'AwsSolutions-SMG4': 'The account of the probe opens nothing but itself, and its password is changed by hand.',
  'Serverless-EventBusDLQ': 'A run that did not start is a period without data, which raises the alarm.',
  'Serverless-LambdaAsyncFailureDestination':
    'A run that failed is an error that the alarm counts. The next one repeats it.',
  'Serverless-LambdaDLQ': 'A run that failed is an error that the alarm counts. The next one repeats it.',
};

/** Acknowledges the findings of the stack of the login probe. */
export function acknowledgeProbe(scope: Construct, { alarmEmail }: Pick<Settings, 'alarmEmail'>): void {
  acknowledge(scope, { ...PROBED, ...UNTRACED, ...(alarmEmail !== undefined && SUBSCRIBED) });
}

/** Acknowledges the findings of one deployment that fit its settings. */
export function acknowledgeFindings(
  scope: Construct,
  settings: Pick<Settings, 'isHardened' | 'isTraced' | 'alarmEmail' | 'sender' | 'mailRate' | 'life' | 'front'>,
): void {
  const { isHardened, isTraced, alarmEmail, sender, mailRate, life, front } = settings;
  const asksForRate = sender !== undefined && mailRate === undefined;
  const reasons = {
    ...ACKNOWLEDGED,
    ...(!isHardened && IN_STANDARD),
    ...(!isTraced && UNTRACED),
    ...((isTraced || asksForRate) && WILDCARD),
    ...(asksForRate && ASKING),
    ...(alarmEmail !== undefined && SUBSCRIBED),
    ...(life.backup && BACKED_UP),
    ...(front && FRONTED),
    ...(front && front.webAclArn === undefined && OPEN_FRONT),
  };
  acknowledge(scope, reasons);
}

function acknowledge(scope: Construct, reasons: Readonly<Record<string, string>>): void {
  Validations.of(scope).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })));
}
