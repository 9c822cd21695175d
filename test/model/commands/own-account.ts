// People manage their own account: sessions, trusted devices, addresses, deletion. They look at invitations, too.
import { now } from '../../../lib/platform/clock.ts';
import { prove } from '../oracle/proofs.ts';
import { endAll, requireAlive } from '../oracle/sessions.ts';
import { ask, endLineage } from '../world/ask.ts';
import type * as E from '../world/entities.ts';
import { isOwner, reads } from '../world/knowledge.ts';
import { accountAt, named, personOf, violate } from '../world/world.ts';
import { command } from './command.ts';
import { requireRecent } from './factors.ts';
import { accountOf, copyOf, openCopies, sessionOf, users, withSession } from './shared.ts';

type Choice = { by: string; session: string };

/** Sessions of other accounts are tried, too. */
export const endSession = command<Choice & { target: string }>({
  name: 'end one session',
  ends: true,
  group: 'base',
  weight: 2,
  routes: ['DELETE /auth/sessions/{id}'],
  options: (world) =>
    withSession(world, openCopies).flatMap((choice) =>
      world.sessions
        .filter(({ ended, pending }) => !ended && !pending)
        .slice(-6)
        .map(({ name: target }) => ({ ...choice, target })),
    ),
  run: async (world, { by, session: name, target: targetName }) => {
    const copy = copyOf(world, by, name);
    const target = named(world.sessions, targetName);
    const reply = await ask(world, by, `DELETE /auth/sessions/${target.sid}`, { token: copy.access });
    if (reply.status !== 200) return;
    requireAlive(world, by, copy, 'DELETE /auth/sessions/{id}');
    const account = accountOf(world, sessionOf(world, copy));
    if (target.account !== account.name) violate(world, 'session.other', `${by} ended ${target.name}`, account);
    endLineage(world, target.sid, `${by} ended it`);
  },
});

export const endOtherSessions = command<Choice>({
  name: 'end all other sessions',
  ends: true,
  group: 'base',
  weight: 1.5,
  routes: ['DELETE /auth/sessions'],
  options: (world) => withSession(world, openCopies),
  run: async (world, { by, session: name }) => {
    const copy = copyOf(world, by, name);
    const reply = await ask(world, by, 'DELETE /auth/sessions', { token: copy.access });
    if (reply.status !== 200) return;
    requireAlive(world, by, copy, 'DELETE /auth/sessions');
    const session = sessionOf(world, copy);
    endAll(accountOf(world, session), `${by} ended all other sessions`, session);
  },
});

export const forgetDevices = command<Choice>({
  name: 'forget the trusted devices',
  ends: true,
  group: 'base',
  weight: 0.5,
  routes: ['DELETE /auth/trusted-devices/{id}'],
  options: (world) => withSession(world, openCopies),
  run: async (world, { by, session: name }) => {
    const copy = copyOf(world, by, name);
    const account = accountOf(world, sessionOf(world, copy));
    const { body } = await ask(world, by, 'GET /auth/trusted-devices', { token: copy.access });
    for (const { id } of (body?.devices ?? []) as { id: string }[]) {
      const reply = await ask(world, by, `DELETE /auth/trusted-devices/${id}`, { token: copy.access });
      if (reply.status !== 200) continue;
      for (const trust of world.trusts)
        if (trust.token.startsWith(`${id}.`))
          trust.used ??= { reason: `${by} forgot ${account.name}'s device`, at: now() };
    }
  },
});

