// Publishes a version of each function behind the API with every deployment that changes it, and moves its alias `live`
// there, at once or by a canary. API Gateway invokes the alias, so code, environment and memory change in one step.
import { Aws, Validations } from 'aws-cdk-lib';
import { CfnApplication, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, type CfnAlias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type FunctionName, rowOf } from '../../functions.ts';
import type { Settings } from '../../settings/settings.ts';
import { allow } from '../lambda.ts';
import { deploymentName, LIVE } from '../names.ts';
import type { Functions } from './functions.ts';

/** The function that `provisionedConcurrency` keeps warm: people wait for it. */
const WARM: FunctionName = 'authentication';
/**
 * A tenth of the requests for 15 minutes: `ServerErrors` needs two periods of five minutes, and its metric arrives a
 * minute or two late. (AWS CodeDeploy user guide, "Predefined deployment configurations for an AWS Lambda platform".)
 */
const CANARY = 'CodeDeployDefault.LambdaCanary10Percent15Minutes';

/** The alias of each function behind the API. */
export type Live = ReadonlyMap<FunctionName, Alias>;

export function createLive(scope: Construct, functions: Functions, { life }: Pick<Settings, 'life'>): Live {
  const behindApi = [...functions].filter(([name]) => rowOf(name).trigger.kind === 'api');
  const aliases = new Map(
    behindApi.map(([name, each]) => {
      const warm = name === WARM ? life.provisionedConcurrency : undefined;
      const alias = new Alias(scope, `${each.node.id}Live`, {
        aliasName: LIVE,
        version: each.currentVersion,
        ...(warm !== undefined && { provisionedConcurrentExecutions: warm }),
      });
      return [name, alias] as const;
    }),
  );
  // In maintenance every request is a 503, so the alarm may be on: CodeDeploy would stop a deployment because of it.
  if (life.isCanary && life.maintenance === 'off') shiftGradually(scope, behindApi, aliases);
  return aliases;
}

function shiftGradually(scope: Construct, functions: [FunctionName, LambdaFunction][], aliases: Live): void {
  // By name: the alarm needs the stage, which waits for the aliases.
  const alarm = `${deploymentName(scope)}-ServerErrors`;
  const alarms = `arn:${Aws.PARTITION}:cloudwatch:${Aws.REGION}:${Aws.ACCOUNT_ID}:alarm:*`;
  const aliasArns = functions.map(([, each]) => `${each.functionArn}:${LIVE}`);
  const functionArns = functions.map(([, each]) => each.functionArn);
  const role = new Role(scope, 'RolloutRole', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    // What AWSCodeDeployRoleForLambdaLimited allows, without hooks and buckets, and for these functions only.
    inlinePolicies: {
      shift: new PolicyDocument({
        statements: [
          allow(['cloudwatch:DescribeAlarms'], alarms),
          allow(
            ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'],
            ...functionArns,
            ...aliasArns,
          ),
        ],
      }),
    },
  });
  const id = 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:cloudwatch:<AWS::Region>:<AWS::AccountId>:alarm:*]';
  Validations.of(role).acknowledge({ id, reason: 'DescribeAlarms is a list; AWS does not say that names narrow it.' });
  const application = new CfnApplication(scope, 'Rollout', { computePlatform: 'Lambda' });
  for (const [name, each] of functions) {
    const group = new CfnDeploymentGroup(scope, `${each.node.id}Rollout`, {
      applicationName: application.ref,
      serviceRoleArn: role.roleArn,
      deploymentConfigName: CANARY,
      deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
      alarmConfiguration: { enabled: true, alarms: [{ name: alarm }] },
      autoRollbackConfiguration: {
        enabled: true,
        events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
      },
    });
    const alias = aliases.get(name)?.node.defaultChild as CfnAlias;
    alias.cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: { applicationName: application.ref, deploymentGroupName: group.ref },
    };
  }
}
