// Defines what the contract says about a field of a record, once: replies, bodies, step-up and the audit log follow. What
// people read about it is in `<record>.words.ts`, which no function loads.
import * as z from 'zod/mini';

export type Field = {
  /** Its shape in replies. Absent: no reply has it. */
  reply?: z.ZodMiniType;
  /** Its shape in bodies. */
  body?: z.ZodMiniType;
  /**
   * The bodies that take it, and whether a call that sends it there needs a recent login: `create: false` takes it without
   * one. Absent: the body does not take it.
   */
  create?: boolean;
  update?: boolean;
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
type Taken<F extends Fields, V extends Verb> = { [K in keyof F]: F[K] extends Record<V, boolean> ? K : never }[keyof F];
type BodyShape<F extends Fields, V extends Verb> = {
  [K in Taken<F, V>]: F[K] extends { body: infer B extends z.ZodMiniType } ? z.ZodMiniOptional<B> : never;
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

/** Returns the shape of a body, where each field may be left out. */
export const bodyOf = <const F extends Fields, V extends Verb>(fields: F, verb: V) =>
  chosen(fields, (field) =>
    field[verb] === undefined ? undefined : z.optional(field.body as z.ZodMiniType),
  ) as BodyShape<F, V>;

/** Returns for each field of a body whether it needs a recent login. */
export const stepUpOf = <const F extends Fields, V extends Verb>(fields: F, verb: V) =>
  chosen(fields, (field) => field[verb]) as StepUps<F, V>;

/** Returns the fields that are shown as they are stored -> what the audit log does with them. */
export const keptOf = <const F extends Fields>(fields: F) =>
  chosen(fields, ({ kept }) => kept) as { [K in KeptName<F>]: NonNullable<F[K]['kept']> };
