// Implements `npm run synth`, the CDK's entry: bundles the functions and writes the template to cdk.out. Needs no
// network.
import { App } from 'aws-cdk-lib';
import { BUNDLES, bundle } from './bundling/bundle.ts';
import { readSettings } from './settings/settings.ts';
import { warningsOf } from './settings/warnings.ts';
import { validateWithNag } from './stack/nag.ts';
import { createStack } from './stack.ts';
import { describeError, exitWithError } from './user-error.ts';

const app = new App({
  outdir: process.env.CDK_OUTDIR ?? 'cdk.out',
  analyticsReporting: false,
  // Fails here on what CloudFormation's own schemas reject, not in the middle of a deployment.
  context: { '@aws-cdk/core:validateAgainstDefaultRules': true },
});
try {
  const settings = readSettings(app.node.getAllContext());
  for (const warning of warningsOf(settings)) process.stderr.write(`gatehouse: ${warning}\n`);
  await bundle();
  createStack(app, settings, BUNDLES);
  validateWithNag(app, settings);
  app.synth();
} catch (error) {
  exitWithError(describeError(error));
}
