// Writes docs/explanation/scale.md: how often a second each operation can run before a key is at DynamoDB's limit. How hot the
// keys of mixes of operations are, and what a call costs each key, is in measurements/scale.json. Both are computed from
// recorded.json, which `npm run bench heat` records. `--check` only reports whether they are up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FEED_BATCH_MS, FEED_RECORDS, MIXES, type NamedMix } from './mixes.ts';
import { type Ceiling, ceilingOf, heatOf, NEW_TABLE, PARTITION, totalOf } from './model.ts';
import type { Recorded } from './record.ts';
import type { Holder } from './shapes.ts';

const PAGE = fileURLToPath(new URL('../../../docs/explanation/scale.md', import.meta.url));
const DATA = fileURLToPath(new URL('../../../docs/explanation/measurements/scale.json', import.meta.url));
export const RECORDED = fileURLToPath(new URL('recorded.json', import.meta.url));

export const readRecorded = (): Recorded => JSON.parse(readFileSync(RECORDED, 'utf8')) as Recorded;

const COLUMNS: readonly [string, Holder][] = [
  ['One tenant', 'tenant'],
  ['One user', 'user'],
  ['One address', 'address'],
  ['One application', 'application'],
  ['One mail domain', 'domain'],
  ['The deployment', 'deployment'],
];
/** Keys shown of a mix. */
const SHOWN = 6;

const count = (value: number): string =>
  String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, Math.round(value) >= 10_000 ? ' ' : '');
const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly string[]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows].join('\n');
const shown = (ceiling: Ceiling | undefined): string =>
  ceiling === undefined ? '' : `${count(ceiling.perSecond)}: ${ceiling.shape}`;

function ceilings(recorded: Recorded, part: 'request' | 'feed'): string {
  const columns = COLUMNS.filter(([, holder]) =>
    Object.values(recorded).some((heat) => ceilingOf(heat[part], holder) !== undefined),
  );
  const rows = Object.entries(recorded)
    .filter(([, heat]) => Object.keys(heat[part]).length > 0)
    .map(([name, heat]) => row(name, ...columns.map(([, holder]) => shown(ceilingOf(heat[part], holder)))));
  return table(['Operation', ...columns.map(([title]) => title)], rows);
}

function mixData(recorded: Recorded, mix: NamedMix) {
  const { read, write, partitions, records } = totalOf(recorded, mix);
  const hottest = heatOf(recorded, mix)
    .slice(0, SHOWN)
    .map(({ shape, ...heat }) => ({
      key: shape.name,
      sharedBy: shape.holder,
      keys: shape.keys,
      readsOfEach: Math.round(heat.read),
      writesOfEach: Math.round(heat.write),
      percentOfItsLimit: Math.round(heat.part * 100),
    }));
  const table = { read: Math.round(read), write: Math.round(write), partitions };
  const feed = { records: Math.round(records), shards: Math.max(1, Math.ceil(records / FEED_RECORDS)) };
  return { name: mix.name, about: mix.about, callsASecond: mix.rates, table, feed, hottest };
}

/** The hottest keys of each mix, all numbers a second, and what a call of each operation costs each key. */
export const scaleData = (recorded: Recorded = readRecorded()): string =>
  `${JSON.stringify({ mixes: MIXES.map((mix) => mixData(recorded, mix)), units: recorded }, null, 1)}\n`;

/** The hottest key of each mix, as a row. */
function mixRow(recorded: Recorded, mix: NamedMix): string {
  const [hottest] = heatOf(recorded, mix);
  return row(`${mix.name}: ${mix.about}`, hottest?.shape.name ?? '', `${Math.round((hottest?.part ?? 0) * 100)} %`);
}

/** The page as Markdown. */
export function scalePage(recorded: Recorded = readRecorded()): string {
  return `# Scale

\`npm run bench heat\` writes this page; don't edit it. It records the real calls of each operation to the table, with the
keys and units of each, and computes from them what DynamoDB's limits mean. Nothing here was measured in AWS.

* **A key** takes ${PARTITION.read} read units and ${PARTITION.write} write units a second, because it is in one partition (DynamoDB Developer Guide,
  "Best practices for designing and using partition keys effectively"). DynamoDB splits hot partitions, down to a single
  item. A list by time grows at its end, so no split helps its writes.
* **Copies and shards.** What many requests read has copies, and what many count has shards; a caller chooses one at
  random. The ceiling of a key is that of all its copies together. Several may be in one partition at first, so plan with
  half of it.
* **An index** has the same limits, and a write of the table waits for it.
* **The table** as a whole serves ${count(NEW_TABLE.read)} read and ${count(NEW_TABLE.write)} write units at once when it is new. It doubles by itself within half
  an hour. Warm it up before a day that you know of.
* **The stream** has a shard for each partition. A shard's batches are handled one after the other; a batch of a hundred
  records of sign-ups takes ${FEED_BATCH_MS} ms. A batch that waits delays its own events alone.

The people of the recording have two roles, one of their tenant and one of all tenants. Why the keys are as they are is in
[a note](measurements/no-hot-key.md). Limits of the gateway and of guessing are in [ceilings](ceilings.md).

## Ceilings of requests

Calls a second, and the key that sets the ceiling. An empty cell: no key that they share.

${ceilings(recorded, 'request')}

## Ceilings of the change feed

Above these, lists, counters, events or entries of the audit log come later. An operation that was recorded alone, and not in a
batch of twenty, can do more.

${ceilings(recorded, 'feed')}

## Mixes

The hottest key of each mix, as a part of what DynamoDB allows it. A test asserts at most a half. Its six hottest keys are in
[measurements/scale.json](measurements/scale.json), with the units of each operation.

${table(
  ['Mix', 'Hottest key', 'Of its limit'],
  MIXES.map((mix) => mixRow(recorded, mix)),
)}

## What remains

* **Rows of one resource in one tenant** are in one partition and in the order of creation: see \`row, create\`. A tenant that
  creates more needs several resources.
* **A listed origin** is one item, read by requests of browsers that name no tenant yet: ${count(PARTITION.read)} a second. An origin in
  \`GATEHOUSE_ALLOWED_ORIGINS\` costs no read.
* **Invitations** are one list by time for the deployment and one for a tenant: ${count(PARTITION.write)} a second.
* **A mail domain** is looked up among the blocked ones at sign-up and by logins with a provider. An item with ten thousand domains
  takes several units, and the ceiling falls by that factor.
* **An account** is one partition at first. A machine that sends all requests of a product as one user should use an
  application of its own.
`;
}

export const writePage = (): void => {
  writeFileSync(PAGE, scalePage());
  writeFileSync(DATA, scaleData());
};

const contentOf = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes('--check')) writePage();
  else if (contentOf(PAGE) !== scalePage() || contentOf(DATA) !== scaleData()) {
    process.stderr.write('docs/explanation/scale.md does not match the recorded units. Run npm run docs.\n');
    process.exitCode = 1;
  }
}
