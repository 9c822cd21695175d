// Reads values by their form.
import { wrongInput } from './refuse.ts';

/** Returns a list of names. `undefined` if it is absent. */
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
