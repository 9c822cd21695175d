// Defines what the contract says about a field of a record, once: replies, bodies, step-up and the audit log follow. What
// people read about it is in `<record>.words.ts`, which no function loads.
import * as z from 'zod/mini';
import type { StepUp } from '../operation.ts';

export type Field = {
  /** Its shape in replies. Absent: no reply has it. */
  reply?: z.ZodMiniType;
  /** Its shape in bodies. */
  body?: z.ZodMiniType;
  /**
   * The bodies that take it, and whether a call that sends it there needs a recent login: `create: false` takes it without
   * one. Absent: the body does not take it.
   */
  create?: StepUp;
  update?: StepUp;
  /** The body that creates must have it. */
  isRequired?: true;
  /** It needs more than the operation: an owner, or an admin of the whole deployment. */
  needs?: 'own' | 'deployment';
  /**
   * Views and the audit log show it as it is stored, under its own name. `personal`: the audit log forgets it with the
   * person.
   */
  kept?: 'personal' | 'fact';
};
type Fields = Readonly<Record<string, Field>>;
type Verb = 'create' | 'update';

type ReplyShape<F extends Fields> = {
  [K in keyof F as F[K] extends { reply: z.ZodMiniType } ? K : never]: F[K] extends { reply: infer R } ? R : never;
};
type Taken<F extends Fields, V extends Verb> = { [K in keyof F]: F[K] extends Record<V, StepUp> ? K : never }[keyof F];
type BodyShape<F extends Fields, V extends Verb> = {
  [K in Taken<F, V>]: F[K] extends { body: infer B extends z.ZodMiniType }
    ? [V, F[K]] extends ['create', { isRequired: true }]
      ? B
      : z.ZodMiniOptional<B>
    : never;
};
type StepUps<F extends Fields, V extends Verb> = { [K in Taken<F, V>]: F[K] extends Record<V, infer S> ? S : never };
export type KeptName<F extends Fields> = {
  [K in keyof F & string]: F[K] extends { kept: string } ? K : never;
}[keyof F & string];

const chosen = (fields: Fields, of: (field: Field) => unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = of(field);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** Returns the shape of replies. */
export const replyOf = <const F extends Fields>(fields: F) => chosen(fields, ({ reply }) => reply) as ReplyShape<F>;

/** Returns the shape of a body, where fields may be left out that are not required. */
export const bodyOf = <const F extends Fields, V extends Verb>(fields: F, verb: V) =>
  chosen(fields, ({ body, isRequired, [verb]: takes }) => {
    if (takes === undefined) return undefined;
    return isRequired && verb === 'create' ? body : z.optional(body as z.ZodMiniType);
  }) as BodyShape<F, V>;

/** Returns for each field of a body whether it needs a recent login. */
export const stepUpOf = <const F extends Fields, V extends Verb>(fields: F, verb: V) =>
  chosen(fields, (field) => field[verb]) as StepUps<F, V>;

/** Returns the fields that are shown as they are stored -> what the audit log does with them. */
export const keptOf = <const F extends Fields>(fields: F) =>
  chosen(fields, ({ kept }) => kept) as { [K in KeptName<F>]: NonNullable<F[K]['kept']> };

/** Returns the fields that need more than the operation, under names that begin with `prefix`. */
export const needsOf = <const F extends Fields>(fields: F, prefix = '') =>
  Object.fromEntries(
    Object.entries(chosen(fields, ({ needs }) => needs)).map(([name, needs]) => [prefix + name, needs]),
  ) as Record<string, 'own' | 'deployment'>;

/** Returns the fields of a record that are shown as they are stored, from what `keptOf` returned. */
export const keptIn = <R extends object, K extends Readonly<Partial<Record<keyof R, unknown>>>>(record: R, kept: K) =>
  Object.fromEntries(Object.keys(kept).map((name) => [name, record[name as keyof R]])) as Pick<R, keyof K & keyof R>;
