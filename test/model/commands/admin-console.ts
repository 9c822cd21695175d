// The admin logs in and out, sets up an authenticator, and manages admins; the operator resets passwords with the secret
// key.
import { now } from '../../../lib/platform/clock.ts';
import { HOUR, MINUTE } from '../../support/api.ts';
import { cookieHeader } from '../../support/http.ts';
import { nextStep, totp } from '../../support/totp.ts';
import { hadStrangers } from '../oracle/limits.ts';
import { type Asked, ask } from '../world/ask.ts';
import { ADMIN } from '../world/case.ts';
import type * as E from '../world/entities.ts';
import { named, nameOf, violate, type World } from '../world/world.ts';
import { command } from './command.ts';
import { passwordOf } from './shared.ts';

export const adminOf = (world: World, name: string = ADMIN): E.Admin => world.admins.get(name)!;
/** Admin sessions end after 30 minutes without use, and after 8 hours. */
export const isOpen = (world: World, session: E.AdminSession): boolean =>
  !endOfAdmin(world, session) && now() - session.usedAt < 29 * MINUTE && now() - session.createdAt < 8 * HOUR - MINUTE;

/** Returns why the admin session opens nothing; `undefined` if it may be alive. */
export function endOfAdmin(world: World, session: E.AdminSession): string | undefined {
  if (session.ended) return session.ended.reason;
  if (session.era < adminOf(world, session.admin).era) return 'the sessions of the admin were ended';
  if (session.createdAt < world.since) return 'sessions were cut';
  if (now() - session.usedAt > 30 * MINUTE + 5_000) return 'it was idle for 30 minutes';
  return now() - session.createdAt > 8 * HOUR + 5_000 ? 'it is older than 8 hours' : undefined;
}

/** The sessions in which the admin may act now. */
export const openAdmins = (world: World): E.AdminSession[] => world.adminSessions.filter((each) => isOpen(world, each));
/** Every session that the admin had, to check that those that ended open nothing. */
export const anyAdmins = (world: World): E.AdminSession[] => world.adminSessions.slice(-3);

/** Calls an admin operation. Checks that its session was alive, and marks it as used. */
export async function asAdmin(world: World, session: E.AdminSession, route: string, body?: unknown): Promise<Asked> {
  const reply = await ask(world, ADMIN, route, { cookie: session.cookie, ...(body !== undefined && { body }) });
  // Every other response comes after the authentication, also that there is no such user.
  if (reply.status === 401 || reply.status >= 500) return reply;
  const reason = endOfAdmin(world, session);
  if (reason) violate(world, 'admin.ended', `${session.name} did ${route}: ${reason}`);
  session.usedAt = now();
  return reply;
}

const STEP_UP_MS = 15 * MINUTE + 5_000;
/** Checks that a change of a credential or of security settings came from a recent login. */
export function requireStepUp(
  world: World,
  session: E.AdminSession,
  what: string,
  account?: E.Account,
  rule: 'admin.step-up' | 'tenant.step-up' = 'admin.step-up',
): void {
  const age = now() - (session.provedAt ?? session.createdAt);
  if (age > STEP_UP_MS)
    violate(world, rule, `an admin session of ${Math.round(age / MINUTE)} minutes did: ${what}`, account);
}

/** Whether the login is recent enough for changes of credentials, and will be for a step more. */
const isRecent = ({ provedAt, createdAt }: E.AdminSession): boolean => now() - (provedAt ?? createdAt) < 14 * MINUTE;

export const adminLogin = command<{ admin: string }>({
  name: 'log in as admin',
  group: 'base',
  weight: 6,
  routes: ['POST /auth/admin/login'],
  options: (world) => (openAdmins(world).some(isRecent) ? [] : [{ admin: ADMIN }]),
  owed: (world) => (adminOf(world).hasLoggedIn && hadStrangers(world, 'admin') ? [{ admin: ADMIN }] : []),
  run: async (world, { admin: name }) => {
    const admin = adminOf(world, name);
    const [last] = world.adminSessions.slice(-1);
    if (admin.totp) nextStep();
    const { email, password } = admin;
    const body = { email, password, ...(admin.totp && { otp: totp(admin.totp) }) };
    // A browser that logged in before still sends its cookie.
    const reply = await ask(world, ADMIN, 'POST /auth/admin/login', { body, ...(last && { cookie: last.cookie }) });
    if (reply.status === 429 && admin.hasLoggedIn && hadStrangers(world, 'admin'))
      violate(world, 'lockout.admin', `${name} cannot log in from a known place: ${reply.body.code}`);
    if (reply.status !== 201) return;
    admin.hasLoggedIn = true;
    const session = { admin: name, cookie: cookieHeader(reply), createdAt: now(), usedAt: now(), era: admin.era };
    world.adminSessions.push({ name: nameOf(world, 'admin'), ...session });
  },
});

const choices = (world: World) => openAdmins(world).map(({ name: session }) => ({ session }));

