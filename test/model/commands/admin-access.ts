// The admin lists and ends their own sessions, proves who they are again, and invites others; strangers try their ways in.
import { now } from '../../../lib/platform/clock.ts';
import { nextStep, totp } from '../../support/totp.ts';
import { ask } from '../world/ask.ts';
import { ADMIN } from '../world/case.ts';
import type * as E from '../world/entities.ts';
import { named, violate, type World } from '../world/world.ts';
import { adminOf, asAdmin, openAdmins, requireStepUp } from './admin-console.ts';
import { command } from './command.ts';
import { passwordOf, users } from './shared.ts';

const SESSIONS = '/auth/admin/sessions';
const choices = (world: World) => openAdmins(world).map(({ name: session }) => ({ session }));

/** Returns the id of the session, which it lists itself. */
async function idOf(world: World, session: E.AdminSession): Promise<string | undefined> {
  const { body } = await asAdmin(world, session, `GET ${SESSIONS}`);
  return ((body?.data ?? []) as { id: string; isCurrent: boolean }[]).find(({ isCurrent }) => isCurrent)?.id;
}

export const endAdminSession = command<{ session: string; target: string }>({
  name: 'end a session of the admin',
  ends: true,
  group: 'admin',
  weight: 1,
  routes: ['GET /auth/admin/sessions', 'DELETE /auth/admin/sessions/{id}'],
  options: (world) =>
    choices(world).flatMap((choice) => choices(world).map(({ session: target }) => ({ ...choice, target }))),
  run: async (world, { session, target: targetName }) => {
    const target = named(world.adminSessions, targetName);
    const id = await idOf(world, target);
    const reply = await asAdmin(world, named(world.adminSessions, session), `DELETE ${SESSIONS}/${id}`);
    if (reply.status === 200) target.ended = { reason: 'the admin ended it', at: now() };
  },
});

export const endOtherAdminSessions = command<{ session: string }>({
  name: 'end all other sessions of the admin',
  ends: true,
  group: 'admin',
  weight: 1,
  routes: ['DELETE /auth/admin/sessions'],
  options: choices,
  run: async (world, { session: name }) => {
    const reply = await asAdmin(world, named(world.adminSessions, name), `DELETE ${SESSIONS}`);
    if (reply.status !== 200) return;
    const ended = { reason: 'the admin ended all other sessions', at: now() };
    for (const each of world.adminSessions) if (each.name !== name) each.ended ??= ended;
  },
});

export const proveAdmin = command<{ session: string; isRight: boolean }>({
  name: 'prove again who the admin is',
  group: 'admin',
  weight: 2,
  routes: ['POST /auth/admin/reauthenticate'],
  options: (world) => choices(world).flatMap((choice) => [true, false].map((isRight) => ({ ...choice, isRight }))),
  run: async (world, { session: name, isRight }) => {
    const session = named(world.adminSessions, name);
    const admin = adminOf(world);
    if (admin.totp) nextStep();
    const body = {
      password: isRight ? admin.password : passwordOf(world),
      ...(admin.totp && { otp: totp(admin.totp) }),
    };
    const reply = await asAdmin(world, session, 'POST /auth/admin/reauthenticate', body);
    if (reply.status !== 201) return;
    if (!isRight) violate(world, 'admin.step-up', 'a wrong password proved who the admin is');
    session.provedAt = now();
  },
});

/** It is never accepted: the model has one admin. Strangers know its id, and guess its secret. */
export const inviteAdmin = command<{ session: string }>({
  name: 'invite an admin',
  group: 'admin',
  weight: 1,
  routes: [
    'POST /auth/admin/invitations',
    'GET /auth/admin/invitations',
    'POST /auth/admin/invitations/{id}/resend',
    'DELETE /auth/admin/invitations/{id}',
    'POST /auth/admin/invitations/preview',
    'POST /auth/admin/invitations/accept',
  ],
  options: choices,
  run: async (world, { session: name }) => {
    const session = named(world.adminSessions, name);
    const path = '/auth/admin/invitations';
    const body = { email: `guest.${world.step}.${world.id}@example.com`, role: 'owner' };
    const made = await asAdmin(world, session, `POST ${path}`, body);
    if (made.status !== 201) return;
    requireStepUp(world, session, 'invite an admin');
    const { id } = made.body.invitation;
    await asAdmin(world, session, `GET ${path}`);
    await asAdmin(world, session, `POST ${path}/${id}/resend`);
    const token = `${id}.${'x'.repeat(43)}`;
    const by = users(world)[0]?.name ?? ADMIN;
    const seen = await ask(world, by, `POST ${path}/preview`, { body: { token } });
    const taken = await ask(world, by, `POST ${path}/accept`, { body: { token, password: passwordOf(world) } });
    if (seen.status < 300 || taken.status < 300)
      violate(world, 'admin.stranger', `${by} used the invitation of an admin without its secret`);
    await asAdmin(world, session, `DELETE ${path}/${id}`);
  },
});

/** This deployment has no provider for admins, so no way of a provider opens anything. */
export const adminByProvider = command<{ by: string; route: string }>({
  name: 'try to log in as admin by a provider',
  group: 'sso',
  weight: 0.5,
  routes: ['GET /auth/admin/sso', 'GET /auth/admin/sso/callback', 'POST /auth/admin/sso/complete'],
  options: (world) =>
    users(world)
      .slice(0, 1)
      .flatMap(({ name: by }) =>
        ['GET /auth/admin/sso', 'GET /auth/admin/sso/callback?code=x&state=y', 'POST /auth/admin/sso/complete'].map(
          (route) => ({ by, route }),
        ),
      ),
  run: async (world, { by, route }) => {
    const body = route.startsWith('POST') ? { body: { code: 'x'.repeat(43) } } : {};
    const reply = await ask(world, by, route, body);
    if (reply.status < 400) violate(world, 'admin.stranger', `${by} did ${route} without a provider for admins`);
  },
});
