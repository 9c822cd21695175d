// Creates the stack of this repository: one deployment, by the construct that other apps use too.
import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Gatehouse } from '../lib/packages/construct/gatehouse.ts';
import type { Settings } from './settings/settings.ts';

/**
 * Creates a stack with one deployment and nothing else. `bundles` is the directory that `bundle` wrote, and `id` tells the
 * deployments of one app apart.
 */
export function createStack(scope: Construct, settings: Settings, bundles: string, id = 'Gatehouse'): Stack {
  const stack = new Stack(scope, id, {
    stackName: settings.stackName,
    env: settings.env,
    suppressTemplateIndentation: true, // a third of its bytes, and CloudFormation takes a megabyte
    description: 'Gatehouse: multi-tenant authentication and administration',
  });
  // This id is no part of logical ids (CDK guide, "Identifiers"), which therefore are those of a stack of its own.
  new Gatehouse(stack, 'Default', { settings, bundles });
  return stack;
}
