// Parses `select`.
import type { Resource } from '../../declare/resource.ts';
import { findColumn } from '../names.ts';
import { namesOf } from './forms.ts';
import { noSuchField } from './refuse.ts';

/** Returns the columns to show, `id` first among them, or `undefined` for all visible ones. */
export function parseSelect(value: unknown, resource: Resource, place: string): readonly string[] | undefined {
  const names = namesOf(value, place);
  if (!names?.length) return undefined;
  for (const name of names) if (!findColumn(resource, name, 'visible')) noSuchField(place);
  return [...new Set(['id', ...names])];
}
