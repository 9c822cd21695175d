// Applies what an organisation asks of every resource: tags, a permissions boundary, the retention of logs.
import { Tags } from 'aws-cdk-lib';
import { ManagedPolicy, PermissionsBoundary } from 'aws-cdk-lib/aws-iam';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Settings } from '../settings/settings.ts';

type Rules = Pick<Settings, 'tags' | 'permissionsBoundary' | 'logRetentionDays'>;

/** Covers every resource below the construct. Call it after all log groups are created. */
export function govern(scope: Construct, { tags, permissionsBoundary, logRetentionDays }: Rules): void {
  for (const [key, value] of Object.entries(tags)) Tags.of(scope).add(key, value);
  if (permissionsBoundary) {
    const policy = ManagedPolicy.fromManagedPolicyArn(scope, 'PermissionsBoundary', permissionsBoundary);
    PermissionsBoundary.of(scope).apply(policy);
  }
  for (const each of scope.node.findAll()) if (each instanceof CfnLogGroup) each.retentionInDays = logRetentionDays;
}
