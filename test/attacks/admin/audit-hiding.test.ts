// Threat: an admin or a stranger keeps something out of the audit log, or shortens its life.
import { expect, test } from '@jest/globals';
import { answerOf, claimsOf, refusal } from '../../support/api.ts';
import { type Entry, pagesOf, startFeed } from '../../support/audit.ts';
import { race } from '../../support/race.ts';
import { scopedAdmin } from '../../support/scoped-admins.ts';
import { newEmail, running, useService } from '../../support/service.ts';

const API = '/auth/admin/api';
const service = useService({}, { changeFeed: false });
const feed = running(() => startFeed(service));

test('a change of a setting is shown although long values and many names were changed with it', async () => {
  const tenant = await service.tenant();
  const operator = await scopedAdmin(service, 'operator');
  const redirectUris = Array.from({ length: 45 }, (_, at) => `https://a.example/${'x'.repeat(900)}${at}`);
  const metadata = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`${'k'.repeat(60)}${at}`, 1]));
  const body = { metadata, settings: { redirectUris, signup: { mode: 'closed' } } };
  expect((await operator.send('PATCH', `${API}/tenants/${tenant.id}`, body)).status).toBe(200);
  await feed.drain();
  const [entry] = await pagesOf(service, `${API}/audit?targetId=${tenant.id}&action=tenant.updated`);
  expect(entry).toMatchObject({
    actor: { type: 'admin', id: operator.id },
    after: {
      'settings.signup': { mode: 'closed' },
      'settings.redirectUris': { cut: expect.any(Number), sha256: expect.any(String) },
      metadata: 'cut',
    },
    detail: { cut: true },
  });
  expect(JSON.stringify(entry).length).toBeLessThan(20_000);
});

test('failures of addresses without an account do not keep those of an account out of the log', async () => {
  const tenant = await service.tenant();
  const user = await service.signup(tenant);
  const wrong = (email: string) => service.login({ tenant, email, password: 'Wrong 7$q' });
  // 600 are recorded in an hour, five of each address.
  for (let round = 0; round < 6; round++) {
    const emails = Array.from({ length: 20 }, newEmail).flatMap((email) => Array.from({ length: 5 }, () => email));
    await race(emails.length, (at) => wrong(emails[at] as string));
  }
  await wrong(newEmail());
  await wrong(user.email);
  await feed.drain();
  const entries = await pagesOf(service, `${API}/users/${claimsOf(user.tokens.accessToken).sub}/audit`);
  expect(entries.map(({ action }: Entry) => action)).toContain('session.failed');
});

test('a wrong code of a login is recorded as a wrong password is, and uses up nothing of its records', async () => {
  const tenant = await service.tenant();
  const user = await service.signup(tenant);
  const credentials = { identifier: user.email, channels: ['email'], code: '000000' };
  await service.post('/auth/login', { tenantId: tenant.id, providerName: 'passwordless', credentials });
  await service.login({ ...user, password: 'Wrong 7$q' });
  await feed.drain();
  const entries = await pagesOf(service, `${API}/users/${claimsOf(user.tokens.accessToken).sub}/audit`);
  const failed = entries.filter(({ action }: Entry) => action === 'session.failed');
  expect(failed.map(({ detail, outcome }) => [detail.provider, outcome])).toEqual([
    ['email', 'failure'],
    ['passwordless', 'failure'],
  ]);
});

test.each<[string, Record<string, unknown>]>([
  ['for how long the log of a tenant is kept', { audit: { retentionDays: 30 } }],
  ['whether admins may act as its users', { acting: { enabled: true } }],
  ['whether its users are told that an admin acts', { acting: { enabled: true, notify: false } }],
])('an admin of tenants does not decide %s', async (_, settings) => {
  const tenant = await service.tenant();
  const path = `${API}/tenants/${tenant.id}`;
  const reset = Object.fromEntries(Object.keys(settings).map((name) => [name, null]));
  for (const role of ['owner', 'operator']) {
    const limited = await scopedAdmin(service, role, [tenant.id]);
    for (const sent of [settings, reset])
      expect(answerOf(await limited.send('PATCH', path, { settings: sent }))).toEqual(refusal('FORBIDDEN'));
  }
  expect((await service.admin('PATCH', path, { settings })).status).toBe(200);
});
