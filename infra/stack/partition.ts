// Tells what differs in the partition of a deployment.
import { Stack, Token } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { partitionOf } from '../settings/partition.ts';

/** The partition of the stack's region. Without the setting `region` it is only known at deployment: then `aws`. */
export function partitionAt(scope: Construct): string {
  const { region } = Stack.of(scope);
  return (Token.isUnresolved(region) ? undefined : partitionOf(region)) ?? 'aws';
}

/** The console's domain by partition (AWS's documents for China and GovCloud, "Signing in"). */
const CONSOLES: Readonly<Record<string, string>> = {
  'aws-cn': 'console.amazonaws.cn',
  'aws-us-gov': 'console.amazonaws-us-gov.com',
};

/** The URL of a dashboard in the console. */
export function dashboardUrl(scope: Construct, name: string): string {
  const { region } = Stack.of(scope);
  const host = CONSOLES[partitionAt(scope)] ?? `${region}.console.aws.amazon.com`;
  return `https://${host}/cloudwatch/home?region=${region}#dashboards:name=${name}`;
}
