// Declares the fields of a resource: one function for each type of value, with what the field accepts and who sees it.
import * as z from 'zod/mini';
import { dateTime as isoDateTime } from '../../contract/shapes.ts';

export type FieldKind = 'text' | 'integer' | 'number' | 'boolean' | 'dateTime' | 'choice' | 'texts' | 'reference';

/** What every field may say about itself. */
export type FieldOptions = {
  /** For the OpenAPI document. */
  description: string;
  /** The value may be `null`, and is unless a row has one. */
  optional?: true;
  /** Never leaves the service, and cannot be named in a query. Clients write it only if `writes` says so. */
  hidden?: true;
  /**
   * No two rows of a tenant have the same value, those in the trash included. `null` is no value. `'building'`: for a
   * resource that has rows, until `npm run resync` has claimed their values. New values are claimed, and refused if they
   * are taken; old ones may still be equal, and no query relies on claims.
   */
  unique?: true | 'building';
  /**
   * When clients may set it: `always` (the default), in `create` only, or `never` (the default of a hidden field). Hooks
   * may set every field.
   */
  writes?: 'always' | 'create' | 'never';
};

/** A field. `Value` is its type in a row that has one. */
export type Field<Value = unknown, O extends FieldOptions = FieldOptions> = {
  kind: FieldKind;
  options: Readonly<O>;
  /** Validates a value that a client sent. It coerces nothing. */
  schema: z.ZodMiniType<Value>;
  /** The value of a new row that does not name the field. */
  default?: Value;
  /** The most characters of a text, or of each text of a list. */
  max?: number;
  /** The values of a choice. */
  choices?: readonly string[];
  /** The resource that a reference leads to. */
  to?: string;
};

type Default<Value> = { default?: Value };

/** JSON strings may have 4096 characters (lib/http/json.ts). */
const LONGEST_TEXT = 4096;
/** A list of texts is for tags: short, and few enough to be searched in memory. */
const MOST_TEXTS = 50;

/** Text of at most `max` characters. It may be empty unless `min` says otherwise. */
export function text<const O extends FieldOptions & Default<string> & { max: number; min?: number }>(
  options: O,
): Field<string, O> {
  const { min = 0, max } = options;
  if (max < 1 || max > LONGEST_TEXT) throw new Error(`a text has at most 1 to ${LONGEST_TEXT} characters, not ${max}`);
  const schema = z.string().check(z.minLength(min), z.maxLength(max));
  return { kind: 'text', options, schema, default: options.default, max };
}

/** A whole number between -(2^53 - 1) and 2^53 - 1, or closer bounds. */
export function integer<const O extends FieldOptions & Default<number> & Bounds>(options: O): Field<number, O> {
  return { kind: 'integer', options, schema: z.int().check(...bounds(options)), default: options.default };
}

/** A number with the precision of JavaScript. */
export function number<const O extends FieldOptions & Default<number> & Bounds>(options: O): Field<number, O> {
  return { kind: 'number', options, schema: z.number().check(...bounds(options)), default: options.default };
}

type Bounds = { min?: number; max?: number };
const bounds = ({ min, max }: Bounds) => [
  ...(min === undefined ? [] : [z.gte(min)]),
  ...(max === undefined ? [] : [z.lte(max)]),
];

export function boolean<const O extends FieldOptions & Default<boolean>>(options: O): Field<boolean, O> {
  return { kind: 'boolean', options, schema: z.boolean(), default: options.default };
}

/** A time as ISO 8601 in UTC. It is stored with milliseconds, so that the order of texts is the order of times. */
export function dateTime<const O extends FieldOptions & Default<string>>(
  options: O,
): Field<string, O> & { kind: 'dateTime' } {
  return { kind: 'dateTime', options, schema: isoDateTime, default: options.default };
}

/** One of a few texts. */
export function choice<
  const C extends readonly [string, ...string[]],
  const O extends FieldOptions & Default<C[number]>,
>(choices: C, options: O): Field<C[number], O> {
  const schema = z.enum(choices) as unknown as z.ZodMiniType<C[number]>;
  return { kind: 'choice', options, schema, default: options.default, choices };
}

/** A list of at most 50 texts of at most `max` characters, such as tags. */
export function texts<const O extends FieldOptions & { max: number }>(options: O): Field<string[], O> {
  const schema = z.array(z.string().check(z.minLength(1), z.maxLength(options.max))).check(z.maxLength(MOST_TEXTS));
  return { kind: 'texts', options, schema, default: [], max: options.max };
}

/** The id of a row of another resource of the same tenant. A write checks that the row exists and is not in the trash. */
export function reference<const To extends string, const O extends FieldOptions>(to: To, options: O): Field<string, O> {
  return { kind: 'reference', options, schema: z.string().check(z.maxLength(128)), to };
}

/** When clients may set the field. */
export const writesOf = ({ options: { writes, hidden } }: Field): 'always' | 'create' | 'never' =>
  writes ?? (hidden ? 'never' : 'always');
