// Reads which part of a list a request wants: page, cursor, and rows in the trash.
import { fail } from '../../contract/errors.ts';
import type { Resource } from '../declare/resource.ts';
import { LIMITS } from './limits.ts';
import type { Raw } from './parameters.ts';
import { wrongInput } from './refuse.ts';
import type { Query } from './tree.ts';

export const TAKE = ['take', 'limit'] as const;
export const SKIP = ['skip', 'offset'] as const;
/** A resource without a trash has no such parameters. */
export const flagsOf = ({ softDelete }: Resource): readonly string[] =>
  softDelete ? ['withDeleted', 'onlyDeleted'] : [];

/** Returns the size of the page, or `undefined`. `limit` wins over `take`; both must be valid. */
export function takeOf(raw: Raw, { maxPerPage }: Resource): number | undefined {
  const [take, limit] = TAKE.map((name) => wholeOf(raw, name, 1, maxPerPage));
  return limit ?? take;
}

/** Returns how many rows to skip. `offset` wins over `skip`; both must be valid. */
export function skipOf(raw: Raw): number {
  const [skip, offset] = SKIP.map((name) => wholeOf(raw, name, 0, LIMITS.skip));
  return offset ?? skip ?? 0;
}

function wholeOf(raw: Raw, name: string, least: number, most: number): number | undefined {
  if (!Object.hasOwn(raw, name)) return undefined;
  const value = raw[name];
  const isText = typeof value === 'string' && /^[0-9]+$/.test(value);
  const number = isText || typeof value === 'number' ? Number(value) : Number.NaN;
  const rule = `it is a whole number from ${least} to ${most}`;
  if (number > most && (isText || Number.isInteger(number))) {
    fail('CRUD_PAGE_TOO_LARGE', { message: `${name}: ${rule}.` });
  }
  return Number.isInteger(number) && number >= least ? number : wrongInput(name, rule);
}

/** Returns the cursor, which may be empty, or `undefined`. A cursor says by itself where the page begins. */
export function cursorOf(raw: Raw): string | undefined {
  if (!Object.hasOwn(raw, 'cursor')) return undefined;
  const { cursor } = raw;
  if (typeof cursor !== 'string') return wrongInput('cursor', 'it is a text');
  const excluded = [...SKIP, 'aggregates', 'having'].find((name) => Object.hasOwn(raw, name));
  return excluded === undefined ? cursor : wrongInput('cursor', `it cannot be combined with ${excluded}`);
}

/** Returns which rows a request wants to see. `onlyDeleted` wins over `withDeleted`; both must be valid. */
export function rowsOf(raw: Raw, place = ''): Query['rows'] {
  const [all, trash] = ['withDeleted', 'onlyDeleted'].map((name) => flagOf(raw, name, place));
  return trash ? 'trash' : all ? 'all' : 'live';
}

function flagOf(raw: Raw, name: string, place: string): boolean {
  if (!Object.hasOwn(raw, name)) return false;
  const text = String(typeof raw[name] === 'object' ? '' : raw[name]).toLowerCase();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : wrongInput(`${place}${name}`, 'it is true or false');
}
