// Gives an application a token for a protected resource because an identity provider of the tenant says so: the ID-JAG of
// draft-ietf-oauth-identity-assertion-authz-grant, with which MCP clients are managed by an enterprise. The tenant's admin
// switches it on for a connection. There is no consent, no session and no refresh token.
import { fail } from '../../../contract/errors.ts';
import {
  type Assertion,
  type AssertionProblem,
  unverifiedOrigin,
  verifyAssertion,
} from '../../../crypto/identity-assertion.ts';
import { signAccessToken } from '../../../crypto/jwt.ts';
import { now, seconds } from '../../../platform/clock.ts';
import { newTokenId, type TenantId, tenantId } from '../../../platform/ids.ts';
import { note } from '../../../platform/request-context.ts';
import { config, isLocalRun } from '../../../platform/settings/config.ts';
import type { Application } from '../../../store/applications/applications.ts';
import * as assertions from '../../../store/applications/assertions.ts';
import {
  type ProtectedResource,
  protectedResourceFrom,
  protectedResourceKey,
} from '../../../store/applications/protected-resources.ts';
import * as table from '../../../store/dynamo/table.ts';
import { noteItem } from '../../../store/outbox.ts';
import { asIdentityClaim, identityClaimKey, identityHashOf } from '../../../store/people/identities.ts';
import { asUser, type User, userKey } from '../../../store/people/users.ts';
import { findWhole } from '../../../store/tenants/tenant-cache.ts';
import type { Tenant } from '../../../store/tenants/tenants.ts';
import { serves } from '../../application-standing.ts';
import * as limits from '../../credentials/limits.ts';
import { keysAt } from '../../key-sets.ts';
import { keys, MAX_TTL_WITHOUT_SESSION } from '../../keys/signing-keys.ts';
import { isUsableFor, resourceNamed } from '../../protected-resource-rights.ts';
import { accessTtlOf } from '../../sessions/tokens.ts';
import { metadataOf } from '../../sso/metadata.ts';
import { whenCounting } from '../../still-counts.ts';
import { noteRefusal } from '../dead-ends.ts';
import { admittingConnection, mayBeActedFor, scopesAdmitted } from '../live/admission.ts';
import { MALFORMED_SCOPE, scopesIn } from '../scope.ts';
import { ONE_TARGET, UNKNOWN_TARGET } from '../target.ts';
import { tokenType } from '../token-reply.ts';
import type { GrantRule, TokenForm } from './grant-rule.ts';

type Cause = AssertionProblem | 'tenant_differs' | 'not_admitted' | 'subject_unknown' | 'key_differs' | 'used';

/**
 * Returns a token for the person whom the assertion names. Throws INVALID_INPUT without an assertion or a tenant,
 * UNAUTHORIZED_CLIENT for a tenant that the application does not serve, INVALID_GRANT alike for an assertion of a connection
 * that may not admit agents, one that is malformed, expired, used or for another application, and for a person without an
 * account; INVALID_TARGET, INVALID_SCOPE, INVALID_DPOP_PROOF, RATE_LIMITED, and `Unavailable` if the provider's keys are.
 */
export const identityAssertion: GrantRule = async (application, form, _, { jkt, use }) => {
  const sent = form.assertion ?? fail('INVALID_INPUT', { message: 'assertion: is required' });
  const asked = scopesIn(form.scope) ?? fail('INVALID_SCOPE', { message: MALFORMED_SCOPE });
  const origin = unverifiedOrigin(sent);
  const id = requireServed(application, form.tenant, origin.aud_tenant);
  note({ tenant: id });
  const tenant = await findWhole(id);
  if (tenant?.status !== 'active') return fail('UNAUTHORIZED_CLIENT');
  const connection = admittingConnection(tenant, origin.iss) ?? refuse('not_admitted', application);
  const issuer = origin.iss as string;
  const assertion = await verified(sent, issuer, application);
  if ((assertion.tenant ?? id) !== id) refuse('tenant_differs', application);
  if (assertion.jkt !== undefined && assertion.jkt !== jkt) refuse('key_differs', application);
  await limits.consume('token-exchange', application.id, issuer, assertion.sub);
  const { user, resource } = await readFor(tenant, application, issuer, assertion, form);
  const scope = (await narrowed(asked, assertion, resource, { user, application })).join(' ');
  await use();
  if (!(await assertions.use(`id-jag ${issuer}`, assertion.jti, assertion.exp))) refuse('used', application);
  await whenCounting(application, tenant);
  const iat = seconds();
  const lifetime = lifetimeOf(application, resource, tenant);
  const { signer } = await keys();
  const accessToken = signAccessToken(signer, {
    iss: config().baseUrl,
    aud: resource.uri,
    sub: user.id,
    tid: id,
    client_id: application.id,
    jti: newTokenId(),
    ...{ iat, exp: iat + lifetime, scope, idp: issuer, epoch: user.epoch },
    ...(jkt !== undefined && { cnf: { jkt } }),
  });
  const { count } = await limits.consume('token-exchange-noted', application.id, user.id, resource.id, scope);
  if (count <= 1) await recordAdmission(application, user, resource, scope, connection);
  return { access_token: accessToken, token_type: tokenType(jkt), expires_in: lifetime, scope };
};

