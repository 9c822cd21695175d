// POST /auth/signup with an address of a blocked domain
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { answerOf, refusal } from '../../support/api.ts';
import { newPassword, type Service, startService, type Tenant, type User, unique } from '../../support/service.ts';

let service: Service;
let tenant: Tenant;
/** Had an account before the domain was blocked. */
let user: User;
const domain = `${unique('blocked')}.example`;

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
  user = await service.signup(tenant, `${unique('ann')}@${domain}`);
  const domains = [domain, 'bücher.example', `deep.${unique('x')}.example`];
  await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains });
});
afterAll(() => service.stop());

const signup = (email: string | undefined, more: Record<string, unknown> = {}) =>
  service.post('/auth/signup', { email, password: newPassword(), tenantId: tenant.id, ...more });
const local = () => unique('u');

describe('403', () => {
  test.each([
    ['the domain', `@${domain}`],
    ['in capitals', `@${domain.toUpperCase()}`],
    ['a sub-domain', `@mail.${domain}`],
    ['far below it', `@${'a.'.repeat(60)}${domain}`],
    ['as Unicode', '@bücher.example'],
    ['in A-labels', '@xn--bcher-kva.example'],
    ['below, as Unicode', '@mail.BÜCHER.example'],
  ])('%s', async (_, suffix) => {
    expect(answerOf(await signup(`${local()}${suffix}`))).toEqual(refusal('EMAIL_DOMAIN_NOT_ALLOWED'));
  });

  test('a registered address is answered like a free one, in every mode and with a phone number, too', async () => {
    const strict = await service.tenant({ signup: { mode: 'verifyFirst' } });
    for (const tenantId of [tenant.id, strict.id]) {
      const [taken, free] = [
        await signup(user.email, { tenantId }),
        await signup(`${local()}@${domain}`, { tenantId }),
      ];
      expect([taken.status, taken.body]).toEqual([free.status, free.body]);
      expect(answerOf(taken)).toEqual(refusal('EMAIL_DOMAIN_NOT_ALLOWED'));
    }
    expect(answerOf(await signup(`${local()}@${domain}`, { phone: '+41790000001' }))).toEqual(
      refusal('EMAIL_DOMAIN_NOT_ALLOWED'),
    );
  });

  test('who has an account keeps it', async () => {
    expect((await service.login(user)).status).toBe(200);
  });

  test('the list says nothing about tenants: an unknown or closed one answers as ever', async () => {
    const closed = await service.tenant({ signup: { mode: 'closed' } });
    const blocked = `${local()}@${domain}`;
    expect(answerOf(await signup(blocked, { tenantId: `ten_${'x'.repeat(22)}` }))).toEqual(
      refusal('INVALID_CREDENTIALS'),
    );
    expect(answerOf(await signup(blocked, { tenantId: closed.id }))).toEqual(refusal('REGISTRATION_DISABLED'));
  });
});

describe('200', () => {
  test.each([
    ['a longer name', `@evil${domain}`],
    ['the domain as a label of another', `@${domain}.test`],
    ['the domain above', '@example'.concat('.com')],
    ['a neighbour', `@${unique('other')}.example`],
  ])('%s', async (_, suffix) => {
    expect((await signup(`${local()}${suffix}`)).status).toBe(200);
  });

  test('what is above or beside a blocked sub-domain', async () => {
    const parent = `${unique('p')}.example`;
    await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains: [`deep.${parent}`] });
    expect(answerOf(await signup(`${local()}@deep.${parent}`))).toEqual(refusal('EMAIL_DOMAIN_NOT_ALLOWED'));
    for (const each of [parent, `flat.${parent}`, `xdeep.${parent}`])
      expect((await signup(`${local()}@${each}`)).status).toBe(200);
  });

  test('a removed domain counts no more at once, an imported one at once', async () => {
    const removed = `${unique('r')}.example`;
    await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains: [removed] });
    expect(answerOf(await signup(`${local()}@${removed}`))).toEqual(refusal('EMAIL_DOMAIN_NOT_ALLOWED'));
    await service.admin('DELETE', `/auth/admin/api/blocked-email-domains/${removed}`);
    expect((await signup(`${local()}@${removed}`)).status).toBe(200);
    expect((await signup(`${local()}@mailinator.com`)).status).toBe(200);
    await service.admin('POST', '/auth/admin/api/blocked-email-domains/import-defaults');
    expect(answerOf(await signup(`${local()}@mailinator.com`))).toEqual(refusal('EMAIL_DOMAIN_NOT_ALLOWED'));
  });

  test('a phone number alone', async () => {
    expect((await signup(undefined, { phone: '+41790000002' })).status).toBe(200);
  });
});
