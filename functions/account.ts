// Serves what people manage in their own account, and the exchange of refresh tokens (infra/routes.ts says why).
import { account } from '../lib/contract/groups/account.ts';
import { refreshes } from '../lib/contract/refreshes.ts';
import { confirmChange, requestChange } from '../lib/domain/account/address-change.ts';
import { preview } from '../lib/domain/account/invitation-preview.ts';
import { ownTenants, sendCodeForTenants } from '../lib/domain/account/own-tenants.ts';
import * as grants from '../lib/domain/application-grants.ts';
import { own as ownAudit } from '../lib/domain/audit-log/list.ts';
import { own as ownDirectory } from '../lib/domain/scim/own.ts';
import * as binding from '../lib/domain/sessions/device/binding.ts';
import * as own from '../lib/domain/sessions/own-sessions.ts';
import { refresh } from '../lib/domain/sessions/refresh.ts';
import { deviceResponse, forgettingProof } from '../lib/http/binding.ts';
import { serve } from '../lib/http/serve.ts';
import { clearingSlot, refreshTokenOf, refreshTokens, waitingTokens } from '../lib/http/slots.ts';

export const handler = serve(
  { ...account, ...refreshes },
  {
    'POST /auth/refresh-token': async ({ body, request, client }) =>
      refresh(await refreshTokenOf(request, body), client).catch(clearingSlot(request, body)),
    'POST /auth/device-sessions': ({ request }) =>
      binding.register(deviceResponse(request).response, refreshTokens(request)),
    'POST /auth/device-sessions/proof': ({ request }) => {
      const { id, response } = deviceResponse(request);
      return binding.prove(id, response, refreshTokens(request)).catch(forgettingProof(request));
    },
    'GET /auth/sessions': ({ actor }) => own.list(actor),
    'DELETE /auth/sessions': ({ actor }) => own.endOthers(actor),
    'DELETE /auth/sessions/{id}': ({ actor, params }) => own.endOne(actor, params.id),
    'GET /auth/trusted-devices': ({ actor, client }) => own.trustedDevices(actor, client),
    'DELETE /auth/trusted-devices/{id}': ({ actor, params }) => own.forget(actor, params.id),
    'GET /auth/directory': ({ actor }) => ownDirectory(actor),
    'GET /auth/grants': async ({ actor: { tenant, user } }) => ({
      grants: await grants.list({ tenant: tenant.id, user: user.id }),
    }),
    'DELETE /auth/grants/{id}': async ({ actor: { tenant, user }, params }) => {
      await grants.revoke({ tenant: tenant.id, user: user.id }, params.id);
      return { message: 'Access revoked.' };
    },
    'POST /auth/address': ({ actor, body, client }) => requestChange(actor, body, client),
    'POST /auth/address/confirm': ({ actor, body }) => confirmChange(actor, body),
    'POST /auth/tenants/mine/send': ({ actor, client }) => sendCodeForTenants(actor, client),
    'POST /auth/tenants/mine': ({ actor, body, request }) => ownTenants(actor, body, waitingTokens(request)),
    'GET /auth/audit': ({ actor, query }) => ownAudit(actor, query),
    'POST /auth/invitation': ({ body, client }) => preview(body.token, client),
  },
);
