// Writes docs/explanation/performance.md from the sections of the benchmark that were recorded with
// `npm run bench SECTION -- --record`. `--check` only reports whether the page is up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, type Table } from './harness/report.ts';
import { type Recorded, recordedUrl } from './recorded.ts';

const PAGE = fileURLToPath(new URL('../../docs/explanation/performance.md', import.meta.url));

type Chapter = { section: string; title: string; about: string };

/** The chapters of the page, in its order. One whose section was not recorded is left out. */
const CHAPTERS: readonly Chapter[] = [
  {
    section: 'budget',
    title: 'What an operation costs in the table',
    about:
      'Calls, trips, capacity units and US dollars of each operation, asserted in each run. A trip is a call that waits for the one before. The goal for a login was five calls and three write units: [decision 66](../decisions/0066-a-login-keeps-its-reset.md) says why it has one more of each.',
  },
  {
    section: 'calls',
    title: 'A call of the table',
    about:
      'What a call costs through the SDK, in calls that are signed by hand. [Decision 60](../decisions/0060-cheaper-calls.md) says what each setting gave.',
  },
  {
    section: 'init',
    title: 'Cold functions',
    about:
      'How long a new process takes to load each bundle, beside one that only creates a client of the table and one that does nothing. The goal was a first response at 1.5 times a bare runtime. It takes 4.8 times its CPU time: [decisions 60](../decisions/0060-cheaper-calls.md) and [66](../decisions/0066-a-login-keeps-its-reset.md) say what was tried.',
  },
  {
    section: 'latency',
    title: 'Waits for the table',
    about:
      'Each call of the table takes 4 ms longer. What an operation then takes longer, in these delays, is the number of its waits; the goal is 1.3 times the trips of its budget. [Decision 63](../decisions/0063-waits.md) says which waits are gone and which stay.',
  },
  {
    section: 'steady',
    title: 'A load that lasts',
    about:
      'Goals: a p99 of at most four medians, memory that grows by at most 10 % in 100 000 requests, and no block of the event loop above 20 ms but by hashing, which runs beside it. Load generator, service and engine share the cores of one machine; the static server beside them shows what the machine adds.',
  },
  {
    section: 'peers',
    title: 'Gatehouse beside its peers',
    about:
      'Gatehouse, [@ackplus/nest-auth](https://www.npmjs.com/package/@ackplus/nest-auth) and [better-auth](https://www.npmjs.com/package/better-auth) do the same work on one machine, in turns, and each response is checked. The goals: at most the CPU time of the cheaper peer, and two thirds of it where no password or code is checked. [Decision 62](../decisions/0062-beside-peers.md) says what was tried for those that are missed.',
  },
  {
    section: 'growth',
    title: 'A million users',
    about:
      'Operations on a table with a thousand users, and on one with a thousand times as many. [Decision 64](../decisions/0064-growth-and-the-feed.md) says how it is built, and what grows.',
  },
  {
    section: 'feed-rate',
    title: 'Sign-ups by the second',
    about:
      'How far lists, counters, events and the audit log are behind, and what a shard of the stream takes. The goal is two seconds at 200 a second. Writer, engine and shards share the cores of one machine here: at 80 a second (`--rate 80`), 99 of 100 sign-ups are done within 0.4 s. [Decision 64](../decisions/0064-growth-and-the-feed.md) says what follows for a deployment.',
  },
];

const text = (cell: Table['rows'][number][string]): string => format(cell).replaceAll('|', '\\|');

function table({ title, rows, notes = [] }: Table): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    `**${title}**\n`,
    line(columns),
    line(columns.map((column) => (rows.some((row) => typeof row[column] === 'number') ? '---:' : '---'))),
    ...rows.map((row) => line(columns.map((column) => text(row[column])))),
    ...notes.map((note) => `\n${note}`),
  ].join('\n');
}

function chapter({ section, title, about }: Chapter): string[] {
  const url = recordedUrl(section);
  if (!existsSync(url)) return [];
  const {
    tables,
    on,
    machine,
    command = `npm run bench ${section}`,
  } = JSON.parse(readFileSync(url, 'utf8')) as Recorded;
  const rows = tables.flatMap((each) => each.rows);
  const missed = rows.filter((row) => row.verdict === 'MISSED').map((row) => text(Object.values(row)[0]));
  const verdict = rows.some((row) => row.verdict) ? `\n\nGoals missed: ${missed.join('; ') || 'none'}.` : '';
  const made = `\`${command}\`, ${on}, ${machine}.`;
  return [`## ${title}\n\n${about}\n\n${made}${verdict}\n\n${tables.map(table).join('\n\n')}`];
}

const page = `# Performance

\`npm run bench -- SECTION --record\` measures a section, and \`npm run docs\` writes this page; don't edit it. Times depend on the
machine, so goals are ratios of values that were measured in one run. Capacity units are exact.

${CHAPTERS.flatMap(chapter).join('\n\n')}
`;

if (process.argv.includes('--check')) {
  if (!existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== page) {
    process.stderr.write('docs/explanation/performance.md is not up to date: npm run docs\n');
    process.exitCode = 1;
  }
} else {
  writeFileSync(PAGE, page);
}
