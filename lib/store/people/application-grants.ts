// Stores what users allow applications. A grant belongs to a user, an application and a service that it may use.
import { digest } from '../../crypto/secrets.ts';
import {
  type ApplicationId,
  type GrantId,
  newGrantId,
  type ProtectedResourceId,
  type TenantId,
  type UserId,
} from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import { endedWrite } from './ended-sessions.ts';
import { fewOf, removeWrite, list as sessionsOf } from './sessions.ts';

export type Grant = table.Item & {
  type: 'application-grant';
  id: GrantId;
  applicationId: ApplicationId;
  /** The address of the protected resource that it may use; `null`: this service. */
  resource: string | null;
  scopes: string[];
  /** Where the browser went with a code, as the user was told. */
  destinations: string[];
  /** A digest of the addresses that the document of a client had, if the client is not registered. */
  redirects?: string;
  /** How many codes have begun or continued sessions. It never falls. */
  codes: number;
  version: number;
  createdAt: number;
  updatedAt: number;
};

export type GrantOwner = { tenant: TenantId; user: UserId };
/** What a grant is of. */
export type GrantPlace = GrantOwner & { application: ApplicationId; resource: ProtectedResourceId | null };
/** What is given, and for which resource, if not for this service. `redirects`: as in the grant. */
export type Given = {
  scopes: readonly string[];
  destination: string;
  resource: Resource;
  redirects: string | undefined;
};
type Resource = { uri: string; createdAt: number } | undefined;

const keyOf = ({ tenant, user, application, resource }: GrantPlace): keys.Key =>
  keys.grant(tenant, user, application, digest(resource ?? ''));

export const asGrant = (item: table.Item | undefined): Grant | undefined =>
  item?.type === 'application-grant' ? (item as Grant) : undefined;

export const find = (place: GrantPlace): Promise<Grant | undefined> =>
  table.get<Grant>(keyOf(place), 'application-grant');

export const list = async ({ tenant, user }: GrantOwner): Promise<Grant[]> =>
  (await table.span(keys.grantsOf(tenant, user))).flatMap((item) => asGrant(item) ?? []);

/**
 * Whether the grant is of the resource that has the address now, and of what the client was: a resource that is registered
 * again may mean something else, and so does a document with other addresses.
 */
const isOf = (grant: Grant, { resource, redirects }: Pick<Given, 'resource' | 'redirects'>): boolean =>
  grant.createdAt >= (resource?.createdAt ?? 0) && grant.redirects === redirects;

/** Whether both scopes and destination were allowed. */
export const covers = (grant: Grant, { scopes, destination, ...of }: Given): boolean =>
  isOf(grant, of) && scopes.every((scope) => grant.scopes.includes(scope)) && grant.destinations.includes(destination);

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];

/**
 * Stores that the user allows the scopes, with what they allowed before, and the events of it: all or nothing. Writes
 * nothing if they had. If callers race, one writes. `eventsOf` returns the write of the events.
 */
export const give = (
  place: GrantPlace,
  given: Given,
  at: number,
  eventsOf: (grant: Grant) => table.Write,
): Promise<Grant> =>
  retryOnConflict('the grant', async () => {
    const { grant, write } = await widened(place, given, at);
    if (!write) return grant;
    return (await table.transact({ grant: write, events: eventsOf(grant) })) === 'done' ? grant : undefined;
  });

/**
 * Returns the grant with what is given, and the write of it, which is refused if another caller has changed it meanwhile. No
 * write: it covers that already. One read.
 */
export async function widened(
  place: GrantPlace,
  given: Given,
  at: number,
): Promise<{ grant: Grant; write?: table.Write }> {
  const { scopes, destination, resource, redirects } = given;
  const stored = await find(place);
  if (stored && covers(stored, given)) return { grant: stored };
  const before = stored && isOf(stored, given) ? stored : undefined;
  const grant: Grant = {
    ...keyOf(place),
    type: 'application-grant',
    id: before?.id ?? newGrantId(),
    applicationId: place.application,
    resource: resource?.uri ?? null,
    scopes: union(before?.scopes ?? [], scopes),
    destinations: union(before?.destinations ?? [], [destination]),
    ...(redirects !== undefined && { redirects }),
    codes: before?.codes ?? 0,
    version: (stored?.version ?? 0) + 1,
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
  };
  if (!stored) return { grant, write: { create: grant } };
  const { pk, sk, id, codes, destinations, version, createdAt, updatedAt } = grant;
  const set = { scopes: grant.scopes, destinations, version, updatedAt, id, codes, createdAt, redirects };
  return { grant, write: { update: { pk, sk, set, ...table.unchanged(stored, 'id', 'version', 'codes') } } };
}

/** The write that counts a code of the grant. Refused if the user has revoked it, also if they have given another one. */
export const countCodeWrite = (place: GrantPlace, id: GrantId): table.Write => ({
  update: { ...keyOf(place), add: { codes: 1 }, ...table.unchanged({ id }, 'id') },
});

/**
 * Removes the grant, ends the sessions that the application has in the user's name, and writes the events: all or nothing.
 * A code that begins a session meanwhile changes the number of codes, so the end is decided again. `false`: it was removed
 * before.
 */
export const revoke = ({ tenant, user }: GrantOwner, { pk, sk, id }: Grant, events: table.Write): Promise<boolean> =>
  retryOnConflict('the grant', async () => {
    const grant = await table.get<Grant>({ pk, sk }, 'application-grant');
    if (grant?.id !== id) return false;
    const own = (await sessionsOf(tenant, user)).filter(({ application }) => application?.id === grant.applicationId);
    const sessions = await fewOf(tenant, user, own);
    if (!sessions) return undefined;
    const result = await table.transact({
      grant: { remove: { pk, sk, ...table.unchanged(grant, 'id', 'codes') } },
      sessions: sessions.map(removeWrite),
      events: endedWrite(tenant, user, sessions, events),
    });
    return result === 'done' || undefined;
  });
