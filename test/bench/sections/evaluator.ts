// Compares the evaluator of queries with a filter written by hand, over the same rows in the same run.
import { matches, subjectOf } from '../../../lib/records/query/evaluate.ts';
import { parseList } from '../../../lib/records/query/parse/parse.ts';
import type { Values } from '../../../lib/records/query/tree.ts';
import { resources } from '../../../lib/records/resources/index.ts';
import type { Table } from '../harness/report.ts';
import { median } from '../harness/stats.ts';

const ROWS = 100_000;
const ROUNDS = 7;

const WHERE = {
  status: { $in: ['active', 'planned'] },
  budget: { $gte: 100, $lt: 900 },
  $or: [{ name: { $iStartsWith: 'alp' } }, { tags: { $contArr: ['red'] } }, { dueAt: { $isNull: true } }],
};
type Project = { status: string; budget: number | null; name: string; tags: string[]; dueAt: string | null };
const byHand = ({ status, budget, name, tags, dueAt }: Project): boolean =>
  (status === 'active' || status === 'planned') &&
  budget !== null &&
  budget >= 100 &&
  budget < 900 &&
  (name.normalize('NFC').toLowerCase().startsWith('alp') || tags.includes('red') || dueAt === null);

/** Returns rows per second of both. The share is reported: what a filter costs beside the reads that it saves. */
export function evaluatorTable(): Table {
  const rows = Array.from({ length: ROWS }, (_, at) => ({
    id: `prj_${at}`,
    status: ['planned', 'active', 'done'][at % 3] as string,
    budget: at % 5 ? (at * 7) % 1000 : null,
    name: at % 2 ? `Alpha ${at}` : `Other ${at}`,
    tags: at % 4 ? ['blue'] : ['red', 'blue'],
    dueAt: at % 10 ? '2026-01-01T00:00:00.000Z' : null,
  }));
  const { where } = parseList(resources.projects, resources, { where: WHERE });
  const filters = {
    'by hand': () => rows.filter(byHand).length,
    evaluator: () => rows.filter((row) => matches(where, subjectOf(row as unknown as Values))).length,
  };
  const [expected, found] = [filters['by hand'](), filters.evaluator()];
  if (expected !== found) throw new Error(`the evaluator finds ${found} rows, not ${expected}`);
  const speeds: Record<string, number[]> = { 'by hand': [], evaluator: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, filter] of Object.entries(filters)) {
      const started = performance.now();
      filter();
      speeds[name]?.push((ROWS / (performance.now() - started)) * 1000);
    }
  }
  const [hand, own] = [median(speeds['by hand'] as number[]), median(speeds.evaluator as number[])];
  return {
    title: `Filters of ${ROWS} rows in memory, six conditions`,
    rows: [
      { filter: 'by hand', 'rows/s': hand },
      { filter: 'evaluator', 'rows/s': own, share: own / hand },
    ],
    notes: [`both find ${found} rows`],
  };
}
