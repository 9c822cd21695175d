// Synthesizes for tests, outside of Jest: loading the CDK through Jest's modules takes ten times as long.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MessagePort, workerData } from 'node:worker_threads';
import { App, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { functionNames } from '../../infra/functions.ts';
import { readSettings } from '../../infra/settings/settings.ts';
import { validateWithNag } from '../../infra/stack/nag.ts';
import { createStack } from '../../infra/stack.ts';

type Context = Record<string, unknown>;
type Report = { violations: { ruleName: string }[] };

/** The tasks that tests may run, on a stack with the given settings. */
export const tasks = {
  template: (context: Context) => withStack(context, (_, stack) => Template.fromStack(stack).toJSON()),

  /** Returns the findings of cdk-nag without and with our acknowledgements. */
  findings: (context: Context) =>
    withStack(context, (app) => {
      const before = findings(app);
      validateWithNag(app, readSettings(context));
      return { before, after: findings(app) };
    }),

  /** Returns the error of synthesis for a resource with unacknowledged findings; `undefined` if there is none. */
  unacknowledged: (context: Context) =>
    withStack(context, (app, stack) => {
      validateWithNag(app, readSettings(context));
      new Bucket(stack, 'Unacknowledged');
      try {
        app.synth();
      } catch (error) {
        return (error as Error).message;
      }
    }),
};

const findings = (app: App): string[] =>
  [new AwsSolutionsChecks(app), new ServerlessChecks(app)]
    .flatMap((checks) => (checks.validateScope(app) as Report).violations)
    .map(({ ruleName }) => ruleName)
    .sort();

/** Uses empty files as bundles, because tests look at resources, not at code. */
function withStack<T>(context: Context, act: (app: App, stack: Stack) => T): T {
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

const { port, flag } = workerData as { port: MessagePort; flag: Int32Array };
port.on('message', ({ task, context }: { task: keyof typeof tasks; context: Context }) => {
  try {
    port.postMessage({ result: tasks[task](context) });
  } catch (error) {
    port.postMessage({ error: (error as Error).message });
  }
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
});
