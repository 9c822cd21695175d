// Tests the order of lists, cursors, and searches over users and groups at once.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { newUserId, type ScimConnectionId, type TenantId } from '../../../lib/platform/ids.ts';
import { scimUser, scimUserIndex } from '../../../lib/store/keys.ts';
import { writeAlone } from '../../../lib/store/scim/users.ts';
import { HOUR, later } from '../../support/api.ts';
import { type Directory, directoryOf, person } from '../../support/scim.ts';
import { prepared, unique, useService } from '../../support/service.ts';

const service = useService();
beforeAll(() => service.adminCookie());
type Listed = { id: string; title?: string };
type Reply = Awaited<ReturnType<Directory['ask']>>;

const find = (from: Pick<Directory, 'ask'>, path: string, query: Record<string, string>) =>
  from.ask('GET', `${path}?${new URLSearchParams(query)}`);
const idsOf = ({ body }: Reply): string[] => body.Resources.map(({ id }: Listed) => id);

/** Five users with the titles b, A, none, c and a. */
const directory = prepared(async () => {
  const made = await directoryOf(service, await service.tenant());
  const people: { id: string; userName: string }[] = [];
  for (const title of ['b', 'A', undefined, 'c', 'a']) people.push(await made.create(person({ title })));
  return { ...made, people };
});

describe('sortBy', () => {
  const titlesBy = async (query: Record<string, string>) =>
    (await find(directory, '/Users', query)).body.Resources.map(({ title }: Listed) => title);

  test('orders users by an attribute in any case, those without it last, and equal ones by their age', async () => {
    expect(await titlesBy({ sortBy: 'title' })).toEqual(['A', 'a', 'b', 'c', undefined]);
    expect(await titlesBy({ sortBy: 'TITLE', sortOrder: 'Descending' })).toEqual([undefined, 'c', 'b', 'A', 'a']);
    expect(await titlesBy({ sortBy: 'title', startIndex: '2', count: '2' })).toEqual(['a', 'b']);
    expect(await titlesBy({ sortBy: 'title', filter: 'title pr and title ne "b"' })).toEqual(['A', 'a', 'c']);
  });

  test('orders by a part, by the primary value of a list, and by what the service gives', async () => {
    const names = directory.people.map(({ userName }) => userName).toSorted();
    for (const sortBy of ['userName', 'emails', 'emails.value', 'name.familyName']) {
      const { body } = await find(directory, '/Users', { sortBy });
      expect([sortBy, body.Resources.map(({ userName }: { userName: string }) => userName)]).toEqual([sortBy, names]);
    }
    const newest = directory.people.map(({ id }) => id).toReversed();
    expect(idsOf(await find(directory, '/Users', { sortBy: 'meta.created', sortOrder: 'descending' }))).toEqual(newest);
  });

  test('orders groups', async () => {
    const mine = await directoryOf(service, await service.tenant());
    for (const displayName of ['b', 'C', 'a']) await mine.ask('POST', '/Groups', { displayName });
    const { body } = await find(mine, '/Groups', { sortBy: 'displayName' });
    expect(body.Resources.map(({ displayName }: { displayName: string }) => displayName)).toEqual(['a', 'b', 'C']);
  });

  test.each<[Record<string, string>, string]>([
    [{ sortBy: 'unknown' }, 'invalidPath'],
    [{ sortBy: 'name' }, 'invalidPath'],
    [{ sortBy: 'addresses' }, 'invalidPath'],
    [{ sortBy: '__proto__' }, 'invalidPath'],
    [{ sortBy: 'title', sortOrder: 'sideways' }, 'invalidValue'],
  ])('%j is refused', async (query, scimType) => {
    const { status, body } = await find(directory, '/Users', query);
    expect([status, body.scimType]).toEqual([400, scimType]);
  });
});

