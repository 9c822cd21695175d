// Asks the service and PostgreSQL the same generated queries about the same generated rows. The replies must be equal.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { useService } from '../support/service.ts';
import { random } from '../world/random.ts';
import { differenceOf, requireNone } from './oracle/compare.ts';
import { generateQueries } from './oracle/generate.ts';
import { type Expected, type Oracle, startOracle } from './oracle/oracle.ts';
import { featuresOf, type Query, show } from './oracle/query.ts';
import { type Encoding, fitsBrackets, requestOf } from './oracle/request.ts';
import { generatePopulation, type Rows } from './oracle/rows.ts';
import { QUERIES, SEED } from './oracle/seed.ts';
import { OPERATOR_NAMES } from './oracle/sql.ts';
import { storePopulation } from './oracle/store-rows.ts';
import { createPermissions, inParallel, type Member, newMember } from './oracle/tenants.ts';

/** Requests at the same time. The service and the table share two cores with the tests. */
const WIDTH = 3;
const SIZES = [
  { projects: 60, tasks: 300 },
  { projects: 20, tasks: 80 },
];
const service = useService();

describe('Lists, counts and rows of resources', () => {
  let oracle: Oracle;
  let members: Member[];
  let tenants: Rows[];
  let asked: { query: Query; expected: Expected }[];

  beforeAll(async () => {
    await createPermissions(service);
    members = [await newMember(service), await newMember(service)];
    const populations = SIZES.map((sizes, tenant) => generatePopulation(SEED + tenant, sizes));
    tenants = await inParallel(members, 2, ({ api }, tenant) => storePopulation(api, populations[tenant]!));
    oracle = await startOracle(tenants);
    asked = [];
    for (const query of generateQueries(SEED, tenants, QUERIES)) {
      asked.push({ query, expected: await oracle.expect(query) });
    }
  });
  afterAll(() => oracle?.stop());

  const ask = (query: Query, encoding: Encoding) => members[query.tenant]!.send(requestOf(query, encoding));
  const encodingOf = (query: Query): Encoding => {
    const encoding = random(SEED + query.number).of(['json', 'json', 'post native', 'post texts', 'brackets'] as const);
    return encoding === 'brackets' && !fitsBrackets(query) ? 'json' : encoding;
  };

  test(`are what PostgreSQL returns for ${QUERIES} generated queries (seed ${SEED})`, async () => {
    const differences = await inParallel(asked, WIDTH, async ({ query, expected }) => {
      const encoding = encodingOf(query);
      const { status, body, text } = await ask(query, encoding);
      const difference =
        status !== expected.status
          ? `expected status ${expected.status}, received ${status} ${text}`
          : expected.status === 200
            ? differenceOf(expected.body, body)
            : differenceOf(expected.code, body.code);
      return difference && `${show(query)}\n  as ${encoding}: ${difference}`;
    });
    requireNone(
      differences.filter((each) => each !== undefined),
      SEED,
    );
  });

  test('are the same bytes in every encoding of a query', async () => {
    const sample = asked.filter(({ query: { number } }) => number % 10 === 0);
    const differences = await inParallel(sample, WIDTH, async ({ query }) => {
      const { text, status } = await ask(query, 'json');
      const others: Encoding[] = ['post native', 'post texts', ...(fitsBrackets(query) ? (['brackets'] as const) : [])];
      for (const encoding of others) {
        const other = await ask(query, encoding);
        if (other.status !== status || other.text !== text)
          return `${show(query)}\n  json: ${status} ${text.slice(0, 300)}\n  ${encoding}: ${other.status} ${other.text.slice(0, 300)}`;
      }
      return undefined;
    });
    requireNone(
      differences.filter((each) => each !== undefined),
      SEED,
    );
  });

  test('are the same sequence of rows by cursors, by skip and without pages', async () => {
    const isPaged = ({ query: { action, params } }: (typeof asked)[number]) => action === 'list' && !params.aggregates;
    const sample = asked.filter(isPaged).slice(0, 60);
    const differences = await inParallel(sample, WIDTH, async ({ query, expected }) => {
      const sequence = expected.status === 200 ? expected.sequence : [];
      const take = Math.max(1, Math.ceil(sequence.length / 4) + (query.number % 2));
      const bySkip = await pagesBySkip(query, take);
      const byCursor = await pagesByCursor(query, take);
      const difference =
        differenceOf(sequence, bySkip, `skip, ${take} each`) ??
        differenceOf(sequence, byCursor, `cursor, ${take} each`);
      return difference && `${show(query)}\n  ${difference}`;
    });
    requireNone(
      differences.filter((each) => each !== undefined),
      SEED,
    );
  });

  test('are asked about in every way: each operator and feature occurs and most queries find something', () => {
    const counts = new Map<string, number>();
    let found = 0;
    for (const { query, expected } of asked) {
      if (expected.status === 200 && (expected.sequence.length > 0 || query.action === 'counts')) found++;
      for (const feature of featuresOf(query)) counts.set(feature, (counts.get(feature) ?? 0) + 1);
    }
    const wanted = [
      ...OPERATOR_NAMES,
      '$exists',
      '$notExists',
      '$and',
      '$or',
      'relation.column',
      'relation where',
      'inner join',
    ];
    const more = [
      'select',
      'skip',
      'take',
      'withDeleted',
      'onlyDeleted',
      'having',
      'distinct',
      'aggregate where',
      'groupByKey',
    ];
    const functions = ['count', 'sum', 'avg', 'min', 'max'];
    expect([...wanted, ...more, ...functions].filter((each) => (counts.get(each) ?? 0) < 5)).toEqual([]);
    expect(found / asked.length).toBeGreaterThan(0.6);
  });

  const idsIn = (items: { id: string }[]): string[] => items.map(({ id }) => id);

  async function pagesBySkip(query: Query, take: number): Promise<string[]> {
    const ids: string[] = [];
    for (;;) {
      const { status, body, text } = await ask(
        { ...query, params: { ...query.params, take, skip: ids.length } },
        'json',
      );
      if (status !== 200) throw new Error(`${show(query)}\n${status} ${text}`);
      ids.push(...idsIn(body.items));
      if (!body.items.length || ids.length >= body.total) return ids;
    }
  }

  async function pagesByCursor(query: Query, take: number): Promise<string[]> {
    const ids: string[] = [];
    const { skip: _, ...params } = query.params;
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { status, body, text } = await ask({ ...query, params: { ...params, take, cursor } }, 'json');
      if (status !== 200) throw new Error(`${show(query)}\n${status} ${text}`);
      ids.push(...idsIn(body.items));
      cursor = body.next;
    }
    return ids;
  }
});
