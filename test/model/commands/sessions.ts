// People renew and end their sessions, and change their passwords in them.
import { now } from '../../../lib/platform/clock.ts';
import { MINUTE } from '../../support/api.ts';
import { claimsOf } from '../../support/tokens.ts';
import { requirePassword, setPassword } from '../oracle/credentials.ts';
import { countOwn, hadStrangers, isModest, passwordsAt } from '../oracle/limits.ts';
import { endAll, hold, inPlaceOf, isInGrace, requireAlive } from '../oracle/sessions.ts';
import { ask, endLineage } from '../world/ask.ts';
import type * as E from '../world/entities.ts';
import { isOwner, knows, learn } from '../world/knowledge.ts';
import { named, nameOf, violate, type World } from '../world/world.ts';
import { command } from './command.ts';
import { accountOf, copyOf, deadCopies, liveCopies, openCopies, passwordOf, sessionOf, withSession } from './shared.ts';

/** Checks a refresh that was accepted, and records the new tokens. */
export function renewed(world: World, by: E.PersonName, copy: E.Copy, reply: Parameters<typeof hold>[3]): void {
  const next = inPlaceOf(world, by, copy);
  if (next) return void hold(world, by, next, reply);
  const session = sessionOf(world, copy);
  const account = accountOf(world, session);
  requireAlive(world, by, copy, 'POST /auth/refresh-token');
  const isOlder = copy.gen < session.gen;
  if (copy.sid === session.sid && isOlder && !isInGrace(session, copy))
    violate(world, 'refresh.reused', `${by} used generation ${copy.gen} of ${session.name} again`, account);
  else if (isOlder && session.rotated.by !== by)
    violate(world, 'grace.other-client', `${by} followed the rotation of ${session.rotated.by} unseen`, account);
  if (!isOlder) {
    session.gen++;
    session.rotated = { by, at: now() };
  }
  hold(world, by, session, reply);
}

export const refresh = command<{ by: string; session: string }>({
  name: 'refresh',
  group: 'base',
  weight: 10,
  routes: ['POST /auth/refresh-token'],
  options: (world) => withSession(world, liveCopies),
  vain: (world) => withSession(world, deadCopies),
  run: async (world, { by, session: name }) => {
    const copy = copyOf(world, by, name);
    const reply = await ask(world, by, 'POST /auth/refresh-token', { body: { refreshToken: copy.refresh } });
    if (reply.status === 200) renewed(world, by, copy, reply);
  },
});

export const logOut = command<{ by: string; session: string }>({
  name: 'log out',
  ends: true,
  group: 'base',
  weight: 4,
  routes: ['POST /auth/logout'],
  options: (world) => withSession(world, openCopies),
  run: async (world, { by, session: name }) => {
    const copy = copyOf(world, by, name);
    const reply = await ask(world, by, 'POST /auth/logout', { token: copy.access });
    if (reply.status === 200) endLineage(world, claimsOf(copy.access).sid, `${by} logged out`);
  },
});

export const logOutAll = command<{ by: string; session: string }>({
  name: 'log out everywhere',
  ends: true,
  group: 'base',
  weight: 1.5,
  routes: ['POST /auth/logout-all'],
  options: (world) => withSession(world, openCopies),
  run: async (world, { by, session: name }) => {
    const copy = copyOf(world, by, name);
    const reply = await ask(world, by, 'POST /auth/logout-all', { token: copy.access });
    if (reply.status !== 200) return;
    requireAlive(world, by, copy, 'POST /auth/logout-all');
    endAll(accountOf(world, sessionOf(world, copy)), `${by} logged out everywhere`);
  },
});

export const changePassword = command<{ by: string; session: string; password: string }>({
  name: 'change the password',
  ends: true,
  group: 'base',
  weight: 2,
  routes: ['POST /auth/change-password'],
  options: (world) =>
    withSession(world, openCopies).flatMap(({ by, session }) => {
      const { account } = sessionOf(world, copyOf(world, by, session));
      return world.passwords
        .filter((each) => each.account === account && knows(world, by, each.value))
        .slice(-2)
        .map(({ name: password }) => ({ by, session, password }));
    }),
  run: async (world, { by, session: name, password: passwordName }) => {
    const copy = copyOf(world, by, name);
    const account = accountOf(world, sessionOf(world, copy));
    const password = named(world.passwords, passwordName);
    const newPassword = passwordOf(world);
    const body = { currentPassword: password.value, newPassword };
    const reply = await ask(world, by, 'POST /auth/change-password', { body, token: copy.access });
    const scope = passwordsAt(account);
    if (reply.status !== 200) {
      if (password.ended) countOwn(world, scope);
      const isShutOut = reply.status === 429 && isOwner(world, by, account) && hadStrangers(world, scope);
      if (isShutOut && !password.ended && isModest(world, scope, 5, 16 * MINUTE))
        violate(world, 'lockout.password', `${by} cannot change the password of ${account.name}`, account);
      return;
    }
    requireAlive(world, by, copy, 'POST /auth/change-password');
    requirePassword(world, by, account, password);
    endAll(account, 'a changed password');
    setPassword(world, account, by, nameOf(world, 'password'), newPassword);
    account.mustChange = false;
    learn(world, by, newPassword);
  },
});
