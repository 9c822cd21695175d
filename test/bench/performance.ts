// Writes docs/explanation/performance.md: ten numbers with their goals, from the sections of the benchmark that were
// recorded with `npm run bench SECTION -- --record`. `--check` only reports whether the page is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { round } from './harness/report.ts';
import { type Recorded, recordedUrl } from './recorded.ts';

const PAGE = fileURLToPath(new URL('../../docs/explanation/performance.md', import.meta.url));

type Row = Record<string, string | number | undefined>;
const recorded = (section: string): Recorded => JSON.parse(readFileSync(recordedUrl(section), 'utf8')) as Recorded;
const rowsOf = (section: string, table = 0): Row[] => recorded(section).tables[table]?.rows ?? [];
/** The row whose first column has this value. Throws if nothing of that name was recorded. */
function rowOf(section: string, name: string, table = 0): Row {
  const row = rowsOf(section, table).find((each) => Object.values(each)[0] === name);
  if (!row) throw new Error(`${section} has no row ${name}`);
  return row;
}
const numberIn = (row: Row, column: string): number => {
  const value = row[column];
  if (typeof value !== 'number') throw new Error(`${column} is no number`);
  return value;
};
const price = (operation: string): string => {
  const row = rowOf('budget', operation);
  return `calls: ${row['calls, number']}, trips: ${row.trips}, units: ${row.read} read, ${row.write} write; ${round(numberIn(row, 'USD a million'))} USD a million`;
};
/** Whether an operation has at most these calls, read and write units. */
const isWithin = (operation: string, calls: number, read: number, write: number): boolean => {
  const row = rowOf('budget', operation);
  return numberIn(row, 'calls, number') <= calls && numberIn(row, 'read') <= read && numberIn(row, 'write') <= write;
};
const peer = (operation: string): string =>
  `${operation} ${round(numberIn(rowOf('peers', operation), 'x the cheaper'))}`;
const isMet = ({ verdict }: Row): boolean => verdict === 'met';
const areMet = (rows: readonly Row[]): boolean => rows.filter(({ goal }) => goal !== undefined).every(isMet);

const tails = rowsOf('steady').filter(({ goal }) => goal !== undefined);
const tailsOf = tails.map((row) => numberIn(row, 'p99 / p50'));
const feed = rowsOf('feed-rate', 2)[0] as Row;
const slowest = Math.max(...rowsOf('init').map((row) => numberIn(row, 'x bare node')));

type Figure = { what: string; value: string; goal: string; met: boolean; section: string };

/** Each with the goal that was set before it was measured. */
const FIGURES: readonly Figure[] = [
  {
    what: 'Verifying a session',
    value: price('verify-session'),
    goal: 'calls: 1, units: 3 read',
    met: isWithin('verify-session', 1, 3, 0),
    section: 'budget',
  },
  {
    what: 'A login',
    value: price('login'),
    goal: 'calls: 5, units: 4 read, 3 write',
    met: isWithin('login', 5, 4, 3),
    section: 'budget',
  },
  {
    what: 'A sign-up, with its events, lists and counters to come',
    value: price('signup'),
    goal: 'units: 4 read, 12 write',
    met: isWithin('signup', 3, 4, 12),
    section: 'budget',
  },
  {
    what: 'A function that loads, in the time of Node.js without one',
    value: `at most ${round(slowest)}`,
    goal: 'at most 2.8',
    met: slowest <= 2.8,
    section: 'init',
  },
  {
    what: 'CPU time of a request, in that of the cheaper peer',
    value: ['me', 'logout', 'sign-up', 'second step', 'refresh', 'login', 'verify-session'].map(peer).join(', '),
    goal: 'at most 1; 0.67 where nothing is hashed',
    met: areMet(rowsOf('peers')),
    section: 'peers',
  },
  {
    what: 'A read of the table, in a call that is signed by hand',
    value: String(round(numberIn(rowOf('calls', 'the service reads an item'), 'x bare'))),
    goal: 'at most 2.5',
    met: numberIn(rowOf('calls', 'the service reads an item'), 'x bare') <= 2.5,
    section: 'calls',
  },
  {
    what: 'Operations that wait for the table no longer than their trips explain (1.3 times)',
    value: `${rowsOf('latency')[0]?.measured} of ${rowsOf('latency')[0]?.of}`,
    goal: 'all',
    met: rowsOf('latency')[0]?.measured === rowsOf('latency')[0]?.of,
    section: 'latency',
  },
  {
    what: 'p99 in medians, at 70 % load for ten minutes',
    value: `${round(Math.min(...tailsOf))} to ${round(Math.max(...tailsOf))}; a static server beside it ${round(numberIn(rowOf('steady', 'control: static JSON'), 'p99 / p50'))}`,
    goal: 'at most 4',
    met: Math.max(...tailsOf) <= 4,
    section: 'steady',
  },
  {
    what: 'Operations that take at most 1.3 times as long with a million users as with a thousand',
    value: `${rowsOf('growth').filter(isMet).length} of ${rowsOf('growth').length}`,
    goal: 'all',
    met: areMet(rowsOf('growth')),
    section: 'growth',
  },
  {
    what: 'Median wait for lists and events at 200 sign-ups a second for ten minutes, on the two cores of one machine',
    value: `${round(numberIn(feed, 'p50 ms') / 1000)} s; nothing lost, nothing twice`,
    goal: 'at most 2 s',
    met: numberIn(feed, 'p50 ms') <= 2000,
    section: 'feed-rate',
  },
];

const line = ({ what, value, goal, met, section }: Figure): string =>
  `| ${what} | ${value} | ${goal} | ${met ? 'met' : '**missed**'} | [${section}](measurements/${section}.json) |`;

const page = `# Performance

Ten numbers, with the goals that were set before they were measured. Units of the table are exact, and each run of the tests
asserts them. Times depend on the machine, so they are ratios of values that were measured in one run.

| | Measured | Goal | | Data |
|---|---|---|---|---|
${FIGURES.map(line).join('\n')}

\`npm run bench budget\`, \`init\` and \`peers\` measure their numbers again, and \`npm run docs\` writes this page. The others
answered a question once: their data are kept, and [the notes](measurements/README.md) say how each was measured and what was
tried for the goals that are missed. [Costs](../costs.md) is the bill of a month, and [scale](scale.md) what a key of the table
carries.

Each file says when and on which machine it was recorded: ${recorded('budget').machine} on ${recorded('budget').on}, for the first.
`;

const contentOf = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

if (!process.argv.includes('--check')) writeFileSync(PAGE, page);
else if (contentOf(PAGE) !== page) {
  process.stderr.write('docs/explanation/performance.md is not up to date: npm run docs\n');
  process.exitCode = 1;
}
