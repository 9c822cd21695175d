// An export that is imported into another tenant is exported again with the same lines, for any users.

import { deepStrictEqual } from 'node:assert';
import { test } from '@jest/globals';
import fc from 'fast-check';
import { exportTenant } from '../../support/exports.ts';
import { newPhone } from '../../support/factors.ts';
import { importLines } from '../../support/imports.ts';
import { newEmail, unique, useService } from '../../support/service.ts';

const service = useService();
const words = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 }).filter((text) => text.trim() === text);
const metadata = fc.dictionary(
  fc.stringMatching(/^[a-z][a-z0-9_]{0,12}$/).filter((name) => name !== 'constructor' && name !== 'prototype'),
  fc.oneof(words, fc.boolean(), fc.constant(null), fc.integer(), fc.array(fc.integer(), { maxLength: 5 })),
  { minKeys: 1, maxKeys: 5 },
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
    roles: fc.uniqueArray(fc.constantFrom('Editor', 'Reader'), { minLength: 1 }),
    totp: fc.uniqueArray(fc.stringMatching(/^[A-Z2-7]{32}$/), { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: [] },
);

/** Sorts what has no order, and leaves out the ids, which are of their tenant. */
const comparable = ({ opened }: Awaited<ReturnType<typeof exportTenant>>) =>
  opened.map(({ sourceId: _, ...line }) => line).sort((a, b) => (String(a.email) < String(b.email) ? -1 : 1));

async function newTenant() {
  const tenant = await service.tenant();
  for (const name of ['Editor', 'Reader'])
    await service.admin('POST', '/auth/admin/api/roles', { tenantId: tenant.id, name });
  return tenant;
}

test('export, import and export again give the same lines', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(user, { minLength: 1, maxLength: 8 }), async (users) => {
      const lines = users.map(({ hasPhone, createdAt, totp, ...given }) => ({
        sourceId: unique('old'),
        email: newEmail(),
        ...(hasPhone && { phone: newPhone() }),
        ...given,
        ...(createdAt && { createdAt: createdAt.toISOString() }),
        ...(totp && { totp: totp.map((secret, at) => ({ secret, name: `Phone ${at}` })) }),
      }));
      const [from, to] = [await newTenant(), await newTenant()];
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
    }),
    { numRuns: 15 },
  );
}, 120_000);
