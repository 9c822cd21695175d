// Decides what proves an address, which addresses open an account, and what ends when an owner proves theirs.
import { now } from '../../../lib/platform/clock.ts';
import type { RuleId } from '../rules.ts';
import type * as E from '../world/entities.ts';
import { isOwner } from '../world/knowledge.ts';
import { kindOf, note, violate, type World } from '../world/world.ts';
import { end, endAll } from './sessions.ts';

const TAKEOVER = 'takeover';

/**
 * Records that the address of the account is proved. The first proof decides whose account it is. `inSession`: it was
 * proved in this session of the account, so the creator is the owner.
 */
export function prove(world: World, account: E.Account, address: string, inSession?: E.Session): void {
  if (mark(world, account, address, inSession)) endAll(account, `the proof of ${address}`, inSession);
}

/**
 * Records a proof as `prove` does, without its end of all sessions: an admin's mark ends those of an unclaimed account
 * only. Returns whether it was one.
 */
export function mark(world: World, account: E.Account, address: string, inSession?: E.Session): boolean {
  const kind = kindOf(address);
  if (account[kind] !== address || account.proved[kind] !== undefined) return false;
  account.proved[kind] = now();
  if (!inSession) claim(world, account, [kind]);
  account.isUnclaimed = false;
  if (account.first) return true;
  account.first = kind;
  note(world, `  ${account.name} is of the person who reads ${address} from now on`);
  endCredentials(world, account, (by) => !isOwner(world, by, account));
  return true;
}

/**
 * Ends all that the creator of an unclaimed account left in it, and the addresses that are not kept. It does not matter
 * who the creator is: the service cannot know.
 */
export function claim(world: World, account: E.Account, kept: readonly E.AddressKind[]): void {
  if (!account.isUnclaimed) return;
  account.isUnclaimed = false;
  for (const kind of ['email', 'phone'] as const) if (!kept.includes(kind)) account[kind] = null;
  account.mfa = false;
  endAll(account, 'the account was claimed');
  for (const place of world.places) if (place.endsWith(`|${account.name}`)) world.places.delete(place);
  endCredentials(world, account, () => true);
}

function endCredentials(world: World, account: E.Account, isTheirs: (by: string) => boolean): void {
  const ended = (): E.Ended => ({ reason: TAKEOVER, at: now() });
  const isEnding = (each: { account: string; by: string }) => each.account === account.name && isTheirs(each.by);
  for (const password of world.passwords.filter(isEnding)) password.ended ??= ended();
  for (const device of world.devices.filter(isEnding)) device.ended ??= ended();
  for (const set of world.recovery.filter(isEnding)) set.ended ??= ended();
  for (const identity of world.identities.filter(isEnding)) if (identity.isUnproved) identity.ended ??= ended();
  for (const session of world.sessions.filter(isEnding)) end(session, TAKEOVER);
}

/** The rule for a credential that ended: `squatter` if another person's proof ended it, otherwise `other`. */
export const ruleOf = (ended: E.Ended, squatter: RuleId, other: RuleId): RuleId =>
  ended.reason === TAKEOVER ? squatter : other;

/** Checks that a code or token to this address may open the account. Call it before `prove`. */
export function requireOpens(world: World, by: E.PersonName, account: E.Account, address: string, what: string): void {
  const kind = kindOf(address);
  const isProved = account[kind] === address && account.proved[kind] !== undefined;
  const mayBeFirst = kind === 'email' || account.email === null;
  const isFirst = account[kind] === address && !account.first && mayBeFirst && (account.invited ?? address) === address;
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
    // One code for each purpose and client: of the e-mail address and of the phone number are two.
    if (older === sent || !isSame || kindOf(older.to) !== kindOf(sent.to) || older.binding !== sent.binding) continue;
    // A client that signed up and asks for another code keeps what it chose.
    if (sent.binding && !older.used && older.choice) sent.choice ??= older.choice;
    older.used ??= { reason: 'a newer one replaced it', at: now() };
  }
}
