// Knows the accounts that are signed in in this browser.

import { signal } from '@preact/signals';
import type { BrowserAccount } from '../../../packages/client/index.ts';
import { api } from '../ui/api.ts';
import { isTenantNamed, tenant } from './request.ts';

/** The accounts that the person can continue with: those of the tenant, if the link or the application named one. */
export const accounts = signal<readonly BrowserAccount[]>([]);
/** Id of a tenant -> its name. Empty if all accounts are of the tenant whose page it is. */
export const tenantNames = signal<ReadonlyMap<string, string>>(new Map());

/** Reads the accounts, and which of them are of the tenant once `begun`. Without them, people sign in as usual. */
export async function readAccounts(begun: Promise<void>): Promise<void> {
  try {
    const [{ accounts: all }] = await Promise.all([api.authentication.accounts(), begun]);
    const isHere = ({ tenantId }: BrowserAccount) => tenantId === tenant.value?.id;
    accounts.value = isTenantNamed.value ? all.filter(isHere) : all;
    if (accounts.value.every(isHere)) return;
    const ids = [...new Set(accounts.value.map(({ tenantId }) => tenantId))];
    tenantNames.value = new Map(await Promise.all(ids.map(async (id) => [id, await tenantNameOf(id)] as const)));
  } catch {
    // The form to sign in is always there.
  }
}

/** Returns the name of a tenant. */
export const tenantNameOf = async (tenantId: string): Promise<string> =>
  (await api.authentication.clientConfig({ tenantId })).tenant?.name ?? '';
