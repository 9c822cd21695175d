// Tests the settings of a tenant: the values of each key and how a PATCH changes them.
import { expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/platform/ids.ts';
import { find } from '../../../lib/store/tenants/tenants.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { type Tenant, useService } from '../../support/service.ts';

const service = useService();

const patch = ({ id }: Pick<Tenant, 'id'>, settings: unknown) =>
  service.admin('PATCH', `/auth/admin/api/tenants/${id}`, { settings });
const sso = (more: Record<string, unknown> = {}) => ({
  ssoProviders: [{ name: 'acme', issuer: 'https://id.example.com', clientId: 'gatehouse', ...more }],
});

const text = (more: Record<string, unknown>) => ({ messageTexts: [{ template: 'login', locale: 'de', ...more }] });
const FULL = { subject: 'a'.repeat(120), lead: 'b'.repeat(500), note: 'c'.repeat(1000) };

const accepted: Record<string, unknown>[] = [
  { signup: { mode: 'instant' } },
  { signup: { mode: 'verifyFirst' } },
  { password: { minLength: 8 } },
  { password: { minLength: 64 } },
  { mfa: { policy: 'optional' } },
  { mfa: { policy: 'required', methods: ['totp', 'email', 'sms'] } },
  { session: {} },
  { session: { accessTtlSeconds: 3600, idleTtlSeconds: 2_592_000, absoluteTtlSeconds: 2_592_000, maxPerUser: 50 } },
  { session: { accessTtlSeconds: 5, idleTtlSeconds: 10, absoluteTtlSeconds: 10, maxPerUser: 1 } },
  {
    redirectUris: [
      'https://app.example.com/back?x=1',
      'http://localhost:3000/',
      'http://127.0.0.1/',
      'http://[::1]:8080/',
    ],
  },
  { allowedOrigins: ['https://app.example.com', 'http://localhost:3000'] },
  { links: { resetPassword: 'https://a.example/r?t={token}', verifyEmail: 'https://a.example/v/{code}' } },
  { locale: 'de-CH' },
  { messages: {} },
  { messages: { emailsPerDay: 200_000, smsPerDay: 0 } },
  sso({ scopes: ['openid'], trustEmail: true, allowSignup: false }),
  text(FULL),
  text({
    subject: 'Code für {tenant}, z.B. von {app}: {valid}',
    note: 'Version 2.5.\nAb 9:00 Uhr, i.d.R.\nTel. +49 30 1234',
  }),
  text({ lead: '{tenant}-Konto: „{app}“, {tenant}.' }),
  text({ lead: 'ようこそ。{tenant}のコードは次のとおりです。' }),
  text({ lead: '您好。您在{tenant}的验证码：', note: '…und so weiter' }),
  text({ lead: 'مرحبا. رمزك في {tenant}:' }),
  text({}),
  {
    messageTexts: [
      { template: 'every', locale: 'en', note: 'Acme Ltd, London. {app}' },
      { template: 'every', locale: 'de', note: 'Acme GmbH, Berlin' },
      { template: 'apiKeyCreated', locale: 'en', note: '“{key}” ends on {until}' },
      { template: 'joinRefused', locale: 'en', subject: 'About {tenant}' },
    ],
  },
];

const rejected: [Record<string, unknown>, string][] = [
  [{ messages: { emailsPerDay: 200_001 } }, 'settings.messages.emailsPerDay'],
  [{ messages: { smsPerDay: 10_001 } }, 'settings.messages.smsPerDay'],
  [{ messages: { smsPerDay: -1 } }, 'settings.messages.smsPerDay'],
  [{ messages: { smsPerDay: 1.5 } }, 'settings.messages.smsPerDay'],
  [{ signup: { mode: 'open' } }, 'settings.signup.mode'],
  [{ signup: {} }, 'settings.signup.mode'],
  [{ password: { minLength: 7 } }, 'settings.password.minLength'],
  [{ password: { minLength: 65 } }, 'settings.password.minLength'],
  [{ password: { minLength: 8.5 } }, 'settings.password.minLength'],
  [{ mfa: { policy: 'on' } }, 'settings.mfa.policy'],
  [{ mfa: { policy: 'required', methods: [] } }, 'settings.mfa.methods'],
  [{ mfa: { policy: 'required', methods: ['fax'] } }, 'settings.mfa.methods.0'],
  [{ session: { accessTtlSeconds: 3601 } }, 'settings.session.accessTtlSeconds'],
  [{ session: { accessTtlSeconds: 4 } }, 'settings.session.accessTtlSeconds'],
  [{ session: { idleTtlSeconds: 2_592_001 } }, 'settings.session.idleTtlSeconds'],
  [{ session: { absoluteTtlSeconds: 9 } }, 'settings.session.absoluteTtlSeconds'],
  [{ session: { maxPerUser: 0 } }, 'settings.session.maxPerUser'],
  [{ session: { maxPerUser: 51 } }, 'settings.session.maxPerUser'],
  ...['http://app.example.com/', 'https://a.example/#x', 'https://u@a.example/', 'javascript:alert(1)', '/x', ''].map(
    (uri): [Record<string, unknown>, string] => [{ redirectUris: [uri] }, 'settings.redirectUris.0'],
  ),
  ...['https://a.example/', 'https://A.example', 'a.example', '*', 'null', 'https://a.example:443'].map(
    (origin): [Record<string, unknown>, string] => [{ allowedOrigins: [origin] }, 'settings.allowedOrigins.0'],
  ),
  [{ redirectUris: Array(51).fill('https://a.example/') }, 'settings.redirectUris'],
  [{ links: { resetPassword: 'https://a.example/' } }, 'settings.links.resetPassword'],
  [{ links: { acceptInvite: 'javascript:{token}' } }, 'settings.links.acceptInvite'],
  [{ links: { verifyEmail: 'https://a.example/{token}' } }, 'settings.links.verifyEmail'],
  [{ locale: 'english!' }, 'settings.locale'],
  // Links, addresses and hosts, also once a placeholder is filled in.
  ...[
    'Go to https://evil.example',
    'evil.example',
    'EVIL\uff0eEXAMPLE',
    'evil\u3002example',
    'a@b',
    'www.{tenant}',
    '{tenant}.com',
    'sign-in.{app}',
    'mailto:/x',
    'cafe\u0301.com',
    'evil.भारत',
    'i❤.ws',
    '1.2.3.4',
    'evil.c{tenant}',
    '{tenant}com',
    '{tenant}//host',
    'secure-{app}',
    '{app}m',
    '{tenant}{app}m',
  ].map((lead): [Record<string, unknown>, string] => [text({ lead }), 'settings.messageTexts.0.lead']),
  ...['{password}', '{until}', '{', '}', '{{tenant}', '{ tenant }', '{}', '{toString}'].map(
    (subject): [Record<string, unknown>, string] => [text({ subject }), 'settings.messageTexts.0.subject'],
  ),
  [text({ subject: 'one\r\nBcc: x' }), 'settings.messageTexts.0.subject'],
  [text({ lead: 'hid\u202eden' }), 'settings.messageTexts.0.lead'],
  [text({ note: ' ' }), 'settings.messageTexts.0.note'],
  // A notice says what happened: a tenant cannot hide it.
  ...['actingStarted', 'recoveryLinkCreated', 'passwordChanged', 'unusedDeleted', 'every'].map(
    (template): [Record<string, unknown>, string] => [
      text({ template, subject: 'News' }),
      'settings.messageTexts.0.subject',
    ],
  ),
  ...Object.entries(FULL).map(([part, most]): [Record<string, unknown>, string] => [
    text({ [part]: `${most}x` }),
    `settings.messageTexts.0.${part}`,
  ]),
  [text({ locale: 'sv', lead: 'Hej' }), 'settings.messageTexts.0.locale'],
  [text({ template: 'adminInvitation', lead: 'Come' }), 'settings.messageTexts.0.template'],
  [text({ template: 'verifyPhone', lead: 'Hello' }), 'settings.messageTexts.0.template'],
  [text({ template: 'every', lead: 'Dear all' }), 'settings.messageTexts.0.lead'],
  [{ messageTexts: [...text(FULL).messageTexts, ...text(FULL).messageTexts] }, 'settings.messageTexts'],
  [
    {
      messageTexts: ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl'].flatMap(
        (locale) => text({ ...FULL, locale }).messageTexts,
      ),
    },
    'settings.messageTexts',
  ],
  [sso({ name: 'Acme' }), 'settings.ssoProviders.0.name'],
  [sso({ issuer: 'http://id.example.com' }), 'settings.ssoProviders.0.issuer'],
  [sso({ clientId: '' }), 'settings.ssoProviders.0.clientId'],
  [sso({ clientSecret: '' }), 'settings.ssoProviders.0.clientSecret'],
];

