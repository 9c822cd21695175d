// Tells how the settings are called as properties of the construct: a variable of the functions by its name in camel
// case, `GATEHOUSE_ACCESS_TTL` as `accessTtl`, and a setting of the deployment as in the context.
import { SETTINGS } from './sections.ts';
import { VARIABLES } from './variables.ts';

/** Settings that are no properties, with what takes their place. */
export const NOT_PROPERTIES = {
  stackName: 'Names follow from the stack and the path of the construct.',
  stage: 'An app has a construct for each stage.',
  region: 'The stack has a region.',
  account: 'The stack has an account.',
  tags: 'The CDK adds tags: Tags.of(construct).add(key, value).',
  loginProbeMinutes: 'The probe is a stack of the app of the repository.',
  resources: 'The package has prebuilt functions, which cannot know declarations of your own.',
} as const satisfies Partial<Record<keyof typeof SETTINGS, string>>;

/** `ACCESS_TTL` -> `accessTtl` */
type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Tail>>}`
  : Lowercase<Name>;
type OfFunctions<Name> = Name extends `GATEHOUSE_${infer Rest}` ? Camel<Rest> : never;
export type PropertyName =
  | Exclude<keyof typeof SETTINGS, keyof typeof NOT_PROPERTIES>
  | OfFunctions<keyof typeof VARIABLES>;

/** Returns `accessTtl` for `GATEHOUSE_ACCESS_TTL`. */
const camelCase = (variable: string): string =>
  variable
    .replace('GATEHOUSE_', '')
    .toLowerCase()
    .replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** Property -> the name of its setting or variable. */
export const PROPERTIES: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.keys(SETTINGS)
    .filter((name) => !Object.hasOwn(NOT_PROPERTIES, name))
    .map((name) => [name, name]),
  ...Object.keys(VARIABLES).map((name) => [camelCase(name), name]),
]);

/** Returns the text with the names of properties in place of those of variables. */
export const withPropertyNames = (text: string): string =>
  text.replace(/GATEHOUSE_[A-Z_]*[A-Z]/g, (name) => (Object.hasOwn(VARIABLES, name) ? camelCase(name) : name));
