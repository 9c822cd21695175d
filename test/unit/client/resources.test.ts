// Runs the methods of resources against a recorder of requests: paths, parameters, headers, and what a bundle contains.
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { createClient } from '../../../lib/packages/client/node.ts';
import { resourcesOf } from '../../../lib/packages/client/resources.ts';
import type { resources } from '../../../lib/records/resources/index.ts';

type Seen = { line: string; headers: Record<string, string>; body: unknown };

/** A client, and the requests that it sent. Each reply is the next of `replies`, or `{}`. */
function recorded(replies: unknown[] = []) {
  const seen: Seen[] = [];
  const client = createClient({
    baseUrl: 'https://auth.example.com/',
    tokens: { accessToken: 'access', refreshToken: 'refresh' },
    fetch: async (input, init = {}) => {
      const { pathname, search } = new URL(String(input));
      seen.push({
        line: `${init.method} ${pathname}${decodeURIComponent(search.replaceAll('+', ' '))}`,
        headers: init.headers as Record<string, string>,
        body: init.body === undefined ? undefined : JSON.parse(init.body as string),
      });
      return Response.json(replies.shift() ?? {});
    },
  });
  return { projects: resourcesOf<typeof resources>(client).projects, seen };
}

describe('the methods of a resource', () => {
  test('send the requests of the fifteen actions', async () => {
    const { projects, seen } = recorded();
    await projects.findMany();
    await projects.findAll({ take: 3 });
    await projects.counts({ filter: { where: { isPublic: true } }, groupByKey: ['status', 'isPublic'] });
    await projects.findOne('prj/1', { select: ['name'] });
    await projects.create({ name: 'Site', slug: 'site', dueAt: new Date(0) });
    await projects.createMany([{ name: 'Site', slug: 'site' }]);
    await projects.update('prj_1', { name: 'Page' });
    await projects.updateMany([{ id: 'prj_1', name: 'Page' }]);
    await projects.delete('prj_1');
    await projects.deleteMany(['prj_1', 'prj_2']);
    await projects.reorder(['prj_2', 'prj_1']);
    await projects.deleteFromTrash('prj_1');
    await projects.deleteFromTrashMany(['prj_1', 'prj_2']);
    await projects.restore('prj_1');
    await projects.restoreMany(['prj_1']);
    expect(seen.map(({ line, body }) => (body === undefined ? [line] : [line, body]))).toEqual([
      ['GET /projects'],
      ['GET /projects/get/all?take=3'],
      ['GET /projects/get/counts?filter={"where":{"isPublic":true}}&groupByKey=status&groupByKey=isPublic'],
      ['GET /projects/prj%2F1?select=["name"]'],
      ['POST /projects', { name: 'Site', slug: 'site', dueAt: '1970-01-01T00:00:00.000Z' }],
      ['POST /projects/bulk', { bulk: [{ name: 'Site', slug: 'site' }] }],
      ['PUT /projects/prj_1', { name: 'Page' }],
      ['PUT /projects/bulk', { bulk: [{ id: 'prj_1', name: 'Page' }] }],
      ['DELETE /projects/prj_1'],
      ['DELETE /projects/delete/bulk?ids=prj_1&ids=prj_2'],
      ['PUT /projects/reorder', { ids: ['prj_2', 'prj_1'] }],
      ['DELETE /projects/prj_1/trash'],
      ['DELETE /projects/trash/bulk?ids=prj_1&ids=prj_2'],
      ['PUT /projects/prj_1/restore'],
      ['PUT /projects/restore/bulk', { ids: ['prj_1'] }],
    ]);
    for (const { headers } of seen) expect(headers.authorization).toBe('Bearer access');
  });

  test('encode objects and lists as JSON texts', async () => {
    const { projects, seen } = recorded();
    await projects.findMany({
      where: { dueAt: { $lt: new Date(0) }, name: { $like: 'a&b=%' } },
      order: { name: 'DESC' },
      select: ['name'],
      relations: { tasks: true },
      take: 5,
      skip: 10,
      withDeleted: true,
    });
    expect(seen[0]?.line).toBe(
      'GET /projects?where={"dueAt":{"$lt":"1970-01-01T00:00:00.000Z"},"name":{"$like":"a&b=%"}}&order={"name":"DESC"}' +
        '&select=["name"]&relations={"tasks":true}&take=5&skip=10&withDeleted=true',
    );
  });

  test('send a long query as the body of a POST that is treated as a GET', async () => {
    const { projects, seen } = recorded();
    const where = { id: { $in: Array.from({ length: 60 }, (_, at) => `prj_${String(at).padStart(30, '0')}`) } };
    await projects.findMany({ where, take: 60 });
    expect(seen).toMatchObject([
      { line: 'POST /projects', headers: { 'x-http-method-override': 'GET' }, body: { where, take: 60 } },
    ]);
  });

  test('make an update conditional', async () => {
    const { projects, seen } = recorded();
    await projects.update('prj_1', { name: 'Page' }, { ifVersion: 3 });
    expect(seen[0]?.headers['if-match']).toBe('3');
  });

  test.each(['', '.', '..'])('reject "%s" as an id, which would name another path', async (id) => {
    const { projects, seen } = recorded();
    await expect(projects.findOne(id)).rejects.toThrow('is no id');
    await expect(projects.delete(id)).rejects.toThrow('is no id');
    await expect(projects.restore(id)).rejects.toThrow('is no id');
    expect(seen).toEqual([]);
  });

  test('follow the cursor to the last page', async () => {
    const pages = [
      { items: [{ id: 'prj_1' }, { id: 'prj_2' }], next: 'c1' },
      { items: [], next: 'c2' },
      { items: [{ id: 'prj_3' }], next: null },
    ];
    const { projects, seen } = recorded([...pages, ...pages]);
    const ids: string[] = [];
    for await (const { id } of projects.rows({ take: 2 })) ids.push(id);
    expect(ids).toEqual(['prj_1', 'prj_2', 'prj_3']);
    const sizes: number[] = [];
    for await (const page of projects.pages({ take: 2 })) sizes.push(page.length);
    expect(sizes).toEqual([2, 0, 1]);
    const lines = ['GET /projects?take=2&cursor=', 'GET /projects?take=2&cursor=c1', 'GET /projects?take=2&cursor=c2'];
    expect(seen.map(({ line }) => line)).toEqual([...lines, ...lines]);
  });

  test('can be read from a promise', async () => {
    const found = await Promise.resolve(resourcesOf<typeof resources>({ request: async () => ({ total: 1 }) }));
    expect(await found.projects.counts()).toEqual({ total: 1 });
  });
});

/** The minified bytes of a page that runs this code. */
async function bundled(code: string): Promise<string> {
  const resolveDir = join(import.meta.dirname, '../../../lib/packages/client');
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    format: 'esm',
  });
  return outputFiles[0]?.text ?? '';
}

test('a browser bundle of resources has no declarations, no schemas and less than 5 KB', async () => {
  const bundle = await bundled(`
    import { resourcesOf } from './resources.ts';
    import { query } from './query.ts';
    import type { resources } from '../resources/index.ts';
    export const run = (client: never) =>
      resourcesOf<typeof resources>(client).projects.findMany(query<typeof resources, 'projects'>().toObject());
  `);
  expect(bundle).not.toMatch(/costCentre|zod|softDelete/i);
  expect(bundle.length).toBeLessThan(5000);
  const alone = await bundled(`export { resourcesOf } from './resources.ts';`);
  expect(alone.length).toBeLessThan(2500);
});
