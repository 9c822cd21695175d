// Decides whether something has ended what a session or link descends from. Each carries the state of the accounts that
// it descends from, so the one write that ends a session there ends it, too. Nothing is swept.

import { getMany } from '../../store/dynamo/table.ts';
import * as links from '../../store/people/account-links.ts';
import type { Session } from '../../store/people/sessions.ts';
import { asUser, userKey } from '../../store/people/users.ts';
import { headFrom, headKey } from '../../store/tenants/tenants.ts';
import { isStillActing } from './acting.ts';

type Account = links.Account;
type AccountState = links.AccountState;

/** More accounts than a person links, few enough for one read. */
const MAX_ACCOUNTS = 20;

/** Returns what descends from a live session carries: what the session descends from, and its own account. */
export const descentOf = ({ descent = [] }: Session, account: Account): AccountState[] => [
  ...descent.filter(({ user }) => user !== account.user.id),
  links.stateOf(account),
];

/**
 * Returns the states of all accounts. For an account in several lists the oldest state counts. `undefined`: there are
 * more than 20 accounts.
 */
export function joined(...lists: readonly (readonly AccountState[])[]): AccountState[] | undefined {
  const byUser = new Map<string, AccountState>();
  for (const state of lists.flat()) {
    const known = byUser.get(state.user) ?? state;
    byUser.set(state.user, {
      ...state,
      epoch: Math.min(state.epoch, known.epoch),
      tenantEpoch: Math.min(state.tenantEpoch, known.tenantEpoch),
      linkEpoch: Math.min(state.linkEpoch, known.linkEpoch),
    });
  }
  return byUser.size > MAX_ACCOUNTS ? undefined : [...byUser.values()];
}

/**
 * Whether no account has ended its sessions since the states were taken. `known` are accounts that were just read; the
 * others are read in one strongly consistent call.
 */
export async function areCurrent(states: readonly AccountState[], known: readonly Account[]): Promise<boolean> {
  const unread = states.filter(({ user: id }) => !known.some(({ user }) => user.id === id));
  const items = unread.length
    ? await getMany(unread.flatMap(({ tenant, user }) => [userKey(tenant, user), headKey(tenant)]))
    : [];
  const read = await Promise.all(
    unread.map(async ({ tenant: id }, index) => {
      const [user, tenant] = [asUser(items[2 * index]), await headFrom(id, items[2 * index + 1])];
      return user && tenant ? [{ user, tenant }] : [];
    }),
  );
  const accounts = new Map([...known, ...read.flat()].map((account) => [account.user.id, account]));
  return states.every((state) => {
    const account = accounts.get(state.user);
    return account !== undefined && links.isCurrent(state, account);
  });
}

/**
 * Whether nothing has ended what the session descends from. Reads the other accounts, if there are any. The epochs
 * of its own account are its own, which a change that it makes carries on. The session of an admin who acts as the user
 * descends from their own.
 */
export async function isStanding(session: Session, { user, tenant }: Account): Promise<boolean> {
  if (session.acting) return isStillActing(session, session.acting, tenant);
  const { descent = [] } = session;
  const own = descent.find((state) => state.user === user.id);
  if (own && own.linkEpoch < user.linkEpoch) return false;
  const others = descent.filter((state) => state !== own);
  return others.length === 0 || areCurrent(others, []);
}
