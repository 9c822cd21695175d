// What cdk-nag finds and is meant to be so, each with the reason. Anything else it finds makes synthesis fail.
import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import type { Settings } from '../settings/settings.ts';

/** Finding -> why it is none. Those of a rule for each resource stand by the rule's name. */
const ACKNOWLEDGED: Readonly<Record<string, string>> = {
  'AwsSolutions-APIG2':
    'Requests are judged by the functions with the contract’s own schemas, which answer our error body and say what is wrong.',
  'AwsSolutions-APIG6':
    'Execution logs repeat the access log at ten times its size, and at level INFO with headers. Functions log each request.',
  'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
    'API Gateway writes logs by one role an account; this is the policy AWS made for it.',
  'AwsSolutions-SMG4':
    'The root secret rotates. The admin key is deleted after its first use, and identity providers issue their own secrets.',
  'AwsSolutions-SQS3': 'These queues are the dead-letter queues.',
  'Serverless-SQSRedrivePolicy': 'These queues are the dead-letter queues.',
  'Serverless-LambdaDLQ':
    'The API, the stream, the queue and Secrets Manager wait for the functions’ answers; the scheduled one has an on-failure destination.',
  'Serverless-LambdaEventSourceMappingDestination':
    'The queue of messages has a dead-letter queue; a destination is for streams.',
};

const IN_STANDARD: Readonly<Record<string, string>> = {
  'AwsSolutions-APIG3':
    'WAF costs when idle. It comes with profile=hardened; limits in the table and throttles are always there.',
};

const UNTRACED: Readonly<Record<string, string>> = {
  'Serverless-APIGWXrayEnabled': 'Traces cost by the request: tracing=on adds them.',
  'Serverless-LambdaTracing': 'Traces cost by the request: tracing=on adds them.',
};

const TRACED: Readonly<Record<string, string>> = {
  'AwsSolutions-IAM5[Resource::*]': 'X-Ray has no resources that a policy could name.',
};

const SUBSCRIBED: Readonly<Record<string, string>> = {
  'Serverless-SNSRedrivePolicy': 'An e-mail that can’t be delivered is nothing that somebody could deliver again.',
};

/** Makes every synthesis of the app run cdk-nag, with the acknowledgements that fit its settings. */
export function validateWithNag(app: App, settings: Pick<Settings, 'isHardened' | 'isTraced' | 'alarmEmail'>): void {
  const { isHardened, isTraced, alarmEmail } = settings;
  const reasons = {
    ...ACKNOWLEDGED,
    ...(!isHardened && IN_STANDARD),
    ...(isTraced ? TRACED : UNTRACED),
    ...(alarmEmail !== undefined && SUBSCRIBED),
  };
  const acknowledgements = Object.entries(reasons).map(([id, reason]) => ({ id, reason }));
  Validations.of(app).acknowledge(...acknowledgements);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
}
