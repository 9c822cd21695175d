// DELETE /auth/admin/api/blocked-email-domains/{idOrDomain}
import { beforeAll, describe, expect, test } from '@jest/globals';
import { answerOf, audited, refusal } from '../../support/api.ts';
import { callers, newDomain } from '../../support/blocked-domains.ts';
import { useService } from '../../support/service.ts';

const service = useService();
let call: ReturnType<typeof callers>;
beforeAll(async () => {
  call = callers(service);
});

/** Blocks a new domain and answers its entry. */
async function blocked(domain = newDomain()): Promise<{ id: string; domain: string }> {
  await call.add([domain]);
  return (await call.list(`?search=${domain}`)).body.data[0];
}

describe('200', () => {
  test('by id or by domain, in any spelling', async () => {
    for (const of of [
      ({ id }: { id: string }) => id,
      ({ domain }: { domain: string }) => domain,
      ({ domain }: { domain: string }) => `@${domain.toUpperCase()}`,
      ({ domain }: { domain: string }) => `%40${domain}%20`,
    ]) {
      const entry = await blocked();
      const reply = await call.remove(of(entry));
      expect([reply.status, reply.body]).toEqual([200, { message: 'Domain unblocked.' }]);
      expect((await call.list(`?search=${entry.domain}`)).body.total).toBe(0);
    }
    await call.add(['bücher.example']);
    expect((await call.remove(encodeURIComponent('bücher.example'))).status).toBe(200);
  });

  test('leaves what is above and below it', async () => {
    const domain = newDomain();
    await call.add([domain, `sub.${domain}`, `x${domain}`]);
    await call.remove(`sub.${domain}`);
    expect((await call.list(`?search=${domain}`)).body.total).toBe(2);
  });

  test('of twenty at once one removes it, with one audit event', async () => {
    const { id, domain } = await blocked();
    const replies = await Promise.all(Array.from({ length: 20 }, (_, at) => call.remove(at % 2 ? id : domain)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(404)]);
    expect(await audited(service, id)).toMatchObject([
      { action: 'blocked_email_domain.removed', targetType: 'blocked-email-domain', before: { domain }, after: {} },
    ]);
  });

  test('can be blocked again, under the same id', async () => {
    const { id, domain } = await blocked();
    await call.remove(id);
    expect((await call.add([domain])).body).toEqual({ added: 1, skipped: 0 });
    expect((await call.list(`?search=${domain}`)).body.data[0].id).toBe(id);
  });
});

describe('404', () => {
  test('missing, removed, malformed, another kind’s, an attribute that is no domain', async () => {
    const { id, domain } = await blocked();
    await call.remove(id);
    const tenant = await service.tenant();
    for (const each of [
      id,
      domain,
      newDomain(),
      `dom_${'0'.repeat(22)}`,
      'dom_x',
      tenant.id,
      'x',
      'pk',
      'type',
      'stats.example',
      '%2F',
      `%2F${domain}`,
      '%00',
      '%',
      '%zz',
      '%2540',
      '__proto__',
      'constructor',
      '*',
    ])
      expect(answerOf(await call.remove(each))).toEqual(refusal('BLOCKED_DOMAIN_NOT_FOUND'));
  });
});
