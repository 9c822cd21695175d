// People complete pending logins with a second factor, or renew their proof.
import { now } from '../../../lib/platform/clock.ts';
import { MINUTE } from '../../support/api.ts';
import { claimsOf } from '../../support/tokens.ts';
import { nextStep, stepAt, totp } from '../../support/totp.ts';
import { requireFactor } from '../oracle/credentials.ts';
import { countOwn, isModest } from '../oracle/limits.ts';
import { replaceOlder, requireFresh } from '../oracle/proofs.ts';
import { endAll, hold, keepTrust, requireAlive, takePlace } from '../oracle/sessions.ts';
import { type Asked, ask } from '../world/ask.ts';
import type * as E from '../world/entities.ts';
import { inboxOf, isOwner } from '../world/knowledge.ts';
import { named, personOf, violate, type World } from '../world/world.ts';
import { command } from './command.ts';
import { knownDevices, knownRecovery, provable, unusedOf } from './factors.ts';
import { accountOf, copyOf, pendingCopies, sessionOf, withSession } from './shared.ts';

const CODE_SENT = 'svc.two_factor_code_sent';
type Proof = { by: string; session: string; factor: string; trust: boolean };

/** Records a completed or renewed session. Its id and tokens are new, and the ones before work no more. */
function completed(world: World, by: string, copy: E.Copy, reply: Asked, isFirst: boolean): void {
  requireAlive(world, by, copy, 'a second factor');
  const session = sessionOf(world, copy);
  const account = accountOf(world, session);
  // If only the tenant requires a second factor, the first proof switches it on for the account.
  if (isFirst && !account.mfa) {
    account.mfa = true;
    endAll(account, 'a first second factor', session);
  }
  // After a change of tenant, the session that was shown for it ends here.
  const shown = world.sessions.find(({ name }) => name === session.replaces);
  if (shown) {
    takePlace(world, shown, session);
    session.sources = shown.sources;
    delete session.replaces;
  }
  session.sid = claimsOf(reply.body.accessToken).sid;
  session.gen = 1;
  session.pending = false;
  session.provedAt = now();
  session.isSwitched = false;
  session.rotated = { by, at: now() };
  hold(world, by, session, reply);
  world.places.add(`${personOf(world, by).ip}|${account.name}`);
  if (typeof reply.body.trustToken === 'string') keepTrust(world, by, account, reply.body.trustToken);
}

const withTrust = <T>(all: T[]): (T & { trust: boolean })[] =>
  all.flatMap((each) => [true, false].map((trust) => ({ ...each, trust })));

export const verifyTotp = command<Proof>({
  name: 'show an authenticator',
  group: 'factor',
  weight: 9,
  routes: ['POST /auth/mfa/verify'],
  options: (world) =>
    withTrust(provable(world, knownDevices(world))).filter(({ factor }) => !named(world.devices, factor).ended),
  vain: (world) =>
    provable(world, knownDevices(world))
      .filter(({ factor }) => named(world.devices, factor).ended)
      .map((each) => ({ ...each, trust: false })),
  run: async (world, { by, session: name, factor, trust }) => {
    const copy = copyOf(world, by, name);
    const account = accountOf(world, sessionOf(world, copy));
    const device = named(world.devices, factor);
    nextStep();
    const body = { method: 'totp', otp: totp(device.secret), trustDevice: trust };
    const reply = await ask(world, by, 'POST /auth/mfa/verify', { body, token: copy.access });
    if (reply.status !== 200) return;
    requireFactor(world, by, account, device, 'factor.removed');
    device.lastStep = stepAt();
    completed(world, by, copy, reply, true);
  },
});

const recoverable = (world: World, isFitting: (set: E.RecoverySet) => boolean): Proof[] =>
  provable(world, knownRecovery(world))
    .filter(({ factor }) => isFitting(named(world.recovery, factor)))
    .map((each) => ({ ...each, trust: false }));

