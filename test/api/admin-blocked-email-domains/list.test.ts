// Tests GET /auth/admin/api/blocked-email-domains.
import { beforeEach, describe, expect, test } from '@jest/globals';
import { answerOf, refusal } from '../../support/api.ts';
import { callers, clear } from '../../support/blocked-domains.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
const call = prepared(() => callers(service));
beforeEach(clear);

const names = async (query: string): Promise<string[]> =>
  (await call.list(query)).body.data.map(({ domain }: { domain: string }) => domain);

describe('GET /auth/admin/api/blocked-email-domains 200', () => {
  test('is empty without blocked domains', async () => {
    const { status, body } = await call.list();
    expect([status, body]).toEqual([200, { data: [], total: 0, page: 1, pageSize: 50 }]);
  });

  test('lists domains in alphabetical order with their source', async () => {
    await call.add(['c.example', 'a.example', 'B.example']);
    const { body } = await call.list();
    expect(body.data).toEqual(
      ['a.example', 'b.example', 'c.example'].map((domain) => ({
        id: expect.stringMatching(/^dom_[0-9A-Za-z]{22}$/),
        domain,
        source: 'manual',
        createdAt: expect.stringMatching(/^20.*Z$/),
      })),
    );
    expect(new Set(body.data.map(({ id }: { id: string }) => id)).size).toBe(3);
  });

  test('returns every domain on exactly one page', async () => {
    const all = Array.from({ length: 450 }, (_, at) => `n${String(at).padStart(3, '0')}.example`);
    await call.add(all);
    expect(await names('?pageSize=200&page=1')).toEqual(all.slice(0, 200));
    expect(await names('?pageSize=200&page=3')).toEqual(all.slice(400));
    expect(await names('?page=2')).toEqual(all.slice(50, 100));
    expect(await names('?pageSize=1&page=450')).toEqual(['n449.example']);
    const { body } = await call.list('?pageSize=200&page=999999999');
    expect(body).toEqual({ data: [], total: 450, page: 999999999, pageSize: 200 });
  });

  test('searches for a literal part of the domain', async () => {
    await call.add(['mail-one.example', 'mail-two.example', 'other.test']);
    for (const [search, found] of [
      ['mail', ['mail-one.example', 'mail-two.example']],
      ['MAIL-T', ['mail-two.example']],
      ['er.te', ['other.test']],
      ['', ['mail-one.example', 'mail-two.example', 'other.test']],
      ['%25', []],
      ['_', []],
      ['.*', []],
      ['m*l', []],
      ['type', []],
      ['DOMAINS', []],
    ] as const) {
      const { body } = await call.list(`?search=${search}&pageSize=2`);
      expect([search, body.total]).toEqual([search, found.length]);
      expect(body.data.map(({ domain }: { domain: string }) => domain)).toEqual(found.slice(0, 2));
    }
  });
});

describe('GET /auth/admin/api/blocked-email-domains 400', () => {
  test.each(['0', '-1', '1.5', '1e2', '0x10', '٣', '', ' 1', '01', 'x', '1000000000'])(
    'rejects the page %j',
    async (page) => {
      expect(answerOf(await call.list(`?page=${encodeURIComponent(page)}`))).toEqual(refusal('INVALID_INPUT'));
    },
  );

  test.each(['0', '-1', '201', '1000', '1.5', '', 'x', '٣'])('rejects the pageSize %j', async (pageSize) => {
    expect(answerOf(await call.list(`?pageSize=${encodeURIComponent(pageSize)}`))).toEqual(refusal('INVALID_INPUT'));
  });

  test.each(['page=1&page=2', 'page[]=1', 'search[x]=1', `search=${'x'.repeat(254)}`])(
    'rejects the query %s',
    async (query) => {
      expect(answerOf(await call.list(`?${query}`))).toEqual(refusal('INVALID_INPUT'));
    },
  );
});
