// Takes the roles and settings of a tenant along with its users: reads them for an export, and brings them into another tenant with the
// operations that admins have anyway, so each asks for its own rights (docs/decisions/0111-what-an-export-holds-beside-users.md).
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { type createClient, GatehouseError } from '../../../lib/packages/client/node.ts';
import { UserError } from '../../user-error.ts';
import { replaceFile } from './files.ts';
import { manifestOf } from './manifest.ts';

/** The part of the client that roles and settings need. */
export type SetupClient = Pick<ReturnType<typeof createClient>, 'adminPermissions' | 'adminRoles' | 'adminTenants'>;
type Tenant = Awaited<ReturnType<SetupClient['adminTenants']['list']>>['data'][number];
type Role = Awaited<ReturnType<SetupClient['adminRoles']['list']>>['data'][number];
type SettingName = keyof Tenant['settings'];

/** A role by its names: ids are of one deployment. */
export type RoleOfSetup = Pick<Role, 'name' | 'guard' | 'isActive' | 'permissions'>;
/** `leftOut`: what the tenant has and the file has not. */
export type Setup = { format: 1; roles: RoleOfSetup[]; settings: Partial<Tenant['settings']>; leftOut: string[] };

/** The earlier service of a tenant gets passwords, and an export is no reason to send it those of another tenant. */
const NOT_TAKEN: readonly SettingName[] = ['migration'];

/** Returns the roles of the tenant itself, and the settings that are no secret: replies have none. */
export async function setupOf({ adminRoles }: Pick<SetupClient, 'adminRoles'>, tenant: Tenant): Promise<Setup> {
  const { settings, logo } = tenant;
  const taken = Object.entries(settings).filter(([name]) => !NOT_TAKEN.includes(name as SettingName));
  return {
    format: 1,
    roles: await ownRoles({ adminRoles }, tenant.id),
    settings: Object.fromEntries(taken),
    leftOut: [
      ...(settings.ssoProviders ?? []).map(({ name }) => `settings.ssoProviders.${name}.clientSecret`),
      ...NOT_TAKEN.filter((name) => settings[name] !== undefined).map((name) => `settings.${name}`),
      ...(logo ? ['logo'] : []),
    ],
  };
}

async function ownRoles({ adminRoles }: Pick<SetupClient, 'adminRoles'>, tenantId: string): Promise<RoleOfSetup[]> {
  const { data } = await adminRoles.list({ tenantId });
  return data
    .filter((role) => role.tenantId === tenantId)
    .map(({ name, guard, isActive, permissions }) => ({ name, guard, isActive, permissions }));
}

/** The file of roles and settings beside a file of lines. */
export const setupFileOf = (file: string): string => `${file.replace(/\.ndjson$/, '')}.tenant.json`;

