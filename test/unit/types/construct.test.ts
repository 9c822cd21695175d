// Checks the properties of the construct against the settings that they come from.
import { expect, test } from '@jest/globals';
import { NOT_PROPERTIES, PROPERTIES } from '../../../infra/settings/properties.ts';
import { SETTINGS } from '../../../infra/settings/sections.ts';
import { VARIABLES } from '../../../infra/settings/variables.ts';
import { constructProperties } from '../../../infra/tools/packing/construct-properties.ts';
import type { GatehouseProps } from '../../../lib/packages/construct/props.ts';

test('every setting is a property, unless a reason is given', () => {
  const all = Object.keys(SETTINGS).length + Object.keys(VARIABLES).length;
  expect(Object.keys(PROPERTIES)).toHaveLength(all - Object.keys(NOT_PROPERTIES).length);
});

test('the package has each property with its type and its meaning, and the repository its name', () => {
  const written = [...constructProperties().matchAll(/\*\/\n {2}readonly (\w+)\?: [^;]+ \| undefined;/g)];
  expect(written.map(([, name]) => name)).toEqual(Object.keys(PROPERTIES));
  const named = { sender: '', accessTtl: 300, tracing: true } satisfies GatehouseProps;
  // @ts-expect-error No setting has this name.
  const unknown = { sendr: '' } satisfies GatehouseProps;
  expect(Object.keys({ ...named, ...unknown })).toHaveLength(4);
});
