// Defines a recipe: what to prepare so that one call of an operation succeeds, and that call.
import { unseal } from '../../../../lib/crypto/seal.ts';
import { rootSecret } from '../../../../lib/platform/aws/secrets.ts';
import type { OutboxEvent } from '../../../../lib/store/outbox.ts';
import { adminSession } from '../../api.ts';
import { freshIp, type Reply, type Send } from '../../http.ts';
import type { Realm } from '../../identity-provider.ts';
import { bearer, newEmail, newPassword, type Service, type Tenant, type User, unique } from '../../service.ts';
import { HOME, PROVIDER } from '../../sso.ts';
import { claimsOf } from '../../tokens.ts';

/** What a call sends. `params` fill the route's path. */
export type Call = Pick<Send, 'body' | 'raw' | 'headers'> & {
  params?: Record<string, string>;
  query?: Record<string, string> | [string, string][];
};
export type Recipe = (world: World) => Promise<Call>;
/** Several calls of an operation that write different items, by name. */
export type Recipes = Recipe | Readonly<Record<string, Recipe>>;

export type World = {
  service: Service;
  /** A tenant whose identity provider is `realm`. */
  tenant: Tenant;
  realm: Realm;
  /** Every event that was written to the outbox, oldest first. */
  events: readonly OutboxEvent[];
  /** Of the provider that admins log in with. */
  staff: Realm;
};

export const asUser = ({ tokens }: Pick<User, 'tokens'>): Pick<Call, 'headers'> => ({ headers: bearer(tokens) });

/** In a session of its own: tests move the clock, and many changes need a recent login. */
export const asAdmin = async ({ service }: Pick<World, 'service'>): Promise<{ headers: { cookie: string } }> => ({
  headers: { cookie: await adminSession(service) },
});

/** The body of a reply below 300. */
export function good({ status, text, body }: Reply, what: string) {
  if (status >= 300) throw new Error(`${what}: ${status} ${text}`);
  return body;
}

/** Makes a call as the admin that must succeed, and returns its body. */
export async function admin(world: Pick<World, 'service'>, method: string, path: string, body?: unknown) {
  const reply = await world.service.send(method, `/auth/admin/${path}`, { body, ...(await asAdmin(world)) });
  return good(reply, `${method} ${path}`);
}

/** A tenant whose identity provider the realm is. */
export async function newTenant(world: Omit<World, 'tenant'>): Promise<Tenant> {
  const slug = newName().replace('.', '-');
  const settings = { redirectUris: [HOME], ssoProviders: [world.realm.settings(PROVIDER)] };
  return (await admin(world, 'POST', 'api/tenants', { name: `Tenant ${slug}`, slug, settings })).tenant;
}

export type Account = User & { id: string };

/** A user made by the admin, and a session of theirs. */
export async function account(world: World, more: Record<string, unknown> = {}): Promise<Account> {
  const { service, tenant } = world;
  const known = { email: newEmail(), password: newPassword() };
  const { user } = await admin(world, 'POST', 'api/users', { tenantId: tenant.id, ...known, ...more });
  const tokens = good(await service.login({ tenant, ...known }), 'login');
  return { tenant, ...known, tokens, id: user.id };
}

export const VERIFIED = { emailVerifiedAt: '2026-01-01T00:00:00Z' };
export const signUp = async ({ service, tenant }: World): Promise<Account> => {
  const user = await service.signup(tenant);
  return { ...user, id: claimsOf(user.tokens.accessToken).sub };
};

/** The detail of the newest event about the user, or the invitation of an admin, that carries this field. */
function carried({ events }: World, field: 'sealed' | 'token', id: string): { id: string; value: string } {
  const isAbout = ({ userId, invitationId }: OutboxEvent['detail']) => userId === id || invitationId === id;
  const detail = events.findLast((event) => isAbout(event.detail) && event.detail[field])?.detail;
  if (!detail) throw new Error(`no event with ${field} about ${id}`);
  return { id: detail.id, value: detail[field] as string };
}

const opened = async ({ id, value }: { id: string; value: string }): Promise<string> =>
  unseal(await rootSecret('seal'), `message|${id}`, value);

/** The newest code that was sent to the user, as the mailer reads it. */
export const codeFor = async (world: World, userId: string): Promise<string> =>
  JSON.parse(await opened(carried(world, 'sealed', userId))).code;

/** The token of the user's invitation. */
export const invitationOf = (world: World, userId: string): Promise<string> => opened(carried(world, 'token', userId));

/** The token of the invitation of an admin. */
export const invitationToken = (world: World, id: string): Promise<string> => opened(carried(world, 'sealed', id));

/** Letters and dots: fits tenants, roles, permissions and domains. */
export const newName = (): string => `n.${unique('x').slice(2)}`;

/** The options of a call, from an address of its own that a repetition shares. */
export const optionsOf = ({ body, raw, headers }: Call): Send => ({
  ...(body !== undefined && { body }),
  ...(raw !== undefined && { raw }),
  headers: headers ?? {},
  ip: freshIp(),
});
