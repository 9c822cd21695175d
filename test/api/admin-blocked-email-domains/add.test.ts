// Tests POST /auth/admin/api/blocked-email-domains.
import { describe, expect, test } from '@jest/globals';
import { answerOf, audited, refusal } from '../../support/api.ts';
import { callers, newDomain, newDomains, sum } from '../../support/blocked-domains.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
const call = prepared(() => callers(service));

const isListed = async (domain: string): Promise<boolean> => (await call.list(`?search=${domain}`)).body.total === 1;

describe('POST /auth/admin/api/blocked-email-domains 201', () => {
  test('counts new and already blocked domains, repetitions included', async () => {
    const [one, two, three] = newDomains(3) as [string, string, string];
    const first = await call.add([one, two, one]);
    expect([first.status, first.body]).toEqual([201, { added: 2, skipped: 1 }]);
    expect((await call.add([two, three, one])).body).toEqual({ added: 1, skipped: 2 });
    expect((await call.add([one, two, three])).body).toEqual({ added: 0, skipped: 3 });
  });

  test('counts every spelling of a domain as one', async () => {
    const domain = newDomain();
    const spellings = [domain, ` ${domain} `, `@${domain}`, domain.toUpperCase()];
    expect((await call.add(spellings)).body).toEqual({ added: 1, skipped: 3 });
    expect((await call.add(['bücher.example', 'BÜCHER.example', 'xn--bcher-kva.example'])).body).toEqual({
      added: 1,
      skipped: 2,
    });
    expect(await isListed('xn--bcher-kva.example')).toBe(true);
  });

  test('accepts a thousand domains in one call', async () => {
    const domains = newDomains(1000);
    expect((await call.add(domains)).body).toEqual({ added: 1000, skipped: 0 });
    expect((await call.add(domains)).body).toEqual({ added: 0, skipped: 1000 });
  });

  test('counts each domain once in twenty parallel calls with the same list', async () => {
    const domains = newDomains(300);
    const before = (await call.stats()).body.count;
    const replies = await Promise.all(Array.from({ length: 20 }, () => call.add(domains)));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(sum(replies.map(({ body }) => body.added))).toBe(300);
    for (const { body } of replies) expect(body.added + body.skipped).toBe(300);
    expect((await call.stats()).body.count).toBe(before + 300);
  });

  test('loses no domain in twenty parallel calls with overlapping lists', async () => {
    const domains = newDomains(220);
    const before = (await call.stats()).body.count;
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => call.add(domains.slice(at * 10, at * 10 + 30))),
    );
    expect(sum(replies.map(({ body }) => body.added))).toBe(220);
    expect((await call.stats()).body.count).toBe(before + 220);
  });

  test('is audited with the new domains only', async () => {
    const [known, ...fresh] = newDomains(4) as [string, ...string[]];
    await call.add([known]);
    await call.add([known, ...fresh]);
    const aboutNewDomains = (found: { after: { domains?: string[] } }[]) =>
      found.filter(({ after }) => fresh.some((domain) => after.domains?.includes(domain)));
    const entries = aboutNewDomains(await audited(service, 'list', (found) => aboutNewDomains(found).length > 0));
    expect(entries).toMatchObject([
      {
        adminId: (await service.admin('GET', '/auth/admin/me')).body.id,
        action: 'blocked_email_domain.added',
        targetType: 'blocked-email-domain',
        tenantId: null,
        before: {},
        after: { count: 3, source: 'manual' },
      },
    ]);
    expect([...entries[0]!.after.domains!].sort()).toEqual([...fresh].sort());
  });
});

describe('POST /auth/admin/api/blocked-email-domains 400', () => {
  test.each([
    'x y',
    'example',
    '.example',
    'a.',
    'a.example.',
    'a..example',
    '-a.example',
    'a-.example',
    'a_b.example',
    '*.example',
    'a.example/x',
    'user@a.example',
    '@@a.example',
    '127.0.0.1',
    '[::1]',
    '%61.example',
    `${'x'.repeat(64)}.example`,
    'ａ.example',
    'ﬁ.example',
    '\u212a.example',
    'a.example\u200b',
    ' ',
    '#',
    '__proto__',
  ])('rejects %j and stores nothing of the list', async (invalid) => {
    const good = newDomain();
    const reply = await call.add([good, invalid]);
    expect(answerOf(reply)).toEqual(refusal('INVALID_INPUT'));
    expect(reply.body.message).toMatch(/^domains\.1: /);
    expect(await isListed(good)).toBe(false);
  });

  test.each([
    ['an empty list', []],
    ['a list of 1001 domains', Array(1001).fill('a.example')],
    ['a domain of 254 characters', [`${'x.'.repeat(123)}example`.padStart(254, 'x')]],
    ['a text instead of a list', 'a.example'],
    ['a list of numbers', [7]],
  ])('rejects %s', async (_, domains) => {
    expect(answerOf(await call.add(domains))).toEqual(refusal('INVALID_INPUT'));
  });
});
