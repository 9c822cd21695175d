// Implements `npm run synth`, the CDK's entry: bundles the functions and writes the template to cdk.out. Needs no
// network.
import { App } from 'aws-cdk-lib';
import { BUNDLES, bundle } from './bundling/bundle.ts';
import { bundleProbe } from './bundling/probe.ts';
import { createProbeStack } from './probe-stack.ts';
import { foreignKeys } from './settings/context.ts';
import { readDeployments } from './settings/read.ts';
import { warningsOf } from './settings/warnings.ts';
import { acknowledgeFindings, acknowledgeProbe } from './stack/acknowledgements.ts';
import { validateWithNag } from './stack/nag.ts';
import { createStack } from './stack.ts';
import { describeError, exitWithError } from './user-error.ts';

const app = new App({
  outdir: process.env.CDK_OUTDIR ?? 'cdk.out',
  analyticsReporting: false,
  // Fails here on what CloudFormation's own schemas reject, not in the middle of a deployment.
  context: { '@aws-cdk/core:validateAgainstDefaultRules': true },
});
/** Syntheses at the same time must not write over each other's bundles. */
const bundles = process.env.GATEHOUSE_BUNDLES ?? BUNDLES;
try {
  const context = app.node.getAllContext();
  const deployments = readDeployments(context);
  const foreign = foreignKeys(context);
  if (foreign.length) note(`not settings, left alone: ${foreign.join(', ')}`);
  for (const { id, settings } of deployments) for (const warning of warningsOf(settings)) note(`${id}: ${warning}`);
  await bundle(bundles);
  if (deployments.some(({ settings }) => settings.loginProbeMinutes !== undefined)) await bundleProbe(bundles);
  for (const { id, settings } of deployments) {
    acknowledgeFindings(createStack(app, settings, bundles, id), settings);
    const probe = createProbeStack(app, settings, bundles, id);
    if (probe) acknowledgeProbe(probe, settings);
  }
  validateWithNag(app);
  app.synth();
} catch (error) {
  exitWithError(describeError(error));
}

function note(text: string): void {
  process.stderr.write(`gatehouse: ${text}\n`);
}