/** People take addresses that they read. One that another account has stays there. */
export const changeAddress = command<Choice & { to: string }>({
  name: 'change an address',
  ends: true,
  group: 'squat',
  weight: 3,
  routes: ['POST /auth/address', 'POST /auth/address/confirm', 'PATCH /auth/me'],
  options: (world) =>
    withSession(world, openCopies).flatMap((choice) => {
      const account = accountOf(world, sessionOf(world, copyOf(world, choice.by, choice.session)));
      const { email, phone } = personOf(world, choice.by);
      if (!isOwner(world, choice.by, account) || account.name === 'account@0') return [];
      return [email, phone]
        .filter((to) => ![account.email, account.phone].includes(to))
        .map((to) => ({ ...choice, to }));
    }),
  run: async (world, { by, session: name, to }) => {
    const copy = copyOf(world, by, name);
    const session = sessionOf(world, copy);
    const account = accountOf(world, session);
    const kind: E.AddressKind = to.includes('@') ? 'email' : 'phone';
    await ask(world, by, 'PATCH /auth/me', { body: { name: by }, token: copy.access });
    const request = { body: { [kind]: to }, token: copy.access };
    const { messages } = await ask(world, by, 'POST /auth/address', request);
    const code = messages.find((message) => message.to === to)?.code;
    if (code === undefined) return;
    const holder = accountAt(world, account.tenant, to);
    const reply = await ask(world, by, 'POST /auth/address/confirm', { ...request, body: { [kind]: to, code } });
    for (const message of messages) message.used ??= { reason: 'it was for a change of address', at: now() };
    if (reply.status !== 200) return;
    requireRecent(world, by, copy, 'change an address');
    if (holder && holder !== account) violate(world, 'session.other', `${by} took ${to} from ${holder.name}`, holder);
    account[kind] = to;
    delete account.proved[kind];
    prove(world, account, to, session);
  },
});

/** People ask for the tenants of the person whose account they are in. Without the mailbox they learn of none. */
export const listTenants = command<Choice>({
  name: 'list the tenants of a person',
  group: 'base',
  weight: 0.5,
  routes: ['POST /auth/tenants/mine/send', 'POST /auth/tenants/mine'],
  options: (world) => withSession(world, openCopies),
  run: async (world, { by, session: name }) => {
    const copy = copyOf(world, by, name);
    const { email } = accountOf(world, sessionOf(world, copy));
    const { messages } = await ask(world, by, 'POST /auth/tenants/mine/send', { token: copy.access });
    const isReader = email !== undefined && email !== null && reads(world, by, email);
    const code = (isReader && messages.find(({ to }) => to === email)?.code) || '000000';
    const { status } = await ask(world, by, 'POST /auth/tenants/mine', { body: { code }, token: copy.access });
    for (const message of messages) message.used ??= { reason: 'it was for a list of tenants', at: now() };
    if (status !== 200) return;
    requireAlive(world, by, copy, 'POST /auth/tenants/mine');
    if (!isReader) violate(world, 'session.other', `${by} listed the tenants of ${email}`);
  },
});

export const deleteAccount = command<Choice>({
  name: 'delete the own account',
  ends: true,
  group: 'admin',
  weight: 0.3,
  routes: ['DELETE /auth/me'],
  options: (world) =>
    withSession(world, openCopies).filter(
      ({ by, session }) => accountOf(world, sessionOf(world, copyOf(world, by, session))).name !== 'account@0',
    ),
  run: async (world, { by, session: name }) => {
    const copy = copyOf(world, by, name);
    const account = accountOf(world, sessionOf(world, copy));
    const reply = await ask(world, by, 'DELETE /auth/me', { token: copy.access });
    if (reply.status !== 200) return;
    requireRecent(world, by, copy, 'delete the own account');
    account.removed = { reason: `${by} deleted it`, at: now() };
  },
});

/** A preview shows no address, and uses nothing up: the commands that accept invitations go on as before. */
export const lookAtInvitation = command<{ by: string; token: string }>({
  name: 'look at an invitation',
  group: 'base',
  weight: 0.5,
  routes: ['POST /auth/invitation'],
  options: (world) =>
    users(world).flatMap(({ name: by }) => world.linkTokens.slice(-3).map(({ name: token }) => ({ by, token }))),
  run: async (world, { by, token: name }) => {
    const { value } = named(world.linkTokens, name);
    const { text, status } = await ask(world, by, 'POST /auth/invitation', { body: { token: value } });
    const told = [...world.people.values()].find(({ email, phone }) => text.includes(email) || text.includes(phone));
    if (status === 200 && told) violate(world, 'session.other', `an invitation shows an address of ${told.name}`);
  },
});
