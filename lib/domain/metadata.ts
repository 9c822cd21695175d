// Bounds the free-form objects that clients attach to records, so that no item exceeds DynamoDB's 400 KB.
import { fail } from '../contract/errors.ts';

const MAX_BYTES = 8 * 1024;
const MAX_DEPTH = 8;

/** Returns the object if it is at most 8 KB of JSON and 8 levels deep. Throws INVALID_INPUT naming `field`. */
export function requirePlain(value: Record<string, unknown>, field: string): Record<string, unknown> {
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_BYTES)
    fail('INVALID_INPUT', { message: `${field}: is larger than 8 KB` });
  if (depth(value) > MAX_DEPTH) fail('INVALID_INPUT', { message: `${field}: is nested deeper than 8 levels` });
  return value;
}

/** The JSON parser limits input to 16 levels, so recursion is safe. */
const depth = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0;
