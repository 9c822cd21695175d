// Finds the fields of a body that its operation does not declare. Most operations refuse them; those of users that the
// specification has ignore them, and say so (docs/decisions/0070-what-a-body-may-hold.md).
import type * as z from 'zod/mini';

type Path = readonly (string | number)[];
/** What each kind of schema says about the value inside it. A schema of any other kind has no fields. */
type Definition = {
  type: string;
  shape?: Readonly<Record<string, z.ZodMiniType>>;
  innerType?: z.ZodMiniType;
  element?: z.ZodMiniType;
  valueType?: z.ZodMiniType;
};

/** Returns the path of each undeclared field, in the order in which they were sent. Free-form fields declare all. */
export function unknownFields(schema: z.ZodMiniType, value: unknown, path: Path = []): Path[] {
  const { shape, innerType, element, valueType } = schema._zod.def as unknown as Definition;
  if (innerType) return unknownFields(innerType, value, path);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]): Path[] => {
    const here = [...path, Array.isArray(value) ? Number(name) : name];
    if (shape && !Array.isArray(value) && !Object.hasOwn(shape, name)) return [here];
    const inner = Array.isArray(value) ? element : (shape?.[name] ?? valueType);
    return inner ? unknownFields(inner, each, here) : [];
  });
}

/** A name that a person gave to a field. Other text than a name is not repeated. */
export const isNameable = (key: string): boolean => /^\w{1,64}$/.test(key);

/** Returns the path as messages name it: `settings.mfa.polcy`. */
export const named = (path: Path): string => path.map((key) => (isNameable(String(key)) ? key : 'a field')).join('.');

/** The header that names the fields of the body that were ignored. */
export const IGNORED_HEADER = 'x-ignored-fields';

/** Names in the header. More of them say nothing more, and proxies bound the length of headers. */
const MOST = 10;

/** Returns the value of the header: paths in percent encoding, separated by commas. The last one is `...` if there are more. */
export function ignoredList(paths: readonly Path[]): string {
  // Half of a character, which the cut may leave, has no encoding.
  const shown = paths.slice(0, MOST).map((path) => encodeURIComponent(path.join('.').slice(0, 64).toWellFormed()));
  return [...shown, ...(paths.length > MOST ? ['...'] : [])].join(', ');
}
