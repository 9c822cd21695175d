// Synthesis for tests, outside of Jest: loading the CDK through Jest's modules takes ten times as long.
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

/** What tests may ask for, of a stack with these settings. */
export const answers = {
  template: (context: Context) => withStack(context, (_, stack) => Template.fromStack(stack).toJSON()),

  /** What cdk-nag finds, with our acknowledgements and without. */
  findings: (context: Context) =>
    withStack(context, (app) => {
      const before = findings(app);
      validateWithNag(app, readSettings(context));
      return { before, after: findings(app) };
    }),

  /** What synthesis says to a resource that nobody has judged; `undefined` if it says nothing. */
  careless: (context: Context) =>
    withStack(context, (app, stack) => {
      validateWithNag(app, readSettings(context));
      new Bucket(stack, 'Careless');
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

/** Empty functions stand in for the bundles: what is deployed, not what is in it. */
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
port.on('message', ({ question, context }: { question: keyof typeof answers; context: Context }) => {
  try {
    port.postMessage({ answer: answers[question](context) });
  } catch (error) {
    port.postMessage({ error: (error as Error).message });
  }
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
});
