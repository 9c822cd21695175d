// Serves the e-mail domains that may not have accounts, for admins.
import { adminBlockedEmailDomains } from '../lib/contract/groups/admin-blocked-email-domains.ts';
import * as list from '../lib/domain/tenants/blocked-domain-list.ts';
import { serve } from '../lib/http/serve.ts';

export const handler = serve(adminBlockedEmailDomains, {
  'GET /auth/admin/api/blocked-email-domains': ({ query }) => list.list(query),
  'GET /auth/admin/api/blocked-email-domains/stats': () => list.stats(),
  'POST /auth/admin/api/blocked-email-domains': ({ actor, body }) => list.add(actor, body.domains),
  'POST /auth/admin/api/blocked-email-domains/import-defaults': ({ actor }) => list.importDefaults(actor),
  'DELETE /auth/admin/api/blocked-email-domains/{idOrDomain}': ({ actor, params }) =>
    list.remove(actor, params.idOrDomain),
});
