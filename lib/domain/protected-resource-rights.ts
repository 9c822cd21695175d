// Decides who gets tokens for a protected resource, and which of its scopes they have now.
import { seconds } from '../platform/clock.ts';
import { type ProtectedResourceId, protectedResourceIdOf, type TenantId } from '../platform/ids.ts';
import { config } from '../platform/settings/config.ts';
import type { Application } from '../store/applications/applications.ts';
import type { ProtectedResource } from '../store/applications/protected-resources.ts';
import { isUsable } from './application-standing.ts';

const LONGEST_URI = 512;
const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Returns the canonical spelling of the address of a resource: absolute, without a fragment (RFC 8707 2) and without a
 * user; `undefined` for any other text. Two spellings that the URL standard reads alike are one resource.
 */
export function canonicalUri(text: string): string | undefined {
  if (text.length > LONGEST_URI || !/^https?:\/\/[\x21-\x7e]+$/i.test(text) || !URL.canParse(text)) return undefined;
  const { href, protocol, hostname, username, password } = new URL(text);
  if (text.includes('#') || username || password || href.length > LONGEST_URI) return undefined;
  return protocol === 'https:' || LOOPBACK.includes(hostname) ? href : undefined;
}

/** Returns the id of the protected resource that a request names; `undefined` if no resource can have this address. */
export function resourceNamed(uri: string): ProtectedResourceId | undefined {
  const canonical = canonicalUri(uri);
  return canonical === undefined ? undefined : protectedResourceIdOf(canonical);
}

/** Returns the URI of the operations of admins, for which machines that administer get tokens. No other API may have it. */
export const adminApi = (): string => `${config().baseUrl}/auth/admin`;

/** Whether the request names the operations of admins. */
export const isAdminApi = (uri: string): boolean => canonicalUri(uri) === canonicalUri(adminApi());

/** Whether applications of the party get tokens for it now. Tokens of this service's own audience open its API. */
export const isOpenTo = (
  resource: ProtectedResource | undefined,
  { party }: Pick<Application, 'party'>,
): resource is ProtectedResource =>
  resource?.status === 'active' &&
  (party === 'first' || !resource.isFirstPartyOnly) &&
  resource.uri !== config().audience;

/** Whether what the application was given for it at that time, in ms, counts now for users of the tenant. */
export const isUsableFor = (
  resource: ProtectedResource | undefined,
  application: Pick<Application, 'party'>,
  tenant: TenantId,
  givenAt: number,
): resource is ProtectedResource => isOpenTo(resource, application) && isUsable(resource, tenant, givenAt);

/** Whether what the machine was given at that time, in ms, lets it act for users there now. */
export const mayAct = ({ actors }: ProtectedResource, { id }: Pick<Application, 'id'>, givenAt: number): boolean => {
  const since = actors?.[id];
  return since !== undefined && givenAt >= since;
};

/** Returns those of the scopes that the resource has and the application may have. */
export const possibleScopes = (
  { scopes }: ProtectedResource,
  application: Pick<Application, 'scopes'>,
  asked: readonly string[],
): string[] =>
  scopes.map(({ name }) => name).filter((name) => asked.includes(name) && (application.scopes?.includes(name) ?? true));

/** OWASP ASVS 7.5.3 requires a proof for what is sensitive; its age is that of lib/domain/sessions/step-up.ts. */
export const RECENT_SECONDS = 15 * 60;

/** Whether one of the scopes needs a recent login. */
export const needRecentLogin = ({ scopes }: ProtectedResource, asked: readonly string[]): boolean =>
  scopes.some(({ name, needsRecentLogin }) => needsRecentLogin && asked.includes(name));

/** Whether one of the scopes needs a permission. */
export const needPermission = ({ scopes }: ProtectedResource, asked: readonly string[]): boolean =>
  scopes.some(({ name, permission }) => permission !== null && asked.includes(name));

/** Who has a token: the names of the permissions, and when they logged in, in seconds, which a machine never does. */
type Bearer = { permissions: readonly string[]; authTime: number | undefined };

/** Returns those of the scopes that count now: their permission is there, and the login is recent where it must be. */
export const scopesNow = (
  resource: ProtectedResource,
  application: Pick<Application, 'scopes'>,
  asked: readonly string[],
  { permissions, authTime }: Bearer,
): string[] => {
  const possible = possibleScopes(resource, application, asked);
  const isRecent = authTime !== undefined && seconds() - authTime <= RECENT_SECONDS;
  return resource.scopes
    .filter(({ name }) => possible.includes(name))
    .filter(({ permission }) => permission === null || permissions.includes(permission))
    .filter(({ needsRecentLogin }) => !needsRecentLogin || isRecent)
    .map(({ name }) => name);
};

/**
 * Returns those of the scopes that count now for a machine that acts for no user. A scope without a permission is one that every user
 * has. A user agrees to it when a third party asks, and behind a machine there is none who does.
 */
export const machineScopesNow = (
  resource: ProtectedResource,
  machine: Pick<Application, 'scopes' | 'party'>,
  asked: readonly string[],
  permissions: readonly string[],
): string[] => {
  const open = resource.scopes.filter(({ permission }) => permission === null).map(({ name }) => name);
  const scopes = scopesNow(resource, machine, asked, { permissions, authTime: undefined });
  return machine.party === 'first' ? scopes : scopes.filter((name) => !open.includes(name));
};
