// People set up, use and remove second factors.
import { now } from '../../../lib/platform/clock.ts';
import { MINUTE } from '../../support/api.ts';
import { nextStep, stepAt, totp } from '../../support/totp.ts';
import { endDevices, endRecovery } from '../oracle/credentials.ts';
import { endAll, requireAlive } from '../oracle/sessions.ts';
import { ask } from '../world/ask.ts';
import type * as E from '../world/entities.ts';
import { knows, learn } from '../world/knowledge.ts';
import { named, nameOf, tenantOf, violate, type World } from '../world/world.ts';
import { command } from './command.ts';
import { accountOf, copyOf, newestCopies, openCopies, pendingCopies, sessionOf, withSession } from './shared.ts';

/** OWASP ASVS 7.5.3 asks for a proof; the service takes one of the last 15 minutes. */
const RECENT_MS = 15 * MINUTE + 5_000;

type InSession = { by: string; session: string };

/** Checks that the session may change second factors and identities: alive, with a recent proof of its own. */
export function requireRecent(world: World, by: string, copy: E.Copy, what: string): void {
  requireAlive(world, by, copy, what);
  const session = sessionOf(world, copy);
  const account = accountOf(world, session);
  if (session.isSwitched && session.provedAt === null)
    violate(
      world,
      'switch.step-up',
      `${by} did "${what}" in ${session.name}, which began by a change of tenant`,
      account,
    );
  else if (session.provedAt === null || now() - session.provedAt > RECENT_MS)
    violate(world, 'user.step-up', `${by} did "${what}" without a recent proof`, account);
}

/** Sessions whose account fits, and pending ones that may set up a first factor. */
const fitting = (world: World, isFitting: (account: E.Account) => boolean, copies = openCopies): InSession[] =>
  withSession(world, copies).filter(({ by, session }) =>
    isFitting(accountOf(world, sessionOf(world, copyOf(world, by, session)))),
  );
const devicesOf = (world: World, account: E.Account): E.Device[] =>
  world.devices.filter((device) => device.account === account.name && device.verified && !device.ended);

export const setUp = command<InSession>({
  name: 'set up an authenticator',
  group: 'factor',
  weight: 9,
  routes: ['POST /auth/mfa/setup-totp', 'POST /auth/mfa/verify-totp-setup', 'POST /auth/mfa/enrol'],
  options: (world) => [
    ...fitting(world, (account) => devicesOf(world, account).length < 2),
    ...fitting(world, (account) => !account.mfa && tenantOf(world, account.tenant).mfa === 'required', pendingCopies),
  ],
  run: async (world, { by, session: name }) => {
    const copy = copyOf(world, by, name);
    const session = sessionOf(world, copy);
    const account = accountOf(world, session);
    const started = await ask(world, by, 'POST /auth/mfa/setup-totp', { body: {}, token: copy.access });
    if (started.status !== 200) return;
    requireRecent(world, by, copy, 'set up an authenticator');
    nextStep();
    const { deviceId: id, secret } = started.body;
    const body = { otp: totp(secret), deviceId: id };
    const reply = await ask(world, by, 'POST /auth/mfa/verify-totp-setup', { body, token: copy.access });
    if (reply.status !== 200) return;
    const device = { account: account.name, by, id, secret, lastStep: stepAt(), verified: true, at: now() };
    world.devices.push({ name: nameOf(world, 'device'), ...device });
    learn(world, by, secret);
    endAll(account, 'a new authenticator', session);
    account.mfa = true;
    // The first code of a device proves it in a full session.
    if (!session.pending) session.provedAt = now();
  },
});

export const removeDevice = command<InSession & { device: string }>({
  name: 'remove an authenticator',
  ends: true,
  group: 'factor',
  weight: 4,
  routes: ['DELETE /auth/mfa/devices/{deviceId}'],
  options: (world) =>
    fitting(world, (account) => devicesOf(world, account).length > 0).flatMap((choice) => {
      const account = accountOf(world, sessionOf(world, copyOf(world, choice.by, choice.session)));
      return devicesOf(world, account).map(({ name: device }) => ({ ...choice, device }));
    }),
  run: async (world, { by, session: name, device: deviceName }) => {
    const copy = copyOf(world, by, name);
    const session = sessionOf(world, copy);
    const account = accountOf(world, session);
    const device = named(world.devices, deviceName);
    const reply = await ask(world, by, `DELETE /auth/mfa/devices/${device.id}`, { token: copy.access });
    if (reply.status !== 200) return;
    requireRecent(world, by, copy, 'remove an authenticator');
    endDevices(world, account, 'the authenticator was removed', device);
    endAll(account, 'a removed authenticator', session);
  },
});

