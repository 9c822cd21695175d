// Tests how directories list and search users: filters, pages and bounds.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { scimUserRange } from '../../../lib/store/keys.ts';
import { type Directory, directoryOf, person } from '../../support/scim.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const directory = prepared(async () => {
  const made = await directoryOf(service, await service.tenant());
  const people = [];
  for (let at = 0; at < 5; at++) people.push(await made.create(person({ title: `Title ${at}`, active: at !== 3 })));
  return { ...made, people };
});
const find = (query: Record<string, string>, from: Pick<Directory, 'ask'> = directory) =>
  from.ask('GET', `/Users?${new URLSearchParams(query)}`);

describe('GET /Users', () => {
  test('lists users, oldest first, with the number of all', async () => {
    const { status, body } = await find({});
    expect(status).toBe(200);
    expect(body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 5,
      startIndex: 1,
      itemsPerPage: 5,
      Resources: directory.people,
    });
  });

  test('lists pages by startIndex and count', async () => {
    const idsOf = async (startIndex: string, count: string) =>
      (await find({ startIndex, count })).body.Resources.map(({ id }: { id: string }) => id);
    const ids = directory.people.map(({ id }) => id);
    expect(await idsOf('1', '2')).toEqual(ids.slice(0, 2));
    expect(await idsOf('3', '2')).toEqual(ids.slice(2, 4));
    expect(await idsOf('5', '2')).toEqual(ids.slice(4));
    expect(await idsOf('6', '2')).toEqual([]);
    expect(await idsOf('0', '-1')).toEqual([]);
    expect((await find({ startIndex: '-3', count: '0' })).body).toMatchObject({ totalResults: 5, startIndex: 1 });
  });

  test('finds by userName and externalId in one read each, userName in any case', async () => {
    const [ada, grace] = directory.people;
    for (const [filter, expected] of [
      [`userName eq "${ada.userName.toUpperCase()}"`, [ada.id]],
      [`userName eq "${ada.userName}" and active eq true`, [ada.id]],
      [`userName eq "${ada.userName}" and active eq false`, []],
      [`externalId eq "${grace.externalId}"`, [grace.id]],
      [`externalId eq "${grace.externalId.toUpperCase()}"`, []],
      [`id eq "${grace.id}"`, [grace.id]],
      ['id eq "x"', []],
      ['userName eq "noone@example.com"', []],
    ] as const) {
      const { body } = await find({ filter });
      expect([filter, body.totalResults, body.Resources.map(({ id }: { id: string }) => id)]).toEqual([
        filter,
        expected.length,
        expected,
      ]);
    }
  });

  test('finds by any other attribute', async () => {
    expect((await find({ filter: 'active eq false' })).body.Resources).toEqual([directory.people[3]]);
    const { body } = await find({ filter: 'title sw "title" and not (title ew "4")', startIndex: '2', count: '2' });
    expect([body.totalResults, body.Resources]).toEqual([4, directory.people.slice(1, 3)]);
    const [ada] = directory.people;
    expect((await find({ filter: `emails[type eq "work" and value eq "${ada.userName}"]` })).body.totalResults).toBe(1);
  });

  test('refuses wrong filters and numbers, and parameters that are sent twice', async () => {
    for (const [query, scimType] of [
      ['filter=userName', 'invalidFilter'],
      ['filter=x%20eq%20%22y%22', 'invalidFilter'],
      ['count=x', 'invalidValue'],
      ['startIndex=1.5', 'invalidValue'],
      ['count=1&count=2', 'invalidValue'],
      ['count=1&COUNT=2', 'invalidValue'],
    ] as const) {
      const { status, body } = await directory.ask('GET', `/Users?${query}`);
      expect([query, status, body.scimType]).toEqual([query, 400, scimType]);
    }
  });

  test('has none of another connection of the tenant, and none that have left', async () => {
    const other = await directoryOf(service, directory.tenant);
    const { id } = await other.create(person());
    expect((await find({}, other)).body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    await other.ask('DELETE', `/Users/${id}`);
    expect((await find({}, other)).body).toMatchObject({ totalResults: 0, Resources: [] });
    expect((await find({})).body.totalResults).toBe(5);
  });
});

describe('POST /Users/.search', () => {
  test('is the list with its parameters in a body', async () => {
    const [ada] = directory.people;
    const { status, body } = await directory.ask('POST', '/Users/.search', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
      filter: `userName eq "${ada.userName}"`,
      attributes: ['displayName'],
      count: 10,
    });
    expect([status, body.totalResults]).toEqual([200, 1]);
    expect(Object.keys(body.Resources[0]).sort()).toEqual(['displayName', 'id', 'schemas', 'userName']);
  });
});

test('the index of a connection is a part of its tenant', () => {
  expect(scimUserRange(directory.id as never).pk.startsWith(`T#${directory.tenant.id}#`)).toBe(true);
});
