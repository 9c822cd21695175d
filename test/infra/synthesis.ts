// The stack's template, with empty functions in place of the bundles: what is deployed, not what is in it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { functionNames } from '../../infra/bundle.ts';
import { readSettings } from '../../infra/settings.ts';
import { createStack } from '../../infra/stack.ts';

export type Resource = { Type: string; Properties: Record<string, unknown>; DeletionPolicy?: string };
export type Statement = {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  NotResource?: unknown;
  Condition?: Record<string, unknown>;
};

/** The setting with which there is a mailer. */
export const SENDER = { sender: 'Gatehouse <no-reply@example.com>' };

export const synthesise = (context: Record<string, unknown> = {}): Template =>
  withStack(context, (_, stack) => Template.fromStack(stack));

/** What `act` answers of an app with the stack in it, whose functions are there as long as it runs. */
export function withStack<T>(context: Record<string, unknown>, act: (app: App, stack: Stack) => T): T {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-synth-'));
  try {
    for (const name of functionNames) {
      mkdirSync(join(directory, name));
      writeFileSync(join(directory, name, 'index.js'), '');
    }
    const app = new App({ outdir: join(directory, 'cdk.out'), analyticsReporting: false });
    return act(app, createStack(app, readSettings(context), directory));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export const resourcesOf = (template: Template, type: string): [id: string, resource: Resource][] =>
  Object.entries(template.findResources(type)) as [string, Resource][];

/** The one resource of its type, or the one whose name begins so. */
export function only(template: Template, type: string, start = ''): Resource {
  const found = resourcesOf(template, type).filter(([id]) => id.startsWith(start));
  if (found.length !== 1) throw new Error(`${found.length} resources of type ${type}`);
  return (found[0] as [string, Resource])[1];
}

/** Text with references spelled as `${Name}` and `${Name.Attribute}`. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const { Ref, 'Fn::Join': join, 'Fn::GetAtt': attribute } = value as Record<string, never>;
  if (Ref) return `\${${Ref}}`;
  if (attribute) return `\${${(attribute as string[]).join('.')}}`;
  if (join) return (join[1] as unknown[]).map(textOf).join(join[0] as string);
  throw new Error(`not a text: ${JSON.stringify(value)}`);
}

export const listOf = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

/** Function name without the stack's -> what its role allows. */
export function statementsByFunction(template: Template): Record<string, Statement[]> {
  const roles = template.findResources('AWS::IAM::Role') as Record<string, Resource>;
  return Object.fromEntries(
    resourcesOf(template, 'AWS::Lambda::Function').map(([, { Properties }]) => {
      const role = roles[textOf(Properties.Role).slice(2, -'.Arn}'.length)] as Resource;
      const policies = (role.Properties.Policies ?? []) as { PolicyDocument: { Statement: Statement[] } }[];
      const statements = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
      return [textOf(Properties.FunctionName).replace(/^[^-]+-/, ''), statements];
    }),
  );
}
