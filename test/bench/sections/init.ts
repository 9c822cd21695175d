// Measures the functions as they are deployed: the size of each bundle, and how long a cold process takes to load it.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { BUNDLING, bundle } from '../../../infra/bundling/bundle.ts';
import { functionNames, WEB } from '../../../infra/functions.ts';
import { timeBareNode, timeNode } from '../harness/processes.ts';
import { atMost, type Section } from '../harness/report.ts';
import { median } from '../harness/stats.ts';

const ROUNDS = 20;
const MAX_KB = 500;
const MAX_GZIP_KB = 140;
const MAX_INIT = 2.8;
/** Pages are files: 15 ms above a bare process that takes 31 ms. Asserted. */
const MAX_INIT_PAGES = 1.5;
/** Limit relative to a function that only creates a DynamoDB client. Asserted: measured values are far below it. */
const MAX_FLOOR = 2.5;
const FLOOR = 'DynamoDB client alone';
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export async function init(): Promise<Section> {
  const directory = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'));
  try {
    await bundle(directory);
    await bundleFloor(join(directory, 'floor/index.js'));
    const files: Record<string, string> = Object.fromEntries([
      [FLOOR, join(directory, 'floor/index.js')],
      ...functionNames.map((name) => [name, join(directory, name, 'index.js')]),
    ]);
    const times = await measure(files);
    const rows = await Promise.all(
      Object.entries(files).map(async ([name, file]) => {
        const code = await readFile(file);
        const size = { KB: code.length / 1024, 'gzip KB': gzipSync(code, { level: 9 }).length / 1024 };
        const [ms, multiple] = [median(column(times, name)), median(ratios(times, name, 'bare'))];
        const common = { function: name, ...size, 'init ms': ms, 'x floor': median(ratios(times, name, FLOOR)) };
        if (name === FLOOR) return { ...common, 'x bare node': multiple };
        const fits = size.KB <= MAX_KB && size['gzip KB'] <= MAX_GZIP_KB ? 'met' : 'MISSED';
        const limit = name === WEB ? MAX_INIT_PAGES : MAX_INIT;
        return { ...common, size: fits, 'x bare node': multiple, ...atMost(multiple, limit) };
      }),
    );
    const bare = median(column(times, 'bare'));
    const notes = [
      `size: ${MAX_KB} KB (asserted), goal ${MAX_GZIP_KB} KB gzipped; x floor: ${MAX_FLOOR} (asserted); bare node ${bare.toFixed(1)} ms`,
    ];
    const exceeded = rows
      .filter((row) => row['x floor'] > MAX_FLOOR || row.KB > MAX_KB || isSlowPage(row))
      .map((row) => `init or size, ${row.function}`);
    return { tables: [{ title: 'Functions: bundle and init (process start to exit)', rows, notes }], exceeded };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const isSlowPage = (row: { function: string; 'x bare node': number }): boolean =>
  row.function === WEB && row['x bare node'] > MAX_INIT_PAGES;

type Times = Record<string, number>[];
const column = (times: Times, name: string): number[] => times.map((round) => round[name] as number);
const ratios = (times: Times, name: string, to: string): number[] =>
  times.map((round) => (round[name] as number) / (round[to] as number));

async function measure(files: Record<string, string>): Promise<Times> {
  const times: Times = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const row: Record<string, number> = { bare: await timeBareNode() };
    for (const [name, file] of Object.entries(files)) {
      row[name] = await timeNode(['-e', `require(${JSON.stringify(file)})`], { AWS_REGION: 'local' });
    }
    if (round) times.push(row);
  }
  return times;
}

/**
 * Bundles the smallest function that can read the table, in the same way as the functions (infra/bundling/bundle.ts).
 */
async function bundleFloor(outfile: string): Promise<void> {
  const contents = `import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
    import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
    export const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
    export const handler = (Key) => db.send(new GetCommand({ TableName: 'table', Key }));`;
  await build({ ...BUNDLING, stdin: { contents, resolveDir: ROOT }, outfile });
}
