// An export that is imported into another tenant is exported again with the same lines, roles and settings, for any of them.

import { deepStrictEqual } from 'node:assert';
import { test } from '@jest/globals';
import fc from 'fast-check';
import { open } from '../../../infra/tools/transfer/deployment.ts';
import { applyPlan, planOf, setupOf } from '../../../infra/tools/transfer/setup.ts';
import { exportTenant } from '../../support/exports.ts';
import { newPhone } from '../../support/factors.ts';
import { importLines } from '../../support/imports.ts';
import { newEmail, prepared, unique, useService } from '../../support/service.ts';

const service = useService();
const words = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 }).filter((text) => text.trim() === text);
const metadata = fc.dictionary(
  fc.stringMatching(/^[a-z][a-z0-9_]{0,12}$/).filter((name) => name !== 'constructor' && name !== 'prototype'),
  fc.oneof(words, fc.boolean(), fc.constant(null), fc.integer(), fc.array(fc.integer(), { maxLength: 5 })),
  { minKeys: 1, maxKeys: 5 },
);
const ROLES = ['Editor', 'Reader'] as const;
const PERMISSIONS = ['round-trip.read', 'round-trip.write', 'round-trip.publish'];
const role = fc.record({ isActive: fc.boolean(), permissions: fc.subarray(PERMISSIONS) });
const settings = fc.record(
  {
    signup: fc.record({ mode: fc.constantFrom('instant' as const, 'verifyFirst' as const, 'closed' as const) }),
    password: fc.record({ minLength: fc.integer({ min: 8, max: 64 }) }),
    session: fc.record({
      maxPerUser: fc.integer({ min: 1, max: 50 }),
      accessTtlSeconds: fc.integer({ min: 60, max: 900 }),
    }),
    locale: fc.constantFrom('de', 'fr'),
    links: fc.constant({ resetPassword: 'https://app.example.com/reset?token={token}' }),
    redirectUris: fc.constant(['https://app.example.com/back']),
    inactivity: fc.record({
      days: fc.integer({ min: 100, max: 400 }),
      action: fc.constantFrom('disable' as const, 'delete' as const),
    }),
    messages: fc.record({ emailsPerDay: fc.integer({ min: 1, max: 100 }) }),
    ssoProviders: fc.constant([
      { name: 'acme', issuer: 'https://idp.example.com', clientId: 'gatehouse', clientSecret: 'not-to-be-exported' },
    ]),
  },
  { requiredKeys: [] },
);
const user = fc.record(
  {
    hasPhone: fc.boolean(),
    isEmailVerified: fc.constant(true),
    name: words,
    locale: fc.constantFrom('de-AT', 'en', 'ar'),
    metadata,
    isActive: fc.constant(false),
    mustChangePassword: fc.constant(true),
    createdAt: fc.date({ min: new Date(0), max: new Date('2026-01-01'), noInvalidDate: true }),
    passwordHash: fc.constantFrom('5ebe2294ecd0e0f08eab7690d2a6ee69', `$2b$04$${'a'.repeat(53)}`),
    roles: fc.uniqueArray(fc.constantFrom(...ROLES), { minLength: 1 }),
    totp: fc.uniqueArray(fc.stringMatching(/^[A-Z2-7]{32}$/), { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: [] },
);

/** Sorts what has no order, and leaves out the ids, which are of their tenant. */
const comparable = ({ opened }: Awaited<ReturnType<typeof exportTenant>>) =>
  opened.map(({ sourceId: _, ...line }) => line).sort((a, b) => (String(a.email) < String(b.email) ? -1 : 1));

const console = prepared(async () => {
  for (const name of PERMISSIONS) await service.admin('POST', '/auth/admin/api/permissions', { name });
  await service.adminCookie();
  const { email, password } = service.adminLogin;
  return open(service.baseUrl, { GATEHOUSE_ADMIN_EMAIL: email, GATEHOUSE_ADMIN_PASSWORD: password });
});
const found = async (id: string) => {
  const { data } = await console.client.adminTenants.list();
  const tenant = data.find((each) => each.id === id);
  if (!tenant) throw new Error('no such tenant');
  return tenant;
};
const ALL = { roles: true, settings: true, mapped: [], without: [] };

/** Takes roles and settings from one tenant to another, and returns both as an export has them. */
async function moveSetup(from: string, to: string) {
  const { client, attempt } = console;
  const setup = await setupOf(client, await found(from));
  await applyPlan(client, attempt, to, await planOf(client, await found(to), setup, ALL));
  const left = await planOf(client, await found(to), setup, ALL);
  deepStrictEqual(left, { missing: [], differing: [], settings: {} });
  return [setup, await setupOf(client, await found(to))] as const;
}

test('export, import and export again give the same lines', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(user, { minLength: 1, maxLength: 8 }),
      fc.tuple(role, role),
      settings,
      async (users, roles, given) => {
        const lines = users.map(({ hasPhone, createdAt, totp, ...given }) => ({
          sourceId: unique('old'),
          email: newEmail(),
          ...(hasPhone && { phone: newPhone() }),
          ...given,
          ...(createdAt && { createdAt: createdAt.toISOString() }),
          ...(totp && { totp: totp.map((secret, at) => ({ secret, name: `Phone ${at}` })) }),
        }));
        const [from, to] = [await service.tenant(given), await service.tenant()];
        for (const [at, name] of ROLES.entries())
          await console.client.adminRoles.create({ tenantId: from.id, name, ...roles[at] });
        const [setup, moved] = await moveSetup(from.id, to.id);
        deepStrictEqual(moved, setup);
        deepStrictEqual(Object.keys(setup.settings).sort(), Object.keys(given).sort());
        deepStrictEqual(JSON.stringify(setup).includes('not-to-be-exported'), false);
        const made = await importLines(service, from, lines);
        deepStrictEqual(
          made.map(({ outcome }) => outcome),
          users.map(() => 'created'),
          JSON.stringify(made),
        );
        const before = await exportTenant(service, from);
        const again = await importLines(service, to, before.opened);
        deepStrictEqual(
          again.map(({ outcome }) => outcome),
          users.map(() => 'created'),
          JSON.stringify(again),
        );
        deepStrictEqual(comparable(await exportTenant(service, to)), comparable(before));
      },
    ),
    { numRuns: 15 },
  );
});
