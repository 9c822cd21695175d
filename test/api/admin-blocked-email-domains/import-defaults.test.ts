// Tests POST /auth/admin/api/blocked-email-domains/import-defaults.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { audited, SECOND } from '../../support/api.ts';
import { callers, clear, PATH, sum } from '../../support/blocked-domains.ts';
import { cpuMs } from '../../support/cpu.ts';
import type { Reply } from '../../support/http.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
let call: ReturnType<typeof callers>;
beforeAll(async () => {
  // Many imports at once share this process, where each would have a function of its own.
  service = await startService({}, { functionTimeoutMs: 120_000 });
  await service.adminCookie();
  call = callers(service);
});
beforeEach(clear);
afterAll(() => service.stop());

const defaultCount = async (): Promise<number> => (await call.stats()).body.defaultCount;

describe('POST /auth/admin/api/blocked-email-domains/import-defaults 201', () => {
  test('blocks the whole list within five seconds and nothing more the second time', async () => {
    let first = {} as Reply;
    const spent = await cpuMs(async () => {
      first = await call.importDefaults();
    });
    expect(spent).toBeLessThan(5 * SECOND);
    const count = await defaultCount();
    expect(count).toBeGreaterThanOrEqual(8000);
    expect([first.status, first.body]).toEqual([201, { imported: count, total: count }]);
    expect((await call.importDefaults()).body).toEqual({ imported: 0, total: count });
    expect((await call.list('?pageSize=1')).body).toMatchObject({ total: count, data: [{ source: 'default' }] });
    const events = await audited(service, 'list', (found) => sum(found.map(({ after }) => after.count)) === count);
    expect(new Set(events.map(({ action }) => action))).toEqual(new Set(['blocked_email_domain.imported']));
  });

  test.each([2, 20])('imports each domain once in %i parallel calls', async (racers) => {
    const replies = await Promise.all(Array.from({ length: racers }, () => call.importDefaults()));
    expect(replies.map(({ status }) => status)).toEqual(Array(racers).fill(201));
    const count = await defaultCount();
    expect(sum(replies.map(({ body }) => body.imported))).toBe(count);
    expect((await call.stats()).body.count).toBe(count);
  });

  test('keeps manually blocked domains and imports a removed one again', async () => {
    await call.add(['mailinator.com', 'by-hand.example']);
    const count = await defaultCount();
    expect((await call.importDefaults()).body).toEqual({ imported: count - 1, total: count + 1 });
    expect((await call.list('?search=mailinator.com&pageSize=200')).body.data).toContainEqual(
      expect.objectContaining({ domain: 'mailinator.com', source: 'manual' }),
    );
    await call.remove('yopmail.com');
    expect((await call.importDefaults()).body).toEqual({ imported: 1, total: count + 1 });
  });

  test('ignores the body', async () => {
    for (const raw of [undefined, '', '{}']) {
      const reply = await service.admin('POST', `${PATH}/import-defaults`, undefined, { raw });
      expect(reply.status).toBe(201);
    }
  });
});
