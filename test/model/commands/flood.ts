// Strangers repeat a request from many networks: wrong passwords, wrong codes, requests for messages, wrong keys. Slow
// ones wait for each window of a limit to end.
import { randomInt } from 'node:crypto';
import { advance } from '../../../lib/platform/clock.ts';
import { MINUTE, SECOND } from '../../support/api.ts';
import { newPhone } from '../../support/factors.ts';
import { rowOf } from '../oracle/credentials.ts';
import { countStranger, messagesTo, passwordsAt } from '../oracle/limits.ts';
import { ask } from '../world/ask.ts';
import { ATTACKER } from '../world/case.ts';
import { repeat } from '../world/repeat.ts';
import { named, note } from '../world/world.ts';
import { adminOf } from './admin-console.ts';
import { isGuessed, LOGIN_CODE, requestCode, sendCodeLogin } from './codes.ts';
import { command } from './command.ts';
import { sendLogin } from './login.ts';
import { targets, tenants } from './shared.ts';

const fresh = { ip: 'fresh' } as const;

/** Ten wrong passwords in each quarter of an hour. */
export const guessPasswords = command<{ account: string; rounds: number }>({
  name: 'guess passwords',
  group: 'flood',
  weight: 8,
  atMost: 2,
  routes: ['POST /auth/login'],
  options: (world) => targets(world).flatMap(({ name: account }) => [1, 14].map((rounds) => ({ account, rounds }))),
  run: async (world, { account: name, rounds }) => {
    const account = named(world.accounts, name);
    const row = rowOf(world, account, 'password');
    let wrong = 0;
    const total = await repeat(world, { rounds, pauseMs: 15 * MINUTE + 2 * SECOND }, async () => {
      wrong = 0;
      for (let guess = 0; guess < 10; guess++) {
        const reply = await sendLogin(world, ATTACKER, account, account.email!, `wrong ${guess}`, fresh);
        if (reply.status === 401) wrong++;
      }
      row.wrong += wrong;
    });
    row.wrong += wrong * Math.max(0, total - 2);
    countStranger(world, passwordsAt(account));
  },
});

/** Five wrong guesses at each of ten codes a day. */
export const guessCodes = command<{ account: string; rounds: number }>({
  name: 'guess codes',
  group: 'flood',
  weight: 8,
  atMost: 1,
  routes: ['POST /auth/passwordless/send', 'POST /auth/login'],
  options: (world) => targets(world).flatMap(({ name: account }) => [1, 24].map((rounds) => ({ account, rounds }))),
  run: async (world, { account: name, rounds }) => {
    const account = named(world.accounts, name);
    const row = rowOf(world, account, 'code');
    const target = { by: ATTACKER, tenant: account.tenant, address: account.email!, purpose: 'login', isBound: false };
    let wrong = 0;
    const total = await repeat(world, { rounds, pauseMs: 145 * MINUTE }, async () => {
      wrong = 0;
      const sent = await requestCode(world, target, fresh);
      const message = sent.messages.find(({ event }) => event === LOGIN_CODE);
      // Guesses at a code of 20 digits are no progress.
      if (!message || !isGuessed(message)) return;
      const guess = message.code === '000000' ? '000001' : '000000';
      for (; wrong < 5; wrong++) await sendCodeLogin(world, ATTACKER, message, guess, fresh);
      message.used = { reason: 'it was guessed at five times', at: message.at };
      row.wrong += wrong;
    });
    row.wrong += wrong * Math.max(0, total - 2);
    countStranger(world, `${messagesTo(account.tenant, account.email!)}|login`);
    // The next code, which one lucky guess may hit.
    advance(145 * MINUTE);
    await requestCode(world, target, fresh);
  },
});

/** A message every few minutes, to an address that a person needs. */
export const askForCodes = command<{ account: string; purpose: string }>({
  name: 'ask for many codes',
  group: 'flood',
  weight: 6,
  atMost: 2,
  routes: ['POST /auth/passwordless/send', 'POST /auth/forgot-password'],
  options: (world) =>
    targets(world)
      .filter(({ proved }) => proved.email)
      .flatMap(({ name: account }) => ['login', 'reset'].map((purpose) => ({ account, purpose }))),
  run: async (world, { account: name, purpose }) => {
    const { tenant, email } = named(world.accounts, name);
    await repeat(world, { rounds: 20, pauseMs: 4 * MINUTE }, () =>
      requestCode(world, { by: ATTACKER, tenant, address: email!, purpose, isBound: false }, fresh),
    );
    countStranger(world, `${messagesTo(tenant, email!)}|${purpose}`);
  },
});

/** A request that uses up what a whole tenant shares, with addresses that no one has. */
const DECOYS: Record<string, { times: number; body: () => Record<string, unknown> }> = {
  'by SMS': { times: 1200, body: () => ({ identifier: newPhone(), channel: 'sms' }) },
  'by email': { times: 22_000, body: () => ({ identifier: `x${randomInt(1e9)}@decoy.example`, channel: 'email' }) },
};
const PER_ROUND = 5;

/** Requests from many networks, each for an address of its own, within a day. */
export const sendDecoys = command<{ tenant: string; how: string }>({
  name: 'ask for codes to addresses without accounts',
  group: 'flood',
  weight: 8,
  atMost: 1,
  routes: ['POST /auth/passwordless/send'],
  options: (world) => tenants(world).flatMap(({ name: tenant }) => Object.keys(DECOYS).map((how) => ({ tenant, how }))),
  run: async (world, { tenant, how }) => {
    const { times, body } = DECOYS[how]!;
    const { id: tenantId } = named([...world.tenants.values()], tenant);
    await repeat(world, { rounds: times / PER_ROUND, pauseMs: SECOND }, async () => {
      for (let sent = 0; sent < PER_ROUND; sent++)
        await ask(world, ATTACKER, 'POST /auth/passwordless/send', { body: { tenantId, ...body() }, ...fresh });
    });
    note(world, `strangers asked ${times} times ${how} in tenant ${tenant}`);
  },
});

/** Wrong passwords of the admin, or wrong secret keys. */
export const attackAdmins = command<{ how: string }>({
  name: 'attack the admin console',
  group: 'flood',
  weight: 5,
  atMost: 1,
  routes: ['POST /auth/admin/login', 'POST /auth/admin/reset-password', 'POST /auth/admin/signup'],
  options: () => [{ how: 'passwords' }, { how: 'keys' }],
  run: async (world, { how }) => {
    const { email } = adminOf(world);
    const secretKey = 'wrong'.padEnd(40, 'x');
    await repeat(world, { rounds: how === 'keys' ? 10 : 3, pauseMs: SECOND }, async () => {
      for (let guess = 0; guess < 5; guess++) {
        if (how === 'keys') {
          const body = { email, secretKey, newPassword: `Zq7$ wrong ${guess}` };
          await ask(world, ATTACKER, 'POST /auth/admin/reset-password', { body, ...fresh });
          continue;
        }
        const body = { email, password: `wrong ${guess}` };
        await ask(world, ATTACKER, 'POST /auth/admin/login', { body, ...fresh });
      }
    });
    countStranger(world, how === 'keys' ? 'secret-key' : 'admin');
  },
});