/** Writes the file, and returns its digest for the manifest. */
export function writeSetup(file: string, setup: Setup): string {
  const text = `${JSON.stringify(setup, undefined, 2)}\n`;
  replaceFile(setupFileOf(file), text);
  return digestOf(text);
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Reads the file beside the lines. Throws `UserError` if there is none, or it is not the one that the manifest names. */
export function readSetup(file: string, digest: string | undefined): Setup {
  const name = setupFileOf(file);
  if (!existsSync(name))
    throw new UserError(`there is no ${name}: only an export has the roles and settings of a tenant`);
  const text = readFileSync(name, 'utf8');
  if (digest !== undefined && digestOf(text) !== digest)
    throw new UserError(`${name} is not as it was exported: ${manifestOf(file)} has another digest of it`);
  try {
    const setup = JSON.parse(text) as Setup;
    if (setup.format === 1 && Array.isArray(setup.roles) && typeof setup.settings === 'object') return setup;
  } catch {}
  throw new UserError(`${name} has no roles and settings that this version reads`);
}

/** `differing`: roles of a name that is here already. They stay as they are, because users have them. */
export type Plan = {
  missing: readonly RoleOfSetup[];
  differing: readonly string[];
  settings: Partial<Tenant['settings']>;
};
/** `mapped`: names in the file that `--role` translates. `without`: names of settings that stay. */
export type Wanted = { roles: boolean; settings: boolean; mapped: readonly string[]; without: readonly string[] };

/** Returns what the tenant lacks of the setup. Writes nothing. Throws `UserError` if a missing role has a permission that is missing. */
export async function planOf(client: SetupClient, tenant: Tenant, setup: Setup, wanted: Wanted): Promise<Plan> {
  const roles = wanted.roles ? setup.roles.filter(({ name }) => !wanted.mapped.includes(name)) : [];
  const here = roles.length ? await ownRoles(client, tenant.id) : [];
  const same = (role: RoleOfSetup) => here.find(({ name, guard }) => name === role.name && guard === role.guard);
  const settings = Object.entries(wanted.settings ? setup.settings : {}).filter(
    ([name, value]) =>
      !wanted.without.includes(name) && !isDeepStrictEqual(value, tenant.settings[name as SettingName]),
  );
  const missing = roles.filter((role) => !same(role));
  await requirePermissions(client, missing);
  return {
    missing,
    differing: roles.flatMap((role) => {
      const own = same(role);
      return own && !isDeepStrictEqual(sorted(own), sorted(role)) ? [role.name] : [];
    }),
    settings: Object.fromEntries(settings),
  };
}

/** Settings come before roles, and should not come alone. The service decides for an admin who may not read all permissions. */
async function requirePermissions({ adminPermissions }: SetupClient, roles: readonly RoleOfSetup[]): Promise<void> {
  for (const { name, guard, permissions } of roles.filter((role) => role.permissions.length)) {
    const known = await adminPermissions.list({ guard }).catch((error: unknown) => {
      if (error instanceof GatehouseError && error.statusCode === 403) return undefined;
      throw error;
    });
    const unknown = known && permissions.find((each) => !known.data.some((permission) => permission.name === each));
    if (unknown !== undefined)
      throw new UserError(`role ${name}: there is no permission ${unknown} for ${guard}. Create it first.`);
  }
}

const sorted = (role: RoleOfSetup): RoleOfSetup => ({ ...role, permissions: [...role.permissions].sort() });

/**
 * Brings the tenant what the plan says: settings first, in one call, so all of them or none. Each operation has its own rule about
 * what the admin may give. With a new plan, repeating it is safe. Throws what `attempt` throws.
 */
export async function applyPlan(
  { adminTenants, adminRoles }: SetupClient,
  attempt: <T>(call: () => Promise<T>) => Promise<T>,
  tenantId: string,
  { missing, settings }: Plan,
): Promise<void> {
  if (Object.keys(settings).length) await attempt(() => adminTenants.update({ id: tenantId, settings }));
  for (const role of missing) await attempt(() => adminRoles.create({ tenantId, ...role }));
}

/** Returns what the plan does, a line for each. Values are those of the file, which has no secret. */
export function planned({ missing, differing, settings }: Plan, before: Tenant['settings']): string[] {
  return [
    ...Object.entries(settings).map(
      ([name, value]) =>
        `settings.${name}: ${JSON.stringify(before[name as SettingName]) ?? 'not set'} becomes ${JSON.stringify(value)}`,
    ),
    ...missing.map(
      ({ name, permissions }) => `role ${name}: is created with ${permissions.join(', ') || 'no permission'}`,
    ),
    ...differing.map((name) => `role ${name}: is here with other permissions, and stays as it is`),
  ];
}

/** Returns the lines of a dry run without roles that the run would have created before. */
export function withoutRoles(lines: readonly unknown[], { missing }: Plan): unknown[] {
  const names = new Set(missing.map(({ name }) => name));
  return lines.map((line) => {
    const { roles } = Object(line) as { roles?: unknown };
    if (!Array.isArray(roles) || !roles.some((name) => names.has(name))) return line;
    return { ...(line as object), roles: roles.filter((name) => !names.has(name)) };
  });
}