test.each(accepted)('PATCH /auth/admin/api/tenants/{id} stores %j and resets it with null', async (settings) => {
  const tenant = await service.tenant();
  const reply = await patch(tenant, settings);
  expect([reply.status, reply.body.tenant.settings]).toEqual([200, settings]);
  const reset = await patch(tenant, { [Object.keys(settings)[0]!]: null });
  expect([reset.status, reset.body.tenant.settings]).toEqual([200, {}]);
});

test.each(rejected)('PATCH /auth/admin/api/tenants/{id} rejects settings %j', async (settings, field) => {
  const reply = await patch({ id: 'nobody' }, settings);
  expect([...answerOf(reply), reply.body.message.split(': ')[0]]).toEqual([...refusal('INVALID_INPUT'), field]);
});

test('PATCH /auth/admin/api/tenants/{id} replaces the named settings and keeps the others and the metadata', async () => {
  const settings = { locale: 'de', session: { maxPerUser: 3, idleTtlSeconds: 60 }, mfa: { policy: 'off' } };
  const tenant = await service.tenant(settings);
  await service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { metadata: { plan: 'pro' } });
  const { body } = await patch(tenant, { session: { maxPerUser: 4 }, mfa: null });
  expect(body.tenant.settings).toEqual({ locale: 'de', session: { maxPerUser: 4 } });
  expect(body.tenant.metadata).toEqual({ plan: 'pro' });
});

test('PATCH /auth/admin/api/tenants/{id} seals a client secret, never returns it and keeps it until replaced', async () => {
  const clientSecret = 'a-very-secret-client-secret';
  const tenant = await service.tenant(sso({ clientSecret }));
  const readSecret = async () => (await find(tenant.id as TenantId))?.settings.ssoProviders?.[0]?.clientSecret;
  const first = await readSecret();
  expect(first).toEqual(expect.any(String));
  expect(first).not.toContain(clientSecret);
  const kept = await patch(tenant, sso({ trustEmail: true }));
  expect(await readSecret()).toBe(first);
  const listed = await service.admin('GET', '/auth/admin/api/tenants');
  const replaced = await patch(tenant, sso({ clientSecret: 'another-secret' }));
  expect(await readSecret()).not.toBe(first);
  for (const { text } of [kept, listed, replaced])
    expect(text).not.toMatch(/clientSecret|secret-client|another-secret/);
  expect(kept.text).not.toContain(first);
});
