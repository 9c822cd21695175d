// Synthesizes the stack's template for tests, and reads it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type Stack } from 'aws-cdk-lib';
import { Template as Assertions } from 'aws-cdk-lib/assertions';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { functionNames } from '../../infra/functions.ts';
import { readDeployments, readSettings } from '../../infra/settings/read.ts';
import { acknowledgeFindings } from '../../infra/stack/acknowledgements.ts';
import { validateWithNag } from '../../infra/stack/nag.ts';
import { createStack } from '../../infra/stack.ts';

type Context = Record<string, unknown>;
type Report = { violations: { ruleName: string }[] };
export type Resource = { Type: string; Properties: Record<string, unknown>; DeletionPolicy?: string };
export type Statement = {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  NotResource?: unknown;
  Condition?: Record<string, unknown>;
};
export type Template = { Resources: Record<string, Resource>; Outputs: Record<string, { Value: unknown }> };

/** The setting that adds the mailer. */
export const SENDER = { sender: 'Gatehouse <no-reply@example.com>' };

const synthesised = new Map<string, Template>();

/** Returns the template of one deployment. Tests of a file share it, because each synthesis takes a second: only read it. */
export function synthesise(context: Context = {}): Template {
  const key = JSON.stringify(context);
  const template =
    synthesised.get(key) ?? withStack(context, (_, stack) => Assertions.fromStack(stack).toJSON() as Template);
  synthesised.set(key, template);
  return template;
}

/** Returns the findings of cdk-nag without and with our acknowledgements. */
export const nagFindings = (context: Context): { before: string[]; after: string[] } =>
  withStack(context, (app) => {
    const before = findings(app);
    acknowledgeFindings(app, readSettings(context));
    return { before, after: findings(app) };
  });

/** Returns the error of synthesis for a resource with unacknowledged findings; `undefined` if there is none. */
export const unacknowledgedError = (context: Context): string | undefined =>
  withStack(context, (app, stack) => {
    acknowledgeFindings(app, readSettings(context));
    validateWithNag(app);
    new Bucket(stack, 'Unacknowledged');
    try {
      app.synth();
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  });

const findings = (app: App): string[] =>
  [new AwsSolutionsChecks(app), new ServerlessChecks(app)]
    .flatMap((checks) => (checks.validateScope(app) as Report).violations)
    .map(({ ruleName }) => ruleName)
    .sort();

/** Returns the templates of all stages of the context by the id of their stack. */
export const synthesiseAll = (context: Context): Record<string, Template> =>
  withApp((app, bundles) => {
    const stacks = readDeployments(context).map(({ id, settings }) => createStack(app, settings, bundles, id));
    return Object.fromEntries(stacks.map((stack) => [stack.node.id, Assertions.fromStack(stack).toJSON() as Template]));
  });

const withStack = <T>(context: Context, act: (app: App, stack: Stack) => T): T =>
  withApp((app, bundles) => act(app, createStack(app, readSettings(context), bundles)));

/** Uses empty files as bundles, because tests look at resources, not at code. */
export function withApp<T>(act: (app: App, bundles: string) => T): T {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-synth-'));
  try {
    for (const name of [...functionNames, 'authorizer', 'login-probe']) {
      mkdirSync(join(directory, name));
      writeFileSync(join(directory, name, 'index.js'), '');
    }
    const app = new App({ outdir: join(directory, 'cdk.out'), analyticsReporting: false });
    return act(app, directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export const resourcesOf = (template: Template, type: string): [id: string, resource: Resource][] =>
  Object.entries(template.Resources).filter(([, { Type }]) => Type === type);

/** Returns the one resource of its type whose id begins with `start`. */
export function only(template: Template, type: string, start = ''): Resource {
  const found = resourcesOf(template, type).filter(([id]) => id.startsWith(start));
  if (found.length !== 1) throw new Error(`${found.length} resources of type ${type}`);
  return (found[0] as [string, Resource])[1];
}

/** Returns the text with references written as `${Name}` and `${Name.Attribute}`. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const { Ref, 'Fn::Join': join, 'Fn::Sub': sub, 'Fn::GetAtt': attribute } = value as Record<string, never>;
  if (Ref) return `\${${Ref}}`;
  if (attribute) return `\${${(attribute as string[]).join('.')}}`;
  if (sub) return sub;
  if (join) return (join[1] as unknown[]).map(textOf).join(join[0] as string);
  throw new Error(`not a text: ${JSON.stringify(value)}`);
}

export const listOf = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

/** Function name without the stack's prefix -> the statements of its role. */
export function statementsByFunction(template: Template): Record<string, Statement[]> {
  const roles = Object.fromEntries(resourcesOf(template, 'AWS::IAM::Role'));
  return Object.fromEntries(
    resourcesOf(template, 'AWS::Lambda::Function').map(([, { Properties }]) => {
      const role = roles[textOf(Properties.Role).slice(2, -'.Arn}'.length)] as Resource;
      const policies = (role.Properties.Policies ?? []) as { PolicyDocument: { Statement: Statement[] } }[];
      const statements = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
      return [textOf(Properties.FunctionName).replace(/^[^-]+-/, ''), statements];
    }),
  );
}
