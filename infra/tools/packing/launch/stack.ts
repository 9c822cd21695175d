// Creates the launch stack: the deployment of this repository with parameters, for accounts without the CDK.
import {
  Aws,
  CfnCondition,
  type CfnOutput,
  CfnResource,
  CfnRule,
  CliCredentialsStackSynthesizer,
  Fn,
  Lazy,
  Stack,
} from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Gatehouse } from '../../../../lib/packages/construct/gatehouse.ts';
import type { Given } from '../../../settings/context.ts';
import { readSettings } from '../../../settings/read.ts';
import type { Settings } from '../../../settings/settings.ts';
import { acknowledgeFindings } from '../../../stack/acknowledgements.ts';
import { UserError } from '../../../user-error.ts';
import { createParameters, type ParameterName } from './parameters.ts';

/** The folder of the bucket that has the files. */
export const FOLDER = 'gatehouse';

/** Settings that a parameter or the name of the stack takes the place of, or that need this name before it is known. */
const TAKEN = [
  ...['stackName', 'stage', 'analytics', 'sender', 'alarmEmail', 'alarmTopicArn', 'baseUrl', 'trustedProxy'],
  ...['domainName', 'certificateArn', 'hostedZoneId', 'hostedZoneName', 'replicaRegion', 'regionRole', 'standbyUrl'],
];
/** Values that pass the same checks as those of the parameters will. */
const PLACEHOLDERS = { sender: 'no-reply@example.com', alarmEmail: 'ops@example.com' };

/**
 * Creates a stack whose template names no account, no bootstrap resource and no file outside `FOLDER` of the parameter
 * `AssetBucket`. `given`: settings beyond the parameters, which are then fixed in the template. Throws `UserError`.
 */
export function createLaunchStack(scope: Construct, given: Given, bundles: string): Stack {
  const taken = TAKEN.find((name) => name in given);
  if (taken) throw new UserError(`${taken} is no setting of a launch stack: its parameters or its name take its place`);
  const read = readSettings({ ...given, ...PLACEHOLDERS });
  const stack = new Stack(scope, 'Gatehouse', {
    // The only synthesizer that names a bucket and neither a role nor a version of the bootstrap stack.
    synthesizer: new CliCredentialsStackSynthesizer({
      fileAssetsBucketName: `\${${'AssetBucket' satisfies ParameterName}}`,
      bucketPrefix: `${FOLDER}/`,
    }),
    env: read.env,
    suppressTemplateIndentation: true,
    description: 'Gatehouse: multi-tenant authentication and administration',
  });
  const parameters = createParameters(stack);
  const domain = { name: parameters.DomainName, certificateArn: parameters.CertificateArn, zone: undefined };
  const hasDomain = new CfnCondition(stack, 'HasDomain', {
    expression: Fn.conditionNot(Fn.conditionEquals(domain.name, '')),
  });
  const ownUrl = (): string => (deployment.node.findChild('ApiUrl') as CfnOutput).value;
  const url = Lazy.string({
    produce: () => Fn.conditionIf(hasDomain.logicalId, `https://${domain.name}`, ownUrl()).toString(),
  });
  const settings: Settings = {
    ...read,
    stackName: Aws.STACK_NAME,
    sender: parameters.Sender,
    alarmEmail: parameters.AlarmEmail,
    domain,
    baseUrl: url,
  };
  const deployment = new Gatehouse(stack, 'Default', { settings, bundles });
  acknowledgeFindings(stack, settings);
  makeDomainOptional(deployment, hasDomain);
  requireBoth(stack, domain);
  return stack;
}

/** The definition of an HTTP API says it once more (http-body.ts). */
const IN_DEFINITION = 'Body.servers.0.x-amazon-apigateway-endpoint-configuration.disableExecuteApiEndpoint';

/** Leaves out the domain, its mapping and its output without a name. The API then stays open at its own address. */
function makeDomainOptional(deployment: Construct, condition: CfnCondition): void {
  for (const each of deployment.node.findAll()) {
    if (!(each instanceof CfnResource)) continue;
    const type = each.cfnResourceType;
    if (/::(DomainName|BasePathMapping|ApiMapping)$/.test(type)) each.cfnOptions.condition = condition;
    const isClosed = Fn.conditionIf(condition.logicalId, true, false);
    if (/::(RestApi|Api)$/.test(type)) each.addPropertyOverride('DisableExecuteApiEndpoint', isClosed);
    if (type === 'AWS::ApiGatewayV2::Api') each.addPropertyOverride(IN_DEFINITION, isClosed);
  }
  (deployment.node.findChild('DomainTarget') as CfnOutput).condition = condition;
}

function requireBoth(stack: Stack, { name, certificateArn }: { name: string; certificateArn: string }): void {
  const isEmpty = (value: string) => Fn.conditionEquals(value, '');
  new CfnRule(stack, 'DomainHasCertificate', {
    assertions: [
      {
        assert: Fn.conditionOr(
          Fn.conditionAnd(isEmpty(name), isEmpty(certificateArn)),
          Fn.conditionNot(Fn.conditionOr(isEmpty(name), isEmpty(certificateArn))),
        ),
        assertDescription: 'DomainName and CertificateArn must be set together',
      },
    ],
  });
}