export const verifyRecovery = command<Proof>({
  name: 'show a recovery code',
  group: 'factor',
  weight: 5,
  routes: ['POST /auth/mfa/verify-recovery-code'],
  options: (world) => recoverable(world, ({ ended }) => !ended),
  vain: (world) => recoverable(world, ({ ended }) => ended !== undefined),
  run: async (world, { by, session: name, factor }) => {
    const copy = copyOf(world, by, name);
    const account = accountOf(world, sessionOf(world, copy));
    const set = named(world.recovery, factor);
    const code = unusedOf(world, by, set)!;
    const reply = await ask(world, by, 'POST /auth/mfa/verify-recovery-code', { body: { code }, token: copy.access });
    if (reply.status !== 200) return;
    set.used.push(code);
    requireFactor(world, by, account, set, 'recovery.outlived');
    completed(world, by, copy, reply, false);
  },
});

/** Codes that complete a login, asked for and used in one session. */
const methods = ['email', 'sms'] as const;
const numberOf = ({ email, phone }: E.Account, method: string) => (method === 'email' ? email : phone);

export const challenge = command<{ by: string; session: string; method: string }>({
  name: 'ask for a second factor code',
  group: 'factor',
  weight: 8,
  routes: ['POST /auth/mfa/challenge'],
  options: (world) =>
    withSession(world, pendingCopies).flatMap(({ by, session: name }) => {
      const session = sessionOf(world, copyOf(world, by, name));
      const account = accountOf(world, session);
      const usable = methods.filter((method) => {
        const kind = method === 'email' ? 'email' : 'phone';
        return account.proved[kind] !== undefined && session.channel !== kind;
      });
      return usable.map((method) => ({ by, session: name, method }));
    }),
  run: async (world, { by, session: name, method }) => {
    const copy = copyOf(world, by, name);
    const account = accountOf(world, sessionOf(world, copy));
    const scope = `factor|${account.name}`;
    // Less than the limits of one account: one a minute, three in ten minutes, six a day.
    const isDue =
      isModest(world, scope, 1, MINUTE + 2_000) &&
      isModest(world, scope, 2, 11 * MINUTE) &&
      isModest(world, scope, 5, 25 * 60 * MINUTE);
    const reply = await ask(world, by, 'POST /auth/mfa/challenge', { body: { method }, token: copy.access });
    countOwn(world, scope);
    for (const message of reply.messages) replaceOlder(world, message);
    for (const message of reply.messages) message.session = name;
    if (reply.status === 429 && isDue && isOwner(world, by, account))
      violate(world, 'lockout.factor', `${by} gets no second factor by ${method} for ${account.name}`, account);
  },
});
challenge.owed = challenge.options;

export const verifyMessage = command<Proof>({
  name: 'show a second factor code',
  group: 'factor',
  weight: 9,
  routes: ['POST /auth/mfa/verify'],
  options: (world) =>
    withTrust(
      provable(world, (by, account) =>
        inboxOf(world, by)
          .filter(({ event, userId, code }) => event === CODE_SENT && userId === account.id && code)
          .slice(-2)
          .map(({ name }) => name),
      ),
    ),
  run: async (world, { by, session: name, factor, trust }) => {
    const copy = copyOf(world, by, name);
    const account = accountOf(world, sessionOf(world, copy));
    const message = named(world.messages, factor);
    const method = numberOf(account, 'email') === message.to ? 'email' : 'sms';
    const body = { method, otp: message.code, trustDevice: trust };
    const reply = await ask(world, by, 'POST /auth/mfa/verify', { body, token: copy.access });
    if (reply.status !== 200) return;
    requireFresh(world, account, message, 'code');
    if (message.session !== name)
      violate(world, 'code.spent', `${message.name} completed ${name}, but was sent for ${message.session}`, account);
    message.used = { reason: 'it was used', at: now() };
    completed(world, by, copy, reply, true);
  },
});
