// Knows what the person came for: the tenant, the application that waits for them, and a link's token.
import { signal } from '@preact/signals';
import type { Branding, SignInPage } from '../../../client/index.ts';
import { api, pageUrl } from '../../api.ts';
import { brand, show } from '../../ui/brand.ts';
import { speakBest } from '../../words/choice.ts';

const query = new URLSearchParams(location.search);

/** What an application asked for (GET /oauth2/request). */
type Asked = {
  application: { id: string; name: string };
  tenant: { slug: string } | null;
  loginHint: string | null;
  uiLocales: string | null;
  prompt: readonly string[];
  isSignupOpen: boolean;
  branding: Branding;
};

/** The path below /login/. */
export const path: string = location.href
  .slice(pageUrl('login').length)
  .replace(/[?#].*/, '')
  .replace(/^\/|\/$/g, '');

const RESUME = 'gatehouse resume';
const CONTINUED = 'gatehouse continued';
const LAST = 'gatehouse tenant';

/**
 * The sealed request of an application (GET /oauth2/authorize), to which the browser returns after the login. An
 * identity provider brings the browser back to one exact address, so it is kept in this tab meanwhile.
 */
export const resume = path === 'back' ? sessionStorage.getItem(RESUME) : query.get('resume');
/** What the application asked for. `undefined`: no application waits. */
export const asked = signal<Asked | undefined>(undefined);
/** Why the request of the application cannot be met: the code of an error. */
export const refused = signal<string | undefined>(undefined);
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
  const named = asked.value?.tenant?.slug ?? query.get('tenant');
  const slug = named ?? localStorage.getItem(LAST);
  if (!slug) return;
  isTenantNamed.value = named !== null;
  // What cannot be found is asked for.
  await chooseTenant(slug).catch(() => {
    isTenantNamed.value = false;
    localStorage.removeItem(LAST);
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
  } catch {
    refused.value = 'request_expired';
  }
}

/** Shows the pages of the tenant with this slug. Throws TENANT_NOT_FOUND. */
export async function chooseTenant(slug: string): Promise<void> {
  const { tenant: found, branding } = await api.authentication.clientConfig({ slug });
  if (!found) return;
  show(branding);
  tenant.value = found;
  localStorage.setItem(LAST, found.slug);
}

/** Shows the pages in the language that the application or the tenant asks for, unless the person chose another one. */
export const speakAsAsked = (): Promise<void> =>
  speakBest({ uiLocales: asked.value?.uiLocales, tenant: tenant.value?.locale });

/** Lets the person name another tenant. */
export function forgetTenant(): void {
  localStorage.removeItem(LAST);
  tenant.value = undefined;
  show(asked.value?.branding);
}

/** Returns what the person signs in to: the application, or the tenant by the name of its face. */
export const destination = (): string => asked.value?.application.name ?? brand.value?.name ?? '';

/** Returns the address of the first step, with the request of the application. */
export const loginUrl = (): string => pageUrl(resume ? `login?${new URLSearchParams({ resume })}` : 'login');

/** Leaves the pages: to the application that waits, or to the account. */
export function leave(): void {
  location.assign(resume ? `${pageUrl('oauth2/authorize')}?resume=${encodeURIComponent(resume)}` : pageUrl('account'));
}

/**
 * Leaves with the session that there is. The application may not accept it, because it asks for a recent login or for
 * someone else, and sends the browser back with the same request: then the person has to log in.
 */
export function leaveWithSession(): void {
  if (resume) sessionStorage.setItem(CONTINUED, resume);
  leave();
}
export const hasContinued = (): boolean => resume !== null && sessionStorage.getItem(CONTINUED) === resume;

/** Keeps the request of the application in this tab while the browser visits an identity provider. */
export function keepRequest(): void {
  if (resume) sessionStorage.setItem(RESUME, resume);
  else sessionStorage.removeItem(RESUME);
}