describe('cursor', () => {
  /** All pages from the first one on. */
  async function pagesOf(path: string, query: Record<string, string>, from: Directory = directory): Promise<Reply[]> {
    const pages = [await find(from, path, { ...query, cursor: '' })];
    for (let next = pages[0]?.body.nextCursor; next; next = pages.at(-1)?.body.nextCursor)
      pages.push(await find(from, path, { ...query, cursor: next }));
    return pages;
  }

  test('walks through all users, and the last page has no cursor', async () => {
    const pages = await pagesOf('/Users', { count: '2' });
    expect(pages.map(({ body }) => body.Resources.length)).toEqual([2, 2, 1]);
    expect(pages.flatMap(idsOf)).toEqual(directory.people.map(({ id }) => id));
    expect(pages[0]?.body).toMatchObject({ totalResults: 5, itemsPerPage: 2 });
    expect(pages[0]?.body).not.toHaveProperty('startIndex');
    // Unreserved characters alone (RFC 9865, 2).
    expect(pages[0]?.body.nextCursor).toMatch(/^[\w.~-]+$/);
    expect((await pagesOf('/Users', { count: '5' })).length).toBe(1);
  });

  test('walks through those who fit, in the usual order and in another one', async () => {
    const filter = 'title pr';
    const pages = await pagesOf('/Users', { count: '3', filter });
    expect(pages.flatMap(({ body }) => body.Resources.map(({ title }: Listed) => title))).toEqual(['b', 'A', 'c', 'a']);
    const ordered = await pagesOf('/Users', { count: '3', filter, sortBy: 'title' });
    expect(ordered.map(({ body }) => body.Resources.map(({ title }: Listed) => title))).toEqual([
      ['A', 'a', 'b'],
      ['c'],
    ]);
    expect(ordered[0]?.body.totalResults).toBe(4);
  });

  test('is not moved by a user who comes or leaves meanwhile', async () => {
    const mine = await directoryOf(service, await service.tenant());
    const [first, second, third] = [
      await mine.create(person()),
      await mine.create(person()),
      await mine.create(person()),
    ];
    const { body } = await find(mine, '/Users', { cursor: '', count: '2' });
    await mine.ask('DELETE', `/Users/${first.id}`);
    await mine.ask('DELETE', `/Users/${second.id}`);
    const late = await mine.create(person());
    expect(idsOf(await find(mine, '/Users', { cursor: body.nextCursor, count: '9' }))).toEqual([third.id, late.id]);
  });

  test('walks through groups, by a search as well, and with no count it only counts', async () => {
    const mine = await directoryOf(service, await service.tenant());
    const ids: string[] = [];
    for (let at = 0; at < 3; at++) ids.push((await mine.ask('POST', '/Groups', { displayName: unique('g') })).body.id);
    expect((await pagesOf('/Groups', { count: '2' }, mine)).map(idsOf)).toEqual([ids.slice(0, 2), ids.slice(2)]);
    const { body } = await mine.ask('POST', '/Groups/.search', { cursor: '', count: 2 });
    const rest = await mine.ask('POST', '/Groups/.search', { cursor: body.nextCursor, count: 2 });
    expect(idsOf(rest)).toEqual(ids.slice(2));
    for (const path of ['/Groups', '/Users']) {
      const { body: none } = await find(mine, path, { cursor: '', count: '0' });
      expect([none.Resources, none.nextCursor, typeof none.totalResults]).toEqual([[], undefined, 'number']);
    }
  });

  test('is refused for another connection, list, filter or order, when it is forged, and after an hour', async () => {
    const { body } = await find(directory, '/Users', { cursor: '', count: '2' });
    const other = await directoryOf(service, directory.tenant);
    const cursor: string = body.nextCursor;
    const refusalOf = async (from: Directory, path: string, query: Record<string, string>) => {
      const reply = await find(from, path, query);
      return [reply.status, reply.body.scimType];
    };
    for (const [from, path, query] of [
      [other, '/Users', { cursor }],
      [directory, '/Groups', { cursor }],
      [directory, '/Users', { cursor, filter: 'title pr' }],
      [directory, '/Users', { cursor, sortBy: 'title' }],
      [directory, '/Users', { cursor: `${cursor.slice(0, -4)}${cursor.endsWith('AAAA') ? 'BBBB' : 'AAAA'}` }],
      [directory, '/Users', { cursor: 'x' }],
      [directory, '/Users', { cursor: '.' }],
    ] as const)
      expect(await refusalOf(from, path, query)).toEqual([400, 'invalidCursor']);
    expect(await refusalOf(directory, '/Users', { cursor, startIndex: '1' })).toEqual([400, 'invalidValue']);
    const typed = await directory.ask('POST', '/Users/.search', { cursor: 7 });
    expect([typed.status, typed.body.scimType]).toEqual([400, 'invalidCursor']);
    await later(HOUR, async () =>
      expect(await refusalOf(directory, '/Users', { cursor })).toEqual([400, 'invalidCursor']),
    );
  });
});

