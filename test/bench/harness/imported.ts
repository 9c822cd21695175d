// Starts an engine that holds items from the beginning. Its import is ten times as fast as writing the items.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { binary } from '../../../infra/tools/local/engines/embedded.ts';
import { freePort } from '../../../infra/tools/local/ports.ts';
import { toAttributes } from '../../../lib/store/dynamo/attributes.ts';
import type { Values } from '../../../lib/store/dynamo/item.ts';
import { startTable, TABLE, type TableEngine } from './table.ts';

const POLL_MS = 50;

/** Starts a table in memory that holds the items and has no stream. */
export async function startImported(batches: Iterable<readonly object[]>): Promise<TableEngine> {
  const directory = await mkdtemp(join(tmpdir(), 'gatehouse-import-'));
  try {
    const schema = join(directory, 'schema.json');
    await writeFile(schema, JSON.stringify(await describeTable()));
    const data = join(directory, TABLE, 'data');
    await mkdir(data, { recursive: true });
    await pipeline(lines(batches), createGzip({ level: 1 }), createWriteStream(join(data, '0.json.gz')));
    const port = await freePort();
    const options = ['--source', directory, '--schema', schema, '--serve', '--port', String(port)];
    const program = binary();
    if (program === undefined) throw new Error('there is no embedded engine for this machine');
    const child = spawn(program, ['import', ...options], { stdio: 'ignore' });
    const exited = once(child, 'exit');
    const endpoint = `http://127.0.0.1:${port}`;
    while (!(await isReachable(endpoint))) {
      if (child.exitCode !== null) throw new Error('the engine did not import the items');
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    const stop = async () => {
      child.kill();
      await exited;
    };
    return { endpoint, pid: child.pid as number, stop };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Characters at a time: streams take as long for a short chunk as for a long one. */
const CHUNK = 2 ** 18;

/** Yields the items in the format in which DynamoDB exports a table. */
export function* lines(batches: Iterable<readonly object[]>): Generator<string> {
  let text = '';
  for (const items of batches) {
    for (const item of items) text += `${JSON.stringify({ Item: toAttributes(item as Values) })}\n`;
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
  }
  if (text) yield text;
}

/** Returns the description of an empty table without a stream. */
export async function describeTable(): Promise<object> {
  const engine = await startTable({ stream: false });
  const client = new DynamoDBClient({ endpoint: engine.endpoint });
  const { Table } = await client.send(new DescribeTableCommand({ TableName: TABLE }));
  client.destroy();
  await engine.stop();
  return { Table };
}

const isReachable = (endpoint: string): Promise<boolean> =>
  fetch(endpoint).then(
    () => true,
    () => false,
  );
