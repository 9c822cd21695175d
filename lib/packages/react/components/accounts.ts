// Knows the accounts that can be switched to in this browser, with the names of their tenants.
import { createElement as h, type ReactElement, useState } from 'react';
import type { BrowserAccount } from '../../client/index.ts';
import { useAccounts } from '../account.ts';
import { useAuth } from '../auth.ts';
import { useDestinations } from './destinations.ts';
import type { MenuItem } from './menu.ts';
import { useMenuWords } from './words/menu.ts';

/** Codes of an account whose session has ended while it waited. */
const ENDED = /^(SESSION_NOT_FOUND|ACCOUNT_INACTIVE|REFRESH_TOKEN_)/;

/** Returns the name of an account. */
export const nameOf = (account: { name?: string | null; email: string | null; phone: string | null }): string =>
  account.name || account.email || account.phone || '';

/** Returns the first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words =
    name
      .split('@')[0]
      ?.split(/[\s._-]+/)
      .filter(Boolean) ?? [];
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

/** Returns the mark of a person or an organization. Its letters are no text, as they are no part of a name. */
export const markOf = (name: string, shape = ''): ReactElement =>
  h('span', { key: 'mark', className: `gatehouse-avatar ${shape}`, 'data-initials': initialsOf(name) });

/** Returns what menus with accounts share. Without cookies, only the service's own pages know the accounts of a browser. */
export function useAccountMenu() {
  const auth = useAuth();
  const { client, user, tenant } = auth;
  const { accounts = [], load, switchAccount, error } = useAccounts();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const [isFailed, setFailed] = useState(false);
  const say = useMenuWords();
  const { leave, ...pages } = useDestinations();

  const onOpen = async (): Promise<void> => {
    setFailed(false);
    if (client.delivery !== 'cookie') return;
    const loaded = await load();
    if (!loaded) return;
    const ids = new Set(loaded.map(({ tenantId }) => tenantId));
    // A name that cannot be read leaves the address of the account.
    const found = [...ids].map(async (tenantId) => {
      const { tenant: of } = await client.authentication.clientConfig({ tenantId }).catch(() => ({ tenant: null }));
      return [tenantId, of?.name ?? ''] as const;
    });
    setNames(new Map(await Promise.all(found)));
  };
  /** Runs what an item does. A failure keeps the menu open, which then says so. */
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    setFailed(false);
    try {
      await work();
      return true;
    } catch {
      setFailed(true);
      return false;
    }
  };
  const choose =
    ({ slot }: BrowserAccount) =>
    async () =>
      slot !== null && !!(await switchAccount({ slot }));
  const own: BrowserAccount[] = user
    ? [{ accountId: user.id, email: user.email, phone: user.phone, tenantId: '', isActive: true, slot: null }]
    : [];
  const code = error?.code ?? '';
  return {
    ...auth,
    ...pages,
    say,
    onOpen,
    attempt,
    problem: isFailed || error ? say(ENDED.test(code) ? 'ended' : 'failed') : undefined,
    /** The accounts, that of this session first. It is there before the others are loaded. */
    accounts: [...(accounts.length ? accounts : own)].sort(
      (one, other) => Number(other.isActive) - Number(one.isActive),
    ),
    tenantNameOf: ({ tenantId, isActive }: BrowserAccount) => (isActive && tenant?.name) || names.get(tenantId) || '',
    choose,
    /** The item for an account that is not signed in here yet. */
    another: (key: string, label: string): MenuItem => ({
      key,
      label,
      onSelect: () => attempt(() => leave({ prompt: 'select_account' })),
    }),
    name: user ? nameOf(user) : '',
  };
}
