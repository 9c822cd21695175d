// Tracks who knows and controls what (Dolev-Yao): people know what responses gave them, what arrives at addresses they
// read, and what they stole. They can derive nothing else.
import type * as E from './entities.ts';
import { accountById, type World } from './world.ts';

export const learn = (world: World, person: E.PersonName, secret: string): void => {
  const known = world.known.get(person) ?? new Set();
  world.known.set(person, known.add(secret));
};
export const knows = (world: World, person: E.PersonName, secret: string): boolean =>
  world.known.get(person)?.has(secret) ?? false;

/** The people who read what arrives at the address: its owner, and a thief of the mailbox or phone. */
export const readersOf = (world: World, address: string): E.PersonName[] =>
  [...world.people.values()]
    .filter(({ name, email, phone }) => [email, phone].includes(address) || world.taps.get(name)?.has(address))
    .map(({ name }) => name);
export const reads = (world: World, person: E.PersonName, address: string): boolean =>
  readersOf(world, address).includes(person);

/** The person whose address it is. A thief is none. */
export const ownerOf = (world: World, address: string): E.PersonName | undefined =>
  [...world.people.values()].find(({ email, phone }) => [email, phone].includes(address))?.name;

/** The messages whose content the person knows, newest last. */
export const inboxOf = (world: World, person: E.PersonName): E.Message[] =>
  world.messages.filter(({ to, code, token }) => reads(world, person, to) || knows(world, person, code ?? token ?? ''));

/** The tokens that the person holds, the newest of each session last. */
export const copiesOf = (world: World, person: E.PersonName): E.Copy[] =>
  world.copies.filter(({ holder }) => holder === person);

/**
 * Whether the account is this person's by the rules: they read the address that was proved first. Before any proof,
 * they made it, or read an address of it.
 */
export function isOwner(world: World, person: E.PersonName | 'admin', account: E.Account): boolean {
  if (person === 'admin') return true;
  if (account.first) return reads(world, person, account[account.first] ?? '');
  if (account.creator === person) return true;
  const addresses = account.invited ? [account.invited] : [account.email, account.phone];
  return addresses.some((address) => address !== null && reads(world, person, address));
}

/** The person whose account it is: a victim, if another one gets in. */
export const rightfulOwner = (world: World, account: E.Account): E.PersonName | undefined =>
  account.first
    ? ownerOf(world, account[account.first] ?? '')
    : account.creator === 'admin' || account.creator === 'invitation'
      ? ownerOf(world, account.invited ?? account.email ?? account.phone ?? '')
      : account.creator;

export const accountOf = (world: World, { account }: { account: string }): E.Account =>
  world.accounts.find(({ name }) => name === account)!;

/** The account of a message; `undefined` for one that the model does not know. */
export const accountOfMessage = (world: World, { userId }: E.Message): E.Account | undefined =>
  accountById(world, userId);
