// Makes imports of users succeed.
import type { adminTransfers } from '../../../lib/contract/groups/admin-transfers.ts';
import { importedLine, importLines } from '../../support/imports.ts';
import { newEmail } from '../../support/service.ts';
import { PROVIDER } from '../../support/sso.ts';
import { about, admin, makerFor, newName, type Recipes, type World } from '../recipe.ts';

const importing = (given: (world: World) => Promise<Record<string, unknown>>) =>
  about(async (world) => ({ body: { tenantId: world.tenant.id, source: 'auth0-prod', ...(await given(world)) } }));

/** RFC 8037, A.6. */
const RECIPIENT = { kty: 'OKP', crv: 'X25519', x: '3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08' };

export const recipes = {
  'POST /auth/admin/api/transfers/export': {
    exported: about(async (world) => {
      const role = await makerFor(world).role({ tenantId: world.tenant.id });
      const identities = [{ provider: PROVIDER, providerId: newName() }];
      const totp = [{ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }];
      await importLines(world.service, world.tenant, [importedLine({ roles: [role.name], identities, totp })]);
      return { body: { tenantId: world.tenant.id, recipient: RECIPIENT } };
    }),
  },
  'POST /auth/admin/api/transfers/import': {
    created: importing(async (world) => {
      const role = await makerFor(world).role({ tenantId: world.tenant.id });
      const identities = [{ provider: PROVIDER, providerId: newName() }];
      const totp = [{ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }];
      return { lines: [importedLine({ roles: [role.name], identities, totp }), importedLine()] };
    }),
    merged: importing(async (world) => {
      const email = newEmail();
      await admin(world, 'POST', 'api/users', { tenantId: world.tenant.id, email });
      return { onExisting: 'merge', lines: [importedLine({ email, isEmailVerified: true, name: 'Ada' })] };
    }),
    'dry run': importing(async () => ({ isDryRun: true, lines: [importedLine()] })),
  },
} satisfies Record<keyof typeof adminTransfers, Recipes>;
