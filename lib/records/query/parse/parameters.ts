// Turns the parameters of a request into values, once. Texts are JSON, scanned as bodies are; values of bodies get the same scan.
import { fail } from '../../../contract/errors.ts';
import { type Rule, scanJson, scanValue } from '../../../platform/json-scan.ts';
import { JSON_BOUNDS, LIMITS } from '../limits.ts';
import { noSuchField, tooComplex, wrongInput, wrongOperand } from './refuse.ts';

/** Parameters as they arrive: texts and lists of texts of a URL, nested by brackets, or the native values of a body. */
export type Raw = Readonly<Record<string, unknown>>;

/** Parameters that were checked and decoded, by name. */
export type Given = Readonly<Record<string, unknown>>;

/**
 * Checks everything that holds for all parameters, their size, depth and keys, and returns them as values: the texts of
 * `json` are decoded, those of `plain` are not. Throws for any other parameter: an unusable one never widens a result.
 * `prefix` is part of the names in errors.
 */
export function givenIn(raw: Raw, json: readonly string[], plain: readonly string[], prefix = ''): Given {
  const known = [...json, ...plain];
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
  const decoded = Object.entries(raw).map(([name, value]): [string, unknown] => [
    name,
    typeof value === 'string' && json.includes(name) ? parseJson(value, prefix + name) : value,
  ]);
  return Object.fromEntries(decoded);
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
