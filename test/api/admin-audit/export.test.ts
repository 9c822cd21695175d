// GET /auth/admin/api/audit/export and /anchors, and `npm run audit:verify`, which finds what was done to an export.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Anchor, type Line, verify } from '../../../infra/tools/audit/verify.ts';
import { linkHash, sha256 } from '../../../lib/crypto/audit-chain.ts';
import { claimsOf } from '../../support/api.ts';
import { exported, pagesOf, startFeed } from '../../support/audit.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService({}, { changeFeed: false });
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-audit-'));
let lines: Line[];
let anchors: Anchor[];

const feed = prepared(() => startFeed(service));
const tenant = prepared(() => service.tenant());
beforeAll(async () => {
  // Several batches, so that several shards have several blocks.
  for (let batch = 0; batch < 12; batch++) {
    await Promise.all([1, 2, 3].map(() => service.signup(tenant)));
    await feed.drain();
  }
  lines = (await exported(service)).map((text) => JSON.parse(text));
  anchors = (await service.admin('GET', '/auth/admin/api/audit/anchors')).body.data;
});
afterAll(() => {
  feed.stop();
  rmSync(folder, { recursive: true, force: true });
});

const texts = (some: Line[]): string[] => some.map((line) => JSON.stringify(line));
const kinds = async (some: Line[], known: Anchor[] = []) => [
  ...new Set((await verify(texts(some), known)).findings.map(({ kind }) => kind)),
];
/** The place of a link that has one before and two after it in its shard. */
const inside = (): number =>
  lines.findIndex(({ shard, seq }) => seq > 1 && lines.some((each) => each.shard === shard && each.seq === seq + 2));
const changed = (at: number, change: Partial<Line>): Line[] =>
  lines.map((line, index) => (index === at ? { ...line, ...change } : line));
/** What a forger can do who knows the hashes: a link with the right hash of its own. */
const rehashed = (line: Line): Line => ({ ...line, hash: linkHash(line) });

describe('200', () => {
  test('the export has every entry of the log once', async () => {
    const listed = (await pagesOf(service, '/auth/admin/api/audit')).map(({ id }) => id);
    expect(lines.map(({ id }) => id).sort()).toEqual(listed.sort());
    expect(lines.length).toBeGreaterThan(70);
  });

  test('the anchors are the ends of the shards', () => {
    const ends = new Map(lines.map(({ shard, seq, hash, recordedAt }) => [shard, { shard, seq, hash, recordedAt }]));
    expect(anchors).toEqual([...ends.values()]);
  });

  test('an untouched export verifies against its anchors', async () => {
    expect(await verify(texts(lines), anchors)).toEqual({
      links: lines.length,
      entries: lines.length,
      personal: lines.filter(({ personal }) => personal !== null).length,
      findings: [],
      notes: [],
    });
  });
});

