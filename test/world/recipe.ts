// Defines a recipe: what to prepare so that one call of an operation succeeds, and that call.
import type { OutboxEvent } from '../../lib/store/outbox.ts';
import { adminSession } from '../support/api.ts';
import { freshIp, type Send } from '../support/http.ts';
import type { Realm } from '../support/identity-provider.ts';
import { opened } from '../support/messages.ts';
import { bearer, type Service, type Tenant, type User } from '../support/service.ts';
import { HOME, PROVIDER } from '../support/sso.ts';
import { good, type Maker, makerOf, newName } from './make.ts';

export { good, newName };

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

/** A call of the admin's, about what `prepare` made. */
export const about = (prepare: (world: World) => Promise<Omit<Call, 'headers'>>) => async (world: World) => {
  const call = await prepare(world);
  return { ...call, ...(await asAdmin(world)) };
};
export const alone = about(async () => ({}));

export const makerFor = ({ service }: Pick<World, 'service'>): Maker =>
  makerOf(service.send, async (method, path, { body }) =>
    service.send(method, path, { body, ...(await asAdmin({ service })) }),
  );

/** Makes a call as the admin that must succeed, and returns its body. */
export const admin = (world: Pick<World, 'service'>, method: string, path: string, body?: unknown) =>
  makerFor(world).asRoot(method, path, body);

/** A tenant whose identity provider the realm is. */
export const newTenant = (world: Omit<World, 'tenant'>): Promise<Tenant> =>
  makerFor(world).tenant({ settings: { redirectUris: [HOME], ssoProviders: [world.realm.settings(PROVIDER)] } });

export type Account = User & { id: string };

/** A user made by the admin, and a session of theirs. */
export async function account(world: World, more: Record<string, unknown> = {}): Promise<Account> {
  const { tenant } = world;
  const maker = makerFor(world);
  const { email, password, id } = await maker.user(tenant.id, more);
  return { tenant, email, password, id, tokens: await maker.session(tenant.id, { email, password }) };
}

export const VERIFIED = { emailVerifiedAt: '2026-01-01T00:00:00Z' };
export const signUp = async (world: World): Promise<Account> => ({
  tenant: world.tenant,
  ...(await makerFor(world).signUp(world.tenant.id)),
});

/** Opens this field of the newest event about the user, or the invitation of an admin. */
function carried({ events }: World, field: 'sealed' | 'token', about: string): Promise<string> {
  const isAbout = ({ userId, invitationId }: OutboxEvent['detail']) => userId === about || invitationId === about;
  const detail = events.findLast((event) => isAbout(event.detail) && event.detail[field])?.detail;
  if (!detail) throw new Error(`no event with ${field} about ${about}`);
  return opened(detail.id, detail[field] as string);
}

/** The newest code that was sent to the user, as the mailer reads it. */
export const codeFor = async (world: World, userId: string): Promise<string> =>
  JSON.parse(await carried(world, 'sealed', userId)).code;

/** The token of the user's invitation. */
export const invitationOf = (world: World, userId: string): Promise<string> => carried(world, 'token', userId);

/** The token of the invitation of an admin. */
export const invitationToken = (world: World, id: string): Promise<string> => carried(world, 'sealed', id);

/** The options of a call, from an address of its own that a repetition shares. */
export const optionsOf = ({ body, raw, headers }: Call): Send => ({
  ...(body !== undefined && { body }),
  ...(raw !== undefined && { raw }),
  headers: headers ?? {},
  ip: freshIp(),
});
