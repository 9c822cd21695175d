// Writes the types of the client from the OpenAPI document, under the names of its components. They need no other file,
// so the package has no dependency. test/unit/types/client.test.ts compares them with those that the contract implies.
import { UNIVERSAL } from '../../../lib/contract/operation.ts';

type Schema = Readonly<{
  $ref?: string;
  description?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  items?: Schema;
  additionalProperties?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
}>;
type Content = Readonly<Record<string, { schema: Schema }>>;
type Parameter = { name?: string; in?: string; required?: boolean; description?: string; schema?: Schema };
type Described = Readonly<{
  operationId: string;
  summary: string;
  description?: string;
  parameters?: readonly Parameter[];
  requestBody?: { content: Content };
  responses: Readonly<Record<string, { description?: string; content?: Content }>>;
  security?: readonly Readonly<Record<string, unknown>>[];
}>;
export type Document = {
  paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
};

/** Applications call the OpenID provider with an OAuth library. */
const OF_LIBRARIES = 'oauth';
/** Operations that are called with these alone need no client of a session. */
const OF_PROGRAMS = ['clientSecret', 'apiKey'];
const isOfPrograms = ({ security = [] }: Described): boolean =>
  security.length > 0 && security.every((each) => Object.keys(each).every((name) => OF_PROGRAMS.includes(name)));
const JSON_TYPE = 'application/json';
const COMPONENTS = '#/components/schemas/';

/** Returns what the package has as lib/packages/client/types.ts: a type for each component, and an interface for each group of operations. */
export function clientTypes({ paths, components: { schemas } }: Document): string {
  const named = Object.entries(schemas)
    // The client throws GatehouseError in place of error bodies.
    .filter(([name]) => name !== 'Error')
    .map(([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)};`);
  const groups = new Map<string, string[]>();
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    if (isPicture(operation)) continue;
    const [group = '', name] = operation.operationId.split('.');
    if (group === OF_LIBRARIES || isOfPrograms(operation)) continue;
    const method = `${comment(docOf(operation))}${name}: ${signatureOf(operation, schemas)};`;
    groups.set(group, [...(groups.get(group) ?? []), method]);
  }
  const interfaces = [...groups].map(
    ([group, methods]) => `export interface ${typeNameOf(group)} {\n${indented(methods.join('\n'))}\n}`,
  );
  return `// Written from the contract.\nimport type { CallOptions } from './call-options.ts';\n\n${[...named, ...interfaces].join('\n\n')}\n`;
}

/** Returns the name of a group's interface: `adminUsers` -> `AdminUsersOperations`. */
export const typeNameOf = (group: string): string => `${group[0]?.toUpperCase()}${group.slice(1)}Operations`;

function docOf({ summary, description, responses }: Described): string {
  const codes = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, response]) => response.description?.match(/\b[A-Z_]{4,}\b/g) ?? [])
    .filter((code) => !(UNIVERSAL as readonly string[]).includes(code));
  const raises = codes.length ? `@throws GatehouseError ${[...new Set(codes)].sort().join(', ')}` : undefined;
  return [`${summary}.`, description, raises].filter(Boolean).join('\n');
}

function signatureOf(
  { parameters = [], requestBody, responses }: Described,
  schemas: Document['components']['schemas'],
): string {
  const fields = parameters.filter((each) => each.in === 'path' || each.in === 'query');
  const body = requestBody?.content[JSON_TYPE]?.schema;
  const resolved = schemas[body?.$ref?.slice(COMPONENTS.length) ?? ''] ?? body;
  const isOptional = !fields.some(({ required }) => required) && !resolved?.required?.length;
  const parts = [...(body ? [typeOf(body)] : []), ...(fields.length ? [parametersOf(fields)] : [])];
  const input = `input${isOptional ? '?' : ''}: ${parts.join(' & ') || 'Record<string, never>'}`;
  const success = Object.entries(responses).find(([, { content }]) => content?.[JSON_TYPE])?.[1];
  const reply = isRedirect(responses) ? '{ location: string }' : typeOf(success?.content?.[JSON_TYPE]?.schema ?? {});
  return `(${input}, options?: CallOptions) => Promise<${reply}>`;
}

/** A page shows a picture by its address: the client has no method for it. */
const isPicture = ({ responses }: Described): boolean =>
  Object.values(responses).some(({ content }) => Object.keys(content ?? {}).some((type) => type.startsWith('image/')));

const isRedirect = (responses: Described['responses']): boolean =>
  Object.keys(responses).some((each) => each[0] === '3');

const parametersOf = (parameters: readonly Parameter[]): string =>
  objectOf(
    parameters.map(({ name = '', description, required = false, schema = {} }) => ({
      name,
      schema: { ...schema, description },
      required,
    })),
  );

function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.slice(COMPONENTS.length);
  if ('const' in schema) return JSON.stringify(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeOf))].join(' | ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.type === 'array') return `(${typeOf(schema.items ?? {})})[]`.replace(/^\((\w+)\)/, '$1');
  if (schema.type === 'integer') return 'number';
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  if (schema.type !== 'object') return String(schema.type ?? 'unknown');
  if (!schema.properties) return `Record<string, ${typeOf(schema.additionalProperties ?? {})}>`;
  const isRequired = (name: string): boolean => schema.required?.includes(name) ?? false;
  const fields = Object.entries(schema.properties);
  const known = objectOf(fields.map(([name, each]) => ({ name, schema: each, required: isRequired(name) })));
  // A schema that names no type lets every other member in.
  const isOpen = schema.additionalProperties && !Object.keys(schema.additionalProperties).length;
  return isOpen ? known.replace(/\n\}$/, '\n  [name: string]: unknown;\n}') : known;
}

/** An optional field accepts `undefined`, also where `exactOptionalPropertyTypes` is on. */
function objectOf(fields: readonly { name: string; schema: Schema; required: boolean }[]): string {
  if (!fields.length) return 'Record<never, never>';
  const lines = fields.map(({ name, schema, required }) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    return `${comment(schema.description)}${key}${required ? '' : '?'}: ${typeOf(schema)}${required ? '' : ' | undefined'};`;
  });
  return `{\n${indented(lines.join('\n'))}\n}`;
}

const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ');

function comment(text: string | undefined): string {
  if (!text) return '';
  const lines = text.replaceAll('*/', '*\\/').split('\n');
  return lines.length === 1 ? `/** ${lines[0]} */\n` : `/**\n${lines.map((line) => ` * ${line}`).join('\n')}\n */\n`;
}
