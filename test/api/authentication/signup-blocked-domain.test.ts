// Tests POST /auth/signup with an address of a blocked domain.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { answerOf, refusal } from '../../support/api.ts';
import { newPassword, prepared, unique, useService } from '../../support/service.ts';

/** A user whose account is older than the block. */
const domain = `${unique('blocked')}.example`;

const service = useService();
const tenant = prepared(() => service.tenant());
const user = prepared(() => service.signup(tenant, `${unique('ann')}@${domain}`));
beforeAll(async () => {
  const domains = [domain, 'bücher.example', `deep.${unique('x')}.example`];
  await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains });
});

const signup = (email: string | undefined, more: Record<string, unknown> = {}) =>
  service.post('/auth/signup', { email, password: newPassword(), tenantId: tenant.id, ...more });
const newLocalPart = () => unique('u');

describe('POST /auth/signup 403', () => {
  test.each([
    ['the blocked domain', `@${domain}`],
    ['the domain in capitals', `@${domain.toUpperCase()}`],
    ['a sub-domain', `@mail.${domain}`],
    ['a sub-domain sixty levels down', `@${'a.'.repeat(60)}${domain}`],
    ['a domain in Unicode', '@bücher.example'],
    ['a domain in A-labels', '@xn--bcher-kva.example'],
    ['a sub-domain in Unicode', '@mail.BÜCHER.example'],
  ])('rejects %s', async (_, suffix) => {
    expect(answerOf(await signup(`${newLocalPart()}${suffix}`))).toEqual(refusal('EMAIL_DOMAIN_NOT_ALLOWED'));
  });

  test('responds alike to a registered and a free address of the domain, in every mode and with a phone number', async () => {
    const strict = await service.tenant({ signup: { mode: 'verifyFirst' } });
    for (const tenantId of [tenant.id, strict.id]) {
      const [taken, free] = [
        await signup(user.email, { tenantId }),
        await signup(`${newLocalPart()}@${domain}`, { tenantId }),
      ];
      expect([taken.status, taken.body]).toEqual([free.status, free.body]);
      expect(answerOf(taken)).toEqual(refusal('EMAIL_DOMAIN_NOT_ALLOWED'));
    }
    expect(answerOf(await signup(`${newLocalPart()}@${domain}`, { phone: '+41790000001' }))).toEqual(
      refusal('EMAIL_DOMAIN_NOT_ALLOWED'),
    );
  });

  test('does not affect the login of a user whose account is older than the block', async () => {
    expect((await service.login(user)).status).toBe(200);
  });

  test('responds to an unknown or closed tenant as without the block', async () => {
    const closed = await service.tenant({ signup: { mode: 'closed' } });
    const blocked = `${newLocalPart()}@${domain}`;
    expect(answerOf(await signup(blocked, { tenantId: `ten_${'x'.repeat(22)}` }))).toEqual(
      refusal('INVALID_CREDENTIALS'),
    );
    expect(answerOf(await signup(blocked, { tenantId: closed.id }))).toEqual(refusal('REGISTRATION_DISABLED'));
  });
});

describe('POST /auth/signup 200', () => {
  test.each([
    ['a longer domain name', `@evil${domain}`],
    ['the domain as a label of another domain', `@${domain}.test`],
    ['the parent domain', '@example'.concat('.com')],
    ['a sibling domain', `@${unique('other')}.example`],
  ])('accepts %s', async (_, suffix) => {
    expect((await signup(`${newLocalPart()}${suffix}`)).status).toBe(200);
  });

  test('accepts addresses above or beside a blocked sub-domain', async () => {
    const parent = `${unique('p')}.example`;
    await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains: [`deep.${parent}`] });
    expect(answerOf(await signup(`${newLocalPart()}@deep.${parent}`))).toEqual(refusal('EMAIL_DOMAIN_NOT_ALLOWED'));
    for (const each of [parent, `flat.${parent}`, `xdeep.${parent}`])
      expect((await signup(`${newLocalPart()}@${each}`)).status).toBe(200);
  });

  test('applies the removal and the import of a domain at once', async () => {
    const removed = `${unique('r')}.example`;
    await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains: [removed] });
    expect(answerOf(await signup(`${newLocalPart()}@${removed}`))).toEqual(refusal('EMAIL_DOMAIN_NOT_ALLOWED'));
    await service.admin('DELETE', `/auth/admin/api/blocked-email-domains/${removed}`);
    expect((await signup(`${newLocalPart()}@${removed}`)).status).toBe(200);
    expect((await signup(`${newLocalPart()}@mailinator.com`)).status).toBe(200);
    await service.admin('POST', '/auth/admin/api/blocked-email-domains/import-defaults');
    expect(answerOf(await signup(`${newLocalPart()}@mailinator.com`))).toEqual(refusal('EMAIL_DOMAIN_NOT_ALLOWED'));
  });

  test('accepts a phone number alone', async () => {
    expect((await signup(undefined, { phone: '+41790000002' })).status).toBe(200);
  });
});
