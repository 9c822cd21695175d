// Types the properties of the construct.
import type { SettingProperties } from './generated/properties.ts';

/**
 * The settings of a deployment. Names follow from the stack and the path of the construct, account and region from the
 * stack. Text that names another resource, such as `certificateArn`, may be a token: the ARN of a resource of your app.
 */
// Properties that are constructs join here, and become settings in properties.ts.
export type GatehouseProps = SettingProperties;
