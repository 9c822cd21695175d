// Types the settings of a deployment by their names as properties. The package has the type and the meaning of each written
// out instead (infra/tools/packing/construct-properties.ts).
import type { PropertyName } from '../../../infra/settings/properties.ts';

export type SettingProperties = { readonly [Name in PropertyName]?: string | number | boolean | undefined };