describe('a directory of more than 1000 users', () => {
  const large = prepared(async () => {
    const made = await directoryOf(service, await service.tenant());
    const [tenant, connection] = [made.tenant.id as TenantId, made.id as ScimConnectionId];
    // Entries of the list without their users: to create these takes a minute.
    const entries = Array.from({ length: 1001 }, (_, at) => {
      const id = newUserId(tenant);
      return { create: { ...scimUser(tenant, id), ...scimUserIndex(connection, id, at + 1), type: 'scim-user' } };
    });
    for (let first = 0; first < entries.length; first += 100) await writeAlone(entries.slice(first, first + 100));
    const last = await made.create(person({ title: 'last' }));
    return { ...made, last };
  });

  test('is not filtered or sorted as a whole', async () => {
    const refused: Record<string, string>[] = [
      { filter: 'title eq "last"' },
      { sortBy: 'title' },
      { sortBy: 'title', cursor: '' },
    ];
    for (const query of refused) {
      const { status, body } = await find(large, '/Users', query);
      expect([status, body.scimType]).toEqual([400, 'tooMany']);
    }
    const all = await large.ask('POST', '/.search', { filter: 'title eq "last"' });
    expect([all.status, all.body.scimType]).toEqual([400, 'tooMany']);
    const named = await find(large, '/Users', { filter: `userName eq "${large.last.userName}"`, sortBy: 'title' });
    expect(idsOf(named)).toEqual([large.last.id]);
  });

  test('is filtered page by page with a cursor', async () => {
    const query = { filter: 'title eq "last"', count: '10' };
    const first = await find(large, '/Users', { ...query, cursor: '' });
    expect([first.status, first.body.Resources, first.body.totalResults]).toEqual([200, [], undefined]);
    const second = await find(large, '/Users', { ...query, cursor: first.body.nextCursor });
    expect([idsOf(second), second.body.nextCursor]).toEqual([[large.last.id], undefined]);
  });
});

describe('POST /.search', () => {
  const mixed = prepared(async () => {
    const made = await directoryOf(service, await service.tenant());
    const user = await made.create(person({ displayName: 'Shared name' }));
    const { body: group } = await made.ask('POST', '/Groups', {
      displayName: 'shared name',
      members: [{ value: user.id }],
    });
    return { ...made, user, group };
  });
  const search = (body: object) => mixed.ask('POST', '/.search', body);

  test('finds users and groups by what both have, or one kind', async () => {
    const both = [mixed.user.id, mixed.group.id];
    expect(idsOf(await search({}))).toEqual(both);
    expect(idsOf(await search({ filter: 'displayName eq "SHARED NAME"' }))).toEqual(both);
    expect(idsOf(await search({ filter: 'meta.resourceType eq "Group"' }))).toEqual([mixed.group.id]);
    expect(idsOf(await search({ filter: 'meta.resourceType eq "User" and id pr' }))).toEqual([mixed.user.id]);
    expect(idsOf(await search({ filter: 'userName pr' }))).toEqual([mixed.user.id]);
    expect(idsOf(await search({ filter: `members eq "${mixed.user.id}"` }))).toEqual([mixed.group.id]);
    const { body } = await search({ sortBy: 'meta.resourceType', count: 1, cursor: '' });
    expect([body.Resources[0].id, body.totalResults]).toEqual([mixed.group.id, 2]);
    expect(idsOf(await search({ sortBy: 'meta.resourceType', count: 1, cursor: body.nextCursor }))).toEqual([
      mixed.user.id,
    ]);
  });

  test('finds nothing of another connection', async () => {
    const other = await directoryOf(service, mixed.tenant);
    expect((await other.ask('POST', '/.search', {})).body).toMatchObject({ totalResults: 0, Resources: [] });
  });
});

describe('groups by their members', () => {
  test('are found by one user, and a filter that names more is refused', async () => {
    const mine = await directoryOf(service, await service.tenant());
    const [ada, grace] = [await mine.create(person()), await mine.create(person())];
    const post = async (...members: { id: string }[]) =>
      (
        await mine.ask('POST', '/Groups', {
          displayName: unique('g'),
          members: members.map(({ id }) => ({ value: id })),
        })
      ).body.id;
    const [both, alone] = [await post(ada, grace), await post(ada)];
    await post(grace);
    const groupsBy = async (filter: string) => idsOf(await find(mine, '/Groups', { filter })).toSorted();
    for (const filter of [`members eq "${ada.id}"`, `members.value eq "${ada.id}"`, `members[value eq "${ada.id}"]`])
      expect([filter, await groupsBy(filter)]).toEqual([filter, [both, alone].toSorted()]);
    expect(await groupsBy(`id eq "${both}" and members eq "${ada.id}"`)).toEqual([both]);
    expect(await groupsBy('members eq "x"')).toEqual([]);
    for (const filter of [
      `members eq "${ada.id}" or members eq "${grace.id}"`,
      `not (members eq "${ada.id}")`,
      'members pr',
      'members.value sw "usr"',
    ]) {
      const { status, body } = await find(mine, '/Groups', { filter });
      expect([filter, status, body.scimType]).toEqual([filter, 400, 'invalidFilter']);
    }
  });
});
