// Threat: the run that archives the audit log dies, two of them run at once, or a person changes the copy, and an entry is
// missing from the archive, is there twice, or was never true.
// The run is stopped before and after each of its calls of the table, then tried again; twenty of them race.
// Each time the archive has every link of the chain once, and verifies against its own anchors.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openArchive } from '../../infra/tools/audit/folder.ts';
import { type Kind, type Line, verify } from '../../infra/tools/audit/verify.ts';
import { linkHash, sha256 } from '../../lib/crypto/audit-chain.ts';
import { archive } from '../../lib/domain/audit-log/archive.ts';
import { recordEntries } from '../../lib/workers/audit-log.ts';
import { claimsOf } from '../support/api.ts';
import { exported } from '../support/audit.ts';
import { type Bench, startBench } from '../support/faults/store/bench.ts';
import { type StreamReader, startStreamReader } from '../support/faults/stream-reader.ts';
import { race } from '../support/race.ts';

let bench: Bench;
let reader: StreamReader;
const root = mkdtempSync(join(tmpdir(), 'gatehouse-archive-'));
beforeAll(async () => {
  bench = await startBench();
  const { engine, table } = bench.world.service.local;
  reader = await startStreamReader(engine.endpoint, table);
});
afterAll(async () => {
  reader?.stop();
  await bench?.stop();
  rmSync(root, { recursive: true, force: true });
});

const always = (): boolean => true;

/** Records what happened, a block for each of a few batches. */
async function record(people: number) {
  const users = [];
  for (let person = 0; person < people; person++) {
    users.push(await bench.world.service.signup(bench.world.tenant as never));
    for (let records = await reader.next(); records.length > 0; records = await reader.next())
      expect(await recordEntries(records)).toEqual([]);
  }
  return users;
}

/** Returns the objects of a bucket by their keys. */
const objectsIn = (bucket: string): Map<string, string> =>
  new Map(
    [...bench.world.service.local.objects].flatMap(([name, text]) =>
      name.startsWith(`${bucket}/`) ? [[name.slice(bucket.length + 1), text]] : [],
    ),
  );

let folders = 0;
/** Writes a bucket to a new folder, as `aws s3 sync` does. */
function synchronize(bucket: string, objects = objectsIn(bucket)): string {
  const folder = join(root, String(++folders));
  for (const [key, text] of objects) {
    mkdirSync(dirname(join(folder, key)), { recursive: true });
    writeFileSync(join(folder, key), text);
  }
  return folder;
}

async function verified(folder: string) {
  const { anchors, lines } = await openArchive(folder);
  return verify(lines(), anchors, Date.now(), 'archive');
}

/** The links of the chain, as the archive should have them. */
const chain = async (): Promise<Line[]> =>
  (await exported(bench.world.service)).map((line) => ({ ...JSON.parse(line), personal: null }));