/** OAuth has one code for all of it (RFC 6749 5.2). The log says the cause, and so does the reply in the local run. */
function refuse(cause: Cause, { id }: Application): never {
  noteRefusal(`id_jag_${cause}`, { application: id });
  return fail('INVALID_GRANT', isLocalRun() ? { message: `The assertion is not valid: ${cause}.` } : {});
}

/** Returns the tenant that the form or the assertion names, or the only one that the application serves. */
function requireServed(application: Application, named: string | undefined, claimed: unknown): TenantId {
  const { tenantIds } = application;
  const text = named ?? (typeof claimed === 'string' ? claimed : undefined);
  if (text === undefined)
    return (
      (tenantIds?.length === 1 ? tenantIds[0] : undefined) ?? fail('INVALID_INPUT', { message: 'tenant: is required' })
    );
  const id = tenantId(text);
  return id && serves(application, id) ? id : fail('UNAUTHORIZED_CLIENT');
}

/** Returns what the assertion says, verified with the keys of its issuer, which may be new. */
async function verified(sent: string, issuer: string, application: Application): Promise<Assertion> {
  const { jwks_uri } = await metadataOf(issuer);
  const about = { issuer, audience: config().baseUrl, clientId: application.id, now: seconds() };
  let result = await verifyAssertion(sent, { ...about, keys: await keysAt(jwks_uri) });
  if (result === 'unknown-key')
    result = await verifyAssertion(sent, { ...about, keys: await keysAt(jwks_uri, undefined, true) });
  return typeof result === 'string' ? refuse(result, application) : result;
}

/** Returns the resource and the account of the person: that to which a login with this identity leads. */
async function readFor(
  tenant: Tenant,
  application: Application,
  issuer: string,
  { sub, resources }: Assertion,
  { resource: sent }: TokenForm,
): Promise<{ user: User; resource: ProtectedResource }> {
  const named =
    sent === undefined ? resources : resources.filter((each) => resourceNamed(each) === resourceNamed(sent));
  if (named.length > 1) fail('INVALID_TARGET', { message: ONE_TARGET });
  const target = resourceNamed(named[0] ?? '') ?? fail('INVALID_TARGET', { message: UNKNOWN_TARGET });
  const [claimItem, copy] = await table.getMany([
    identityClaimKey(tenant.id, identityHashOf(issuer, sub)),
    protectedResourceKey(target),
  ]);
  const resource = await protectedResourceFrom(target, copy);
  if (!isUsableFor(resource, application, tenant.id, now())) return fail('INVALID_TARGET', { message: UNKNOWN_TARGET });
  const claim = asIdentityClaim(claimItem) ?? refuse('subject_unknown', application);
  const [userItem] = await table.getMany([userKey(tenant.id, claim.userId)]);
  const user = asUser(userItem);
  // An identity that was shut out opens nothing.
  if (!mayBeActedFor(user) || user.identityEpoch !== claim.epoch) return refuse('subject_unknown', application);
  return { user, resource };
}

/**
 * Returns the scopes that the provider allows and that are asked for, as far as the resource knows them, the application may
 * have them and the user may use them now. Throws INVALID_SCOPE for one that the assertion does not have, and if nothing is left.
 */
async function narrowed(
  asked: readonly string[],
  { scope }: Assertion,
  resource: ProtectedResource,
  whose: { user: User; application: Application },
): Promise<string[]> {
  const allowed = scopesIn(scope) ?? fail('INVALID_SCOPE', { message: MALFORMED_SCOPE });
  if (!asked.every((each) => allowed.includes(each)))
    fail('INVALID_SCOPE', { message: 'The assertion does not have this scope.' });
  const scopes = await scopesAdmitted(resource, whose, asked.length ? asked : allowed);
  return scopes.length ? scopes : fail('INVALID_SCOPE', { message: 'Nothing of the assertion counts there now.' });
}

const lifetimeOf = (application: Application, resource: ProtectedResource, tenant: Tenant): number =>
  Math.min(
    accessTtlOf(tenant),
    application.accessTtlSeconds ?? MAX_TTL_WITHOUT_SESSION,
    resource.accessTtlSeconds ?? MAX_TTL_WITHOUT_SESSION,
    MAX_TTL_WITHOUT_SESSION,
  );

/** Records in the audit log that the provider admitted the application for the user. */
async function recordAdmission(
  application: Application,
  user: User,
  { uri }: ProtectedResource,
  scope: string,
  provider: string,
): Promise<void> {
  const target = { type: 'user', id: user.id };
  const detail = { applicationId: application.id, resource: uri, scopes: scope.split(' '), provider };
  const entry = { action: 'application.admitted', outcome: 'success', target, detail } as const;
  await table.create(noteItem(user.tenantId, entry, now(), false));
}
