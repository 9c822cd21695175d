// Puts WAF in front of the API, so that malformed and known hostile requests do not reach a function.
import { Aws, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';

type Rule = CfnWebACL.RuleProperty;

/** Requests per address in five minutes. An office behind one address stays below it, a flood does not. */
const RATE = 3000;
/** WAF inspects the first 16 KB of a body by default; ours may have 64 KB (lib/http/json.ts). */
const BODY_LIMIT = 'KB_64';
/**
 * Common rules that count instead of block. Some look for attacks on pages in bodies, but passwords and metadata may
 * contain anything, angle brackets included, and nothing here puts them on a page or into a shell. The others match
 * legitimate requests here: long queries (identity providers send them) and clients without a user agent.
 */
const COUNTED = [
  'NoUserAgent_HEADER',
  'SizeRestrictions_QUERYSTRING',
  'SizeRestrictions_BODY',
  'CrossSiteScripting_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'EC2MetaDataSSRF_BODY',
];

export function createFirewall(stack: Stack, api: SpecRestApi, { isProxied }: { isProxied: boolean }): void {
  const visible = (metricName: string) => ({
    cloudWatchMetricsEnabled: true,
    sampledRequestsEnabled: false, // samples hold headers
    metricName,
  });
  const managed = (name: string, priority: number, counted: readonly string[] = []): Rule => ({
    name,
    priority,
    overrideAction: { none: {} },
    visibilityConfig: visible(name),
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name,
        ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      },
    },
  });
  const rateByAddress: Rule = {
    name: 'RateByAddress',
    priority: 0,
    action: { block: {} },
    visibilityConfig: visible('RateByAddress'),
    statement: { rateBasedStatement: { limit: RATE, aggregateKeyType: 'IP' } },
  };
  const acl = new CfnWebACL(stack, 'Firewall', {
    name: stack.stackName,
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    visibilityConfig: visible('Firewall'),
    // The log would contain what a rule matched, which may be part of a password.
    dataProtectionConfig: {
      dataProtections: ['BODY', 'QUERY_STRING'].map((fieldType) => ({ action: 'SUBSTITUTION', field: { fieldType } })),
    },
    associationConfig: { requestBody: { API_GATEWAY: { defaultSizeInspectionLimit: BODY_LIMIT } } },
    rules: [
      // Behind a proxy all clients have its addresses here, and the addresses it names may be the client's invention.
      ...(isProxied ? [] : [rateByAddress]),
      managed('AWSManagedRulesAmazonIpReputationList', 1),
      managed('AWSManagedRulesCommonRuleSet', 2, COUNTED),
      managed('AWSManagedRulesKnownBadInputsRuleSet', 3),
    ],
  });
  const stage = api.deploymentStage;
  new CfnWebACLAssociation(stack, 'FirewallAssociation', {
    webAclArn: acl.attrArn,
    resourceArn: `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::/restapis/${api.restApiId}/stages/${stage.stageName}`,
  }).node.addDependency(stage);
  logBlocked(stack, acl);
}

/** Logs blocked and counted requests, without headers and queries that may contain credentials. */
function logBlocked(stack: Stack, acl: CfnWebACL): void {
  const log = new LogGroup(stack, 'FirewallLog', {
    logGroupName: `aws-waf-logs-${stack.stackName}`, // WAF requires this prefix
    retention: RetentionDays.THREE_MONTHS,
    removalPolicy: RemovalPolicy.DESTROY, // a kept group would block the name for the next stack; the archive keeps the lines
  });
  const named = ['authorization', 'cookie', 'x-csrf-token', 'x-svc-device-trust', 'x-gatehouse-proxy'];
  new CfnLoggingConfiguration(stack, 'FirewallLogging', {
    resourceArn: acl.attrArn,
    logDestinationConfigs: [`arn:${Aws.PARTITION}:logs:${Aws.REGION}:${Aws.ACCOUNT_ID}:log-group:${log.logGroupName}`],
    redactedFields: [...named.map((name) => ({ singleHeader: { Name: name } })), { queryString: {} }],
    loggingFilter: {
      DefaultBehavior: 'DROP',
      Filters: [
        {
          Behavior: 'KEEP',
          Requirement: 'MEETS_ANY',
          Conditions: ['BLOCK', 'COUNT'].map((Action) => ({ ActionCondition: { Action } })),
        },
      ],
    },
  }).node.addDependency(log);
}
