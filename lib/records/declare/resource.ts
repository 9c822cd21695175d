// Declares a resource: its fields, indexes, relations, rights and hooks. Routes, validation, events, the OpenAPI document
// and the typed client follow from the declaration.
import { type Action, type Messages, type Right, ROUTES } from './actions.ts';
import type { Field, FieldOptions } from './fields.ts';
import type { Hooks } from './hooks.ts';
import type { Create, FieldMap, ReadRow, Scope } from './types.ts';

/** To one: the row that a reference of this resource leads to. To many: the rows whose reference leads to this one. */
export type Relation =
  | { kind: 'one'; to: string; field: string; hidden?: true }
  | { kind: 'many'; to: string; field: string; hidden?: true };

type IndexFields<F, Ordered> = readonly ((keyof F & string) | (Ordered extends true ? 'order' : never))[];

export type Options<
  F extends FieldMap,
  Rel extends Readonly<Record<string, Relation>>,
  Trash extends boolean,
  Ordered extends boolean,
> = {
  /** Plural, in lower case with hyphens. It is the path, the collection in the table and the name in the client. */
  name: string;
  /** One row, in errors: `project`. */
  singular: string;
  /** The first three letters of every id. */
  prefix: string;
  /** For the OpenAPI document. */
  description: string;
  fields: F;
  /**
   * Each is a list of fields. It serves filters on its first fields for equality, then one range, and an order by the
   * fields that follow. Without one a query reads the whole collection, up to the budget (../store/budget.ts). With
   * `reorder`, a field may be `order`: then one request reorders 33 rows instead of 99, as each entry moves.
   * `{ building: [...] }`: an index for a resource that has rows. Every change writes it, and no query reads it, until
   * `npm run resync` has made the entries of all rows and the declaration drops `building`.
   */
  indexes?: readonly (IndexFields<F, Ordered> | { building: IndexFields<F, Ordered> })[];
  relations?: Rel;
  /** Deleted rows go to a trash, from which they can be restored. */
  softDelete?: Trash;
  /** Rows have `order`, an integer that clients set by PUT /reorder. */
  reorder?: Ordered;
  /** The most rows of a page; 200 unless given, at most 500. */
  maxPerPage?: number;
  /** Routes that do not exist. All others do. */
  routes?: Partial<Record<Action, boolean>>;
  /** The permission for each right; `<name>.<right>` unless given. `null`: every user of the tenant has the right. */
  permissions?: Partial<Record<Right, string | null>>;
  messages?: Messages;
  hooks?: Hooks<ReadRow<F, Trash, Ordered>, Partial<Create<F>> & Record<string, unknown>, Scope>;
};

export type Resource<
  Name extends string = string,
  F extends FieldMap = FieldMap,
  Rel extends Readonly<Record<string, Relation>> = Readonly<Record<string, Relation>>,
  Trash extends boolean = boolean,
  Ordered extends boolean = boolean,
> = Readonly<{
  name: Name;
  singular: string;
  prefix: string;
  description: string;
  fields: F;
  /** Those that queries read. */
  indexes: readonly (readonly string[])[];
  /** Those that changes write, and no query reads. */
  building: readonly (readonly string[])[];
  relations: Rel;
  softDelete: Trash;
  reorder: Ordered;
  maxPerPage: number;
  routes: readonly Action[];
  permissions: Readonly<Record<Right, string | null>>;
  messages: Messages;
  // Hooks are typed where they are declared. The component calls them with rows of any resource.
  hooks: Hooks<never, never, Scope>;
}>;

/** The resources of a deployment, by name. */
export type Registry = Readonly<Record<string, Resource>>;

/** OWASP ASVS 15.2.2 asks for bounds. 200 rows of a few hundred bytes are far below the 6 MB of a Lambda response. */
const PAGE = 200;
const LARGEST_PAGE = 500;

/** The paths of the service itself, and of its pages. */
const RESERVED = ['auth', 'login', 'account', 'console', 'assets', 'signup', 'logout', 'oauth', 'health'];
/** Attributes of every row, and members of an object that a field must not hide. */
export const SYSTEM_FIELDS = ['id', 'createdAt', 'updatedAt', 'deletedAt', 'version', 'order'] as const;
export type SystemField = (typeof SYSTEM_FIELDS)[number];

/** Each index costs two write units a change; a transaction has room for 100 writes (quotas of TransactWriteItems). */
const MOST_INDEXES = 5;

/**
 * Declares a resource. Throws at start-up if the declaration contradicts itself: an index on a field that does not exist,
 * a reserved name, a text too long for an index.
 */
