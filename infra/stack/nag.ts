// Runs cdk-nag with every synthesis.
import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';

/** Makes every synthesis of the app run cdk-nag. A finding without an acknowledgement makes it fail. */
export function validateWithNag(app: App): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
}
