// The compiler compares the properties of the construct with the settings that they come from.
import { expect, test } from '@jest/globals';
import { NOT_PROPERTIES, PROPERTIES } from '../../../infra/settings/properties.ts';
import { SETTINGS } from '../../../infra/settings/sections.ts';
import { VARIABLES } from '../../../infra/settings/variables.ts';
import { constructSources, outdated } from '../../../infra/tools/docs/docs.ts';
import type { GatehouseProps } from '../../../lib/packages/construct/props.ts';

/** `ACCESS_TTL` -> `accessTtl` */
type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Tail>>}`
  : Lowercase<Name>;
type OfFunctions<Name> = Name extends `GATEHOUSE_${infer Rest}` ? Camel<Rest> : never;
type Expected = Exclude<keyof typeof SETTINGS, keyof typeof NOT_PROPERTIES> | OfFunctions<keyof typeof VARIABLES>;

test('every setting is a property, unless a reason is given', () => {
  const missing: Exclude<Expected, keyof GatehouseProps>[] = [] satisfies never[];
  const unknown: Exclude<keyof GatehouseProps, Expected>[] = [] satisfies never[];
  // Neither list may have a member: a name in place of `never` does not compile here.
  expect<never[]>(missing).toEqual(unknown satisfies never[]);
  const all = Object.keys(SETTINGS).length + Object.keys(VARIABLES).length;
  expect(Object.keys(PROPERTIES)).toHaveLength(all - Object.keys(NOT_PROPERTIES).length);
});

test('the generated properties are those of the table', () => {
  const directory = new URL('../../../lib/packages/construct/generated', import.meta.url).pathname;
  expect(outdated(directory, constructSources())).toEqual([]);
});
