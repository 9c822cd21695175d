// People see which identities open their account, unlink them and allow them again; the admin unlinks them, too.
import { now } from '../../../lib/platform/clock.ts';
import { endAll, requireAlive } from '../oracle/sessions.ts';
import { ask } from '../world/ask.ts';
import type * as E from '../world/entities.ts';
import { named, type World } from '../world/world.ts';
import { asAdmin, openAdmins, requireStepUp } from './admin-console.ts';
import { command } from './command.ts';
import { requireRecent } from './factors.ts';
import { accountOf, accountsHere, copyOf, openCopies, sessionOf, withSession } from './shared.ts';

const USERS = '/auth/admin/api/users';
type Listed = { id: string; isActive: boolean };

const identitiesOf = (world: World, account: E.Account): E.Identity[] =>
  world.identities.filter((each) => each.account === account.name);

/** Returns the id of the identity, which the service lists in the same order, oldest first. */
const idOf = (world: World, identity: E.Identity, listed: readonly Listed[]): string | undefined => {
  const known = identitiesOf(world, accountOf(world, identity));
  return known.length === listed.length ? listed[known.indexOf(identity)]?.id : undefined;
};

type Change = { by: string; session: string; identity: string; what: string };

export const changeIdentity = command<Change>({
  name: 'unlink or allow an identity',
  ends: true,
  group: 'sso',
  weight: 8,
  routes: ['GET /auth/identities', 'DELETE /auth/identities/{id}', 'POST /auth/identities/{id}/allow'],
  options: (world) =>
    withSession(world, openCopies).flatMap((choice) => {
      const account = accountOf(world, sessionOf(world, copyOf(world, choice.by, choice.session)));
      return identitiesOf(world, account).map(({ name: identity, ended }) => ({
        ...choice,
        identity,
        what: ended ? 'allow' : 'unlink',
      }));
    }),
  run: async (world, { by, session: name, identity: identityName, what }) => {
    const copy = copyOf(world, by, name);
    const session = sessionOf(world, copy);
    const account = accountOf(world, session);
    const identity = named(world.identities, identityName);
    const list = await ask(world, by, 'GET /auth/identities', { token: copy.access });
    if (list.status !== 200) return;
    requireAlive(world, by, copy, 'GET /auth/identities');
    const id = idOf(world, identity, list.body.identities);
    if (!id) return;
    const path = `/auth/identities/${id}`;
    const route = what === 'unlink' ? `DELETE ${path}` : `POST ${path}/allow`;
    const reply = await ask(world, by, route, { token: copy.access, ...(what === 'allow' && { body: {} }) });
    if (reply.status !== 200) return;
    requireRecent(world, by, copy, `${what} an identity`);
    if (what === 'allow') return void world.identities.splice(world.identities.indexOf(identity), 1);
    identity.ended ??= { reason: `${by} unlinked it`, at: now() };
    endAll(account, 'an unlinked identity', session);
  },
});

export const beginLink = command<{ by: string; session: string }>({
  name: 'begin to link an identity with an access token',
  group: 'sso',
  weight: 2,
  routes: ['POST /auth/identities'],
  options: (world) => withSession(world, openCopies),
  run: async (world, { by, session }) => {
    const copy = copyOf(world, by, session);
    const reply = await ask(world, by, 'POST /auth/identities', { token: copy.access, body: { provider: 'any' } });
    if (reply.status === 200) requireRecent(world, by, copy, 'begin to link an identity');
  },
});

export const unlinkUserIdentity = command<{ session: string; identity: string }>({
  name: 'unlink an identity of a user',
  ends: true,
  group: 'admin',
  weight: 4,
  routes: ['DELETE /auth/admin/api/users/{id}/identities/{identityId}'],
  options: (world) =>
    openAdmins(world).flatMap(({ name: session }) =>
      accountsHere(world).flatMap((account) =>
        identitiesOf(world, account)
          .filter(({ ended }) => !ended)
          .map(({ name: identity }) => ({ session, identity })),
      ),
    ),
  run: async (world, { session: name, identity: identityName }) => {
    const session = named(world.adminSessions, name);
    const identity = named(world.identities, identityName);
    const account = accountOf(world, identity);
    const user = await asAdmin(world, session, `GET ${USERS}/${account.id}`);
    const active: { id: string; providerId: string }[] = user.body?.identities ?? [];
    const id = active.find(({ providerId }) => providerId === identity.subject)?.id;
    if (!id) return;
    const reply = await asAdmin(world, session, `DELETE ${USERS}/${account.id}/identities/${id}`);
    if (reply.status !== 200) return;
    requireStepUp(world, session, 'unlink an identity of a user', account);
    identity.ended ??= { reason: 'an admin unlinked it', at: now() };
    endAll(account, 'an admin unlinked an identity');
  },
});
