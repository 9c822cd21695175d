// Describes the parameters of queries: what each one means, its shape as JSON, and the actions that take it.
import type { Json } from '../../contract/documents/schemas.ts';
import type { Action } from '../declare/actions.ts';
import type { Registry, Resource } from '../declare/resource.ts';
import { LIMITS } from '../query/limits.ts';
import { columnsOf, exampleId, refTo, typeName } from './fields.ts';
import { exampleFilter } from './filters.ts';

/** `isJson`: the value is JSON in a URL, and native in a body. */
type Parameter = { description: string; schema: Json; example: unknown; isJson: boolean };

const json = (description: string, schema: Json, example: unknown): Parameter => ({
  description,
  schema,
  example,
  isJson: true,
});
const plain = (description: string, schema: Json, example: unknown): Parameter => ({
  description,
  schema,
  example,
  isJson: false,
});

const FLAG = { type: 'boolean' };

const columnNames = (resource: Resource): string[] => columnsOf(resource).map(([name]) => name);
const visibleRelations = (resource: Resource): string[] =>
  Object.entries(resource.relations).flatMap(([name, { hidden }]) => (hidden ? [] : [name]));

function ofReads(resource: Resource): Record<string, Parameter> {
  const names = columnNames(resource);
  const relations = visibleRelations(resource);
  const [relation] = relations;
  const trash = {
    withDeleted: plain('Includes rows in the trash. Needs the permission for the trash.', FLAG, true),
    onlyDeleted: plain('Only rows in the trash. Needs the permission for the trash.', FLAG, true),
  };
  return {
    select: json(
      'The fields to return. The id is always there.',
      { type: 'array', items: { type: 'string', enum: names } },
      ['id', names.at(-1)],
    ),
    ...(relation !== undefined && {
      relations: json(
        `The relations to load, at most ${LIMITS.relations} and two levels deep (\`tasks.project\`). \`true\`, or what to load of each: \`select\`, \`where\`, and \`joinType\` \`inner\`, which leaves out rows without a related one.`,
        refTo(`${typeName(resource)}Relations`),
        { [relation]: true },
      ),
    }),
    ...(resource.softDelete && trash),
  };
}

function ofLists(resource: Resource): Record<string, Parameter> {
  const { maxPerPage } = resource;
  const names = columnNames(resource);
  const take = { type: 'integer', minimum: 1, maximum: maxPerPage };
  const skip = { type: 'integer', minimum: 0, maximum: LIMITS.skip };
  return {
    where: json('The filter.', refTo(`${typeName(resource)}Filter`), exampleFilter(resource)),
    order: json(
      'Up to three keys, the first one first: a field, a `relation.field` of a loaded relation to one, or the alias of an aggregate. Nulls come last in ascending order. The id settles ties.',
      {
        type: 'object',
        additionalProperties: { enum: ['ASC', 'DESC'] },
        maxProperties: LIMITS.order,
        minProperties: 1,
      },
      { [names.includes('order') ? 'order' : 'createdAt']: 'DESC' },
    ),
    take: plain(`The size of the page; ${Math.min(LIMITS.page, maxPerPage)} unless given.`, take, 20),
    limit: plain('As `take`, and wins over it.', take, 20),
    skip: plain('The number of rows to leave out.', skip, 40),
    offset: plain('As `skip`, and wins over it.', skip, 40),
  };
}

function ofAggregates(resource: Resource): Record<string, Parameter> {
  const [relation] = visibleRelations(resource);
  if (relation === undefined) return {};
  return {
    aggregates: json(
      `Up to ${LIMITS.aggregates} numbers about the rows of a relation. Each item has them under their alias.`,
      { type: 'array', items: refTo('Aggregate'), maxItems: LIMITS.aggregates, minItems: 1 },
      [{ fn: 'count', field: `${relation}.id`, as: 'number' }],
    ),
    having: json(
      'A filter like `where`, on the aliases of `aggregates`.',
      { type: 'object', additionalProperties: true },
      { number: { $gte: 1 } },
    ),
  };
}

const CURSOR = plain(
  'Empty for the first page, then `next` of the page before. The reply then has `next` instead of `total`. Not with `skip` or `aggregates`.',
  { type: 'string' },
  '',
);
const GROUP_BY = (resource: Resource) =>
  plain(
    'Counts for each value of these fields. Repeat the parameter.',
    { type: 'array', items: { type: 'string', enum: columnNames(resource) }, maxItems: LIMITS.groupKeys },
    [columnNames(resource).at(-1)],
  );
const FILTER = (resource: Resource) =>
  json(
    'What to count: `where`, `relations` and the flags of the trash, as in a list.',
    refTo(`${typeName(resource)}CountFilter`),
    {
      where: exampleFilter(resource),
    },
  );
