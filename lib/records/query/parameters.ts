// Reads the parameters of a request as values. Texts are JSON, scanned as bodies are; values of bodies get the same scan.
import { fail } from '../../contract/errors.ts';
import { type Rule, scanJson, scanValue } from '../../platform/json-scan.ts';
import { JSON_BOUNDS, LIMITS } from './limits.ts';
import { noSuchField, tooComplex, wrongInput, wrongOperand } from './refuse.ts';

/** Parameters as they arrive: texts and lists of texts of a URL, nested by brackets, or the native values of a body. */
export type Raw = Readonly<Record<string, unknown>>;

/**
 * Checks everything that holds for all parameters: their size, depth and keys. Throws for a parameter that is not in
 * `known`: an unusable parameter never widens a result. `prefix` is part of the names in errors.
 */
export function requireParameters(raw: Raw, known: readonly string[], prefix = ''): void {
  if (!Object.keys(raw).every((name) => known.includes(name))) {
    wrongInput(
      prefix ? prefix.slice(0, -1) : 'the parameters',
      `there is an unknown one. Known here: ${known.join(', ')}`,
    );
  }
  let bytes = 0;
  for (const [name, value] of Object.entries(raw)) {
    bytes += scanValue(value, JSON_BOUNDS, refusing(prefix + name));
    if (bytes > LIMITS.bytes) tooComplex(prefix + name, `all parameters together have at most ${LIMITS.bytes} bytes`);
  }
}

export const ownValue = (raw: Raw, name: string): unknown => (Object.hasOwn(raw, name) ? raw[name] : undefined);

/** Returns a parameter as a value, or `undefined` if it is absent. Texts are parsed as JSON. */
export function valueOfParameter(raw: Raw, name: string, prefix = ''): unknown {
  const value = ownValue(raw, name);
  return typeof value === 'string' ? parseJson(value, prefix + name) : value;
}

function parseJson(text: string, place: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    fail('CRUD_INVALID_JSON', { message: `${place}: this is not valid JSON.` });
  }
  scanJson(text, JSON_BOUNDS, refusing(place));
  return value;
}

function refusing(place: string): (rule: Rule, reason: string) => never {
  return (rule, reason) => {
    switch (rule) {
      case 'key twice':
        return fail('CRUD_INVALID_JSON', { message: `${place}: the JSON ${reason}.` });
      case 'key':
        return noSuchField(place);
      case 'depth':
      case 'entries':
      case 'text':
        return tooComplex(place, `the value ${reason}`);
      default:
        return wrongOperand(place, `the value ${reason}`);
    }
  };
}

/** Returns a list of names: JSON, a list, or a repeated parameter. `undefined` if it is absent. */
export function namesOf(value: unknown, place: string): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const isNames = Array.isArray(value) && value.every((each) => typeof each === 'string');
  return isNames ? value : wrongInput(place, 'it is a list of names');
}

/** Returns an object, or `undefined` if it is absent. */
export function objectOf(value: unknown, place: string): Readonly<Record<string, unknown>> | undefined {
  if (value === undefined) return undefined;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : wrongInput(place, 'it is an object');
}
