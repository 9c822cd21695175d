// Synthesizes the stack's template for tests, and reads it.
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { tasks } from './synthesis-worker.ts';

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

const { port1, port2 } = new MessageChannel();
const flag = new Int32Array(new SharedArrayBuffer(4));
let worker: Worker | undefined;

type Tasks = typeof tasks;

/** Runs a task in the worker and blocks until it is done, because tests are declared from templates. Throws what it throws. */
export function runInWorker<T extends keyof Tasks>(task: T, context: Record<string, unknown>): ReturnType<Tasks[T]> {
  if (!worker) {
    const file = new URL('synthesis-worker.ts', import.meta.url);
    worker = new Worker(file, { workerData: { port: port2, flag }, transferList: [port2], execArgv: [] });
    worker.unref();
  }
  Atomics.store(flag, 0, 0);
  port1.postMessage({ task, context });
  if (Atomics.wait(flag, 0, 0, 300_000) === 'timed-out') throw new Error('the synthesis did not finish within 5 min');
  const { result, error } = receiveMessageOnPort(port1)?.message ?? { error: 'the worker sent nothing' };
  if (error !== undefined) throw new Error(error);
  return result;
}

export const synthesise = (context: Record<string, unknown> = {}): Template =>
  runInWorker('template', context) as Template;

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
  const { Ref, 'Fn::Join': join, 'Fn::GetAtt': attribute } = value as Record<string, never>;
  if (Ref) return `\${${Ref}}`;
  if (attribute) return `\${${(attribute as string[]).join('.')}}`;
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
