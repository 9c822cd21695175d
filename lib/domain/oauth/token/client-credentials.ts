// Gives a machine a token of its own: nothing of a user is in it, and no session is behind it (RFC 6749 4.4). So it has
// no refresh token, and the API of users refuses it.
import { fail } from '../../../contract/errors.ts';
import { signAccessToken } from '../../../crypto/jwt.ts';
import { now, seconds } from '../../../platform/clock.ts';
import { newTokenId, type TenantId, tenantId } from '../../../platform/ids.ts';
import { note } from '../../../platform/request-context.ts';
import { config } from '../../../platform/settings/config.ts';
import type { Application } from '../../../store/applications/applications.ts';
import {
  type ProtectedResource,
  protectedResourceFrom,
  protectedResourceKey,
} from '../../../store/applications/protected-resources.ts';
import * as table from '../../../store/dynamo/table.ts';
import { noteItem } from '../../../store/outbox.ts';
import { headFrom, headKey } from '../../../store/tenants/tenants.ts';
import { type Grants, grantsOf } from '../../access/grants.ts';
import * as limits from '../../credentials/limits.ts';
import { keys, MAX_TTL_WITHOUT_SESSION } from '../../keys/signing-keys.ts';
import { issueMachineAdminToken } from '../../machine-administration.ts';
import { adminApi, isAdminApi, isUsableFor, machineScopesNow, resourceNamed } from '../../protected-resource-rights.ts';
import type { ProvedKey } from '../../sessions/bound-tokens.ts';
import { fitting } from '../../sessions/tokens.ts';
import { whenCounting } from '../../still-counts.ts';
import { MALFORMED_SCOPE, scopesIn } from '../scope.ts';
import { UNKNOWN_TARGET } from '../target.ts';
import { tokenType } from '../token-reply.ts';
import type { GrantRule, TokenForm } from './grant-rule.ts';

/**
 * Returns a token for the machine in one tenant, with the roles of that tenant and of all tenants. Throws INVALID_INPUT
 * without a tenant, UNAUTHORIZED_CLIENT for a tenant that it does not serve, INVALID_SCOPE, INVALID_TARGET, and RATE_LIMITED.
 */
export const clientCredentials: GrantRule = async (application, form, _, key) => {
  if (form.resource !== undefined && isAdminApi(form.resource)) return forAdministration(application, form, key);
  const { jkt, use } = key;
  const tenant = requireServed(application, form.tenant);
  note({ tenant });
  const { count } = await limits.consume('machine-token', application.id);
  const holder = { id: application.id, tenantId: tenant, roleIds: application.roleIds };
  const [[head, resource], granted, { signer }] = await Promise.all([
    readFor(tenant, form.resource),
    grantsOf(holder),
    keys(),
  ]);
  if (head?.status !== 'active') return fail('UNAUTHORIZED_CLIENT');
  const claims =
    form.resource === undefined
      ? { aud: config().audience, ...fitting(holder, narrowed(granted, form.scope)) }
      : atResource(resource, application, tenant, granted, form.scope);
  await use();
  const lifetime = Math.min(
    application.accessTtlSeconds ?? head.settings.session?.accessTtlSeconds ?? config().ttl.access,
    resource?.accessTtlSeconds ?? MAX_TTL_WITHOUT_SESSION,
    MAX_TTL_WITHOUT_SESSION,
  );
  await whenCounting(application, head);
  const iat = seconds();
  const accessToken = signAccessToken(signer, {
    iss: config().baseUrl,
    ...claims,
    sub: application.id,
    client_id: application.id,
    tid: tenant,
    jti: newTokenId(),
    iat,
    exp: iat + lifetime,
    ...(jkt !== undefined && { cnf: { jkt } }),
  });
  // The first token of each minute: a machine in a loop must not fill the log.
  if (count <= 1) await recordToken(application, tenant, resource?.uri);
  return {
    access_token: accessToken,
    token_type: tokenType(jkt),
    expires_in: lifetime,
    ...(claims.scope === undefined ? {} : { scope: claims.scope }),
  };
};

