// Types the properties of the construct.
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { SettingProperties } from './setting-properties.ts';

/**
 * The settings of a deployment. Names follow from the stack and the path of the construct, account and region from the
 * stack. Text that names another resource, such as `certificateArn`, may be a token: the ARN of a resource of your app.
 */
export type GatehouseProps = Omit<SettingProperties, 'messageSender'> & {
  /**
   * A function that gets each e-mail and SMS and sends it instead of SES and SNS. Write it with `messageSender` of
   * `@gatehouse-auth/server`. What it leaves to Gatehouse needs `sender`. The mailer may invoke it.
   */
  readonly messageSender?: IFunction | undefined;
};
