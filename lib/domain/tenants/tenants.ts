// Tenants: created, changed and deleted by admins, found by their slug by anybody.
import type { TenantSettings, TenantSettingsPatch } from '../../contract/admin-tenants.ts';
import { fail } from '../../contract/errors.ts';
import type { Body, Reply } from '../../contract/index.ts';
import { seal } from '../../crypto/seal.ts';
import { iso, now } from '../../platform/clock.ts';
import { newTenantId, type TenantId, tenantId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { rootSecret } from '../../platform/secrets.ts';
import type { Write } from '../../store/dynamo/table.ts';
import { event, type NewEvent, outboxWrite } from '../../store/outbox.ts';
import * as store from '../../store/tenants.ts';
import { type Acting, adminAction } from '../audit.ts';
import * as limits from '../credentials/limits.ts';
import { requirePlain } from '../metadata.ts';

type Tenant = store.Tenant;

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Words that are part of our own paths or that people would trust. */
const RESERVED = new Set(['admin', 'api', 'auth', 'gatehouse', 'login', 'root', 'system', 'www']);

const view = (tenant: Tenant): Reply<'POST /auth/admin/api/tenants'>['tenant'] => ({
  id: tenant.id,
  name: tenant.name,
  slug: tenant.slug,
  description: tenant.description,
  metadata: tenant.metadata,
  isActive: tenant.status === 'active',
  settings: tenant.settings,
  createdAt: iso(tenant.createdAt),
  updatedAt: iso(tenant.updatedAt),
});

type Verb = 'created' | 'updated' | 'deleted';

/** What the audit log shows of a tenant; metadata and settings may hold anything, so only that they changed. */
const audited = ({ name, slug, description, status }: Tenant) => ({ name, slug, description, status });

function events(
  acting: Acting,
  verb: Verb,
  before: Tenant | undefined,
  after: Tenant,
  updatedFields: string[] = [],
): Write {
  const { id, name, slug } = after;
  const detail = { tenantId: id, name, slug };
  const told: Record<Verb, NewEvent> = {
    created: event('svc.tenant_created', detail),
    updated: event('svc.tenant_updated', { ...detail, updatedFields }),
    deleted: event('svc.tenant_deleted', detail),
  };
  const shown = {
    created: audited(after),
    updated: { ...audited(after), updatedFields },
    deleted: undefined,
  };
  const target = { type: 'tenant', id, tenantId: id } as const;
  const audit = adminAction(acting, `tenant.${verb}`, target, before && audited(before), shown[verb]);
  return outboxWrite(id, [told[verb], audit], now());
}

/** Every tenant, newest first. */
export const list = async () => ({ data: (await store.list()).map(view) });

/** The tenant with this slug, as the public may know it. Throws TENANT_NOT_FOUND, for inactive ones too. */
export async function lookup(slug: string | undefined, ip: string) {
  const known = slug !== undefined && slug.length <= 63 && SLUG.test(slug);
  const [found] = await Promise.all([
    known ? store.findSlug(slug) : undefined,
    limits.consume('lookup-ip', limits.network(ip)),
  ]);
  if (!found?.isActive) return fail('TENANT_NOT_FOUND');
  return { id: found.tenantId, slug: found.slug, name: found.name };
}

/** Throws INVALID_SLUG_FORMAT, TENANT_ALREADY_EXISTS. Of any number of racers for a slug one gets it. */
export async function create(acting: Acting, input: Body<'POST /auth/admin/api/tenants'>) {
  requireSlug(input.slug);
  const id = newTenantId();
  const tenant = store.newTenant(id, {
    name: input.name,
    slug: input.slug,
    description: input.description ?? null,
    metadata: requirePlain(input.metadata ?? {}, 'metadata'),
    status: (input.isActive ?? true) ? 'active' : 'inactive',
    settings: await sealed(id, input.settings ?? {}),
  });
  if (!(await store.create(tenant, events(acting, 'created', undefined, tenant)))) fail('TENANT_ALREADY_EXISTS');
  return { tenant: view(tenant) };
}

/** Changes the fields sent and no others. Deactivating ends every session of the tenant with the same write. */
export async function update(acting: Acting, id: string, patch: Body<'PATCH /auth/admin/api/tenants/{id}'>) {
  if (patch.slug !== undefined) requireSlug(patch.slug);
  if (patch.metadata) requirePlain(patch.metadata, 'metadata');
  const after = await change(
    acting,
    id,
    'updated',
    async (before) => ({
      ...before,
      name: patch.name ?? before.name,
      slug: patch.slug ?? before.slug,
      description: patch.description === undefined ? before.description : patch.description,
      metadata: patch.metadata ?? before.metadata,
      ...(patch.isActive === undefined ? {} : activity(before, patch.isActive)),
      settings: await merged(before, patch.settings ?? {}),
    }),
    Object.keys(patch),
  );
  return { tenant: view(after) };
}

/** Deletes the tenant: its sessions end and its slug is free with the same write. */
export async function remove(acting: Acting, id: string) {
  await change(acting, id, 'deleted', (before) => ({ ...before, status: 'deleted', epoch: before.epoch + 1 }));
  return { message: 'Tenant deleted.' };
}

const activity = (before: Tenant, isActive: boolean): Pick<Tenant, 'status' | 'epoch'> =>
  isActive ? { status: 'active', epoch: before.epoch } : { status: 'inactive', epoch: before.epoch + 1 };

async function change(
  acting: Acting,
  id: string,
  verb: Verb,
  next: (before: Tenant) => Tenant | Promise<Tenant>,
  updatedFields?: string[],
): Promise<Tenant> {
  const known: TenantId | undefined = tenantId(id);
  return retryOnConflict('the tenant', async () => {
    const before = known && (await store.find(known));
    if (!before || before.status === 'deleted') return fail('TENANT_NOT_FOUND');
    const after = { ...(await next(before)), updatedAt: now() };
    const result = await store.change(before, after, events(acting, verb, before, after, updatedFields));
    if (result === 'slug-taken') return fail('TENANT_ALREADY_EXISTS');
    return result === 'done' ? after : undefined;
  });
}

function requireSlug(slug: string): void {
  if (!SLUG.test(slug) || RESERVED.has(slug)) fail('INVALID_SLUG_FORMAT');
}

/** Settings key by key: `null` resets one, an absent one stays. */
async function merged(before: Tenant, patch: TenantSettingsPatch): Promise<TenantSettings> {
  const { ssoProviders, ...plain } = patch;
  const providers = ssoProviders ? await sealed(before.id, { ssoProviders }, before.settings) : { ssoProviders };
  const changed = { ...plain, ...(ssoProviders === undefined ? {} : providers) };
  const all = Object.entries({ ...before.settings, ...changed });
  return Object.fromEntries(all.filter(([, value]) => value !== null && value !== undefined)) as TenantSettings;
}

/** Client secrets are stored sealed, bound to tenant and provider; one that isn't
 * sent again stays, but only for the same client of the same issuer: it must not travel to another. */
async function sealed(id: TenantId, settings: TenantSettings, before: TenantSettings = {}): Promise<TenantSettings> {
  if (!settings.ssoProviders) return settings;
  const roots = await rootSecret();
  const ssoProviders = settings.ssoProviders.map((provider) => {
    const same = before.ssoProviders?.find(({ name }) => name === provider.name);
    const kept =
      same?.issuer === provider.issuer && same.clientId === provider.clientId ? same.clientSecret : undefined;
    const secret =
      provider.clientSecret === undefined ? kept : seal(roots, `sso|${id}|${provider.name}`, provider.clientSecret);
    return { ...provider, clientSecret: secret };
  });
  return { ...settings, ssoProviders };
}