export const adminLogout = command<{ session: string }>({
  name: 'log out as admin',
  group: 'admin',
  weight: 1,
  routes: ['POST /auth/admin/logout'],
  options: choices,
  run: async (world, { session: name }) => {
    const session = named(world.adminSessions, name);
    const reply = await asAdmin(world, session, 'POST /auth/admin/logout');
    if (reply.status === 201) adminOf(world).era++;
  },
});

/** The operator's key sets an admin's password, also when strangers tried keys. */
export const resetAdmin = command<{ operator: string }>({
  name: 'reset the password of an admin with the secret key',
  group: 'admin',
  weight: 1.5,
  routes: ['POST /auth/admin/reset-password'],
  options: () => [{ operator: ADMIN }],
  owed: (world) => (hadStrangers(world, 'secret-key') ? [{ operator: ADMIN }] : []),
  run: async (world) => {
    const admin = adminOf(world);
    const newPassword = passwordOf(world);
    const body = { email: admin.email, secretKey: world.service.secretKey, newPassword, removeTotp: true };
    const reply = await ask(world, ADMIN, 'POST /auth/admin/reset-password', { body });
    if (reply.status === 429 && hadStrangers(world, 'secret-key'))
      violate(world, 'lockout.secret-key', 'the right secret key is refused');
    if (reply.status !== 201) return;
    admin.password = newPassword;
    admin.era++;
    delete admin.totp;
  },
});

export const adminTotp = command<{ session: string; what: string }>({
  name: 'change the authenticator of an admin',
  group: 'admin',
  weight: 2,
  routes: ['POST /auth/admin/mfa/setup-totp', 'POST /auth/admin/mfa/verify-totp-setup', 'DELETE /auth/admin/mfa/totp'],
  options: (world) => choices(world).map((choice) => ({ ...choice, what: adminOf(world).totp ? 'remove' : 'set up' })),
  run: async (world, { session: name, what }) => {
    const session = named(world.adminSessions, name);
    const admin = adminOf(world);
    if (what === 'remove') {
      const reply = await asAdmin(world, session, 'DELETE /auth/admin/mfa/totp');
      if (reply.status !== 200) return;
      requireStepUp(world, session, 'remove the own authenticator');
      delete admin.totp;
      return;
    }
    const started = await asAdmin(world, session, 'POST /auth/admin/mfa/setup-totp', {});
    if (started.status !== 201) return;
    requireStepUp(world, session, 'set up an authenticator');
    nextStep();
    const { secret } = started.body;
    const reply = await asAdmin(world, session, 'POST /auth/admin/mfa/verify-totp-setup', { otp: totp(secret) });
    if (reply.status !== 201) return;
    admin.totp = secret;
    admin.era++;
    session.era = admin.era;
  },
});

export const manageAdmins = command<{ session: string; what: string }>({
  name: 'manage admins',
  group: 'admin',
  weight: 2,
  routes: [
    'POST /auth/admin/admins',
    'PATCH /auth/admin/admins/{id}',
    'DELETE /auth/admin/admins/{id}',
    'DELETE /auth/admin/admins/{id}/totp',
    'POST /auth/admin/admins/{id}/unlock',
    'POST /auth/admin/signup',
  ],
  options: (world) =>
    choices(world).flatMap((choice) =>
      ['a second admin', 'own password', 'own password without the current one', 'sign up again'].map((what) => ({
        ...choice,
        what,
      })),
    ),
  run: async (world, { session: name, what }) => {
    const session = named(world.adminSessions, name);
    const admin = adminOf(world);
    if (what === 'sign up again') {
      const body = {
        email: `more.${world.step}.${world.id}@example.com`,
        password: passwordOf(world),
        secretKey: 'x'.repeat(40),
      };
      const reply = await ask(world, ADMIN, 'POST /auth/admin/signup', { body });
      if (reply.status === 201) violate(world, 'admin.stranger', 'a second admin signed up with a wrong key');
      return;
    }
    if (what.startsWith('own password')) {
      const password = passwordOf(world);
      const isShown = what === 'own password';
      const body = { password, ...(isShown && { currentPassword: admin.password }) };
      const reply = await asAdmin(world, session, `PATCH /auth/admin/admins/${admin.id}`, body);
      if (reply.status !== 200) return;
      requireStepUp(world, session, 'set the own password');
      if (!isShown) violate(world, 'admin.current-password', 'an admin set their own password without the current one');
      Object.assign(admin, { password, era: admin.era + 1 });
      return;
    }
    const body = { email: `more.${world.step}.${world.id}@example.com`, password: passwordOf(world) };
    const made = await asAdmin(world, session, 'POST /auth/admin/admins', body);
    if (made.status !== 201) return;
    requireStepUp(world, session, 'create an admin');
    const { id } = made.body.admin;
    await asAdmin(world, session, `DELETE /auth/admin/admins/${id}/totp`);
    await asAdmin(world, session, `POST /auth/admin/admins/${id}/unlock`);
    const removed = await asAdmin(world, session, `DELETE /auth/admin/admins/${id}`);
    if (removed.status === 200) requireStepUp(world, session, 'delete an admin');
  },
});