const IDS = (resource: Resource) =>
  plain(
    'The ids. Repeat the parameter. Ids that do not exist are ignored.',
    { type: 'array', items: { type: 'string' } },
    [exampleId(resource)],
  );

/** The parameters of the query of an action, by name. */
export function parametersOf(action: Action, resource: Resource): Record<string, Parameter> {
  const reads = ofReads(resource);
  switch (action) {
    case 'findMany':
      return { ...ofLists(resource), ...reads, ...ofAggregates(resource), cursor: CURSOR };
    case 'findAll':
      return { ...ofLists(resource), ...reads, ...ofAggregates(resource) };
    case 'findOne':
      return reads;
    case 'counts':
      return { filter: FILTER(resource), groupByKey: GROUP_BY(resource) };
    case 'deleteMany':
    case 'deleteFromTrashMany':
      return { ids: IDS(resource) };
    default:
      return {};
  }
}

/**
 * JSON as text. `content` of a parameter would say the same, but generators of clients then encode the value by brackets,
 * or take it for a text.
 */
const asText = (contentSchema: Json, example: unknown): Json => ({
  schema: { type: 'string', contentMediaType: 'application/json', contentSchema },
  example: JSON.stringify(example),
});

/** As parameters of a URL. */
export const queryOf = (parameters: Readonly<Record<string, Parameter>>): Json[] =>
  Object.entries(parameters).map(([name, { description, schema, example, isJson }]) => ({
    name,
    in: 'query',
    required: false,
    description,
    ...(isJson ? asText(schema, example) : { schema, example }),
  }));

/** As the members of a body, for a read that is sent by POST. */
export const bodyOf = (description: string, parameters: Readonly<Record<string, Parameter>>): Json => ({
  description,
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(parameters).map(([name, { description: meaning, schema }]) => [
      name,
      '$ref' in schema ? { description: meaning, $ref: schema.$ref } : { description: meaning, ...schema },
    ]),
  ),
  additionalProperties: false,
  examples: [
    Object.fromEntries(
      Object.entries(parameters)
        .slice(0, 2)
        .map(([name, { example }]) => [name, example]),
    ),
  ],
});

/** Relations to load, of each resource that has some. */
export function relationsSchema(resource: Resource, all: Registry): Json {
  const names = visibleRelations(resource);
  const loaded = names.map((name) => {
    const target = all[(resource.relations[name] as { to: string }).to] as Resource;
    const options = {
      description: `What to load of \`${name}\`.`,
      type: 'object',
      properties: {
        select: { description: 'The fields.', type: 'array', items: { type: 'string', enum: columnNames(target) } },
        where: { description: 'Which of them.', ...refTo(`${typeName(target)}Filter`) },
        joinType: { description: '`left` unless given.', enum: ['left', 'inner'] },
      },
      additionalProperties: false,
    };
    return [name, { description: `Loads \`${name}\`.`, anyOf: [{ const: true }, options] }] as const;
  });
  return {
    description: `The relations of a ${resource.singular} to load. A name with a dot is a relation of a relation.`,
    type: 'object',
    properties: Object.fromEntries(loaded),
    additionalProperties: true,
    maxProperties: LIMITS.relations,
    examples: [{ [names[0] as string]: true }],
  };
}

export function countFilterSchema(resource: Resource): Json {
  const { relations, withDeleted, onlyDeleted } = ofReads(resource);
  const { where } = ofLists(resource);
  const parts = Object.entries({ where, relations, withDeleted, onlyDeleted }).flatMap(([name, part]) =>
    part ? [[name, part] as const] : [],
  );
  return bodyOf(`Which ${resource.name} to count.`, Object.fromEntries(parts));
}

export const aggregateSchema: Json = {
  description: 'A number about the rows of a relation to many. Rows in the trash do not count.',
  type: 'object',
  properties: {
    fn: { description: 'The function. `sum` and `avg` need numbers.', enum: ['count', 'sum', 'avg', 'min', 'max'] },
    field: { description: 'The relation and its field, joined by a dot.', type: 'string' },
    as: {
      description: 'The alias: a name that the row does not have.',
      type: 'string',
      pattern: '^[A-Za-z_][A-Za-z0-9_]{0,62}$',
    },
    distinct: { description: 'Counts each value once.', type: 'boolean' },
    where: { description: 'Which rows of the relation.', type: 'object', additionalProperties: true },
  },
  required: ['fn', 'field', 'as'],
  additionalProperties: false,
  examples: [{ fn: 'count', field: 'tasks.id', as: 'number' }],
};

export const hasRelations = (resource: Resource): boolean => visibleRelations(resource).length > 0;
