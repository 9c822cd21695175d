// Parses untrusted JSON of request bodies. One scan without recursion refuses input that parsers disagree about or that
// does harm later.
import { fail } from '../contract/errors.ts';
import { type Bounds, type Rule, scanJson } from '../platform/json-scan.ts';

// Bounds (OWASP ASVS 15.2.2): far above any real request, far below the limits of the validator and the table.
const BOUNDS: Bounds = { depth: 16, entries: 200, text: 4096 };

/**
 * Returns the object in `text`. Throws INVALID_JSON, or INVALID_INPUT for JSON that is not an object or is out of bounds:
 * those of every body, unless others are given.
 */
export function parseObject(text: string, bounds: Partial<Bounds> = {}): Record<string, unknown> {
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fail('INVALID_INPUT', { message: 'The request body must be a JSON object.' });
  }
  scanJson(text, { ...BOUNDS, ...bounds }, refuse);
  return value as Record<string, unknown>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fail('INVALID_JSON');
  }
}

const refuse = (rule: Rule, reason: string): never =>
  fail(rule === 'key twice' ? 'INVALID_JSON' : 'INVALID_INPUT', { message: `The request body ${reason}.` });
