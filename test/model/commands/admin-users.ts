// The admin creates users and changes what belongs to them.
import { now } from '../../../lib/platform/clock.ts';
import { endDevices, endRecovery, setPassword } from '../oracle/credentials.ts';
import { claim, mark, prove } from '../oracle/proofs.ts';
import { end, endAll } from '../oracle/sessions.ts';
import type * as E from '../world/entities.ts';
import { learn, rightfulOwner } from '../world/knowledge.ts';
import { accountAt, named, nameOf, personOf, tenantOf, violate, type World } from '../world/world.ts';
import { asAdmin, openAdmins, requireStepUp } from './admin-console.ts';
import { command } from './command.ts';
import { accountOf, accountsHere, meet, owners, passwordOf, tenants } from './shared.ts';

const USERS = '/auth/admin/api/users';
const stamp = (): string => new Date(now()).toISOString();

type Create = { session: string; person: string; tenant: string; verified: string; hasPassword: boolean };

/** Accounts of owners, in good faith. A password is handed to the person whose account it is. */
export const createUser = command<Create>({
  name: 'create a user',
  group: 'base',
  weight: ({ accounts }) => (accounts.length < 4 ? 8 : 2),
  routes: ['POST /auth/admin/api/users'],
  options: (world) =>
    openAdmins(world).flatMap(({ name: session }) =>
      owners(world).flatMap((person) =>
        tenants(world)
          .filter(({ name }) => [person.email, person.phone].every((each) => !accountAt(world, name, each)))
          .flatMap(({ name: tenant }) =>
            ['none', 'email', 'both'].flatMap((verified) =>
              [true, false].map((hasPassword) => ({ session, person: person.name, tenant, verified, hasPassword })),
            ),
          ),
      ),
    ),
  run: async (world, { session: name, person: personName, tenant, verified, hasPassword }) => {
    const { email, phone } = personOf(world, personName);
    const password = passwordOf(world);
    const reply = await asAdmin(world, named(world.adminSessions, name), `POST ${USERS}`, {
      tenantId: tenantOf(world, tenant).id,
      email,
      phone,
      ...(hasPassword && { password }),
      ...(verified !== 'none' && { emailVerifiedAt: stamp() }),
      ...(verified === 'both' && { phoneVerifiedAt: stamp() }),
    });
    if (reply.status !== 201) return;
    const account = meet(world, reply.body.user.id, { tenant, email, phone, creator: 'admin' });
    if (verified !== 'none') prove(world, account, email);
    if (verified === 'both') prove(world, account, phone);
    if (!hasPassword) return;
    setPassword(world, account, 'admin', nameOf(world, 'password'), password);
    learn(world, personName, password);
  },
});

type Import = Omit<Create, 'verified' | 'hasPassword'> & { isVerified: boolean };

/** Accounts of owners who come from another service, without a password. A repetition changes nothing. */
export const importUser = command<Import>({
  name: 'import a user',
  group: 'base',
  weight: ({ accounts }) => (accounts.length < 4 ? 2 : 1),
  routes: ['POST /auth/admin/api/transfers/import'],
  options: (world) =>
    openAdmins(world).flatMap(({ name: session }) =>
      owners(world).flatMap((person) =>
        tenants(world)
          .filter(({ name }) => [person.email, person.phone].every((each) => !accountAt(world, name, each)))
          .flatMap(({ name: tenant }) =>
            [true, false].map((isVerified) => ({ session, person: person.name, tenant, isVerified })),
          ),
      ),
    ),
  run: async (world, { session: name, person: personName, tenant, isVerified }) => {
    const { email, phone } = personOf(world, personName);
    const session = named(world.adminSessions, name);
    const line = { sourceId: personName, email, phone, isEmailVerified: isVerified };
    const body = { tenantId: tenantOf(world, tenant).id, source: 'model', lines: [line] };
    const reply = await asAdmin(world, session, 'POST /auth/admin/api/transfers/import', body);
    if (reply.status !== 201) return;
    requireStepUp(world, session, 'import users');
    const [result] = reply.body.results;
    if (result.outcome !== 'created') return;
    const account = meet(world, result.userId, { tenant, email, phone, creator: 'admin' });
    if (isVerified) prove(world, account, email);
  },
});

