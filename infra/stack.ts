// The whole deployment: a table, its secrets, an API, a function for each group of operations, a bus for events, and
// a mailer if there is a sender.
import { type App, CfnOutput, Stack } from 'aws-cdk-lib';
import { allowCalls, createApi, urlOf } from './api.ts';
import { createBus, followChanges } from './events.ts';
import { createFunctions, environmentOf } from './functions.ts';
import { createMailer } from './mailer.ts';
import { createSecrets } from './secrets.ts';
import type { Settings } from './settings.ts';
import { createTable } from './table.ts';

/** `bundles` is the directory that `bundle` wrote. */
export function createStack(app: App, settings: Settings, bundles: string): Stack {
  const stack = new Stack(app, 'Gatehouse', {
    stackName: settings.stackName,
    description: 'Gatehouse: multi-tenant authentication and administration',
  });
  const table = createTable(stack);
  const secrets = createSecrets(stack);
  const bus = createBus(stack);
  const api = createApi(stack);
  const baseUrl = settings.baseUrl ?? urlOf(api);
  const { variables } = settings;
  const functions = createFunctions(stack, { bundles, table, secrets, baseUrl, variables });
  for (const each of functions) allowCalls(api, each);
  const environment = environmentOf({ table, secrets, baseUrl, variables });
  followChanges(stack, { bundles, table, bus, rootSecret: secrets.root, environment });
  const { sender } = settings;
  if (sender) createMailer(stack, { bundles, table, secrets, bus, environment, sender });

  new CfnOutput(stack, 'ApiUrl', { value: urlOf(api) });
  new CfnOutput(stack, 'BusName', { value: bus.eventBusName });
  new CfnOutput(stack, 'TableName', { value: table.tableName });
  new CfnOutput(stack, 'RootSecretName', { value: secrets.root.secretName });
  new CfnOutput(stack, 'AdminSecretName', { value: secrets.admin.secretName });
  new CfnOutput(stack, 'SsoSecretName', { value: secrets.sso.secretName });
  return stack;
}
