// Manages tenants: admins create, change and delete them, and anyone may look one up by its slug.

import { fail } from '../../contract/errors.ts';
import { keptIn } from '../../contract/fields/field.ts';
import type { TenantSettings, TenantSettingsPatch } from '../../contract/fields/settings.ts';
import { keptOfTenant } from '../../contract/fields/tenant.ts';
import type { Body, Reply } from '../../contract/index.ts';
import type { RootsOf } from '../../crypto/purpose-keys.ts';
import { seal } from '../../crypto/seal.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { now } from '../../platform/clock.ts';
import { newTenantId, type TenantId, tenantId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import type { Admin } from '../../store/admins/admins.ts';
import type { Write } from '../../store/dynamo/table.ts';
import { start as startJob } from '../../store/jobs.ts';
import { event, type NewEvent, outboxWrite } from '../../store/outbox.ts';
import * as store from '../../store/tenants/tenants.ts';
import { type AuditActor, type AuditView, auditEvent, hidden, metadataView, withPrefix } from '../audit.ts';
import { brandingOf, logoReference } from '../branding.ts';
import * as limits from '../credentials/limits.ts';
import { requireBudgets } from '../credentials/tenant-budgets.ts';
import { requirePlain } from '../metadata.ts';
import { noEarlier } from '../still-counts.ts';
import { clientHostsAfter } from '../unregistered-clients.ts';
import { withoutSessions } from './end-sessions.ts';
import { requireInactivity } from './inactivity-settings.ts';
import { requireMigration, withSealedMigration } from './migration-settings.ts';
import { profileOf } from './profile.ts';
import { isFreeSlug, isSlug } from './slugs.ts';

type Tenant = store.Tenant;

const viewOf = (tenant: Tenant): Reply<'POST /auth/admin/api/tenants'>['tenant'] => ({
  ...profileOf(tenant),
  settings: tenant.settings,
  logo: logoReference(tenant.id, tenant.logo),
});

type Verb = 'created' | 'updated' | 'deleted' | 'sessions_ended';

/** The fields of a tenant that the audit log shows: also each setting under its name, without secrets of providers. */
const auditViewOf = (tenant: Tenant): AuditView => ({
  ...keptIn(tenant, keptOfTenant),
  status: tenant.status,
  ...(tenant.logo && { logo: tenant.logo.digest }),
  ...metadataView(tenant.metadata),
  ...withPrefix('settings', {
    ...tenant.settings,
    ...providersView(tenant.settings),
    ...migrationView(tenant.settings),
    ...messageTextsView(tenant.settings),
  }),
});

function migrationView({ migration }: TenantSettings): AuditView {
  if (!migration) return {};
  const { clientSecret, ...shown } = migration;
  return { migration: shown, 'migration.clientSecret': hidden(clientSecret) };
}

/** Each text under a name of its own: a change of one word is one entry. */
const messageTextsView = ({ messageTexts }: TenantSettings): AuditView =>
  messageTexts
    ? {
        messageTexts: undefined,
        ...withPrefix(
          'messageTexts',
          Object.fromEntries(messageTexts.map(({ template, locale, ...texts }) => [`${template}.${locale}`, texts])),
        ),
      }
    : {};

function providersView({ ssoProviders }: TenantSettings): AuditView {
  if (!ssoProviders) return {};
  const secrets = ssoProviders.map(({ name, clientSecret }) => [
    `ssoProviders.${name}.clientSecret`,
    hidden(clientSecret),
  ]);
  const shown = ssoProviders.map(({ clientSecret: _, ...provider }) => provider);
  return { ssoProviders: shown, ...Object.fromEntries(secrets) };
}

/** The write of the events of a change, the audit event among them. */
export function changeEventsWrite(
  actor: AuditActor,
  verb: Verb,
  before: Tenant | undefined,
  after: Tenant,
  updatedFields: string[] = [],
): Write {
  const { id, name, slug } = after;
  const detail = { tenantId: id, name, slug };
  const eventsFor: Record<Verb, NewEvent[]> = {
    created: [event('svc.tenant_created', detail)],
    updated: [event('svc.tenant_updated', { ...detail, updatedFields })],
    deleted: [event('svc.tenant_deleted', detail)],
    sessions_ended: [], // the audit entry is on the bus as well
  };
  const viewFor = {
    created: auditViewOf(after),
    updated: { ...auditViewOf(after), updatedFields },
    deleted: undefined,
    sessions_ended: auditViewOf(after),
  };
  const target = { type: 'tenant', id, tenantId: id } as const;
  const audit = auditEvent(actor, `tenant.${verb}`, target, before && auditViewOf(before), viewFor[verb]);
  return outboxWrite(id, [...eventsFor[verb], audit], now());
}

/** Returns the tenants of the admin, newest first. */
export const list = async ({ tenants }: Pick<Admin, 'tenants'>) => ({
  data: (await store.list(tenants ?? undefined)).map(viewOf),
});

/**
 * Returns the public fields of the tenant with this slug. Throws TENANT_NOT_FOUND, for inactive tenants too, and
 * RATE_LIMITED.
 */
export async function lookup(slug: string | undefined, ip: string) {
  const isValid = slug !== undefined && isSlug(slug);
  const [tenant, ofAddress] = await Promise.all([
    isValid ? store.findSlug(slug) : undefined,
    limits.consume('lookup-ip', limits.network(ip)),
  ]);
  if (!tenant?.isActive) return fail('TENANT_NOT_FOUND');
  // Only misses search for tenants. People who open the page of a tenant in an office at the same time are hits.
  await limits.refundIfBusy(ofAddress);
  const { tenantId: id, name, branding, logo } = tenant;
  return { id, slug: tenant.slug, name, branding: brandingOf({ id, name, branding, logo }) };
}

/**
 * Creates a tenant. Throws INVALID_SLUG_FORMAT, TENANT_ALREADY_EXISTS, and INVALID_INPUT for budgets above the ceiling. If several callers use one slug at once, one
 * succeeds.
 */
export async function create(actor: AuditActor, input: Body<'POST /auth/admin/api/tenants'>) {
  requireSlug(input.slug);
  requireBudgets(input.settings);
  requireMigration(input.settings?.migration);
  requireInactivity(input.settings ?? {});
  const id = newTenantId();
  const { isActive, settings, ...fields } = input;
  const tenant = store.newTenant(id, {
    ...fields,
    metadata: requirePlain(fields.metadata ?? {}, 'metadata'),
    status: (isActive ?? true) ? 'active' : 'inactive',
    settings: await sealSecrets(id, settings ?? {}),
    clientHosts: clientHostsAfter({}, settings?.unregisteredClients, now()),
  });
  if (!(await store.create(tenant, changeEventsWrite(actor, 'created', undefined, tenant))))
    fail('TENANT_ALREADY_EXISTS');
  return { tenant: viewOf(tenant) };
}

/**
 * Changes only the fields that were sent. Deactivating a tenant ends all of its sessions with the same write. Throws
 * INVALID_SLUG_FORMAT, TENANT_NOT_FOUND, TENANT_ALREADY_EXISTS, and INVALID_INPUT for budgets above the ceiling.
 */
export async function update(actor: AuditActor, id: string, patch: Body<'PATCH /auth/admin/api/tenants/{id}'>) {
  if (patch.slug !== undefined) requireSlug(patch.slug);
  if (patch.metadata) requirePlain(patch.metadata, 'metadata');
  requireBudgets(patch.settings);
  requireMigration(patch.settings?.migration);
  const { isActive, settings, ...fields } = patch;
  const after = await change(
    actor,
    id,
    'updated',
    async (before) => {
      const merged = await mergeSettings(before, settings ?? {});
      requireInactivity(merged);
      return withTimes(before, {
        ...before,
        ...fields,
        ...(isActive === undefined ? {} : statusFor(before, isActive)),
        settings: merged,
      });
    },
    Object.keys(patch),
  );
  return { tenant: viewOf(after) };
}

/** Replaces or removes the logo. The same write stores the image. Throws TENANT_NOT_FOUND. */
export async function changeLogo(actor: AuditActor, id: string, logo: store.Logo | undefined, image?: store.LogoImage) {
  const after = await change(actor, id, 'updated', (before) => ({ ...before, logo }), ['logo'], image);
  return { tenant: viewOf(after) };
}

/** Deletes the tenant. The same write ends its sessions and releases its slug. Throws TENANT_NOT_FOUND. */
export async function remove(actor: AuditActor, id: string) {
  await change(actor, id, 'deleted', (before) => ({ ...before, status: 'deleted', epoch: before.epoch + 1 }));
  return { message: 'Tenant deleted.' };
}

/**
 * Ends every session of the tenant's users, and everything else that was given before, with one write: what switching it off
 * and on again does. API keys stay. Throws TENANT_NOT_FOUND.
 */
export async function endSessions(actor: AuditActor, id: string) {
  await change(actor, id, 'sessions_ended', (before) => withoutSessions(before, now()));
  return { message: 'Sessions ended.' };
}

/** Begins to end what `endSessions` ends, in every tenant. A job of the change feed visits them (end-sessions.ts). */
export async function endAllSessions(actor: AuditActor) {
  const audit = auditEvent(actor, 'deployment.sessions_ended', { type: 'deployment', id: 'deployment' });
  await startJob({ kind: 'sessions', askedAt: now() }, outboxWrite(null, [audit], now()));
  return { message: 'Sessions are being ended.' };
}

/** Notes when the tenant, acting in it, devices or a client are switched on: tokens and sessions from before stay refused. */
const withTimes = (before: Tenant, after: Tenant): Tenant => ({
  ...after,
  ...(before.status !== 'active' && after.status === 'active' && { activeSince: noEarlier(before, now()) }),
  ...(!before.settings.acting?.enabled && after.settings.acting?.enabled && { actingSince: now() }),
  ...(!before.settings.deviceGrant?.enabled && after.settings.deviceGrant?.enabled && { deviceGrantSince: now() }),
  clientHosts: clientHostsAfter(before, after.settings.unregisteredClients, now()),
});

const statusFor = (before: Tenant, isActive: boolean): Pick<Tenant, 'status' | 'epoch'> =>
  isActive ? { status: 'active', epoch: before.epoch } : { status: 'inactive', epoch: before.epoch + 1 };

/**
 * Stores what `next` returns for the current tenant, together with the events, and retries after a concurrent change.
 */
async function change(
  actor: AuditActor,
  id: string,
  verb: Verb,
  next: (before: Tenant) => Tenant | Promise<Tenant>,
  updatedFields?: string[],
  image?: store.LogoImage,
): Promise<Tenant> {
  const validId: TenantId | undefined = tenantId(id);
  return retryOnConflict('the tenant', async () => {
    const before = validId && (await store.find(validId));
    if (!before || before.status === 'deleted') return fail('TENANT_NOT_FOUND');
    const after = { ...(await next(before)), updatedAt: now() };
    const result = await store.change(
      before,
      after,
      changeEventsWrite(actor, verb, before, after, updatedFields),
      image,
    );
    if (result === 'slug-taken') return fail('TENANT_ALREADY_EXISTS');
    return result === 'done' ? after : undefined;
  });
}

function requireSlug(slug: string): void {
  if (!isFreeSlug(slug)) fail('INVALID_SLUG_FORMAT');
}

/** Returns the settings with the patch applied key by key: `null` resets a setting, and an absent one stays. */
async function mergeSettings(before: Tenant, patch: TenantSettingsPatch): Promise<TenantSettings> {
  const present = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const sealed = await sealSecrets(before.id, present as TenantSettingsPatch, before.settings);
  const all = Object.entries({ ...before.settings, ...sealed });
  return Object.fromEntries(all.filter(([, value]) => value !== null && value !== undefined)) as TenantSettings;
}

/** Seals the secrets of the settings that are sent. `before`: what may keep a secret that is not sent again. */
export async function sealSecrets<S extends TenantSettings | TenantSettingsPatch>(
  id: TenantId,
  settings: S,
  before: TenantSettings = {},
): Promise<S> {
  const { ssoProviders, migration } = settings;
  if (!ssoProviders && !migration) return settings;
  const roots = await rootSecret('seal');
  return {
    ...settings,
    ...(ssoProviders && { ssoProviders: withSealedSecrets(roots, id, ssoProviders, before.ssoProviders) }),
    ...(migration && { migration: withSealedMigration(roots, id, migration, before.migration) }),
  };
}

type Providers = NonNullable<TenantSettings['ssoProviders']>;

/**
 * Seals the client secrets of the providers, bound to tenant and provider. A secret that is not sent again stays, but
 * only for the same client of the same issuer: it must not be sent to another one.
 */
const withSealedSecrets = (roots: RootsOf<'seal'>, id: TenantId, providers: Providers, before: Providers = []) =>
  providers.map((provider) => {
    const previous = before.find(({ name }) => name === provider.name);
    const isSameClient = previous?.issuer === provider.issuer && previous.clientId === provider.clientId;
    const keptSecret = isSameClient ? previous.clientSecret : undefined;
    const secret =
      provider.clientSecret === undefined
        ? keptSecret
        : seal(roots, `sso|${id}|${provider.name}`, provider.clientSecret);
    return { ...provider, clientSecret: secret };
  });
