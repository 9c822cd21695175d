// Gives a machine a token of its own: nothing of a user is in it, and no session is behind it (RFC 6749 4.4). So it has
// no refresh token, and the API of users refuses it.
import { fail } from '../../../contract/errors.ts';
import { signAccessToken } from '../../../crypto/jwt.ts';
import { now, seconds } from '../../../platform/clock.ts';
import { newTokenId, type TenantId, tenantId } from '../../../platform/ids.ts';
import { note } from '../../../platform/request-context.ts';
import { config } from '../../../platform/settings/config.ts';
import type { Application } from '../../../store/applications/applications.ts';
import * as table from '../../../store/dynamo/table.ts';
import { noteItem } from '../../../store/outbox.ts';
import { headFrom, headKey } from '../../../store/tenants/tenants.ts';
import { type Grants, grantsOf } from '../../access/grants.ts';
import * as limits from '../../credentials/limits.ts';
import { keys, MAX_ACCESS_TTL } from '../../keys/signing-keys.ts';
import { fitting } from '../../sessions/tokens.ts';
import { MALFORMED_SCOPE, scopesIn } from '../scope.ts';
import { tokenType } from '../token-reply.ts';
import type { GrantRule } from './grant-rule.ts';

/**
 * Returns a token for the machine in one tenant, with the roles of that tenant and of all tenants. Throws INVALID_INPUT
 * without a tenant, UNAUTHORIZED_CLIENT for a tenant that it does not serve, INVALID_SCOPE, and RATE_LIMITED.
 */
export const clientCredentials: GrantRule = async (application, form, _, { jkt, use }) => {
  const tenant = requireServed(application, form.tenant);
  note({ tenant });
  const { count } = await limits.consume('machine-token', application.id);
  const holder = { id: application.id, tenantId: tenant, roleIds: application.roleIds };
  const [head, granted, { signer }] = await Promise.all([headOf(tenant), grantsOf(holder), keys()]);
  if (head?.status !== 'active') return fail('UNAUTHORIZED_CLIENT');
  const claims = fitting(holder, narrowed(granted, form.scope));
  await use();
  const lifetime = Math.min(
    application.accessTtlSeconds ?? head.settings.session?.accessTtlSeconds ?? config().ttl.access,
    MAX_ACCESS_TTL,
  );
  const iat = seconds();
  const accessToken = await signAccessToken(signer, {
    iss: config().baseUrl,
    aud: config().audience,
    sub: application.id,
    client_id: application.id,
    tid: tenant,
    jti: newTokenId(),
    iat,
    exp: iat + lifetime,
    ...(jkt !== undefined && { cnf: { jkt } }),
    ...claims,
  });
  // The first token of each minute: a machine in a loop must not fill the log.
  if (count <= 1) await recordToken(application, tenant);
  return {
    access_token: accessToken,
    token_type: tokenType(jkt),
    expires_in: lifetime,
    ...(claims.scope === undefined ? {} : { scope: claims.scope }),
  };
};

/** Records in the audit log that the machine got a token. */
async function recordToken({ id }: Application, tenant: TenantId): Promise<void> {
  const target = { type: 'application', id };
  const note = { action: 'machine.token_issued', outcome: 'success', target, detail: { tenantId: tenant } } as const;
  await table.create(noteItem(tenant, note, now(), false));
}

/** Returns the tenant that the token is for: the one that was named, or the only one. */
function requireServed({ tenantIds }: Application, named: string | undefined): TenantId {
  const only = tenantIds?.length === 1 ? tenantIds[0] : undefined;
  if (named === undefined) return only ?? fail('INVALID_INPUT', { message: 'tenant: is required' });
  const id = tenantId(named);
  return id && (tenantIds?.includes(id) ?? true) ? id : fail('UNAUTHORIZED_CLIENT');
}

async function headOf(id: TenantId) {
  const [copy] = await table.getMany([headKey(id)]);
  return headFrom(id, copy);
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
