// Tells a sign-in page what is enabled in this deployment, or in one tenant. It is public, so it says nothing about
// accounts.
import { fail } from '../../contract/errors.ts';
import { LANGUAGES } from '../../contract/fields/languages.ts';
import type { Query, Reply } from '../../contract/index.ts';
import { describeError, log } from '../../platform/log.ts';
import { config } from '../../platform/settings/config.ts';
import { findWhole } from '../../store/tenants/tenant-cache.ts';
import { faceOf, findSlug, type Tenant } from '../../store/tenants/tenants.ts';
import { USER_GUARD } from '../access/grants.ts';
import { brandingOf } from '../branding.ts';
import { tenantNamed } from '../credentials/account-lookup.ts';
import * as limits from '../credentials/limits.ts';
import { lengthsIn } from '../credentials/passwords.ts';
import { enabledOf } from '../enabled-providers.ts';
import { allowedMethods, policyOf } from '../sessions/mfa-policy.ts';
import { hasPasskeys, isPasskeyLoginOn, isPasskeyRequired } from '../sessions/passkey-policy.ts';
import { deploymentProviders, type Provider, presets } from '../sso/providers.ts';

type Config = Reply<'GET /auth/client-config'>;
type Named = Query<'GET /auth/client-config'>;

const off = { enabled: false };
/** Names that people know, where the name of the provider is not one. */
const LABELS: Readonly<Record<string, string>> = { github: 'GitHub' };

/**
 * Returns the public configuration of the deployment, or of the tenant with this id or slug. Providers that cannot be
 * read are left out. Throws TENANT_NOT_FOUND, for inactive tenants too, and RATE_LIMITED.
 */
export async function clientConfig(named: Named, ip: string): Promise<Config> {
  const [deployment, tenant] = await Promise.all([
    deploymentProviders().catch(useNone),
    named.tenantId === undefined && named.slug === undefined ? undefined : activeTenant(named, ip),
  ]);
  const own = tenant ? enabledOf(tenant) : [];
  const clients = new Map([...deployment.values(), ...own].map(({ name, clientId }) => [name, clientId]));
  const social = (name: string) => ({ enabled: clients.has(name), clientId: clients.get(name) });
  const isOpen = tenant?.settings.signup?.mode !== 'closed';
  const factors = tenant ? factorsOf(tenant) : undefined;
  return {
    tenants: { enabled: true, mode: 'isolated' },
    // In cookie mode, which any request may select.
    multipleAccounts: { enabled: true },
    roleGuards: [USER_GUARD],
    emailAuth: { enabled: true },
    phoneAuth: { enabled: true },
    passwordless: { enabled: true, allowSignUp: false },
    google: social('google'),
    facebook: { enabled: clients.has('facebook'), appId: clients.get('facebook') },
    apple: social('apple'),
    github: social('github'),
    customProviders: [...clients.keys()].filter((name) => !presets.some((preset) => preset === name)),
    registration: { enabled: isOpen, requireInvitation: !isOpen, collectProfileFields: [] },
    mfa: {
      enabled: factors?.policy !== 'off',
      methods: factors?.methods ?? ['totp', 'email', 'sms'],
      allowUserToggle: factors === undefined || factors.policy === 'optional',
      allowMethodSelection: true,
    },
    passkeys: passkeysOf(tenant ?? { settings: {} }),
    platformAccess: off,
    accessTokenType: config().tokenType,
    languages: [...LANGUAGES],
    branding: brandingOf(tenant && { ...tenant, ...faceOf(tenant) }),
    ...(tenant && { tenant: signInPage(tenant, [...clients.keys()]) }),
  };
}

/** Counts and refuses as the lookup by slug does, which tells the same about a tenant. */
async function activeTenant(named: Named, ip: string): Promise<Tenant> {
  const [tenant, ofAddress] = await Promise.all([findNamed(named), limits.consume('lookup-ip', limits.network(ip))]);
  if (tenant?.status !== 'active') return fail('TENANT_NOT_FOUND');
  await limits.refundIfBusy(ofAddress);
  return tenant;
}

async function findNamed({ tenantId, slug }: Named): Promise<Tenant | undefined> {
  if (tenantId !== undefined || slug === undefined) return findWhole(tenantNamed(tenantId ?? ''));
  const found = await findSlug(slug);
  return found && findWhole(found.tenantId);
}

const factorsOf = (tenant: Tenant) => {
  const policy = policyOf(tenant);
  return { policy, methods: policy === 'off' ? [] : allowedMethods(tenant) };
};

const passkeysOf = (tenant: Pick<Tenant, 'settings'>): Config['passkeys'] => ({
  enabled: hasPasskeys(tenant),
  firstFactor: isPasskeyLoginOn(tenant),
  required: isPasskeyRequired(tenant),
});

const signInPage = (tenant: Tenant, providers: readonly string[]): NonNullable<Config['tenant']> => ({
  id: tenant.id,
  slug: tenant.slug,
  name: tenant.name,
  signup: { mode: tenant.settings.signup?.mode ?? 'instant' },
  methods: ['password', 'passwordless', ...(providers.length ? (['sso'] as const) : [])],
  providers: providers.map((name) => ({ name, label: LABELS[name] ?? labelOf(name) })),
  password: lengthsIn(tenant),
  mfa: factorsOf(tenant),
  locale: tenant.settings.locale ?? 'en',
});

/** Returns `Acme Id` for `acme-id`: a provider has no other name. */
const labelOf = (name: string): string =>
  name
    .split('-')
    .filter(Boolean)
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join(' ');

/** Logs the error and returns no providers: logins with a password must work while providers cannot be read. */
function useNone(error: unknown): ReadonlyMap<string, Provider> {
  log.error('identity_providers', describeError(error));
  return new Map();
}
