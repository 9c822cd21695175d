// Knows what the person came for: the tenant, the application that waits for them, and a link's token.
import { signal } from '@preact/signals';
import type { SignInPage } from '../../../client/index.ts';
import { api, pageUrl } from '../../api.ts';
import { show } from '../../ui/brand.ts';

const query = new URLSearchParams(location.search);

/** The sealed request of an application (GET /oauth2/authorize), to which the browser returns after the login. */
export const resume = query.get('resume');
/** The address that an application suggests. It fills a field and nothing else. */
export const loginHint = signal(query.get('login_hint')?.slice(0, 254) ?? '');
/** The tenant. `undefined`: the person has to name it. */
export const tenant = signal<SignInPage | undefined>(undefined);

/**
 * The token of an invitation or a reset. It comes in the fragment, which browsers send to no server, and is removed
 * from the address, so that it stays in no history.
 */
export const linkToken = new URLSearchParams(location.hash.slice(1)).get('token');
if (linkToken) history.replaceState(history.state, '', `${location.pathname}${location.search}`);

const LAST = 'gatehouse tenant';

/** Finds out the tenant: that of the link, or the last one of this browser. */
export async function begin(): Promise<void> {
  const named = query.get('tenant');
  const slug = named ?? localStorage.getItem(LAST);
  // What cannot be found is asked for.
  if (slug) await chooseTenant(slug).catch(() => localStorage.removeItem(LAST));
}

/** Shows the pages of the tenant with this slug. Throws TENANT_NOT_FOUND. */
export async function chooseTenant(slug: string): Promise<void> {
  const { id } = await api.authentication.lookupTenant({ slug });
  const found = (await api.authentication.clientConfig({ tenantId: id })).tenant;
  if (!found) return;
  tenant.value = found;
  localStorage.setItem(LAST, found.slug);
  show({ name: found.name, links: {} });
}

/** Leaves the pages: to the application that waits, or to the account. */
export function leave(): void {
  location.assign(resume ? `${pageUrl('oauth2/authorize')}?resume=${encodeURIComponent(resume)}` : pageUrl('account'));
}
