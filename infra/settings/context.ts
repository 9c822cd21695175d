// Finds the settings in a context that may also hold keys of the host's own app.
import { UserError } from '../user-error.ts';
import { SETTINGS } from './sections.ts';
import { distance } from './spelling.ts';
import { VARIABLES } from './variables.ts';

/** Values as given, by the names of settings and variables. */
export type Given = Readonly<Record<string, unknown>>;

/** The object that holds the settings in an app with other keys, and the prefix of a single one: `-c gatehouse:sender=...` */
const OWN = 'gatehouse';
const PREFIX = `${OWN}:`;
const STAGES = 'stages';

/**
 * Returns the settings of each stage, and those of all. They are keys of the context itself, or of the object
 * `gatehouse`. With the object, all other keys belong to the host. Without it, keys that are almost ours are mistakes,
 * and any other one belongs to the host. Throws `UserError`.
 */
export function readContext(context: Given): { common: Given; stages: Readonly<Record<string, Given>> } {
  const single = Object.entries(context).flatMap(([key, value]) =>
    key.startsWith(PREFIX) ? [[key.slice(PREFIX.length), value] as const] : [],
  );
  const own = context[OWN];
  if (own === undefined) {
    for (const key of Object.keys(context)) requireNoMistake(key);
    const common = { ...pick(context), ...Object.fromEntries(single) };
    requireKnown(common);
    return { common, stages: {} };
  }
  const { [STAGES]: stages = {}, ...common } = { ...requireObject(OWN, own), ...Object.fromEntries(single) };
  requireKnown(common);
  const named = Object.entries(requireObject(STAGES, stages)).map(([stage, given]) => {
    const settings = requireObject(`the stage ${stage}`, given);
    requireKnown(settings);
    return [stage, { ...settings, ...Object.fromEntries(single) }] as const;
  });
  return { common, stages: Object.fromEntries(named) };
}

/** Returns the keys that look like settings, but are left to the host. */
export const foreignKeys = (context: Given): string[] =>
  Object.keys(context).filter((key) => isWord(key) && key !== OWN && (OWN in context || !isOurs(key)));

const isOurs = (key: string): boolean => Object.hasOwn(SETTINGS, key) || Object.hasOwn(VARIABLES, key);
/** The CDK's own keys contain a colon, a slash or a hyphen. */
const isWord = (key: string): boolean => /^\w+$/.test(key);

const pick = (context: Given): Given => Object.fromEntries(Object.entries(context).filter(([key]) => isOurs(key)));

function requireKnown(given: Given): void {
  for (const key of Object.keys(given)) if (!isOurs(key)) throw unknown(key);
}

/** Throws `UserError` for a key that is almost a setting: another case, a letter or two wrong, or only its beginning. */
function requireNoMistake(key: string): void {
  if (isOurs(key) || !isWord(key)) return;
  if (key.startsWith('GATEHOUSE_')) throw unknown(key);
  const lower = key.toLowerCase();
  const meant = Object.keys(SETTINGS).find((name) => isAlmost(lower, name.toLowerCase()));
  if (meant === undefined) return;
  throw new UserError(
    `${key} is not a setting. Did you mean ${meant}? If the key is your own app’s, put the settings into the object ${OWN}.`,
  );
}

function isAlmost(key: string, name: string): boolean {
  const [short = '', long = ''] = [key, name].sort((a, b) => a.length - b.length);
  if (short.length >= 4 && long.startsWith(short)) return true;
  return distance(key, name) <= (name.length < 7 ? 1 : 2);
}

const unknown = (key: string): UserError =>
  key.startsWith('GATEHOUSE_')
    ? new UserError(`${key} is not a setting of a deployment. These are: ${Object.keys(VARIABLES).join(', ')}`)
    : new UserError(`${key} is not a setting. These are: ${Object.keys(SETTINGS).join(', ')}`);

function requireObject(name: string, value: unknown): Given {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Given;
  throw new UserError(`${name} must be an object of settings, not ${JSON.stringify(value)}`);
}
