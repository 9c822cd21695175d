// Puts WAF in front of the API, so that malformed and known hostile requests do not reach a function.
import { Aws, RemovalPolicy } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { deploymentName, firewallLogName } from '../stack/names.ts';

type Rule = CfnWebACL.RuleProperty;

/** Requests per address in five minutes. An office behind one address stays below it, a flood does not. */
const RATE = 3000;
/** WAF inspects the first 16 KB of a body by default; ours may have 64 KB (lib/http/json.ts). */
const BODY_LIMIT = 'KB_64';
/**
 * Rules of AWSManagedRulesCommonRuleSet that count instead of block, because valid requests match them (WAF developer
 * guide, "Baseline rule groups"). Bodies and queries hold what people choose, and nothing here puts it on a page, into a
 * shell or a file name, or fetches it. Rules for methods, paths and headers block, as does the group of known bad inputs.
 */
const COUNTED = [
  'NoUserAgent_HEADER', // scripts of servers have none
  'SizeRestrictions_QUERYSTRING', // 2 KB; identity providers send more
  'SizeRestrictions_BODY', // 8 KB; settings of a tenant and metadata may have 64 KB
  'CrossSiteScripting_BODY', // passwords with angle brackets
  'CrossSiteScripting_QUERYARGUMENTS', // descriptions of errors by identity providers, searches
  'CrossSiteScripting_COOKIE', // cookies of other pages of the domain
  'GenericLFI_BODY', // passwords with `../`
  'GenericLFI_QUERYARGUMENTS', // searches and state that look like paths
  'GenericRFI_BODY', // URLs in settings with an address for a host
  'GenericRFI_QUERYARGUMENTS', // redirect URIs of native apps: http://127.0.0.1:49152/callback (RFC 8252 7.3)
  'EC2MetaDataSSRF_BODY', // URLs with addresses; none is fetched without a check
  'EC2MetaDataSSRF_QUERYARGUMENTS',
  'RestrictedExtensions_QUERYARGUMENTS', // `.log` or `.ini` in hosts of redirect URIs and in searches for addresses
  'RestrictedExtensions_URIPATH', // the same in DELETE .../blocked-email-domains/{domain}
];

export function createFirewall(scope: Construct, api: SpecRestApi, { isProxied }: { isProxied: boolean }): void {
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
  const acl = new CfnWebACL(scope, 'Firewall', {
    name: deploymentName(scope),
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
  new CfnWebACLAssociation(scope, 'FirewallAssociation', {
    webAclArn: acl.attrArn,
    resourceArn: `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::/restapis/${api.restApiId}/stages/${stage.stageName}`,
  }).node.addDependency(stage);
  logBlocked(scope, acl);
}

/** Logs blocked and counted requests, without headers and queries that may contain credentials. */
function logBlocked(scope: Construct, acl: CfnWebACL): void {
  const log = new LogGroup(scope, 'FirewallLog', {
    logGroupName: firewallLogName(scope),
    removalPolicy: RemovalPolicy.DESTROY, // a kept group would block the name for the next stack; the archive keeps the lines
  });
  const named = ['authorization', 'cookie', 'x-csrf-token', 'x-svc-device-trust', 'x-gatehouse-proxy'];
  new CfnLoggingConfiguration(scope, 'FirewallLogging', {
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
