// Tells the page for devices what a device asks for, and takes the user's decision. Guesses at codes are counted before they
// are compared (RFC 8628 5.1).

import { DEVICE_GRANT } from '../../../contract/applications.ts';
import { fail } from '../../../contract/errors.ts';
import type { Body, Reply } from '../../../contract/index.ts';
import { iso, now } from '../../../platform/clock.ts';
import { retryOnConflict } from '../../../platform/retry.ts';
import { type Application, find as findApplication } from '../../../store/applications/applications.ts';
import * as store from '../../../store/applications/device-requests.ts';
import { find as findResource, type ProtectedResource } from '../../../store/applications/protected-resources.ts';
import { event, outboxWrite } from '../../../store/outbox.ts';
import * as grants from '../../../store/people/application-grants.ts';
import { faceOf } from '../../../store/tenants/tenants.ts';
import { serves } from '../../application-standing.ts';
import { brandingOf } from '../../branding.ts';
import * as limits from '../../credentials/limits.ts';
import { isDeviceGrantOn } from '../../device-grant.ts';
import { isOpenTo } from '../../protected-resource-rights.ts';
import { wholeTenant } from '../../sessions/authenticate.ts';
import type { Actor, Client } from '../../sessions/caller.ts';
import { deviceName } from '../../sessions/device-name.ts';
import { isOfNow } from '../../still-counts.ts';
import { askedScopes, placeOf } from '../consent.ts';
import { openRequest, sealRequest } from '../sealed-request.ts';
import { hashesOf, shownCode, userCodeIn } from './user-code.ts';

/** In a grant, in place of the host to which a browser goes: the tokens go to a device. */
const DESTINATION = 'device:';

type Asked = { application: Application; resource: ProtectedResource | undefined; scopes: string[] };

/**
 * Returns what the device asks for whose code the user typed. Throws DEVICE_GRANT_DISABLED before it counts the guess, then
 * RATE_LIMITED and USER_CODE_INVALID.
 */
export async function shown(
  actor: Actor,
  { userCode }: Body<'POST /oauth2/device'>,
  { ip }: Client,
): Promise<Reply<'POST /oauth2/device'>> {
  requireOn(actor);
  const { user } = actor;
  const ofNetwork = await limits.consume('device-ip', limits.network(ip));
  const ofUser = await limits.consume('device-account', actor.tenant.id, user.id);
  const code = userCodeIn(userCode);
  const request = code && (await store.findAny(await hashesOf(code)));
  const asked = request && (await open(actor, request));
  if (!asked) {
    await limits.recordForAlarm('code-alarm', actor.tenant.id);
    return fail('USER_CODE_INVALID');
  }
  const { application, resource, scopes } = asked;
  const [tenant] = await Promise.all([wholeTenant(actor), limits.refundIfBusy(ofNetwork), limits.refundIfBusy(ofUser)]);
  return {
    resume: await sealRequest('device', { hash: store.hashIn(request), device: request.device, user: user.id }),
    userCode: shownCode(code as string),
    application: { id: application.id, name: application.name },
    isThirdParty: application.party === 'third',
    host: hostOf(application),
    resource: resource ? { name: resource.name, uri: resource.uri } : null,
    scopes: scopes.map((name) => ({
      name,
      text: resource?.scopes.find((scope) => scope.name === name)?.text ?? null,
    })),
    deviceName: deviceName(request.userAgent),
    ipAddress: request.ip,
    createdAt: iso(request.createdAt),
    account: { id: user.id, address: user.email ?? user.phone },
    tenant: { id: tenant.id, slug: tenant.slug, name: tenant.name },
    branding: brandingOf({ ...tenant, ...faceOf(tenant) }),
  };
}

/**
 * Stores the decision of the user, once. Throws DEVICE_GRANT_DISABLED, SSO_STATE_INVALID for a text that is altered or over,
 * FORBIDDEN for another account than the page showed, and USER_CODE_INVALID for a request that has ended or was decided.
 */
