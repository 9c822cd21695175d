// Checks the engines of a local run: which one starts, that the embedded one is as fast with many stream records as
// with few, and that memory mode leaves nothing behind.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Engine, startEngine } from '../../infra/tools/local/engine.ts';
import { binary } from '../../infra/tools/local/engines/embedded.ts';
import { shardAfter } from '../../infra/tools/local/stream.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.reverse().splice(0)) await stop();
});

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'gatehouse-engine-'));
  stops.push(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

async function start(directory?: string): Promise<Engine> {
  const engine = await startEngine(directory, undefined);
  stops.push(engine.stop);
  return engine;
}

describe('startEngine', () => {
  test('rejects a GATEHOUSE_ENGINE that it does not know', async () => {
    process.env.GATEHOUSE_ENGINE = 'dynalite';
    stops.push(async () => delete process.env.GATEHOUSE_ENGINE);
    await expect(startEngine(undefined, undefined)).rejects.toThrow(
      'GATEHOUSE_ENGINE must be embedded, java, docker, not dynalite',
    );
  });

  test('names the ways out when the machine has no Java and no Docker', async () => {
    const { GATEHOUSE_ENGINE, PATH } = process.env;
    stops.push(async () => Object.assign(process.env, { PATH }, GATEHOUSE_ENGINE && { GATEHOUSE_ENGINE }));
    stops.push(async () => delete process.env.GATEHOUSE_ENGINE);
    process.env.PATH = '/nowhere';
    for (const kind of ['java', 'docker']) {
      process.env.GATEHOUSE_ENGINE = kind;
      await expect(startEngine(undefined, undefined)).rejects.toThrow(
        `no ${kind} here. Install Java 17 or newer, or Docker, or set AWS_ENDPOINT_URL_DYNAMODB to the address`,
      );
    }
  });
});

const program = binary();
const here = program ? describe : describe.skip;

/** The statements with which the engine looks for a position in the stream. */
const STATEMENTS = {
  write: 'SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1 FROM _stream_records WHERE table_name = ?1',
  read: `SELECT event_name, keys_json, new_image, old_image, sequence_number, created_at, user_identity
             FROM _stream_records
             WHERE table_name = ?1 AND shard_id = ?2 AND CAST(sequence_number AS INTEGER) > ?3
             ORDER BY CAST(sequence_number AS INTEGER) ASC
             LIMIT ?4`,
};

here('the embedded engine (skipped where the machine has none)', () => {
  test.each(Object.entries(STATEMENTS))('still has the statement of a %s for which the index is', (_, statement) => {
    expect(readFileSync(program as string).includes(statement)).toBe(true);
  });

  const planOf = (directory: string, statement: string, explain: string) => {
    const database = new DatabaseSync(join(directory, 'table.db'));
    const rows = database.prepare(`${explain} ${statement}`).all();
    database.close();
    return rows;
  };

  test('finds its place in the stream by the index, without reading or sorting the records', async () => {
    const directory = await newDirectory();
    await start(directory);
    expect(planOf(directory, STATEMENTS.write, 'EXPLAIN QUERY PLAN')).toMatchObject([
      { detail: 'SEARCH _stream_records USING COVERING INDEX gatehouse_stream_position (table_name=?)' },
    ]);
    // It begins with the highest number of the table and leaves the loop after it.
    expect(planOf(directory, STATEMENTS.write, 'EXPLAIN').map(({ opcode }) => opcode)).toContain('SeekLE');
    expect(planOf(directory, STATEMENTS.read, 'EXPLAIN QUERY PLAN')).toMatchObject([
      { detail: 'SEARCH _stream_records USING INDEX gatehouse_stream_position (table_name=? AND <expr>>?)' },
    ]);
  });

  test('gets the index also on a file of an earlier version', async () => {
    const directory = await newDirectory();
    await (await start(directory)).stop();
    const database = new DatabaseSync(join(directory, 'table.db'));
    database.exec('DROP INDEX gatehouse_stream_position');
    database.close();
    await start(directory);
    const [plan] = planOf(directory, STATEMENTS.write, 'EXPLAIN QUERY PLAN');
    expect(plan?.detail).toMatch('gatehouse_stream_position');
  });

  test('has a file without a name in memory mode, so that nothing remains after a kill', async () => {
    const { pid } = await start();
    const open = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const file = readlinkSync(`/proc/${pid}/fd/${fd}`);
      return file.includes('table.db') ? [file] : [];
    });
    expect(open.length).toBeGreaterThanOrEqual(2);
    expect(open.every((file) => file.endsWith(' (deleted)'))).toBe(true);
  });
});

describe('the position in the stream', () => {
  test('is looked for in the oldest shard that has later records', () => {
    const shard = (ShardId: string, first: string, last?: string) => ({
      ShardId,
      SequenceNumberRange: { StartingSequenceNumber: first, EndingSequenceNumber: last },
    });
    const shards = [shard('a', '001', '009'), shard('b', '010', '019'), shard('c', '020')];
    expect(shardAfter(shards)?.ShardId).toBe('a');
    expect(shardAfter(shards, '008')?.ShardId).toBe('a');
    expect(shardAfter(shards, '009')?.ShardId).toBe('b');
    expect(shardAfter(shards, '019')?.ShardId).toBe('c');
    expect(shardAfter(shards, '999')?.ShardId).toBe('c');
    expect(shardAfter([])).toBeUndefined();
  });
});
