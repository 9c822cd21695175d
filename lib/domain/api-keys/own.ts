// Lets users manage the API keys of their account. Each is at most as powerful as they are, and none makes another.
import { fail } from '../../contract/errors.ts';
import type { Body, Reply } from '../../contract/index.ts';
import * as store from '../../store/api-keys.ts';
import type { Actor } from '../sessions/caller.ts';
import { isOfHolder } from '../sessions/live-key.ts';
import * as changes from './changes.ts';
import { currentView, newestFirst, viewOf, viewsOf } from './view.ts';

/** Keys from before the account was taken back are of another holder, as for those who use them (lib/domain/sessions/live-key.ts). */
const isOwn = ({ tenant, user }: Actor) => {
  const isOf = changes.isOf(tenant.id, user.id);
  return (key: store.ApiKey): boolean => isOf(key) && isOfHolder(key, user);
};

const isEnabled = ({ tenant }: Actor): boolean => tenant.settings.apiKeys?.users ?? false;

export async function list(actor: Actor): Promise<Reply<'GET /auth/api-keys'>> {
  const found = newestFirst((await store.list(actor.tenant.id, actor.user.id)).filter(isOwn(actor)));
  return { apiKeys: await viewsOf(found, viewOf), isEnabled: isEnabled(actor) };
}

/** Throws FORBIDDEN if the tenant does not let users have keys, INVALID_SCOPE and API_KEY_LIMIT_REACHED. */
export async function create(actor: Actor, body: Body<'POST /auth/api-keys'>): Promise<Reply<'POST /auth/api-keys'>> {
  requireEnabled(actor);
  const holder = { ...actor.user, told: toldOf(actor.user) };
  const { key, text } = await changes.make(undefined, holder, body, () => fail('ACCOUNT_INACTIVE'));
  return { apiKey: viewOf(key, null), key: text };
}

/** Throws API_KEY_NOT_FOUND. */
export async function update(actor: Actor, id: string, body: Body<'PATCH /auth/api-keys/{id}'>) {
  return { apiKey: await currentView(await changes.update(undefined, id, isOwn(actor), body), viewOf) };
}

/** Throws FORBIDDEN as `create` does, API_KEY_NOT_FOUND and API_KEY_ROTATED. */
export async function rotate(actor: Actor, id: string, body: Body<'POST /auth/api-keys/{id}/rotate'>) {
  requireEnabled(actor);
  const before = await changes.requireKey(id, isOwn(actor));
  const { key, text } = await changes.rotate(undefined, before, body, toldOf(actor.user));
  return { apiKey: await currentView(key, viewOf), key: text };
}

/** Throws API_KEY_NOT_FOUND. */
export const revoke = (actor: Actor, id: string) => changes.revoke(undefined, id, isOwn(actor));

/** An address that is not proved gets no text that a stranger has written. An SMS costs money each time. */
const toldOf = ({ email, emailVerifiedAt }: Actor['user']): string | null => (emailVerifiedAt === null ? null : email);

function requireEnabled(actor: Actor): void {
  if (!isEnabled(actor)) fail('FORBIDDEN', { message: 'The tenant does not let its users have API keys.' });
}
