// Holds the account that is shown, and reads it again after a change.

import { signal } from '@preact/signals';
import type { AccountWithPermissions, SignInPage } from '../../../packages/client/index.ts';
import { pathBelow } from '../../kit/base.ts';
import { routerOf } from '../../kit/router.ts';
import { inTab } from '../../kit/storage.ts';
import { api, asError, mustSignIn, pageUrl } from '../ui/api.ts';
import { show } from '../ui/brand.ts';
import { speakBest } from '../words/choice.ts';

/** The page that is shown: `account`, or `organization`, which shares this file. */
const page = pathBelow('').split('/')[0] ?? '';
export const router = routerOf(page);
export const me = signal<AccountWithPermissions | undefined>(undefined);
/** What the tenant allows. */
export const tenant = signal<SignInPage | undefined>(undefined);
/** Whether users of the tenant have passkeys. */
export const hasPasskeys = signal(false);
/** What a change has brought about, said at the top of the page. */
export const said = signal('');

const RETURN = 'gatehouse return';

/** Reads the account again. Without a session, the browser goes to the sign-in page and comes back to this section. */
export async function load(): Promise<void> {
  try {
    me.value = await api.authentication.me();
  } catch (error) {
    const { code, statusCode } = asError(error);
    // What is over in a moment ends no session.
    if (code === 'NETWORK' || statusCode === 429 || statusCode >= 500) throw error;
    signInAgain();
  }
}

/** Begins the page: the account, and the face and rules of its tenant. */
export async function begin(): Promise<void> {
  const kept = inTab.getItem(RETURN);
  inTab.removeItem(RETURN);
  if (kept && !router.path.value) {
    const [name, ...section] = kept.split('/');
    // The sign-in page leads to the account.
    if (name !== page) return location.replace(pageUrl(kept));
    router.navigate(section.join('/'));
  }
  await load();
  if (!me.value) return;
  if (me.value.actor) (await import('./acting.ts')).warn(me.value, api);
  await speakBest({ account: me.value.locale });
  const { tenantId } = me.value;
  const { tenant: found, branding, passkeys } = await api.authentication.clientConfig({ tenantId });
  tenant.value = found;
  hasPasskeys.value = passkeys.enabled;
  show(branding);
}

/**
 * Leaves for the sign-in page. The page and its section are kept in this tab, not in the address, so that no link decides where the
 * browser goes afterwards.
 */
export function signInAgain(): void {
  inTab.setItem(RETURN, `${page}/${router.path.value}`.replace(/\/$/, ''));
  location.assign(`${pageUrl('login')}${me.value ? `?tenant=${encodeURIComponent(me.value.tenant.slug)}` : ''}`);
}

/** Returns what `read` does. If the session has ended meanwhile, the browser goes to the sign-in page and comes back. */
export async function inSession<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    // The page of a setup link has lists, and no account.
    if (me.value && mustSignIn(asError(error))) signInAgain();
    throw error;
  }
}

/** Returns the address that the account signs in with. */
export const addressOf = (): string => me.value?.email ?? me.value?.phone ?? '';

/** Returns what the account is called by. */
export const nameOf = ({ name, email, phone }: Pick<AccountWithPermissions, 'name' | 'email' | 'phone'>): string =>
  name ?? email ?? phone ?? '';

const LINKING = 'gatehouse linking';

/** Goes to an identity provider, which sends the browser back to this page. */
export function linkAtProvider({ location: target }: { location: string }): void {
  inTab.setItem(LINKING, '1');
  location.assign(target);
}

/**
 * Returns how the visit to the provider ended, once: the code of an error, or `null` if the identity was linked.
 * `undefined`: this tab comes from no provider, and no link can make the page say otherwise.
 */
export function outcome(): string | null | undefined {
  if (!inTab.getItem(LINKING)) return undefined;
  inTab.removeItem(LINKING);
  const code = new URLSearchParams(location.search).get('error');
  history.replaceState(history.state, '', location.pathname);
  return code;
}
