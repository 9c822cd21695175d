// Derives the types of rows and bodies from the declaration of a resource, for hooks and the typed client.
import type { Field } from './fields.ts';

export type FieldMap = Readonly<Record<string, Field>>;

type OptionsOf<F> = F extends Field<never, infer O> ? O : F extends Field<infer _, infer O> ? O : never;
export type ValueOf<F> = F extends { schema: { _zod: { output: infer V } } } ? V : never;
type Is<F, Option extends string> = OptionsOf<F> extends Record<Option, true> ? true : false;
type OrNull<F> = Is<F, 'optional'> extends true ? ValueOf<F> | null : ValueOf<F>;

export type VisibleKeys<F> = { [K in keyof F & string]: Is<F[K], 'hidden'> extends true ? never : K }[keyof F & string];
type WritesOf<F> = OptionsOf<F> extends { writes: infer W } ? W : Is<F, 'hidden'> extends true ? 'never' : 'always';
type WritableKeys<F, When> = {
  [K in keyof F & string]: WritesOf<F[K]> extends When ? K : never;
}[keyof F & string];
type HasDefault<F> =
  OptionsOf<F> extends { default: unknown } ? true : F extends Field<string[]> ? true : Is<F, 'optional'>;

/** Shows an intersection as one object. */
export type Flat<T> = { [K in keyof T]: T[K] } & unknown;

/** What every row has. Times are ISO 8601 in UTC. */
export type SystemRow<Trash extends boolean, Ordered extends boolean = boolean> = {
  id: string;
  createdAt: string;
  updatedAt: string;
  /** Raised by every change. */
  version: number;
} & (Trash extends true ? { deletedAt: string | null } : unknown) &
  (Ordered extends true ? { order: number } : unknown);

/** A row as replies show it: without hidden fields. */
export type ReadRow<F, Trash extends boolean = boolean, Ordered extends boolean = boolean> = Flat<
  SystemRow<Trash, Ordered> & { [K in VisibleKeys<F>]: OrNull<F[K]> }
>;
/** The body of create. */
export type Create<F> = Flat<
  {
    [K in WritableKeys<F, 'always' | 'create'> as HasDefault<F[K]> extends true ? never : K]: OrNull<F[K]>;
  } & {
    [K in WritableKeys<F, 'always' | 'create'> as HasDefault<F[K]> extends true ? K : never]?: OrNull<F[K]>;
  }
>;
/** The body of update. */
export type Update<F> = { [K in WritableKeys<F, 'always'>]?: OrNull<F[K]> };

/** A filter as a hook returns it: of any resource, checked when it is used. */
export type Scope = Readonly<Record<string, unknown>>;

/** `total`: the rows that match, on all pages. */
export type Page<Row> = { items: Row[]; total: number };
/** `next` is `null` on the last page. */
export type CursorPage<Row> = { items: Row[]; next: string | null };
