// People log in with passwords: current ones, old ones, and those of others that they know.

import { MINUTE } from '../../support/api.ts';
import { endRow, isAtHome, MOST_IN_A_ROW, requireGuessable, requirePassword, rowOf } from '../oracle/credentials.ts';
import { countOwn, hadStrangers, isModest, passwordsAt } from '../oracle/limits.ts';
import { begin } from '../oracle/sessions.ts';
import { type Asked, ask } from '../world/ask.ts';
import { ATTACKER } from '../world/case.ts';
import type * as E from '../world/entities.ts';
import { knows } from '../world/knowledge.ts';
import { named, tenantOf, violate, type World } from '../world/world.ts';
import { command } from './command.ts';
import { accountOf, accountsHere, addressesOf, users } from './shared.ts';

type LogIn = { by: string; password: string; address: string };

/** Logins with passwords that the person knows. */
const choices = (world: World, isFitting: (password: E.Password) => boolean): LogIn[] =>
  users(world).flatMap(({ name: by }) =>
    world.passwords
      .filter((password) => knows(world, by, password.value) && isFitting(password))
      .filter((password) => !accountOf(world, password).removed)
      .flatMap(({ name, account }) =>
        addressesOf(accountOf(world, { account })).map((address) => ({ by, password: name, address })),
      ),
  );

export const sendLogin = (
  world: World,
  by: string,
  account: E.Account,
  address: string,
  password: string,
  more = {},
) => {
  const credentials = { [address.includes('@') ? 'email' : 'phone']: address, password };
  const providerName = address.includes('@') ? 'email' : 'phone';
  const body = { tenantId: tenantOf(world, account.tenant).id, providerName, credentials };
  return ask(world, by, 'POST /auth/login', { body, ...more });
};

/** The newest token of a trusted device that the person holds for the account. */
export const trustOf = (world: World, by: string, account: E.Account): E.Trust | undefined =>
  world.trusts.findLast((trust) => trust.holder === by && trust.account === account.name);
export const trustHeader = (trust: E.Trust | undefined) => (trust ? { 'x-svc-device-trust': trust.token } : {});

/** Reports an owner who was told to wait because of strangers. */
function requireRoom(world: World, by: string, account: E.Account, { status }: Asked): void {
  const scope = passwordsAt(account);
  const isShutOut = status === 429 && by !== ATTACKER && isAtHome(world, by, account) && hadStrangers(world, scope);
  if (isShutOut && isModest(world, scope, 5, 16 * MINUTE))
    violate(world, 'lockout.password', `${by} cannot log in to ${account.name} from a known place`, account);
}

async function logIn(world: World, { by, password: name, address }: LogIn): Promise<void> {
  const password = named(world.passwords, name);
  const account = accountOf(world, password);
  const trust = trustOf(world, by, account);
  const reply = await sendLogin(world, by, account, address, password.value, { headers: trustHeader(trust) });
  if (reply.status !== 200) {
    if (password.ended) countOwn(world, passwordsAt(account));
    else requireRoom(world, by, account, reply);
    return;
  }
  requirePassword(world, by, account, password);
  if (!isAtHome(world, by, account)) requireGuessable(world, account, 'password', rowOf(world, account, 'password'));
  endRow(world, account, 'password');
  const session = begin(world, by, reply, {}, trust);
  // A trusted device is no proof for step-up in an account with a second factor.
  if (account.mfa && !session.pending) session.provedAt = null;
}

export const passwordLogin = command<LogIn>({
  name: 'log in with a password',
  group: 'base',
  weight: 14,
  routes: ['POST /auth/login'],
  options: (world) => choices(world, ({ ended }) => !ended),
  vain: (world) => choices(world, ({ ended }) => ended !== undefined),
  owed: (world) => choices(world, (password) => !password.ended && isTried(world, password)),
  run: logIn,
});
/** Owners whom strangers tried to shut out try again at the end. */
const isTried = (world: World, password: E.Password): boolean =>
  hadStrangers(world, passwordsAt(accountOf(world, password)));

/** A guess that happens to be right, which rules grant an attacker as long as the row of wrong ones is short. */
export const luckyGuess = command<{ account: string }>({
  name: 'guess the right password',
  group: 'flood',
  weight: 4,
  routes: ['POST /auth/login'],
  options: (world) =>
    accountsHere(world)
      .filter((account) => rowOf(world, account, 'password').wrong > MOST_IN_A_ROW)
      .map(({ name: account }) => ({ account })),
  run: async (world, { account: name }) => {
    const account = named(world.accounts, name);
    const password = world.passwords.findLast((each) => each.account === name && !each.ended);
    const [address] = addressesOf(account);
    if (!password || !address) return;
    const reply = await sendLogin(world, ATTACKER, account, address, password.value, { ip: 'fresh' });
    if (reply.status === 200) requireGuessable(world, account, 'password', rowOf(world, account, 'password'));
  },
});
luckyGuess.vain = luckyGuess.options;