export async function decide(
  actor: Actor,
  { resume, userId, isAllowed }: Body<'POST /oauth2/device/decision'>,
): Promise<Reply<'POST /oauth2/device/decision'>> {
  requireOn(actor);
  const { user } = actor;
  const opened = (await openRequest('device', resume)) ?? fail('SSO_STATE_INVALID');
  const { hash, device, user: asked } = opened.request;
  if (userId !== user.id || asked !== user.id)
    return fail('FORBIDDEN', { message: 'The page showed another account.' });
  const found = await store.find(hash);
  const request = found?.device === device ? found : fail('USER_CODE_INVALID');
  if (isAllowed && isAllowedBy(actor, request)) return ALLOWED;
  const about = (await open(actor, request)) ?? fail('USER_CODE_INVALID');
  if (await isDecidedNow(actor, request, about, isAllowed)) return isAllowed ? ALLOWED : { message: 'Denied.' };
  return isAllowed && isAllowedBy(actor, await store.find(hash)) ? ALLOWED : fail('USER_CODE_INVALID');
}

/**
 * Decides unless it was decided meanwhile: `false`. The grant of the user is part of the decision, so one that loses a race leaves
 * none behind. The account page lists it and takes it back, as one of the consent page.
 */
const isDecidedNow = (actor: Actor, request: store.DeviceRequest, about: Asked, isAllowed: boolean): Promise<boolean> =>
  retryOnConflict('the grant', async () => {
    const { application, resource, scopes } = about;
    const { user, tenant, session } = actor;
    const at = now();
    const place = placeOf(application, actor, resource?.id);
    const asked = { scopes, destination: DESTINATION, resource, redirects: undefined };
    const given = isAllowed ? await grants.widened(place, asked, at) : undefined;
    const ids = { tenantId: tenant.id, userId: user.id, applicationId: application.id };
    const granted = given?.grant && {
      grantId: given.grant.id,
      scopes: given.grant.scopes,
      resource: resource?.uri ?? null,
    };
    const allowed = given?.write && granted && event('svc.application_allowed', { ...ids, ...granted });
    const decided = event(isAllowed ? 'svc.device_allowed' : 'svc.device_denied', { ...ids, ipAddress: request.ip });
    // Each has an entry of its own in the audit log.
    const events = [allowed, decided].flatMap((each) => (each ? [outboxWrite(tenant.id, [each], at)] : []));
    const approval = given && { tenant: tenant.id, user: user.id, session: session.id, grant: given.grant.id, at };
    const result = await store.decide(request, approval, { grant: given?.write, events });
    return result && result === 'done';
  });

const ALLOWED = { message: 'Allowed.' };

/** Whether the user has allowed it before: the reply to that click may have been lost. */
const isAllowedBy = ({ user }: Actor, request: store.DeviceRequest | undefined): boolean =>
  request?.approval?.user === user.id;

function requireOn({ tenant }: Actor): void {
  if (!isDeviceGrantOn(tenant)) fail('DEVICE_GRANT_DISABLED');
}

/** Returns what the request asks for; `undefined` if it waits no longer, or is not for users of this tenant. */
async function open({ tenant }: Actor, request: store.DeviceRequest): Promise<Asked | undefined> {
  if (request.state !== 'pending' || request.expiresAt <= now() || !isOfNow(request.createdAt)) return undefined;
  const [application, resource] = await Promise.all([
    findApplication(request.applicationId),
    request.resource && findResource(request.resource),
  ]);
  if (application?.status !== 'active' || !application.grants.includes(DEVICE_GRANT) || !serves(application, tenant.id))
    return undefined;
  if (request.resource && !(isOpenTo(resource, application) && serves(resource, tenant.id))) return undefined;
  const open = resource || undefined;
  return { application, resource: open, scopes: askedScopes(application, open, request) };
}

/** Returns the host of the application's registered addresses. */
function hostOf({ redirectUris }: Application): string | null {
  const uri = redirectUris.find((each) => each.startsWith('https:'));
  return uri === undefined ? null : new URL(uri).hostname;
}
