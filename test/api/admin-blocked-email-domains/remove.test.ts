// Tests DELETE /auth/admin/api/blocked-email-domains/{idOrDomain}.
import { describe, expect, test } from '@jest/globals';
import { answerOf, audited, refusal } from '../../support/api.ts';
import { callers, newDomain } from '../../support/blocked-domains.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
const call = prepared(() => callers(service));

/** Blocks a new domain and returns its entry. */
async function blockDomain(domain = newDomain()): Promise<{ id: string; domain: string }> {
  await call.add([domain]);
  return (await call.list(`?search=${domain}`)).body.data[0];
}

describe('DELETE /auth/admin/api/blocked-email-domains/{idOrDomain} 200', () => {
  test('removes a domain by id or by any spelling of its name', async () => {
    for (const keyOf of [
      ({ id }: { id: string }) => id,
      ({ domain }: { domain: string }) => domain,
      ({ domain }: { domain: string }) => `@${domain.toUpperCase()}`,
      ({ domain }: { domain: string }) => `%40${domain}%20`,
    ]) {
      const entry = await blockDomain();
      const reply = await call.remove(keyOf(entry));
      expect([reply.status, reply.body]).toEqual([200, { message: 'Domain unblocked.' }]);
      expect((await call.list(`?search=${entry.domain}`)).body.total).toBe(0);
    }
    await call.add(['bücher.example']);
    expect((await call.remove(encodeURIComponent('bücher.example'))).status).toBe(200);
  });

  test('keeps parent domains and sub-domains', async () => {
    const domain = newDomain();
    await call.add([domain, `sub.${domain}`, `x${domain}`]);
    await call.remove(`sub.${domain}`);
    expect((await call.list(`?search=${domain}`)).body.total).toBe(2);
  });

  test('removes the domain once in twenty parallel calls with one audit event', async () => {
    const { id, domain } = await blockDomain();
    const replies = await Promise.all(Array.from({ length: 20 }, (_, at) => call.remove(at % 2 ? id : domain)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(404)]);
    expect(await audited(service, id)).toMatchObject([
      { action: 'blocked_email_domain.removed', targetType: 'blocked-email-domain', before: { domain }, after: {} },
    ]);
  });

  test('frees the domain to be blocked again under the same id', async () => {
    const { id, domain } = await blockDomain();
    await call.remove(id);
    expect((await call.add([domain])).body).toEqual({ added: 1, skipped: 0 });
    expect((await call.list(`?search=${domain}`)).body.data[0].id).toBe(id);
  });
});

describe('DELETE /auth/admin/api/blocked-email-domains/{idOrDomain} 404', () => {
  test('rejects an id or domain that is unknown, removed, malformed or of another kind', async () => {
    const { id, domain } = await blockDomain();
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
