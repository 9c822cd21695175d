// Serves the audit log to admins.
import { adminAudit } from '../lib/contract/groups/admin-audit.ts';
import { anchors } from '../lib/domain/audit-log/chain-pages.ts';
import { exportPage } from '../lib/domain/audit-log/export.ts';
import { byId, list, ofUser } from '../lib/domain/audit-log/list.ts';
import { serve } from '../lib/http/serve.ts';

export const handler = serve(adminAudit, {
  'GET /auth/admin/api/audit': ({ actor, query }) => list(actor.admin, query),
  'GET /auth/admin/api/audit/{id}': ({ actor, params }) => byId(actor, params.id),
  'GET /auth/admin/api/users/{id}/audit': ({ actor, params, query }) => ofUser(actor, params.id, query),
  'GET /auth/admin/api/audit/anchors': () => anchors(),
  'GET /auth/admin/api/audit/export': ({ actor, query }) => exportPage(actor, query),
});
