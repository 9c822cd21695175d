// Tells the login page what an application asked for.
import { fail } from '../../contract/errors.ts';
import type { Reply } from '../../contract/index.ts';
import { tenantId } from '../../platform/ids.ts';
import { type Application, find as findApplication } from '../../store/applications/applications.ts';
import { findWhole } from '../../store/tenants/tenant-cache.ts';
import { faceOf, findSlug, type Tenant } from '../../store/tenants/tenants.ts';
import { servesUsersOf } from '../application-standing.ts';
import { brandingOf } from '../branding.ts';
import { openRequest } from './sealed-request.ts';

/**
 * Returns what the page needs to log a user in for a sealed request. `tenant` is `null` if the request leaves it open, or
 * if it cannot be used: then `refusal` says why. Throws SSO_STATE_INVALID for a text that is altered or over.
 */
export async function asked(resume: string | undefined): Promise<Reply<'GET /oauth2/request'>> {
  const { request } = (await openRequest('authorize', resume)) ?? fail('SSO_STATE_INVALID');
  const application = await findApplication(request.application);
  if (application?.status !== 'active') return fail('SSO_STATE_INVALID');
  const { tenant, refusal } = await tenantOf(application, request.tenant);
  const { loginHint = null, uiLocales = null, prompt } = request;
  return {
    application: { id: application.id, name: application.name },
    tenant: tenant ? { id: tenant.id, slug: tenant.slug, name: tenant.name } : null,
    refusal,
    loginHint,
    uiLocales,
    prompt,
    branding: brandingOf(tenant && { ...tenant, ...faceOf(tenant) }),
    isSignupOpen: tenant ? tenant.settings.signup?.mode !== 'closed' : true,
  };
}

type Refusal = Reply<'GET /oauth2/request'>['refusal'];

/**
 * Returns the active tenant of this id or slug, or the only one that the application serves. One that is disabled looks
 * like one that does not exist.
 */
async function tenantOf(
  application: Application,
  named: string | undefined,
): Promise<{ tenant: Tenant | undefined; refusal: Refusal }> {
  const only = application.tenantIds?.length === 1 ? application.tenantIds[0] : undefined;
  if (named === undefined && only === undefined) return { tenant: undefined, refusal: null };
  const id = named === undefined ? only : (tenantId(named) ?? (await findSlug(named))?.tenantId);
  const tenant = id && (await findWhole(id));
  if (tenant?.status !== 'active') return { tenant: undefined, refusal: { reason: 'tenant_not_found', name: null } };
  if (servesUsersOf(application, tenant)) return { tenant, refusal: null };
  return { tenant: undefined, refusal: { reason: 'tenant_not_served', name: tenant.name } };
}