/**
 * Returns a token for the operations of admins, which belongs to no tenant: role and tenants are those that the machine has
 * when it calls. Throws INVALID_INPUT for a tenant, INVALID_SCOPE for a scope, and INVALID_TARGET unless it administers.
 */
async function forAdministration(application: Application, form: TokenForm, { jkt, use }: ProvedKey) {
  if (form.tenant !== undefined)
    fail('INVALID_INPUT', { message: 'tenant: a token for the operations of admins has none' });
  if (form.scope !== undefined) fail('INVALID_SCOPE', { message: 'The operations of admins have no scopes.' });
  const { count } = await limits.consume('machine-token', application.id);
  const issued =
    (await issueMachineAdminToken(application, jkt)) ?? fail('INVALID_TARGET', { message: UNKNOWN_TARGET });
  await use();
  if (count <= 1) await recordToken(application, null, adminApi());
  return { access_token: issued.token, token_type: tokenType(jkt), expires_in: issued.lifetime };
}

/** Records in the audit log that the machine got a token, and for which protected resource. */
async function recordToken({ id }: Application, tenant: TenantId | null, resource: string | undefined) {
  const target = { type: 'application', id };
  const detail = { tenantId: tenant, ...(resource !== undefined && { resource }) };
  const note = { action: 'machine.token_issued', outcome: 'success', target, detail } as const;
  await table.create(noteItem(tenant, note, now(), false));
}

/** Returns the tenant that the token is for: the one that was named, or the only one. */
function requireServed({ tenantIds }: Application, named: string | undefined): TenantId {
  const only = tenantIds?.length === 1 ? tenantIds[0] : undefined;
  if (named === undefined) return only ?? fail('INVALID_INPUT', { message: 'tenant: is required' });
  const id = tenantId(named);
  return id && (tenantIds?.includes(id) ?? true) ? id : fail('UNAUTHORIZED_CLIENT');
}

/** Returns the head of the tenant, and the resource that the request names. */
async function readFor(tenant: TenantId, sent: string | undefined) {
  const named = sent === undefined ? undefined : resourceNamed(sent);
  const [head, copy] = await table.getMany([headKey(tenant), ...(named ? [protectedResourceKey(named)] : [])]);
  return Promise.all([headFrom(tenant, head), named && protectedResourceFrom(named, copy)]);
}

/**
 * Returns the claims of a token for the resource: those of its scopes that the machine asks for and its permissions open.
 * A machine logs in nowhere, so it has none that needs a recent login. Throws INVALID_TARGET, and INVALID_SCOPE if nothing is left.
 */
function atResource(
  resource: ProtectedResource | undefined,
  application: Application,
  tenant: TenantId,
  { permissions }: Grants,
  scope: string | undefined,
) {
  if (!isUsableFor(resource, application, tenant, now())) return fail('INVALID_TARGET', { message: UNKNOWN_TARGET });
  const asked = scopesIn(scope) ?? fail('INVALID_SCOPE', { message: MALFORMED_SCOPE });
  const wanted = asked.length ? asked : resource.scopes.map(({ name }) => name);
  const scopes = machineScopesNow(resource, application, wanted, permissions);
  // At an API without scopes, a token opens all of it.
  if ((wanted.length || application.party === 'third') && !scopes.length) fail('INVALID_SCOPE');
  return { aud: resource.uri, ...(scopes.length > 0 && { scope: scopes.join(' ') }) };
}

/**
 * Returns the grants within the scope. A narrower token has no roles: a service that decides by a role would allow more
 * than the scope. Throws INVALID_SCOPE for a permission that the machine does not have.
 */
function narrowed(granted: Grants, scope: string | undefined): Grants {
  if (scope === undefined) return granted;
  const asked = scopesIn(scope) ?? fail('INVALID_SCOPE', { message: MALFORMED_SCOPE });
  if (!asked.length || !asked.every((each) => granted.permissions.includes(each))) fail('INVALID_SCOPE');
  return { roles: [], permissions: asked.sort() };
}
