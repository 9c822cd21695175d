// Tells the consent page what the user is asked, and takes their agreement.

import { fail } from '../../contract/errors.ts';
import type { Body, Reply } from '../../contract/index.ts';
import { hostOf, isUnregistered } from '../../platform/client-ids.ts';
import { now } from '../../platform/clock.ts';
import { type Application, find as findApplication } from '../../store/applications/applications.ts';
import { type ClientDocument, describedBy } from '../../store/applications/client-documents.ts';
import { find as findResource, type ProtectedResource } from '../../store/applications/protected-resources.ts';
import { event, outboxWrite } from '../../store/outbox.ts';
import * as grants from '../../store/people/application-grants.ts';
import { faceOf } from '../../store/tenants/tenants.ts';
import { serves } from '../application-standing.ts';
import { isRegistered } from '../applications/redirects.ts';
import { brandingOf } from '../branding.ts';
import { isOpenTo } from '../protected-resource-rights.ts';
import { wholeTenant } from '../sessions/authenticate.ts';
import type { Actor } from '../sessions/caller.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { findDocument } from './client/document.ts';
import { askedScopes, destinationOf, givenBy, placeOf } from './consent.ts';
import { misfitOf } from './misfit.ts';
import { openRequest, sealRequest } from './sealed-request.ts';

type Opened = {
  application: Application;
  document: ClientDocument | undefined;
  request: AuthorizationRequest;
  resource: ProtectedResource | undefined;
  at: number;
};

/** Throws SSO_STATE_INVALID for a text that is altered or over, and for a request that this user cannot meet. */
async function open(actor: Actor, resume: string | undefined): Promise<Opened> {
  const { request, at } = (await openRequest('authorize', resume)) ?? fail('SSO_STATE_INVALID');
  const [known, resource] = await Promise.all([
    findApplication(request.application),
    request.resource && findResource(request.resource),
  ]);
  if (known?.status !== 'active' || misfitOf(known, request, actor)) return fail('SSO_STATE_INVALID');
  const { application, document } = await described(known, actor);
  const isOpen =
    isRegistered(application, application.redirectUris, request.redirectUri) &&
    (!request.resource || (isOpenTo(resource, application) && serves(resource, actor.tenant.id)));
  return isOpen ? { application, document, request, resource, at } : fail('SSO_STATE_INVALID');
}

/** Returns the application, with its document if it is not registered. */
async function described(application: Application, { user }: Actor) {
  if (!isUnregistered(application.id)) return { application, document: undefined };
  const document = await findDocument(application.id, user.id);
  return typeof document === 'string'
    ? fail('SSO_STATE_INVALID')
    : { application: describedBy(application.id, document), document };
}

/** Returns what the user is asked. */
export async function shown(actor: Actor, resume: string | undefined): Promise<Reply<'GET /oauth2/consent'>> {
  const { application, document, request, resource } = await open(actor, resume);
  const tenant = await wholeTenant(actor);
  const { id, email, phone } = actor.user;
  return {
    application: { id: application.id, name: application.name },
    isThirdParty: application.party === 'third',
    unregistered: document ? { host: hostOf(application.id), claimedName: document.name } : null,
    destination: destinationOf(request.redirectUri),
    resource: resource ? { name: resource.name, uri: resource.uri } : null,
    scopes: askedScopes(application, resource, request).map((name) => ({
      name,
      text: resource?.scopes.find((scope) => scope.name === name)?.text ?? null,
    })),
    account: { id, address: email ?? phone },
    tenant: { id: tenant.id, slug: tenant.slug, name: tenant.name },
    uiLocales: request.uiLocales ?? null,
    branding: brandingOf({ ...tenant, ...faceOf(tenant) }),
  };
}

/**
 * Stores that the user allows what they were asked. Returns the request with the agreement, which authorize accepts for a
 * minute and for this user. Throws FORBIDDEN if the page showed another account than that of the session.
 */
export async function allow(
  actor: Actor,
  { resume, userId }: Body<'POST /oauth2/consent'>,
): Promise<Reply<'POST /oauth2/consent'>> {
  const { user, tenant } = actor;
  if (userId !== user.id) return fail('FORBIDDEN', { message: 'The page showed another account.' });
  const { application, request, resource, at } = await open(actor, resume);
  const place = placeOf(application, actor, resource?.id);
  const given = givenBy(application, resource, request);
  const grant = await grants.give(place, given, now(), ({ id, scopes: all }) => {
    const whom = { tenantId: tenant.id, userId: user.id, applicationId: application.id, grantId: id };
    const detail = { ...whom, scopes: all, resource: resource?.uri ?? null };
    return outboxWrite(tenant.id, [event('svc.application_allowed', detail)], now());
  });
  return { resume: await sealRequest('authorize', { ...request, consent: { grant: grant.id, at: now() } }, at) };
}
