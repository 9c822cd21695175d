// cdk-nag finds nothing that is not acknowledged with a reason, in any profile, and does find what is.
import { expect, test } from '@jest/globals';
import type { App } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { judge } from '../../infra/nag.ts';
import { readSettings } from '../../infra/settings.ts';
import { SENDER, withStack } from './synthesis.ts';

type Report = { violations: { ruleName: string; violatingConstructs?: { constructPath?: string }[] }[] };

const findings = (app: App): string[] =>
  [new AwsSolutionsChecks(app), new ServerlessChecks(app)]
    .flatMap((checks) => (checks.validateScope(app) as Report).violations)
    .map(({ ruleName }) => ruleName)
    .sort();

const DOMAIN = { domainName: 'auth.example.com', hostedZoneId: 'Z0123456789ABC', hostedZoneName: 'example.com' };

test.each([
  {},
  SENDER,
  { ...SENDER, profile: 'hardened', identityProviders: 'on' },
  { ...SENDER, profile: 'hardened', tracing: 'on', adminKey: 'off', reservedConcurrency: 5, ...DOMAIN },
])('%j is clean', (context) => {
  withStack(context, (app) => {
    judge(app, readSettings(context));
    expect(findings(app)).toEqual([]);
  });
});

test('every acknowledgement is of something that is found', () => {
  withStack(SENDER, (app) => {
    const found = findings(app);
    judge(app, readSettings(SENDER));
    expect(findings(app)).toEqual([]);
    expect([...new Set(found)]).toEqual([
      'AwsSolutions-APIG2',
      'AwsSolutions-APIG3',
      'AwsSolutions-APIG6',
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
      'AwsSolutions-SMG4',
      'AwsSolutions-SQS3',
      'Serverless-APIGWXrayEnabled',
      'Serverless-LambdaDLQ',
      'Serverless-LambdaEventSourceMappingDestination',
      'Serverless-LambdaTracing',
      'Serverless-SQSRedrivePolicy',
    ]);
  });
});

test('what nobody has judged makes synthesis fail', () => {
  withStack(SENDER, (app, stack) => {
    judge(app, readSettings(SENDER));
    new Bucket(stack, 'Careless');
    expect(() => app.synth()).toThrow(/validation-report/);
  });
});
