// Writes docs/import-line.schema.json: the form of a line of an import, which the operation validates line by line, so that
// openapi.json does not have it.
import { importLine, importLineShapes } from '../groups/admin-transfers.ts';
import { componentsOf, type Json } from './schemas.ts';

/** Returns the JSON Schema of a line. A line has no other fields. */
export function importLineSchema(): Json {
  const components = componentsOf(importLineShapes());
  const root = components.use(importLine, 'input');
  const $defs = Object.fromEntries(
    Object.entries(components.all()).map(([name, schema]) => [
      name,
      { ...(schema as Json), additionalProperties: false },
    ]),
  );
  const document = { $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'ImportLine', ...root, $defs };
  return JSON.parse(JSON.stringify(document).replaceAll('#/components/schemas/', '#/$defs/'));
}
