// Types what the documents say about shapes and operations. A missing name does not compile; a stale one
// does not compile either, or stops the generator if it came by a spread.
// Each group describes itself in a function at the end of its file. Lambda functions never call it, so bundles omit it.
// Constants beside it must be literals: a bundle keeps a property access or a call.
import type * as z from 'zod/mini';
import type { ParamNames } from './operation.ts';

/** A shape with its name in openapi.json. */
export type NamedShape = {
  schema: z.ZodMiniType;
  name: string;
  description: string;
  fields: Readonly<Record<string, string>>;
  /** Field values. A required field that is absent has the value that documents/examples.ts gives for its name. */
  example: Readonly<Record<string, unknown>>;
};

type Fields<S extends z.ZodMiniObject> = { [Field in keyof S['shape']]: string };

/** Names an object and describes each of its fields. */
export const named = <S extends z.ZodMiniObject>(
  schema: S,
  name: string,
  description: string,
  fields: Fields<S>,
  example: Partial<z.input<S>> = {},
): NamedShape => ({ schema, name, description, fields, example });

/** What documents say about a field: in replies, and in bodies if that is more. `example`: its value in examples. */
export type Word = { says: string; sends?: string; example?: unknown };
export type Words<Name extends string = string> = Readonly<Record<Name, Word>>;

/** Returns what the words say about each field of an object, in replies or in bodies. */
export const said = <S extends z.ZodMiniObject>(
  schema: S,
  words: Words<keyof S['shape'] & string>,
  place: 'says' | 'sends' = 'says',
): Fields<S> =>
  Object.fromEntries(
    Object.keys(schema.shape).map((field) => {
      const word: Word | undefined = words[field as keyof S['shape'] & string];
      if (!word) throw new Error(`documents: ${field} has no sentence in lib/contract/fields`);
      return [field, word[place] ?? word.says];
    }),
  ) as Fields<S>;

/** Returns the examples of the fields that have one. */
export const examplesOf = <const W extends Words>(words: W) =>
  Object.fromEntries(
    Object.entries(words).flatMap(([name, word]) => ('example' in word ? [[name, word.example]] : [])),
  ) as {
    [K in keyof W as W[K] extends { example: unknown } ? K : never]: W[K] extends { example: infer V } ? V : never;
  };

/** Names a shape that is not an object. */
export const namedValue = (schema: z.ZodMiniType, name: string, description: string): NamedShape => ({
  schema,
  name,
  description,
  fields: {},
  example: {},
});

/** The texts of an operation beyond its summary. */
export type OperationDocs = {
  description?: string;
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
};

export type GroupDocs = {
  description: string;
  operations: Readonly<Record<string, OperationDocs>>;
  shapes: readonly NamedShape[];
};

type Described<R extends string, O> = { description: string } & ([ParamNames<R>] extends [never]
  ? unknown
  : { path: Record<ParamNames<R>, string> }) &
  (O extends { query: infer Q extends z.ZodMiniObject } ? { query: Fields<Q> } : unknown);

type Operations<G> = { [R in keyof G & string]: Described<R, G[R]> };

/** Documents a group: each operation with its path and query parameters, and the named shapes. */
export const documented = <G>(
  _group: G,
  docs: { description: string; operations: Operations<G>; shapes: readonly NamedShape[] },
): GroupDocs => docs as GroupDocs;

/** Ids that examples use. */
export const TENANT = 'ten_Q2xvdWR5IG1vcm5pbmcgYW';
export const USER = 'usr_Q2xvdWR5IG1vcm5pbmcgYW3fG6jK9mP2sV5yB8eH1nQ4';
export const SESSION = 'ses_Q2xvdWR5IG1vcm5pbmcgYW2eH5kN8qT1wZ4cF7iL0oR30';
export const ROLE = 'rol_Q2xvdWR5IG1vcm5pbmcgYW6bE9hK2nQ5tW8zC1fI4lO7';
/** Descriptions of fields that mean the same in every shape. */
export const METADATA = 'Free-form JSON, at most 8 KB and 8 levels deep.';
export const TIMES = { createdAt: 'When it was created.', updatedAt: 'When it last changed.' };
export const TENANT_ID = 'The tenant. Required: a missing or empty value is TENANT_ID_REQUIRED.';
export const EMAIL = 'An email address, at most 254 characters. It is compared without regard to case.';
export const EMAIL_CODE = 'The twenty digits that the admin got by email. Needed after EMAIL_CODE_REQUIRED alone.';
export const PHONE = 'A phone number in international form, such as +4915112345678.';
export const NEW_PASSWORD = 'At least as many characters as the tenant requires (8 or more), at most 128.';