/** Secrets are sealed for a key that the model has not. */
export const exportUsers = command<{ session: string; tenant: string }>({
  name: 'export the users of a tenant',
  group: 'base',
  weight: () => 1,
  routes: ['POST /auth/admin/api/transfers/export'],
  options: (world) =>
    openAdmins(world).flatMap(({ name: session }) => tenants(world).map(({ name: tenant }) => ({ session, tenant }))),
  run: async (world, { session: name, tenant }) => {
    const session = named(world.adminSessions, name);
    const recipient = { kty: 'OKP', crv: 'X25519', x: '3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08' };
    const body = { tenantId: tenantOf(world, tenant).id, recipient };
    const reply = await asAdmin(world, session, 'POST /auth/admin/api/transfers/export', body);
    if (reply.status === 201) requireStepUp(world, session, 'export users');
  },
});

type Change = { session: string; account: string };
const choices = (world: World, isFitting: (account: E.Account) => boolean): Change[] =>
  openAdmins(world).flatMap(({ name: session }) =>
    accountsHere(world)
      .filter(isFitting)
      .map(({ name: account }) => ({ session, account })),
  );

type Patch = {
  body: (world: World, account: E.Account) => Record<string, unknown>;
  isPossible: (world: World, account: E.Account) => boolean;
  done: (world: World, account: E.Account, body: Record<string, unknown>) => void;
};

/** What an admin changes, by what it is. All of it needs a recent login. */
const PATCHES: Record<string, Patch> = {
  'mark the email address as verified': {
    isPossible: (_, { email, proved }) => email !== null && proved.email === undefined,
    body: () => ({ emailVerifiedAt: stamp() }),
    done: (world, account) => void mark(world, account, account.email!),
  },
  'mark the phone number as verified': {
    // In good faith: the number is that of the owner.
    isPossible: (world, account) => {
      const owner = rightfulOwner(world, account);
      return (
        account.proved.phone === undefined && owner !== undefined && account.phone === personOf(world, owner).phone
      );
    },
    body: () => ({ phoneVerifiedAt: stamp() }),
    done: (world, account) => void mark(world, account, account.phone!),
  },
  'set a password': {
    isPossible: (world, account) => rightfulOwner(world, account) !== undefined,
    body: (world) => ({ password: passwordOf(world) }),
    done: (world, account, { password }) => {
      if (account.isUnclaimed) {
        claim(world, account, [account.email === null ? 'phone' : 'email']);
        // The admin vouches for the owner of the address that is left.
        account.creator = 'admin';
      }
      account.mustChange = true;
      endAll(account, 'a password set by an admin');
      setPassword(world, account, 'admin', nameOf(world, 'password'), password as string);
      learn(world, rightfulOwner(world, account)!, password as string);
    },
  },
  'switch the second factor off': {
    isPossible: (_, { mfa }) => mfa,
    body: () => ({ isMfaEnabled: false }),
    done: (world, account) => {
      account.mfa = false;
      endAll(account, 'a second factor switched by an admin');
      endRecovery(world, account, 'an admin switched the second factor off');
    },
  },
  'switch the second factor on': {
    isPossible: (_, { mfa, first }) => !mfa && first !== null,
    body: () => ({ isMfaEnabled: true }),
    done: (_, account) => {
      account.mfa = true;
      endAll(account, 'a second factor switched by an admin');
    },
  },
  'disable and enable': {
    isPossible: () => true,
    body: () => ({ isActive: false }),
    done: (_, account) => endAll(account, 'the account was disabled'),
  },
};

export const patchUser = command<Change & { what: string }>({
  name: 'change a user',
  group: 'admin',
  weight: 14,
  routes: ['PATCH /auth/admin/api/users/{id}'],
  options: (world) =>
    Object.entries(PATCHES).flatMap(([what, { isPossible }]) =>
      choices(world, (account) => isPossible(world, account)).map((choice) => ({ ...choice, what })),
    ),
  run: async (world, { session: name, account: accountName, what }) => {
    const session = named(world.adminSessions, name);
    const account = accountOf(world, { account: accountName });
    const patch = PATCHES[what]!;
    const body = patch.body(world, account);
    const path = `PATCH ${USERS}/${account.id}`;
    const reply = await asAdmin(world, session, path, body);
    if (reply.status !== 200) return;
    if (what !== 'disable and enable') requireStepUp(world, session, what, account);
    patch.done(world, account, body);
    if (body.isActive === false) await asAdmin(world, session, path, { isActive: true });
  },
});

