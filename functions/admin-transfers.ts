// Serves the import of users into a tenant and their export, for admins.
import { adminTransfers } from '../lib/contract/groups/admin-transfers.ts';
import { exportUsers } from '../lib/domain/transfers/export.ts';
import { importUsers } from '../lib/domain/transfers/import.ts';
import { serve } from '../lib/http/serve.ts';

export const handler = serve(adminTransfers, {
  'POST /auth/admin/api/transfers/export': ({ actor, body }) => exportUsers(actor, body),
  'POST /auth/admin/api/transfers/import': ({ actor, body }) => importUsers(actor, body),
});