export const resetTotp = command<InSession>({
  name: 'reset authenticators',
  ends: true,
  group: 'factor',
  weight: 4,
  routes: ['POST /auth/mfa/reset-totp'],
  options: (world) => fitting(world, (account) => devicesOf(world, account).length > 0),
  run: async (world, { by, session: name }) => {
    const copy = copyOf(world, by, name);
    const session = sessionOf(world, copy);
    const account = accountOf(world, session);
    const reply = await ask(world, by, 'POST /auth/mfa/reset-totp', { body: {}, token: copy.access });
    if (reply.status !== 200) return;
    requireRecent(world, by, copy, 'reset authenticators');
    endDevices(world, account, 'the authenticators were reset');
    endAll(account, 'reset authenticators', session);
  },
});

export const toggle = command<InSession & { enabled: boolean }>({
  name: 'switch the second factor',
  group: 'factor',
  weight: 7,
  routes: ['POST /auth/mfa/toggle'],
  options: (world) =>
    [true, false].flatMap((enabled) =>
      fitting(world, ({ mfa }) => mfa !== enabled).map((choice) => ({ ...choice, enabled })),
    ),
  run: async (world, { by, session: name, enabled }) => {
    const copy = copyOf(world, by, name);
    const session = sessionOf(world, copy);
    const account = accountOf(world, session);
    const reply = await ask(world, by, 'POST /auth/mfa/toggle', { body: { enabled }, token: copy.access });
    if (reply.status !== 200) return;
    requireRecent(world, by, copy, 'switch the second factor');
    account.mfa = enabled;
    endAll(account, 'a switched second factor', session);
    // Authenticators stay, but recovery codes end with what they recover.
    if (!enabled) endRecovery(world, account, 'the second factor was switched off');
  },
});

export const generateCodes = command<InSession>({
  name: 'generate recovery codes',
  group: 'factor',
  weight: 9,
  routes: ['POST /auth/mfa/generate-recovery-code'],
  options: (world) => fitting(world, ({ mfa }) => mfa),
  run: async (world, { by, session: name }) => {
    const copy = copyOf(world, by, name);
    const account = accountOf(world, sessionOf(world, copy));
    const reply = await ask(world, by, 'POST /auth/mfa/generate-recovery-code', { body: {}, token: copy.access });
    if (reply.status !== 200) return;
    requireRecent(world, by, copy, 'generate recovery codes');
    endRecovery(world, account, 'a new set replaced it');
    const { codes } = reply.body;
    world.recovery.push({ name: nameOf(world, 'recovery'), account: account.name, by, codes, used: [] });
    for (const code of codes) learn(world, by, code);
  },
});

/** Sessions in which a second factor can be proved, with the factors that the person knows. */
export const provable = (world: World, knownOf: (by: string, account: E.Account) => string[]) =>
  withSession(world, newestCopies).flatMap(({ by, session: name }) => {
    const copy = copyOf(world, by, name);
    const isPending = pendingCopies(world, by).includes(copy);
    const account = accountOf(world, sessionOf(world, copy));
    if (!isPending && !(account.mfa && openCopies(world, by).includes(copy))) return [];
    return knownOf(by, account).map((factor) => ({ by, session: name, factor }));
  });
/** Authenticators whose secret the person knows, removed ones included. */
export const knownDevices = (world: World) => (by: string, account: E.Account) =>
  world.devices
    .filter((device) => device.account === account.name && device.verified && knows(world, by, device.secret))
    .map(({ name }) => name);
/** Sets of recovery codes of which the person knows an unused one, ended ones included. */
export const knownRecovery = (world: World) => (by: string, account: E.Account) =>
  world.recovery
    .filter((set) => set.account === account.name && unusedOf(world, by, set) !== undefined)
    .slice(-3)
    .map(({ name }) => name);
export const unusedOf = (world: World, by: string, set: E.RecoverySet): string | undefined =>
  set.codes.find((code) => !set.used.includes(code) && knows(world, by, code));
