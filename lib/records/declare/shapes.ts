// Derives the schemas of bodies, parameters and replies from the declaration of a resource.
import * as z from 'zod/mini';
import { dateTime } from '../../contract/shapes.ts';
import type { Action } from './actions.ts';
import { type Field, writesOf } from './fields.ts';
import type { Registry, Relation, Resource } from './resource.ts';

type Shape = Record<string, z.ZodMiniType>;

const orNull = ({ schema, options }: Field): z.ZodMiniType => (options.optional ? z.nullable(schema) : schema);

/** Whether a new row may omit the field. */
export const isOmissible = (field: Field): boolean => field.default !== undefined || field.options.optional === true;

/** The most characters of an id in a body. Ids are shorter; any text is a possible id that does not exist. */
const id = z.string().check(z.minLength(1), z.maxLength(128));

const fieldsOf = (resource: Resource, isIncluded: (field: Field) => boolean): [string, Field][] =>
  Object.entries(resource.fields).filter(([, field]) => isIncluded(field));

/** The body of create: what clients may set, and nothing else. */
export function createBody(resource: Resource) {
  const fields = fieldsOf(resource, (field) => writesOf(field) !== 'never');
  return z.strictObject(
    Object.fromEntries(
      fields.map(([name, field]) => [name, isOmissible(field) ? z.optional(orNull(field)) : orNull(field)]),
    ) as Shape,
  );
}

const changes = (resource: Resource): Shape =>
  Object.fromEntries(
    fieldsOf(resource, (field) => writesOf(field) === 'always').map(([name, field]) => [
      name,
      z.optional(orNull(field)),
    ]),
  );

/** The body of update: any part of what clients may change. */
export const updateBody = (resource: Resource) => z.strictObject(changes(resource));

const distinct = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;
const DISTINCT = { error: 'must be distinct' };

/** The body of an action on several rows. How many one transaction holds is checked when it runs. */
export const idsBody = z.strictObject({ ids: z.array(id).check(z.minLength(1), z.refine(distinct, DISTINCT)) });
export const createManyBody = (resource: Resource) =>
  z.strictObject({ bulk: z.array(createBody(resource)).check(z.minLength(1)) });
export const updateManyBody = (resource: Resource) =>
  z.strictObject({
    bulk: z.array(z.strictObject({ id, ...changes(resource) })).check(
      z.minLength(1),
      z.refine((entries) => distinct(entries.map((entry) => entry.id)), { error: 'the ids must be distinct' }),
    ),
  });

/** All fields, for values that hooks may have set. Every field of `partial` may be absent. */
export function allFields(resource: Resource, partial: boolean) {
  const fields = fieldsOf(resource, () => true);
  return z.strictObject(
    Object.fromEntries(
      fields.map(([name, field]) => [name, partial || isOmissible(field) ? z.optional(orNull(field)) : orNull(field)]),
    ) as Shape,
  );
}

const VALUES: Readonly<Record<Field['kind'], z.ZodMiniType>> = {
  text: z.string(),
  integer: z.number(),
  number: z.number(),
  boolean: z.boolean(),
  dateTime,
  choice: z.string(),
  texts: z.array(z.string()),
  reference: z.string(),
};

/**
 * What every reply may show of a row: no hidden field. Bounds are left out and every field may be `null`, so that a row
 * that was stored under an earlier declaration can be read.
 */
function columns(resource: Resource): Shape {
  const visible = fieldsOf(resource, ({ options }) => !options.hidden);
  return {
    id: z.string(),
    ...Object.fromEntries(visible.map(([name, { kind }]) => [name, z.nullable(VALUES[kind])])),
    createdAt: dateTime,
    updatedAt: dateTime,
    version: z.int(),
    ...(resource.softDelete ? { deletedAt: z.nullable(dateTime) } : {}),
    ...(resource.reorder ? { order: z.number() } : {}),
  };
}

/** A whole row, as writes reply. */
export const row = (resource: Resource) => z.object(columns(resource));

/** The deepest relations (rules of the query). */
const LEVELS = 2;

/**
 * A row as reads reply: perhaps with fewer columns, with relations, and with aggregates under names of the caller's, which
 * are no names of the resource.
 */
export function selectedRow(
  resource: Resource,
  all: Registry,
  withAggregates: boolean,
  levels = LEVELS,
): z.ZodMiniType {
  const { id, ...rest } = columns(resource);
  const optional = Object.fromEntries(Object.entries(rest).map(([name, schema]) => [name, z.optional(schema)]));
  const visible = Object.entries(resource.relations).filter(([, { hidden }]) => !hidden && levels > 0);
  const relations = visible.map(([name, relation]) => [name, z.optional(related(relation, all, levels - 1))]);
  const shape = { id, ...optional, ...Object.fromEntries(relations) } as Shape;
  const object = z.object(shape);
  return withAggregates ? z.catchall(object, z.nullable(z.union([z.string(), z.number(), z.boolean()]))) : object;
}

function related({ kind, to }: Relation, all: Registry, levels: number): z.ZodMiniType {
  const target = selectedRow(all[to] as Resource, all, false, levels);
  return kind === 'one' ? z.nullable(target) : z.array(target);
}

const list = (resource: Resource, all: Registry) =>
  z.object({
    items: z.array(selectedRow(resource, all, true)),
    total: z.optional(z.int()),
    next: z.optional(z.nullable(z.string())),
  });
const counts = z.object({
  total: z.int(),
  data: z.optional(z.array(z.catchall(z.object({ count: z.int() }), z.unknown()))),
});
/** What an action on rows replies that shows none. */
const done = z.object({ success: z.boolean(), message: z.string() });

/** Returns the schema of the action's reply. */
export function replyOf(resource: Resource, all: Registry, action: Action): z.ZodMiniType {
  switch (action) {
    case 'findMany':
      return list(resource, all);
    case 'findAll':
      return z.array(selectedRow(resource, all, true));
    case 'findOne':
      return selectedRow(resource, all, false);
    case 'counts':
      return counts;
    case 'create':
    case 'update':
      return row(resource);
    case 'createMany':
    case 'updateMany':
      return z.array(row(resource));
    default:
      return done;
  }
}

const parameter = z.optional(z.string());
const flags = (resource: Resource): Shape =>
  resource.softDelete ? { withDeleted: parameter, onlyDeleted: parameter } : {};
const LIST = { where: parameter, order: parameter, select: parameter };
const PAGING = { take: parameter, limit: parameter, skip: parameter, offset: parameter };
const hasRelations = ({ relations }: Resource): boolean => Object.values(relations).some(({ hidden }) => !hidden);
const loading = (resource: Resource): Shape => (hasRelations(resource) ? { relations: parameter } : {});
const aggregating = (resource: Resource): Shape =>
  hasRelations(resource) ? { aggregates: parameter, having: parameter } : {};

const lists = (resource: Resource): Shape => ({
  ...LIST,
  ...loading(resource),
  ...PAGING,
  ...aggregating(resource),
  ...flags(resource),
});

/** Returns the names of the action's parameters, for documents. The parser of queries validates them. */
export function parametersOf(resource: Resource, action: Action): z.ZodMiniObject | undefined {
  switch (action) {
    case 'findMany':
      return z.object({ ...lists(resource), cursor: parameter });
    case 'findAll':
      return z.object(lists(resource));
    case 'findOne':
      return z.object({ select: parameter, ...loading(resource), ...flags(resource) });
    case 'counts':
      return z.object({ filter: parameter, groupByKey: parameter });
    case 'deleteMany':
    case 'deleteFromTrashMany':
      return z.object({ ids: parameter });
    default:
      return undefined;
  }
}