export function resource<
  const Name extends string,
  const F extends FieldMap,
  const Rel extends Readonly<Record<string, Relation>> = Record<never, never>,
  const Trash extends boolean = false,
  const Ordered extends boolean = false,
>(options: Options<F, Rel, Trash, Ordered> & { name: Name }): Resource<Name, F, Rel, Trash, Ordered> {
  const { name, singular, prefix, description, fields, indexes = [], routes = {}, permissions = {} } = options;
  const right = (each: Right): string | null =>
    permissions[each] === undefined ? `${name}.${each}` : permissions[each];
  const has = (action: Action): boolean => {
    const { needs } = ROUTES[action];
    return routes[action] !== false && (needs === undefined || options[needs] === true);
  };
  const made = {
    name,
    singular,
    prefix,
    description,
    fields,
    indexes: indexes.flatMap((index) => ('building' in index ? [] : [index])),
    building: indexes.flatMap((index) => ('building' in index ? [index.building] : [])),
    relations: options.relations ?? ({} as Rel),
    softDelete: options.softDelete ?? (false as Trash),
    reorder: options.reorder ?? (false as Ordered),
    maxPerPage: options.maxPerPage ?? PAGE,
    routes: (Object.keys(ROUTES) as Action[]).filter(has),
    permissions: {
      read: right('read'),
      create: right('create'),
      update: right('update'),
      delete: right('delete'),
      trash: right('trash'),
    },
    messages: options.messages ?? {},
    hooks: (options.hooks ?? {}) as Hooks<never, never, Scope>,
  };
  requireSound(made);
  return made;
}

/** To one: the row that this resource's reference `field` leads to. */
export const belongsTo = <const To extends string, const Field extends string>(to: To, field: Field) =>
  ({ kind: 'one', to, field }) as const;
/** To many: the rows of `to` whose reference `field` leads to this resource. `to` needs an index that begins with it. */
export const hasMany = <const To extends string, const Field extends string>(to: To, field: Field) =>
  ({ kind: 'many', to, field }) as const;

function requireSound({
  name,
  prefix,
  fields,
  indexes: built,
  building,
  relations,
  reorder,
  maxPerPage,
}: Resource): void {
  const indexes = [...built, ...building];
  const refuse = (why: string): never => {
    throw new Error(`resource ${name}: ${why}`);
  };
  if (!/^[a-z][a-z0-9-]{1,40}$/.test(name) || RESERVED.includes(name)) refuse('this name is not available');
  if (!/^[a-z]{3}$/.test(prefix)) refuse('a prefix has three letters');
  if (maxPerPage < 1 || maxPerPage > LARGEST_PAGE) refuse(`maxPerPage is 1 to ${LARGEST_PAGE}`);
  if (indexes.length > MOST_INDEXES) refuse(`there are more than ${MOST_INDEXES} indexes`);
  for (const field of [...Object.keys(fields), ...Object.keys(relations)]) {
    if (!/^[a-z][A-Za-z0-9]{0,62}$/.test(field) || field in Object.prototype)
      refuse(`${field} is not a name of a field`);
    if ((SYSTEM_FIELDS as readonly string[]).includes(field)) refuse(`every row has ${field} by itself`);
    if (field in fields && field in relations) refuse(`${field} is both a field and a relation`);
  }
  if (new Set(indexes.map((index) => index.join())).size < indexes.length) refuse('an index is declared twice');
  for (const index of indexes) {
    if (!index.length || index.length > 4) refuse('an index has one to four fields');
    const size = index
      .filter((field) => !(field === 'order' && reorder))
      .reduce((sum, field) => sum + indexedBytes(fields[field] ?? refuse(`no field ${field}`)), 0);
    if (size > MOST_INDEXED_BYTES) refuse(`the texts of the index ${index.join(', ')} are too long`);
  }
  for (const { kind, field } of Object.values(relations)) {
    if (kind === 'one' && fields[field]?.kind !== 'reference') refuse(`${field} is not a reference`);
  }
}

/** A sort key has at most 1024 bytes (DynamoDB quotas); the rest is for the id and separators. */
const MOST_INDEXED_BYTES = 900;

function indexedBytes({ kind, max = 0, choices = [] }: Field<unknown, FieldOptions>): number {
  if (kind === 'texts') throw new Error('a list of texts cannot be indexed');
  if (kind === 'text') return 4 * max;
  return Math.max(64, ...choices.map((each) => 4 * each.length));
}