describe('verification finds', () => {
  test('an entry that was forged', async () => {
    const at = inside();
    const entry = ((lines[at] as Line).entry as string).replace('"success"', '"failure"');
    expect(await kinds(changed(at, { entry }))).toEqual(['forged']);
    expect(await kinds(changed(at, { entry, content: sha256(entry) }))).toEqual(['forged']);
    const line = rehashed({ ...(lines[at] as Line), entry, content: sha256(entry) });
    expect(await kinds(changed(at, line))).toEqual(['forged']);
  });

  test('personal data that was forged', async () => {
    const at = inside();
    const personal = { ...(lines[at]?.personal as { salt: string; values: string }), values: '{}' };
    expect(await kinds(changed(at, { personal }))).toEqual(['forged']);
  });

  test('personal data that was removed without an erasure, in every entry that had any', async () => {
    const wiped = lines.map((line) => ({ ...line, personal: null }));
    const { findings } = await verify(texts(wiped), anchors);
    const had = lines.filter(({ personal }) => personal !== null);
    expect(had.length).toBeGreaterThan(10);
    expect(findings.map(({ kind, shard, seq }) => ({ kind, shard, seq }))).toEqual(
      had.map(({ shard, seq }) => ({ kind: 'erased', shard, seq })),
    );
  });

  test('a whole end that was forged, by an anchor', async () => {
    const at = inside();
    const { shard, seq } = lines[at] as Line;
    let prev = '';
    const forged = lines.map((line) => {
      if (line.shard !== shard || line.seq < seq) return line;
      const entry = (line.entry as string).replace('"success"', '"failure"');
      const next = rehashed({ ...line, entry, content: sha256(entry), prev: prev || line.prev });
      prev = next.hash;
      return next;
    });
    expect(await kinds(forged)).toEqual([]);
    expect(await kinds(forged, anchors)).toEqual(['forged']);
  });

  test('a link that was dropped', async () => {
    expect(await kinds(lines.filter((_, index) => index !== inside()))).toEqual(['dropped']);
  });

  test('an entry that was dropped, although its link is there', async () => {
    expect(await kinds(changed(inside(), { entry: null, personal: null }))).toEqual(['dropped']);
  });

  test('links that were reordered', async () => {
    const at = inside();
    const swapped = [...lines];
    [swapped[at], swapped[at + 1]] = [lines[at + 1] as Line, lines[at] as Line];
    expect(await kinds(swapped)).toContain('reordered');
  });

  test('a link that was repeated', async () => {
    const at = inside();
    expect(await kinds([...lines.slice(0, at), lines[at] as Line, ...lines.slice(at)])).toEqual(['reordered']);
  });

  test('an end that was truncated, by an anchor', async () => {
    const { shard, seq } = anchors[0] as Anchor;
    const cut = lines.filter((line) => line.shard !== shard || line.seq < seq);
    expect(await kinds(cut)).toEqual([]);
    expect(await kinds(cut, anchors)).toEqual(['truncated']);
    expect(
      await kinds(
        lines.filter((line) => line.shard !== shard),
        anchors,
      ),
    ).toEqual(['truncated']);
  });

  test('a line that is no link', async () => {
    expect((await verify(['{"shard":1', 'null', ...texts(lines)])).findings.map(({ kind }) => kind)).toEqual([
      'malformed',
      'malformed',
    ]);
  });
});

describe('verification tolerates', () => {
  test('a beginning that is gone, and says so', async () => {
    const { shard } = lines[inside()] as Line;
    const report = await verify(texts(lines.filter((line) => line.shard !== shard || line.seq > 1)), anchors);
    expect(report).toMatchObject({
      findings: [],
      notes: [`shard ${shard} begins with 2: what is before it cannot be checked`],
    });
  });

  test('an entry whose retention has ended', async () => {
    const at = inside();
    const texted = texts(changed(at, { entry: null, personal: null }));
    const ended = Date.parse(lines[at]?.keptUntil as string);
    expect((await verify(texted, anchors, ended)).findings).toEqual([]);
  });

  test('personal data that was erased with its user', async () => {
    const user = await service.signup(tenant);
    await feed.drain();
    await service.admin('DELETE', `/auth/admin/api/users/${claimsOf(user.tokens.accessToken).sub}`);
    await feed.drain();
    const after = await exported(service);
    expect(after.join('\n')).not.toContain(user.email);
    const report = await verify(after, anchors);
    expect(report.findings).toEqual([]);
    expect(report.personal).toBeLessThan(report.entries);
    const erasure = after.map((text) => JSON.parse(text)).find(({ action }) => action === 'user.erased');
    expect(erasure).toMatchObject({ targetId: claimsOf(user.tokens.accessToken).sub, personal: null });
  });
});

describe('without any personal data, the export still says', () => {
  /** Changes something, and returns the facts of its entry in an export whose personal data was removed. */
  const factsOf = async (action: string, change: () => Promise<unknown>) => {
    await change();
    await feed.drain();
    const line = (await exported(service)).map((text) => JSON.parse(text)).findLast((each) => each.action === action);
    return JSON.parse(line.entry).facts;
  };
  const source = { ipAddress: expect.any(String) };

  test('which setting of a tenant an admin changed, from which value, and from where', async () => {
    const facts = await factsOf('tenant.updated', () =>
      service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { settings: { mfa: { policy: 'required' } } }),
    );
    expect(facts).toMatchObject({ source, after: { 'settings.mfa': { policy: 'required' } } });
  });

  test('where an application redirects to', async () => {
    const redirectUris = ['https://app.example.com/callback'];
    const application = { name: 'Shop', kind: 'browser', redirectUris, tenantIds: [tenant.id] };
    const facts = await factsOf('application.created', () =>
      service.admin('POST', '/auth/admin/api/applications', application),
    );
    expect(facts).toMatchObject({ source, after: { redirectUris } });
  });

  test('what an admin decided about a user, and neither name nor address', async () => {
    const user = await service.signup(tenant);
    const { sub } = claimsOf(user.tokens.accessToken);
    const facts = await factsOf('user.updated', () =>
      service.admin('PATCH', `/auth/admin/api/users/${sub}`, { isActive: false, name: 'Ada' }),
    );
    expect(facts).toMatchObject({ source, before: { isActive: true }, after: { isActive: false } });
    expect(facts.after).not.toHaveProperty('name');
    expect((await exported(service)).join()).toContain('Ada');
  });
});