export const removeUserDevice = command<Change & { device: string }>({
  name: 'remove an authenticator of a user',
  ends: true,
  group: 'admin',
  weight: 5,
  routes: ['DELETE /auth/admin/api/users/{id}/totp-devices/{deviceId}'],
  options: (world) =>
    world.devices
      .filter(({ ended }) => !ended)
      .flatMap((device) =>
        choices(world, ({ name }) => name === device.account).map((choice) => ({ ...choice, device: device.name })),
      ),
  run: async (world, { session: name, device: deviceName }) => {
    const session = named(world.adminSessions, name);
    const device = named(world.devices, deviceName);
    const account = accountOf(world, device);
    const reply = await asAdmin(world, session, `DELETE ${USERS}/${account.id}/totp-devices/${device.id}`);
    if (reply.status !== 200) return;
    requireStepUp(world, session, 'remove an authenticator of a user', account);
    endDevices(world, account, 'an admin removed the authenticator', device);
    endAll(account, 'an admin removed the authenticator');
  },
});

export const endUserSessions = command<Change & { only: string }>({
  name: 'end sessions of a user',
  ends: true,
  group: 'base',
  weight: 3,
  routes: ['DELETE /auth/admin/api/users/{id}/sessions', 'DELETE /auth/admin/api/users/{id}/sessions/{sessionId}'],
  options: (world) =>
    choices(world, () => true).flatMap((choice) => {
      const sessions = world.sessions.filter(
        ({ account, ended, pending }) => account === choice.account && !ended && !pending,
      );
      return ['-', ...sessions.map(({ name }) => name)].map((only) => ({ ...choice, only }));
    }),
  run: async (world, { session: name, account: accountName, only }) => {
    const session = named(world.adminSessions, name);
    const account = accountOf(world, { account: accountName });
    const target = only === '-' ? undefined : named(world.sessions, only);
    const path = `DELETE ${USERS}/${account.id}/sessions${target ? `/${target.sid}` : ''}`;
    const reply = await asAdmin(world, session, path);
    if (reply.status !== 200) return;
    if (target) end(target, 'an admin ended it');
    else endAll(account, 'an admin ended all sessions');
  },
});

export const unlockUser = command<Change>({
  name: 'unlock a user',
  group: 'base',
  weight: 1,
  routes: ['POST /auth/admin/api/users/{id}/unlock'],
  options: (world) => choices(world, () => true),
  // More attempts are left than the model requires, which is no harm.
  run: async (world, { session: name, account }) => {
    const session = named(world.adminSessions, name);
    await asAdmin(world, session, `POST ${USERS}/${accountOf(world, { account }).id}/unlock`);
  },
});

export const actAsUser = command<Change>({
  name: 'act as a user',
  group: 'admin',
  weight: 1,
  routes: ['POST /auth/admin/api/users/{id}/act'],
  options: (world) => choices(world, () => true),
  // The deployment does not allow it. test/attacks/admin/acting.test.ts is about one that does.
  run: async (world, { session: name, account }) => {
    const path = `POST ${USERS}/${accountOf(world, { account }).id}/act`;
    const reply = await asAdmin(world, named(world.adminSessions, name), path, { reason: 'Ticket 4711' });
    if (reply.status < 300)
      violate(world, 'admin.stranger', 'an admin acts as a user, which the deployment does not allow');
  },
});

export const endManySessions = command<Change>({
  name: 'end the sessions of many users',
  ends: true,
  group: 'admin',
  weight: 2,
  routes: ['POST /auth/admin/api/users/bulk'],
  options: (world) => choices(world, () => true),
  run: async (world, { session: name, account: accountName }) => {
    const session = named(world.adminSessions, name);
    const account = accountOf(world, { account: accountName });
    const body = { ids: [account.id], action: 'end-sessions' };
    const reply = await asAdmin(world, session, `POST ${USERS}/bulk`, body);
    if (reply.status !== 201) return;
    requireStepUp(world, session, 'change many users', account);
    endAll(account, 'an admin ended the sessions of many users');
  },
});

export const removeUser = command<Change>({
  name: 'delete a user',
  group: 'admin',
  weight: 0.5,
  routes: ['DELETE /auth/admin/api/users/{id}'],
  options: (world) => choices(world, ({ name }) => name !== 'account@0'),
  run: async (world, { session: name, account: accountName }) => {
    const account = accountOf(world, { account: accountName });
    const reply = await asAdmin(world, named(world.adminSessions, name), `DELETE ${USERS}/${account.id}`);
    if (reply.status === 200) account.removed = { reason: 'an admin deleted it', at: now() };
  },
});
