// Generates the rows that the component and the oracle are asked about: with nulls, duplicates, Unicode and equal values.
import { type Random, random, weighted } from '../../world/random.ts';
import type { TableName } from './tables.ts';

/** A row as replies show it. */
export type Row = Readonly<Record<string, unknown>> & Readonly<{ id: string; deletedAt: string | null }>;
export type Rows = Readonly<Record<TableName, readonly Row[]>>;

/** A body of create, and whether the row goes to the trash afterwards. */
export type NewProject = { body: Record<string, unknown> & { slug: string }; isTrashed: boolean; isReordered: boolean };
export type NewTask = { body: Record<string, unknown>; project: number; isTrashed: boolean };
export type Population = { projects: NewProject[]; tasks: NewTask[] };

/**
 * Texts that comparisons get wrong: wildcards, escapes, case beyond ASCII (final sigma, sharp s, dotted I), composed and
 * decomposed accents, characters whose order by UTF-16 unit is not that by code point, and texts that look like values.
 */
// biome-ignore format: a list of words
const WORDS = [
  'Straße', 'STRASSE', 'straẞe', 'Ünïcode', 'ÜNÏCODE', 'Café', 'Cafe\u0301', 'CAFÉ', 'café', 'İstanbul', 'istanbul',
  'ΟΔΟΣ', 'οδος', 'οδοσα', 'ñandú', 'N\u0303ANDÚ', '日本語', '日本', '\uff5e tilde', '😀 smile', '😀', 'a😀b', 'aXb', 'a_b',
  'a\\b', 'a\\%b', '100%', '100 %', '%', '_', '\u{1f680}x',
];
// biome-ignore format: a list of words
const PLAIN = [
  'Alpha', 'alpha', 'ALPHA', 'Beta', 'beta two', 'Gamma ray', 'gamma', 'Delta-9', 'omega', 'a', 'Z', "it's", 'say "hi"',
  '#x#y', ':v0', '(a+)+$', '.*', '0123', '123', 'true', 'null', '1.50', '-5',
];
const TAGS = ['red', 'green', 'blue', 'Blue', 'été', '50%', 'a,b', '😀', 'x y'];
const TIMES = [
  '2026-01-01T00:00:00.000Z',
  '2026-03-01T12:30:00.000Z',
  '2026-03-01T12:30:00.001Z',
  '2027-12-31T23:59:59.999Z',
];
const BUDGETS = [0, 0.1, 0.30000000000000004, 12.5, 99.99, 1000, 1000, 250_000.75, 9007199254740991, 1e-7];
const HOURS = [0, 1, 1, 2, 3, 5, 8, 13, 40, 40, 10_000];

const maybe = <T>(chance: Random, share: number, value: () => T): T | null => (chance.next() < share ? value() : null);
const time = (chance: Random): string =>
  chance.next() < 0.5
    ? chance.of(TIMES)
    : new Date(Date.UTC(2026, chance.below(24), 1 + chance.below(28), chance.below(24))).toISOString();
const word = (chance: Random): string => chance.of(chance.next() < 0.55 ? WORDS : PLAIN);
const words = (chance: Random): string => (chance.next() < 0.75 ? word(chance) : `${word(chance)} ${word(chance)}`);

/** Returns the same rows for the same seed. Every fifth project or so has no task, and one of eight rows is trashed. */
export function generatePopulation(seed: number, sizes: { projects: number; tasks: number }): Population {
  const chance = random(seed);
  const projects = Array.from({ length: sizes.projects }, (_, at): NewProject => {
    const body: NewProject['body'] = { name: words(chance), slug: slug(chance, at) };
    if (chance.next() < 0.8) body.status = weighted(chance, ['planned', 'active', 'done'], (each) => each.length);
    if (chance.next() < 0.85) body.budget = maybe(chance, 0.75, () => chance.of(BUDGETS));
    if (chance.next() < 0.8) body.isPublic = chance.next() < 0.5;
    if (chance.next() < 0.7) body.dueAt = time(chance);
    if (chance.next() < 0.8) body.tags = chance.some(TAGS, chance.below(4));
    return { body, isTrashed: chance.next() < 0.12, isReordered: chance.next() < 0.4 };
  });
  const busy = projects.map((_, at) => at).filter(() => chance.next() < 0.8);
  const tasks = Array.from({ length: sizes.tasks }, (): NewTask => {
    const body: NewTask['body'] = { title: words(chance) };
    if (chance.next() < 0.7) body.isDone = chance.next() < 0.5;
    if (chance.next() < 0.75) body.hours = chance.of(HOURS);
    if (chance.next() < 0.7) body.dueAt = time(chance);
    return { body, project: chance.of(busy), isTrashed: chance.next() < 0.12 };
  });
  return { projects, tasks };
}

/** Unique in the tenant, and the same in both tenants. */
const slug = (chance: Random, at: number): string => `${chance.of(['p', 'P', 'x_', 'ü', 'q%'])}-${at}`;