async function expectWhole(bucket: string): Promise<void> {
  const archived = [...objectsIn(bucket)].filter(([key]) => key.startsWith('links/')).sort();
  const lines = archived.flatMap(([, text]) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
  expect(lines.map(({ hash }) => hash)).toEqual((await chain()).map(({ hash }) => hash));
  expect(lines).toEqual(await chain());
  expect(await verified(synchronize(bucket))).toMatchObject({ links: lines.length, findings: [], notes: [] });
}

test('the archive has every link once, goes on where it ended, and writes nothing when nothing happened', async () => {
  const bucket = 'steady';
  await record(3);
  const first = await archive(bucket, always);
  await expectWhole(bucket);
  const before = objectsIn(bucket);
  expect(await archive(bucket, always)).toBe(0);
  expect(objectsIn(bucket)).toEqual(before);
  await record(2);
  const second = await archive(bucket, always);
  await expectWhole(bucket);
  expect(first + second).toBe((await chain()).length);
});

test('the archive has the facts of admins, no personal data of users, and its entries cover both', async () => {
  const bucket = 'impersonal';
  const [user] = await record(1);
  await archive(bucket, always);
  const text = [...objectsIn(bucket).values()].join();
  expect(text).toContain(claimsOf(user?.tokens.accessToken as string).sub);
  expect(text).not.toContain(user?.email);
  const entries = text.split('\n').filter((line) => line.includes('"entry"'));
  const ofUsers = entries.filter((line) => line.includes('"targetId":"usr_'));
  expect(ofUsers.length).toBeGreaterThan(0);
  for (const personal of ['127.0.0.1', 'userAgent']) expect(ofUsers.join()).not.toContain(personal);
  expect(entries.find((line) => line.includes('"action":"tenant.created"'))).toMatch(/slug.*ipAddress/);
  const withPersonal = (await exported(bench.world.service)).map((line) => JSON.parse(line));
  expect(withPersonal.some(({ personal }) => personal !== null)).toBe(true);
});

test('a run without time writes nothing, and the next one writes all', async () => {
  const bucket = 'hurried';
  expect(await archive(bucket, () => false)).toBe(0);
  expect(objectsIn(bucket).size).toBe(0);
  await archive(bucket, always);
  await expectWhole(bucket);
});

/** No retry helps against it: the process has ended, as far as the table sees. */
const GONE = {
  status: 400,
  body: { __type: 'com.amazonaws.dynamodb.v20120810#AccessDeniedException', message: 'gone' },
};

test('a run that is killed before or after any of its calls loses nothing and archives nothing twice', async () => {
  const bucket = 'killed';
  let kills = 0;
  for (const isAfter of [false, true]) {
    for (let at = 1, isKilled = true; isKilled; at++) {
      await record(1);
      let calls = 0;
      bench.disturb(() => {
        if (++calls < at) return undefined;
        return calls === at && isAfter ? { reply: GONE, after: true } : { reply: GONE };
      });
      await archive(bucket, always).catch(() => {});
      bench.disturb(undefined);
      isKilled = calls >= at;
      if (isKilled) kills++;
      // The feed goes on recording between some runs and the next ones.
      if (at % 3 === 0) await record(1);
      await archive(bucket, always);
    }
  }
  expect(kills).toBeGreaterThan(10);
  await expectWhole(bucket);
});

test('twenty runs at once archive each link once', async () => {
  const bucket = 'raced';
  await record(2);
  // On a busy machine the table may be too slow for some of them.
  const counts = await race(20, () => archive(bucket, always).catch(() => 0));
  expect(Math.max(...counts)).toBeGreaterThan(0);
  await archive(bucket, always);
  await expectWhole(bucket);
});

describe('npm run audit:verify -- --archive', () => {
  const BUCKET = 'attacked';
  /** The objects of a shard that has three. Shards are drawn, so some have fewer. */
  const three = (objects: readonly string[]): string[] | undefined =>
    Object.values(Object.groupBy(objects, dirname)).find((own) => own?.length === 3);

  beforeAll(async () => {
    const links = () => [...objectsIn(BUCKET).keys()].filter((key) => key.startsWith('links/'));
    while (!three(links())) {
      await record(6);
      await archive(BUCKET, always);
    }
  });
  const run = (folder: string, ...more: string[]) => {
    const command = ['infra/tools/audit/main.ts', '--archive', folder, ...more];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };
  const linksIn = (folder: string): string[] =>
    readdirSync(join(folder, 'links'), { recursive: true })
      .map((name) => join(folder, 'links', String(name)))
      .filter((name) => name.endsWith('.ndjson'))
      .sort();
  const edit = (file: string, change: (lines: string[]) => string[]): void =>
    writeFileSync(file, change(readFileSync(file, 'utf8').trimEnd().split('\n')).join('\n'));

  test('accepts the whole archive', () => {
    expect(run(synchronize(BUCKET))).toMatchObject({
      status: 0,
      output: expect.stringContaining('the chain is whole'),
    });
  });

  test('finds what another copy of the log lost or changed, by the anchors of the archive', async () => {
    const folder = synchronize(BUCKET);
    const lines = (await exported(bench.world.service)).map((line): Line => JSON.parse(line));
    const verifyCopy = (copy: Line[]) => {
      const file = join(folder, 'copy.ndjson');
      writeFileSync(file, copy.map((line) => JSON.stringify(line)).join('\n'));
      return run(folder, '--export', file);
    };
    expect(verifyCopy(lines)).toMatchObject({ status: 0 });
    const last = lines.at(-1) as Line;
    expect(verifyCopy(lines.slice(0, -1))).toMatchObject({
      status: 1,
      output: expect.stringContaining(`truncated: shard ${last.shard}, ${last.seq}`),
    });
    // With the right hash of its own: the chain alone would accept it.
    const entry = (last.entry as string).replace('"success"', '"failure"');
    const forged = { ...last, entry, content: sha256(entry) };
    expect(verifyCopy([...lines.slice(0, -1), { ...forged, hash: linkHash(forged) }])).toMatchObject({
      status: 1,
      output: expect.stringContaining(`forged: shard ${last.shard}, ${last.seq}: the anchor has another hash`),
    });
  });

  test.each<[what: string, kind: Kind, attack: (objects: string[]) => void]>([
    [
      'an entry that was forged',
      'forged',
      ([, middle = '']) => edit(middle, ([first = '', ...more]) => [first.replace('success', 'failure'), ...more]),
    ],
    [
      'a link that was dropped from an object',
      'dropped',
      ([first = '']) => edit(first, ([one = '', , ...more]) => [one, ...more]),
    ],
    ['links that were reordered', 'reordered', ([first = '']) => edit(first, (lines) => lines.toReversed())],
    ['an object in between that was removed', 'dropped', ([, middle = '']) => rmSync(middle)],
    ['an end that was truncated', 'truncated', ([, , last = '']) => rmSync(last)],
    [
      'an object of another chain, as after a restore',
      'reordered',
      ([, middle = '']) => copyFileSync(middle, middle.replace(/-[^/]*$/, '-zzz.ndjson')),
    ],
  ])('finds %s', (_, kind, attack) => {
    const folder = synchronize(BUCKET);
    attack(three(linksIn(folder)) as string[]);
    expect(run(folder)).toMatchObject({ status: 1, output: expect.stringContaining(`${kind}: shard`) });
  });
});
