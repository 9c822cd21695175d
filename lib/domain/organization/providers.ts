// Lets those who manage a tenant manage its identity providers, one at a time: the other settings stay as they are. Whether
// the addresses of a provider are trusted, and whether it admits agents, is for admins: the person who runs a trusted provider
// opens the account of every address in the tenant.
import { fail } from '../../contract/errors.ts';
import type { TenantSettings } from '../../contract/fields/settings.ts';
import type { Body, Reply } from '../../contract/index.ts';
import { now } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { changeOwn, find as findTenant, type Tenant } from '../../store/tenants/tenants.ts';
import { scopesOf } from '../sso/providers.ts';
import { redirectUriOf } from '../sso/redirect-uri.ts';
import { changeEventsWrite, sealSecrets } from '../tenants/tenants.ts';
import type { Door } from './door.ts';

type Own = NonNullable<TenantSettings['ssoProviders']>[number];
type View = Reply<'GET /auth/organization/providers'>['providers'][number];

/** As the shape of `settings.ssoProviders` says. */
const MOST = 20;

const viewOf = (own: Own): View => ({
  name: own.name,
  issuer: own.issuer,
  clientId: own.clientId,
  hasClientSecret: own.clientSecret !== undefined,
  secretExpiresAt: own.secretExpiresAt ?? null,
  scopes: scopesOf(own),
  allowSignup: own.allowSignup ?? true,
  trustEmail: own.trustEmail ?? false,
  admitsAgents: own.admitsAgents ?? false,
  enabled: own.enabled ?? true,
  redirectUri: redirectUriOf({ name: own.name, kind: 'oidc' }),
});

/** Returns the providers of the tenant, in their order. */
export async function list({ tenant }: Door) {
  const { settings } = await required(tenant.id);
  return { providers: (settings.ssoProviders ?? []).map(viewOf) };
}

/** Adds a provider. Throws PROVIDER_ALREADY_EXISTS and PROVIDER_LIMIT_REACHED. */
export const add = (door: Door, input: Body<'POST /auth/organization/providers'>) =>
  change(door, (before) => {
    if (before.some(({ name }) => name === input.name)) fail('PROVIDER_ALREADY_EXISTS');
    if (before.length >= MOST) fail('PROVIDER_LIMIT_REACHED');
    return { after: [...before.map(withoutSecret), input], name: input.name };
  });

/**
 * Changes the fields that were sent. What an admin allowed is for the client that they saw: it ends with another issuer or
 * another client id. Throws PROVIDER_NOT_FOUND.
 */
export const update = (door: Door, name: string, input: Body<'PATCH /auth/organization/providers/{name}'>) =>
  change(door, (before) => {
    const after = before.map(withoutSecret).map((own) => (own.name === name ? changed(own, input) : own));
    return { after, name };
  });

function changed(own: Own, input: Body<'PATCH /auth/organization/providers/{name}'>): Own {
  const { secretExpiresAt, ...sent } = input;
  const { secretExpiresAt: before, ...kept } = own;
  const next = { ...kept, ...sent };
  const isSameClient = next.issuer === own.issuer && next.clientId === own.clientId;
  // The end that is known is that of the secret before.
  const known = isSameClient && input.clientSecret === undefined ? before : undefined;
  const ends = secretExpiresAt === undefined ? known : (secretExpiresAt ?? undefined);
  const dated = { ...next, ...(ends !== undefined && { secretExpiresAt: ends }) };
  if (isSameClient) return dated;
  const { trustEmail: _, admitsAgents: __, ...rest } = dated;
  return rest;
}

/** A stored secret is sealed. One that is not sent again stays (domain/tenants). */
const withoutSecret = ({ clientSecret: _, ...own }: Own): Own => own;

/** Removes a provider. Throws PROVIDER_NOT_FOUND. */
export async function remove(door: Door, name: string) {
  await change(door, (before) => ({ after: before.map(withoutSecret).filter((own) => own.name !== name), name }));
  return { message: 'Identity provider removed.' };
}

async function required(id: Tenant['id']): Promise<Tenant> {
  const tenant = await findTenant(id);
  return tenant?.status === 'active' ? tenant : fail('SESSION_NOT_FOUND');
}

type Next = (before: readonly Own[]) => { after: readonly Own[]; name: string };

/**
 * Writes what `next` returns for the providers as they are, if the tenant is active and who acts may still act. Retries after a
 * concurrent change. Throws PROVIDER_NOT_FOUND if no provider of the name existed or exists.
 */
async function change(door: Door, next: Next): Promise<{ provider: View }> {
  let current = door;
  return retryOnConflict('the tenant', async () => {
    const before = await required(door.tenant.id);
    const own = before.settings.ssoProviders ?? [];
    const { after: given, name } = next(own);
    const isNamed = (each: Own) => each.name === name;
    const gone = given.find(isNamed) ?? own.find(isNamed) ?? fail('PROVIDER_NOT_FOUND');
    const sealed = await sealSecrets(before.id, { ssoProviders: [...given] }, before.settings);
    const settings = { ...before.settings, ssoProviders: sealed.ssoProviders };
    const after = { ...before, settings, updatedAt: now() };
    const events = changeEventsWrite(current.by, 'updated', before, after, ['settings']);
    const result = await changeOwn(before, after, events, current.unchanged);
    if (result === 'refused') current = await current.again();
    if (result !== 'done') return undefined;
    return { provider: viewOf(sealed.ssoProviders?.find(isNamed) ?? gone) };
  });
}
