// Finds what commands choose from: people, their live tokens, their accounts.
import { now } from '../../../lib/platform/clock.ts';
import { MINUTE } from '../../support/api.ts';
import { endAll, endOf } from '../oracle/sessions.ts';
import { ADMIN, ATTACKER } from '../world/case.ts';
import type * as E from '../world/entities.ts';
import { accountOf, copiesOf } from '../world/knowledge.ts';
import { accountById, tenantOf, type World } from '../world/world.ts';

/** Access tokens live 15 minutes. */
const ACCESS_MS = 15 * MINUTE - 5_000;

/** The people who have accounts in tenants. */
export const users = (world: World): E.Person[] => [...world.people.values()].filter(({ name }) => name !== ADMIN);
export const owners = (world: World): E.Person[] => users(world).filter(({ isAttacker }) => !isAttacker);
export const attackers = (world: World): E.Person[] => [world.people.get(ATTACKER)!];
export const tenants = (world: World): E.Tenant[] => [...world.tenants.values()];
export const accountsHere = (world: World): E.Account[] => world.accounts.filter(({ removed }) => !removed);

/** Accounts that strangers attack by their e-mail address: not their own, nor that of the host, who is a bystander. */
export const targets = (world: World): E.Account[] =>
  accountsHere(world).filter(
    ({ name, email, creator }) => email !== null && name !== 'account@0' && creator !== ATTACKER,
  );

export const sessionOf = (world: World, copy: E.Copy): E.Session =>
  world.sessions.find(({ name }) => name === copy.session)!;

/** The newest tokens that the person holds of each session. */
export function newestCopies(world: World, person: E.PersonName): E.Copy[] {
  const newest = new Map(copiesOf(world, person).map((copy) => [copy.session, copy]));
  return [...newest.values()];
}

export const isUnexpired = (copy: E.Copy): boolean => now() - copy.issuedAt < ACCESS_MS;
const isAlive = (world: World, copy: E.Copy): boolean => {
  const session = sessionOf(world, copy);
  return copy.sid === session.sid && !endOf(world, session);
};

/** Tokens of live, full sessions whose access token has not expired. */
export const openCopies = (world: World, person: E.PersonName): E.Copy[] =>
  newestCopies(world, person).filter(
    (copy) => isUnexpired(copy) && !sessionOf(world, copy).pending && isAlive(world, copy),
  );
/** Tokens of live pending logins. */
export const pendingCopies = (world: World, person: E.PersonName): E.Copy[] =>
  newestCopies(world, person).filter(
    (copy) =>
      sessionOf(world, copy).pending && isAlive(world, copy) && now() - sessionOf(world, copy).createdAt < 9 * MINUTE,
  );
/** Tokens of live sessions. A refresh token among them may have been used by another holder. */
export const liveCopies = (world: World, person: E.PersonName): E.Copy[] =>
  newestCopies(world, person).filter((copy) => isAlive(world, copy));
/** Tokens of sessions that ended, which must open nothing. */
export const deadCopies = (world: World, person: E.PersonName): E.Copy[] =>
  newestCopies(world, person).filter((copy) => !isAlive(world, copy));

/** Choices of a person and a session of theirs, by name. */
export const withSession = (world: World, copies: (world: World, person: E.PersonName) => E.Copy[]) =>
  users(world).flatMap(({ name: by }) => copies(world, by).map(({ session }) => ({ by, session })));

/** The tokens that a person holds of a session. */
export const copyOf = (world: World, by: E.PersonName, session: string): E.Copy =>
  newestCopies(world, by).find((copy) => copy.session === session)!;

export const addressesOf = ({ email, phone }: E.Account): string[] => [email, phone].filter((each) => each !== null);

/** Returns the account of the id; adds it if it is new to the model. */
export function meet(
  world: World,
  id: string,
  made: Pick<E.Account, 'tenant' | 'email' | 'phone' | 'creator'> & Partial<Pick<E.Account, 'invited' | 'isUnclaimed'>>,
): E.Account {
  const known = accountById(world, id);
  if (known) return known;
  // Another account may have had one of these addresses, inert: the invited person took it along.
  for (const before of accountsHere(world).filter(({ tenant }) => tenant === made.tenant))
    for (const kind of ['email', 'phone'] as const)
      if (before[kind] !== null && before[kind] === made[kind]) {
        before[kind] = null;
        endAll(before, 'an address went to another account');
      }
  const account: E.Account = {
    name: `account@${world.step}`,
    id,
    invited: null,
    isUnclaimed: false,
    proved: {},
    first: null,
    mfa: false,
    era: 1,
    eraEnds: [],
    ...made,
  };
  world.accounts.push(account);
  return account;
}

/** A password that no other step chooses, and that contains no address. */
export const passwordOf = (world: World): string => `Zq7$ chosen in ${world.step} ${world.id}`;
export const tenantIdOf = (world: World, { tenant }: { tenant: E.TenantName }): string => tenantOf(world, tenant).id;
export { accountOf };
