// Tells the login page what an application asked for.
import { fail } from '../../contract/errors.ts';
import type { Reply } from '../../contract/index.ts';
import { tenantId } from '../../platform/ids.ts';
import { type Application, find as findApplication } from '../../store/applications.ts';
import { findWhole } from '../../store/tenant-cache.ts';
import { faceOf, findSlug, type Tenant } from '../../store/tenants.ts';
import { brandingOf } from '../branding.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { serves } from './authorize.ts';
import { openRequest } from './sealed-request.ts';

/**
 * Returns what the page needs to log a user in for a sealed request. `tenant` is `null` if the request leaves it open.
 * Throws SSO_STATE_INVALID for a text that is altered or over.
 */
export async function asked(resume: string | undefined): Promise<Reply<'GET /oauth2/request'>> {
  const { request } = (await openRequest('authorize', resume)) ?? fail('SSO_STATE_INVALID');
  const application = await findApplication(request.application);
  if (application?.status !== 'active') return fail('SSO_STATE_INVALID');
  const tenant = await tenantOf(application, request);
  const { loginHint = null, uiLocales = null, prompt } = request;
  return {
    application: { id: application.id, name: application.name },
    tenant: tenant ? { id: tenant.id, slug: tenant.slug, name: tenant.name } : null,
    loginHint,
    uiLocales,
    prompt,
    branding: brandingOf(tenant && { ...tenant, ...faceOf(tenant) }),
    isSignupOpen: tenant ? tenant.settings.signup?.mode !== 'closed' : true,
  };
}

/** Returns the active tenant that the request names, or the only one that the application serves. */
async function tenantOf(
  application: Application,
  { tenant: named }: AuthorizationRequest,
): Promise<Tenant | undefined> {
  const only = application.tenantIds?.length === 1 ? application.tenantIds[0] : undefined;
  const id = named === undefined ? only : (tenantId(named) ?? (await findSlug(named))?.tenantId);
  const tenant = id && serves(application, id) ? await findWhole(id) : undefined;
  return tenant?.status === 'active' ? tenant : undefined;
}
