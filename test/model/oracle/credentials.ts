// Checks what a password, an authenticator or a recovery code opened.
import { now } from '../../../lib/platform/clock.ts';
import type * as E from '../world/entities.ts';
import { isOwner } from '../world/knowledge.ts';
import { personOf, violate, type World } from '../world/world.ts';
import { ruleOf } from './proofs.ts';

/** Sets the password of the account. The one before opens nothing from now on. */
export function setPassword(world: World, account: E.Account, by: E.Password['by'], name: string, value: string): void {
  for (const before of world.passwords.filter((each) => each.account === account.name))
    before.ended ??= { reason: 'a new one was set', at: now() };
  world.passwords.push({ name, account: account.name, value, by });
  // NIST SP 800-63B 3.2.2 counts failed attempts at one authenticator. A new password is another one.
  endRow(world, account, 'password');
}

/** Checks a login that the password opened. */
export function requirePassword(world: World, by: E.PersonName, account: E.Account, password: E.Password): void {
  const { ended } = password;
  if (!ended) return;
  const rule = ruleOf(ended, 'squatter.password', 'password.old');
  violate(world, rule, `${by} opened ${account.name} with ${password.name}: ${ended.reason}`, account);
}

/** Checks a second factor that an authenticator or recovery code proved. */
export function requireFactor(
  world: World,
  by: E.PersonName,
  account: E.Account,
  factor: Pick<E.Device | E.RecoverySet, 'name' | 'ended'>,
  other: 'factor.removed' | 'recovery.outlived',
): void {
  const { ended } = factor;
  if (!ended) return;
  const rule = ruleOf(ended, 'squatter.factor', other);
  violate(
    world,
    rule,
    `${by} proved the second factor of ${account.name} with ${factor.name}: ${ended.reason}`,
    account,
  );
}

/** Ends the recovery codes of the account. */
export function endRecovery(world: World, account: E.Account, reason: string): void {
  for (const set of world.recovery.filter((each) => each.account === account.name)) set.ended ??= { reason, at: now() };
}

/** Ends the account's authenticators, and with the last one its recovery codes and its second factor. */
export function endDevices(world: World, account: E.Account, reason: string, only?: E.Device): void {
  const all = world.devices.filter((each) => each.account === account.name && each.verified && !each.ended);
  for (const device of only ? [only] : all) device.ended ??= { reason, at: now() };
  if (!only || all.every((device) => device === only)) {
    account.mfa = false;
    endRecovery(world, account, reason);
  }
}

/** NIST SP 800-63B 3.2.2: at most 100 consecutive failed attempts. */
export const MOST_IN_A_ROW = 100;

/** Checks a guess that was right, from a place the account does not know. */
export function requireGuessable(world: World, account: E.Account, pathway: 'password' | 'code', row: E.Row): void {
  if (row.wrong <= MOST_IN_A_ROW) return;
  const rule = pathway === 'password' ? 'password.guessed' : 'code.guessed';
  violate(world, rule, `${account.name} took a right ${pathway} after ${row.wrong} wrong ones in a row`, account);
}

/** Ends the row of wrong guesses: the owner proved the credential. */
export const endRow = (world: World, account: E.Account, pathway: 'password' | 'code'): void =>
  void world.rows.delete(`${pathway}|${account.name}`);
export function rowOf(world: World, account: E.Account, pathway: 'password' | 'code'): E.Row {
  const key = `${pathway}|${account.name}`;
  const row = world.rows.get(key) ?? { wrong: 0 };
  world.rows.set(key, row);
  return row;
}

/** Whether the person is the owner, at a place that logged in to the account before. */
export const isAtHome = (world: World, by: E.PersonName, account: E.Account): boolean =>
  isOwner(world, by, account) && world.places.has(`${personOf(world, by).ip}|${account.name}`);
