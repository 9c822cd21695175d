// Decides what an admin may do, and for which tenants. The guard calls it before every operation of admins (lib/http).
import { DUTIES } from '../../contract/duties.ts';
import { fail } from '../../contract/errors.ts';
import type { Duty, Operation } from '../../contract/operation.ts';
import { absentId, NO_TENANT, type TenantId, tenantIn } from '../../platform/ids.ts';
import * as store from '../../store/admins/admins.ts';

type Scope = Pick<store.Admin, 'role' | 'tenants'> & { id: string };
type Fields = Readonly<Record<string, unknown>>;
/** The input of a call, after its validation. */
export type Input = { params: Record<string, string>; query: unknown; body: unknown };

const mayCall = ({ role, tenants }: Scope, { needs, tenant }: Exclude<Duty, 'self'>): boolean =>
  DUTIES[role].includes(needs) && (tenants === null || tenant !== 'deployment');

/** Throws FORBIDDEN unless the admin may call the operation at all. */
export function requireDuty(admin: Scope, { duty = NONE }: Operation, { id }: Record<string, string>): void {
  if (duty === 'self' || mayCall(admin, duty) || (duty.ofSelf && id === admin.id)) return;
  fail('FORBIDDEN');
}
/** The duty of an operation that declares none, which does not compile: only owners may call it. */
const NONE: Duty = { needs: 'own', tenant: 'deployment' };

/**
 * Returns the input as far as it is within the admin's reach. The id of another tenant, or of something in it, becomes
 * one that nothing has, so that the operation responds exactly as if it did not exist. If the admin is limited to one
 * tenant, it is filled in where the call names none. Throws FORBIDDEN, and INVALID_INPUT for a call that must name one of
 * several tenants.
 */
export function withinReach(admin: Scope, { duty = NONE }: Operation, input: Input): Input {
  if (duty === 'self') return input;
  requireFields(admin, duty, input);
  const { tenants } = admin;
  if (tenants === null) return input;
  const { params, query, body } = input;
  switch (duty.tenant) {
    case 'path':
      return { ...input, params: { ...params, id: idWithin(tenants, params.id ?? '') } };
    case 'query':
      return { ...input, query: { ...fields(query), tenantId: tenantWithin(tenants, fields(query).tenantId) } };
    case 'body':
      return { ...input, body: { ...fields(body), tenantId: tenantWithin(tenants, fields(body).tenantId) } };
    case 'ids':
      return { ...input, body: { ...fields(body), ids: idsIn(body).map((id) => idWithin(tenants, id)) } };
    case 'listed':
    case 'deployment':
      return input;
  }
}

/** Whether the admin named something that `withinReach` replaced. */
export function isOutside(sent: Input, within: Input): boolean {
  const [before, after] = [namesIn(sent), namesIn(within)];
  return before.some((name, at) => typeof name === 'string' && name !== '' && name !== after[at]);
}

const namesIn = ({ params, query, body }: Input): unknown[] => {
  const { tenantId, ids = [] } = fields(body) as { tenantId?: unknown; ids?: unknown[] };
  return [params.id, fields(query).tenantId, tenantId, ...(Array.isArray(ids) ? ids : [])];
};

/** Throws FORBIDDEN for fields that the operation reserves. */
function requireFields(admin: Scope, duty: Exclude<Duty, 'self'>, { body }: Input): void {
  if (!mayCall(admin, duty)) {
    // The caller changes their own account.
    if (Object.keys(fields(body)).some((field) => !duty.ofSelf?.includes(field))) fail('FORBIDDEN');
    return;
  }
  for (const [path, needs] of Object.entries(duty.fields ?? {})) {
    const may = needs === 'own' ? DUTIES[admin.role].includes('own') : admin.tenants === null;
    if (!may && valueAt(body, path.split('.')) !== undefined) fail('FORBIDDEN');
  }
}

const valueAt = (value: unknown, [name, ...rest]: string[]): unknown =>
  name === undefined ? value : valueAt(fields(value)[name], rest);

const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

const idsIn = (body: unknown): readonly string[] => (body as { ids: readonly string[] }).ids;

function idWithin(tenants: readonly TenantId[], id: string): string {
  const tenant = tenantIn(id);
  if (tenant === null) return fail('FORBIDDEN');
  // An id that contains no tenant is outside, too: it is malformed, or of something that belongs to the deployment.
  return tenant !== undefined && tenants.includes(tenant) ? id : absentId(id);
}

function tenantWithin(tenants: readonly TenantId[], named: unknown): string {
  if (named === null) return fail('FORBIDDEN');
  if (named !== undefined && named !== '') return tenants.find((each) => each === named) ?? NO_TENANT;
  if (tenants.length > 1) fail('INVALID_INPUT', { message: 'tenantId: must name one of your tenants' });
  return tenants[0] ?? NO_TENANT;
}

/**
 * Throws the reason why a write of this owner was refused: FORBIDDEN if they were demoted meanwhile, SESSION_INVALID if
 * their session ended.
 */
export async function refuseActor({ id, epoch }: store.Admin): Promise<never> {
  return fail((await store.find(id))?.epoch === epoch ? 'FORBIDDEN' : 'SESSION_INVALID');
}
