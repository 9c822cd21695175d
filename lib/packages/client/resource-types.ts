// Types the methods of a resource in the client. A row has the columns, relations and aggregates that its query asks for.
import type {
  Aggregate,
  ColumnName,
  Columns,
  Deleted,
  Order,
  Relations,
  Sortable,
  Where,
} from '../../records/declare/query-types.ts';
import type { Registry, Resource } from '../../records/declare/resource.ts';
import type { AliasOrder, Having, Row, Strict } from '../../records/declare/result-types.ts';
import type { Create, CursorPage, Page, Update } from '../../records/declare/types.ts';

type None = Record<never, never>;

export type OneQuery<R extends Resource, All extends Registry, S extends ColumnName<R>, Rel> = {
  /** The columns to show, the id in any case. All visible ones if absent. */
  select?: readonly S[];
  relations?: Rel & Strict<NoInfer<Rel>, Relations<R, All>>;
} & Deleted<R>;

/** What rows to list, and in which order. */
export type RowsQuery<R extends Resource, All extends Registry, S extends ColumnName<R>, Rel> = OneQuery<
  R,
  All,
  S,
  Rel
> & {
  where?: Where<R, All>;
  order?: Order<R, All>;
  /** The rows of a page: 50 unless given. */
  take?: number;
};

/** Values are native; the client encodes them. */
export type ListQuery<R extends Resource, All extends Registry, S extends ColumnName<R>, Rel, A> = OneQuery<
  R,
  All,
  S,
  Rel
> & {
  where?: Where<R, All>;
  /** By columns, or by aliases of aggregates. The order of keys is their priority. */
  order?: Order<R, All> & AliasOrder<NoInfer<A>>;
  take?: number;
  skip?: number;
  aggregates?: readonly (A & Strict<NoInfer<A>, Aggregate<R, All>>)[];
  having?: Having<R, All, NoInfer<A>>;
};

export type CountsQuery<R extends Resource, All extends Registry, G> = {
  filter?: { where?: Where<R, All>; relations?: Relations<R, All> } & Deleted<R>;
  /** One or two columns. */
  groupByKey?: G | readonly G[];
};
type Groups<R extends Resource, G> = [G] extends [never]
  ? None
  : { data: ({ count: number } & Pick<Columns<R>, G & keyof Columns<R>>)[] };

/** Bodies may have `Date` where the field is a time. */
type Sent<R extends Resource, Body> = {
  [K in keyof Body]: K extends keyof R['fields']
    ? R['fields'][K] extends { kind: 'dateTime' }
      ? Body[K] | Date
      : Body[K]
    : Body[K];
};
export type NewRow<R extends Resource> = Sent<R, Create<R['fields']>>;
export type Patch<R extends Resource> = Sent<R, Update<R['fields']>>;
export type Done = { success: true; message: string };

type Reads<R extends Resource, All extends Registry> = {
  /** Lists a page, with the number of all rows that match. */
  findMany<
    const S extends ColumnName<R> = never,
    const Rel extends Relations<R, All> = None,
    const A extends Aggregate<R, All> = never,
  >(query?: ListQuery<R, All, S, Rel, A>): Promise<Page<Row<R, All, S, Rel, A>>>;
  /** Lists all rows, if they fit a page of the largest size, or the first `take`. */
  findAll<
    const S extends ColumnName<R> = never,
    const Rel extends Relations<R, All> = None,
    const A extends Aggregate<R, All> = never,
  >(query?: Omit<ListQuery<R, All, S, Rel, A>, 'skip'>): Promise<Row<R, All, S, Rel, A>[]>;
  /** Lists a page that begins at a cursor: none for the first page, then `next` of the page before. */
  findPage<const S extends ColumnName<R> = never, const Rel extends Relations<R, All> = None>(
    query?: RowsQuery<R, All, S, Rel> & { cursor?: string },
  ): Promise<CursorPage<Row<R, All, S, Rel>>>;
  /** Yields page after page. A row that exists throughout is seen once, although others come and go. */
  pages<const S extends ColumnName<R> = never, const Rel extends Relations<R, All> = None>(
    query?: RowsQuery<R, All, S, Rel>,
  ): AsyncGenerator<Row<R, All, S, Rel>[], void, void>;
  /** Yields every row, with as few requests as `take` allows. */
  rows<const S extends ColumnName<R> = never, const Rel extends Relations<R, All> = None>(
    query?: RowsQuery<R, All, S, Rel>,
  ): AsyncGenerator<Row<R, All, S, Rel>, void, void>;
  counts<const G extends Sortable<R> = never>(
    query?: CountsQuery<R, All, G>,
  ): Promise<{ total: number } & Groups<R, G>>;
  /** Throws CRUD_NOT_FOUND if there is no such row. */
  findOne<const S extends ColumnName<R> = never, const Rel extends Relations<R, All> = None>(
    id: string,
    query?: OneQuery<R, All, S, Rel>,
  ): Promise<Row<R, All, S, Rel>>;
};

type Writes<R extends Resource> = {
  /** With `idempotencyKey`, a repeated call with the same key and values returns the row of the first one. */
  create(values: NewRow<R>, options?: { idempotencyKey?: string }): Promise<Columns<R>>;
  /** All or none. The rows are in the order of `values`. */
  createMany(values: readonly NewRow<R>[]): Promise<Columns<R>[]>;
  /** With `ifVersion`, throws CRUD_CONFLICT if the row has another version by now. */
  update(id: string, patch: Patch<R>, options?: { ifVersion?: number }): Promise<Columns<R>>;
  /** All or none. Returns the rows that were updated; ids that do not exist are skipped. */
  updateMany(patches: readonly (Patch<R> & { id: string })[]): Promise<Columns<R>[]>;
  delete(id: string): Promise<Done>;
  deleteMany(ids: readonly string[]): Promise<Done>;
};

type Trash = {
  /** Deletes a row of the trash for good. */
  deleteFromTrash(id: string): Promise<Done>;
  deleteFromTrashMany(ids: readonly string[]): Promise<Done>;
  restore(id: string): Promise<Done>;
  restoreMany(ids: readonly string[]): Promise<Done>;
};
type Reordering = {
  /** Gives the rows the orders 0, 1, 2 and so on. Other rows keep theirs. */
  reorder(ids: readonly string[]): Promise<Done>;
};

/** The methods of one resource. */
export type ResourceClient<R extends Resource, All extends Registry> = Reads<R, All> &
  Writes<R> &
  (R['softDelete'] extends true ? Trash : unknown) &
  (R['reorder'] extends true ? Reordering : unknown);
