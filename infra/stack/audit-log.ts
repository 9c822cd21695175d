// Keeps the events that an investigation needs in a log group, without anyone having to subscribe to the bus. CloudWatch
// Logs costs nothing when idle.
import { ArnFormat, Stack } from 'aws-cdk-lib';
import { type IEventBus, Rule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type CfnResourcePolicy, LogGroup, type ResourcePolicy } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { auditEvents, EVENT_SOURCE } from '../../lib/contract/events.ts';
import { KEPT } from './keep.ts';
import { deploymentName } from './names.ts';

/** The services that deliver events to a log group (EventBridge user guide, "Permissions for CloudWatch Logs"). */
const WRITERS = ['events.amazonaws.com', 'delivery.logs.amazonaws.com'];

/** `failures` receives events that the log group did not take within a day; an alarm reports them. */
export function createAuditLog(scope: Construct, eventBus: IEventBus, failures: Queue): LogGroup {
  // Kept and retained like the logs of functions. The hardened profile encrypts and archives it with them.
  const group = new LogGroup(scope, 'AuditLog', { removalPolicy: KEPT });
  const { logGroupName: resourceName } = group;
  const arn = Stack.of(scope).formatArn({
    service: 'logs',
    resource: 'log-group',
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    resourceName,
  });
  const rule = new Rule(scope, 'AuditRule', {
    description: 'Gatehouse: keeps changes by admins and security events in a log group',
    eventBus,
    eventPattern: { source: [EVENT_SOURCE], detailType: [...auditEvents] },
    // The library's own target creates the policy below with a function.
    targets: [{ bind: () => ({ arn, deadLetterConfig: { arn: failures.queueArn } }) }],
  });
  failures.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('events.amazonaws.com')],
      actions: ['sqs:SendMessage'],
      resources: [failures.queueArn],
      conditions: { ArnEquals: { 'aws:SourceArn': rule.ruleArn } },
    }),
  );
  for (const action of ['logs:CreateLogStream', 'logs:PutLogEvents']) {
    group.addToResourcePolicy(
      new PolicyStatement({
        principals: WRITERS.map((name) => new ServicePrincipal(name)),
        actions: [action],
        resources: [group.logGroupArn],
        // EventBridge creates log streams for no rule in particular.
        ...(action === 'logs:PutLogEvents' && { conditions: { ArnEquals: { 'aws:SourceArn': rule.ruleArn } } }),
      }),
    );
  }
  // The library derives the name from the construct's path, which two stacks of one account may share.
  const policy = group.node.findChild('Policy') as ResourcePolicy;
  (policy.node.defaultChild as CfnResourcePolicy).policyName = `${deploymentName(scope)}-audit-log`;
  return group;
}
