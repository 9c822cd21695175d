// Knows what the person came for: the tenant, the application that waits for them, and a link's token.

import { signal } from '@preact/signals';
import { codeOf } from '../../../packages/client/error.ts';
import type { Branding, SignInPage } from '../../../packages/client/index.ts';
import { pathBelow } from '../../kit/base.ts';
import { inBrowser, inTab } from '../../kit/storage.ts';
import { api, pageUrl } from '../ui/api.ts';
import { brand, show } from '../ui/brand.ts';
import { DEVICE } from '../ui/device.ts';
import { speakBest } from '../words/choice.ts';
import { loadPasskeys } from './parts.ts';

const query = new URLSearchParams(location.search);

/** Why it ends here (dead-end.tsx), and the name of the tenant that it is about. */
export type End = { reason: string; name?: string | null };

/** What an application asked for (GET /oauth2/request). */
type Asked = {
  application: { id: string; name: string };
  tenant: { slug: string; name: string } | null;
  /** Why the tenant that was named cannot be used. */
  refusal: End | null;
  loginHint: string | null;
  uiLocales: string | null;
  prompt: readonly string[];
  isSignupOpen: boolean;
  branding: Branding;
};

/** The path below /login/. */
export const path = pathBelow('login');

const RESUME = 'gatehouse resume';
const CONTINUED = 'gatehouse continued';
const LAST = 'gatehouse tenant';

/**
 * The sealed request of an application (GET /oauth2/authorize), to which the browser returns after the login. An
 * identity provider brings the browser back to one exact address, so it is kept in this tab meanwhile.
 */
export const resume = path === 'back' ? inTab.getItem(RESUME) : query.get('resume');
/** What the application asked for. `undefined`: no application waits. */
export const asked = signal<Asked | undefined>(undefined);
/** Why the request of the application ends here (dead-end.tsx), and the name of the tenant that it is about. */
export const refused = signal<End | undefined>(undefined);
/** The short name in the link that no tenant has. */
export let unknownSlug: string | undefined;
/** The address that an application suggests. It fills a field and nothing else. */
export const loginHint = signal(query.get('login_hint')?.slice(0, 254) ?? '');
/** The tenant. `undefined`: the person has to name it. */
export const tenant = signal<SignInPage | undefined>(undefined);
/** Whether the link or the application named the tenant, so that the person cannot choose another one. */
export const isTenantNamed = signal(false);

/**
 * The token of an invitation. It comes in the fragment, which browsers send to no server, and is removed from the
 * address, so that it stays in no history.
 */
export const linkToken = new URLSearchParams(location.hash.slice(1)).get('token');
if (linkToken) history.replaceState(history.state, '', `${location.pathname}${location.search}`);
// The browser keeps the document when only the fragment differs, as with a second link in the same tab.
addEventListener('hashchange', () => location.reload());

/** Finds out the application and the tenant: that of the request, of the link, or the last one of this browser. */
export async function begin(): Promise<void> {
  if (resume) await readRequest(resume);
  const kept = path === 'back' ? inTab.getItem(LAST) : null;
  const named = query.get('tenant') ?? asked.value?.tenant?.slug ?? kept ?? undefined;
  const slug = named ?? inBrowser.getItem(LAST);
  if (!slug) return;
  isTenantNamed.value = named !== undefined;
  // What cannot be found is asked for.
  await chooseTenant(slug).catch((error: unknown) => {
    isTenantNamed.value = false;
    inBrowser.removeItem(LAST);
    // An address must not make the page say anything else than a short name.
    if (named && codeOf(error) === 'TENANT_NOT_FOUND' && /^[\w-]+$/.test(slug)) unknownSlug = slug;
  });
}

async function readRequest(sealed: string): Promise<void> {
  try {
    asked.value = (await api.request({
      method: 'GET',
      path: `/oauth2/request?resume=${encodeURIComponent(sealed)}`,
    })) as Asked;
    show(asked.value.branding);
    if (asked.value.loginHint) loginHint.value = asked.value.loginHint;
    refused.value = asked.value.refusal ?? undefined;
  } catch {
    refused.value = { reason: 'request_expired' };
  }
}

/** Shows the pages of the tenant with this slug. Throws TENANT_NOT_FOUND. */
export async function chooseTenant(slug: string): Promise<void> {
  const { tenant: found, branding, passkeys } = await api.authentication.clientConfig({ slug });
  if (!found) return;
  show(branding);
  await loadPasskeys(passkeys);
  tenant.value = found;
}

/** Shows the pages in the language that the application or the tenant asks for, unless the person chose another one. */
export const speakAsAsked = (): Promise<void> =>
  speakBest({ uiLocales: asked.value?.uiLocales, tenant: tenant.value?.locale });

/** Lets the person name another tenant. */
export function forgetTenant(): void {
  // Who is signed in here has been asked already.
  if (resume) inTab.setItem(CONTINUED, resume);
  inBrowser.removeItem(LAST);
  tenant.value = undefined;
  show(asked.value?.branding);
}

/** Returns what the person signs in to: the application, or the tenant by the name of its face. */
export const destination = (): string => asked.value?.application.name ?? brand.value?.name ?? '';

/** Returns the address of the first step, with the request of the application, and with a tenant that is known already. */
export const loginUrl = (slug?: string): string => {
  const query = new URLSearchParams({ ...(resume && { resume }), ...(slug && { tenant: slug }) });
  return pageUrl(`login${query.size ? '?' : ''}${query}`);
};

/** The address by which the person goes back to the application, which learns that they did. */
export const backUrl = (): string | undefined => (asked.value ? `${authorizeUrl()}&cancel=1` : undefined);

/** Where the request of the application goes on. */
const authorizeUrl = (): string => `${pageUrl('oauth2/authorize')}?resume=${encodeURIComponent(resume ?? '')}`;

/** Remembers the tenant for the next visit. A link alone does not: it may be anyone's. */
const rememberTenant = (): void => {
  if (tenant.value) inBrowser.setItem(LAST, tenant.value.slug);
};

/** Leaves the pages after a login: to the application that waits, to the page for devices, or to the account. */
export function leave(): void {
  rememberTenant();
  location.assign(resume ? authorizeUrl() : pageUrl(inTab.getItem(DEVICE) === null ? 'account' : 'device'));
}

/**
 * Leaves with the session that there is. The application may not accept it, because it asks for a recent login or for
 * someone else, and sends the browser back with the same request: then the person has to log in.
 */
export function leaveWithSession(): void {
  if (resume) inTab.setItem(CONTINUED, resume);
  leave();
}
export const hasContinued = (): boolean => resume !== null && inTab.getItem(CONTINUED) === resume;

/** Keeps the request of the application, and the tenant, in this tab while the browser visits an identity provider. */
export function keepRequest(): void {
  if (resume) inTab.setItem(RESUME, resume);
  else inTab.removeItem(RESUME);
  if (tenant.value) inTab.setItem(LAST, tenant.value.slug);
}