describe('npm run audit:verify', () => {
  /** The service runs in this process, so it must not wait for the command. */
  const runWith = async (environment: Record<string, string | undefined>, ...args: string[]) => {
    const child = spawn(process.execPath, ['infra/tools/audit/main.ts', ...args], {
      env: { ...process.env, ...environment },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    const [status] = await once(child, 'close');
    return { status, output };
  };
  const run = (...args: string[]) =>
    runWith(
      {
        GATEHOUSE_ADMIN_EMAIL: service.adminLogin.email,
        GATEHOUSE_ADMIN_PASSWORD: service.adminLogin.password,
      },
      ...args,
    );
  const written = (name: string, content: string): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  test('accepts a whole export and refuses one that was cut', async () => {
    const whole = written('whole.ndjson', texts(lines).join('\n'));
    const kept = written('anchors.json', JSON.stringify({ data: anchors }));
    expect(await run('--export', whole, '--anchors', kept)).toMatchObject({
      status: 0,
      output: expect.stringContaining('the chain is whole'),
    });
    const cut = written('cut.ndjson', texts(lines.slice(0, -1)).join('\n'));
    expect(await run('--export', cut, '--anchors', kept)).toMatchObject({
      status: 1,
      output: expect.stringContaining('truncated: '),
    });
  });

  test('reads a running service, and saves what it verified', async () => {
    const [saved, kept] = [join(folder, 'saved.ndjson'), join(folder, 'saved-anchors.json')];
    expect(await run('--url', `${service.baseUrl}/`, '--save', saved, '--save-anchors', kept)).toMatchObject({
      status: 0,
      output: expect.stringContaining('the chain is whole'),
    });
    expect(readFileSync(saved, 'utf8').trimEnd().split('\n')).toHaveLength((await exported(service)).length);
    expect(await run('--export', saved, '--anchors', kept)).toMatchObject({ status: 0 });
    expect(await run('--url', service.baseUrl, '--anchors', kept)).toMatchObject({ status: 0 });
  });

  test('finds that a running service lost an end that an anchor proves, and keeps no anchors of it', async () => {
    const [first] = anchors as [Anchor];
    const kept = written('later.json', JSON.stringify({ data: [{ ...first, seq: first.seq + 1000 }] }));
    const never = join(folder, 'never.json');
    expect(await run('--url', service.baseUrl, '--anchors', kept, '--save-anchors', never)).toMatchObject({
      status: 1,
      output: expect.stringContaining('truncated: '),
    });
    expect(existsSync(never)).toBe(false);
  });

  test('explains what is wrong with the login of a running service', async () => {
    const url = ['--url', service.baseUrl];
    const nothing = { GATEHOUSE_ADMIN_EMAIL: undefined, GATEHOUSE_ADMIN_PASSWORD: undefined };
    expect(await runWith(nothing, ...url)).toMatchObject({
      status: 1,
      output: expect.stringContaining('set GATEHOUSE_ADMIN_EMAIL and GATEHOUSE_ADMIN_PASSWORD'),
    });
    const wrong = { GATEHOUSE_ADMIN_EMAIL: 'nobody@example.com', GATEHOUSE_ADMIN_PASSWORD: 'wrong password 1' };
    const refused = await runWith(wrong, ...url);
    expect(refused.status).toBe(1);
    expect(refused.output.trim().split('\n')).toHaveLength(1);
  });

  test('explains itself without a source, or with nothing to save', async () => {
    expect(await run('--export', 'x', '--save-anchors', 'y')).toMatchObject({
      status: 1,
      output: expect.stringContaining('usage: '),
    });
    expect(await run()).toMatchObject({ status: 1, output: expect.stringContaining('usage: npm run audit:verify') });
  });
});
