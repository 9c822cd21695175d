// Reads which part of a list a request wants: page, cursor, and rows in the trash.
import { fail } from '../../../contract/errors.ts';
import type { Resource } from '../../declare/resource.ts';
import { LIMITS } from '../limits.ts';
import type { Query } from '../tree.ts';
import type { Given } from './parameters.ts';
import { wrongInput } from './refuse.ts';

export const TAKE = ['take', 'limit'] as const;
export const SKIP = ['skip', 'offset'] as const;
/** A resource without a trash has no such parameters. */
export const flagsOf = ({ softDelete }: Resource): readonly string[] =>
  softDelete ? ['withDeleted', 'onlyDeleted'] : [];

/** Returns the part of a list that is asked for. `page`: the rows of a page that does not say. */
export function pageOf(
  given: Given,
  resource: Resource,
  page: number,
): Pick<Query, 'take' | 'skip' | 'cursor' | 'rows'> {
  const cursor = cursorOf(given);
  const take = takeOf(given, resource) ?? page;
  return { take, skip: skipOf(given), cursor, rows: rowsOf(given) };
}

/** Returns the size of the page, or `undefined`. `limit` wins over `take`; both must be valid. */
function takeOf(given: Given, { maxPerPage }: Resource): number | undefined {
  const [take, limit] = TAKE.map((name) => wholeOf(given, name, 1, maxPerPage));
  return limit ?? take;
}

/** Returns how many rows to skip. `offset` wins over `skip`; both must be valid. */
function skipOf(given: Given): number {
  const [skip, offset] = SKIP.map((name) => wholeOf(given, name, 0, LIMITS.skip));
  return offset ?? skip ?? 0;
}

function wholeOf(given: Given, name: string, least: number, most: number): number | undefined {
  if (!Object.hasOwn(given, name)) return undefined;
  const value = given[name];
  const isText = typeof value === 'string' && /^[0-9]+$/.test(value);
  const number = isText || typeof value === 'number' ? Number(value) : Number.NaN;
  const rule = `it is a whole number from ${least} to ${most}`;
  if (number > most && (isText || Number.isInteger(number))) {
    fail('CRUD_PAGE_TOO_LARGE', { message: `${name}: ${rule}.` });
  }
  return Number.isInteger(number) && number >= least ? number : wrongInput(name, rule);
}

/** Returns the cursor, which may be empty, or `undefined`. A cursor says by itself where the page begins. */
function cursorOf(given: Given): string | undefined {
  if (!Object.hasOwn(given, 'cursor')) return undefined;
  const { cursor } = given;
  if (typeof cursor !== 'string') return wrongInput('cursor', 'it is a text');
  const excluded = [...SKIP, 'aggregates', 'having'].find((name) => Object.hasOwn(given, name));
  return excluded === undefined ? cursor : wrongInput('cursor', `it cannot be combined with ${excluded}`);
}

/** Returns which rows a request wants to see. `onlyDeleted` wins over `withDeleted`; both must be valid. */
export function rowsOf(given: Given, place = ''): Query['rows'] {
  const [all, trash] = ['withDeleted', 'onlyDeleted'].map((name) => flagOf(given, name, place));
  return trash ? 'trash' : all ? 'all' : 'live';
}

function flagOf(given: Given, name: string, place: string): boolean {
  if (!Object.hasOwn(given, name)) return false;
  const text = String(typeof given[name] === 'object' ? '' : given[name]).toLowerCase();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : wrongInput(`${place}${name}`, 'it is true or false');
}
