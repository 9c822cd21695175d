// Decides what proves an address, which addresses open an account, and what ends when an owner proves theirs.
import { now } from '../../../lib/platform/clock.ts';
import type { RuleId } from '../rules.ts';
import type * as E from '../world/entities.ts';
import { isOwner } from '../world/knowledge.ts';
import { kindOf, note, violate, type World } from '../world/world.ts';
import { end } from './sessions.ts';

const TAKEOVER = 'takeover';

/** Records that the address of the account is proved. The first proof decides whose account it is. */
export function prove(world: World, account: E.Account, address: string): void {
  const kind = kindOf(address);
  if (account[kind] !== address || account.proved[kind] !== undefined) return;
  account.proved[kind] = now();
  if (account.first) return;
  account.first = kind;
  note(world, `  ${account.name} is of the person who reads ${address} from now on`);
  const ended = (): E.Ended => ({ reason: TAKEOVER, at: now() });
  const isForeign = (each: { account: string; by: string }) =>
    each.account === account.name && !isOwner(world, each.by, account);
  for (const password of world.passwords.filter(isForeign)) password.ended ??= ended();
  for (const device of world.devices.filter(isForeign)) device.ended ??= ended();
  for (const set of world.recovery.filter(isForeign)) set.ended ??= ended();
  for (const identity of world.identities.filter(isForeign)) if (identity.isUnproved) identity.ended ??= ended();
  for (const session of world.sessions.filter(isForeign)) end(session, TAKEOVER);
}

/** The rule for a credential that ended: `squatter` if another person's proof ended it, otherwise `other`. */
export const ruleOf = (ended: E.Ended, squatter: RuleId, other: RuleId): RuleId =>
  ended.reason === TAKEOVER ? squatter : other;

/** Whether an ended credential may open the account for this person all the same: a takeover is no offence of the owner. */
export const isExcused = (world: World, by: E.PersonName, account: E.Account, ended: E.Ended): boolean =>
  ended.reason === TAKEOVER && isOwner(world, by, account);

/** Checks that a code or token to this address may open the account. Call it before `prove`. */
export function requireOpens(world: World, by: E.PersonName, account: E.Account, address: string, what: string): void {
  const kind = kindOf(address);
  const isProved = account[kind] === address && account.proved[kind] !== undefined;
  const isFirst = account[kind] === address && !account.first && (account.invited ?? address) === address;
  if (isProved || isFirst) return;
  const rule = what === 'an invitation' && account.first ? 'invitation.unproved' : 'address.unproved';
  violate(world, rule, `${by} opened ${account.name} with ${what} to ${address}, which it has not proved`, account);
}

/** How long each kind of code or token lives, ms, with a margin for the time that a step takes. */
const LIVES = { code: 10 * 60_000, reset: 30 * 60_000, invitation: 3 * 86_400_000 };
const MARGIN_MS = 5_000;

type Sent = { name: string; at: number; used?: E.Ended };

/** Checks that a code or token that was accepted was the newest, unused, and not too old. */
export function requireFresh(world: World, account: E.Account, sent: Sent, lives: keyof typeof LIVES): void {
  const fail = (rule: RuleId, reason: string) =>
    violate(world, rule, `${sent.name} of ${account.name} was accepted: ${reason}`, account);
  if (sent.used) fail('code.spent', sent.used.reason);
  else if (now() - sent.at > LIVES[lives] + MARGIN_MS) fail('code.spent', 'it had expired');
  else if (sent.at < world.since) fail('code.since', 'codes were cut');
}

/** Records that a newer code of the same purpose was sent: the older ones are replaced. */
export function replaceOlder(world: World, sent: E.Message): void {
  for (const older of world.messages) {
    const isSame = older.event === sent.event && older.userId === sent.userId && older.tenantId === sent.tenantId;
    // One code for each purpose: of the e-mail address and of the phone number are two.
    if (older !== sent && isSame && kindOf(older.to) === kindOf(sent.to))
      older.used ??= { reason: 'a newer one replaced it', at: now() };
  }
}
