// Stores applications: the clients of the OpenID provider.
import type { JWK } from 'jose';
import {
  type ApplicationKind,
  defaultGrants,
  type Grant,
  type Party,
  type PkcePolicy,
} from '../../contract/applications.ts';
import type { MachineRole } from '../../contract/duties.ts';
import { digest } from '../../crypto/secrets.ts';
import { hostOf, isUnregistered } from '../../platform/client-ids.ts';
import { now } from '../../platform/clock.ts';
import {
  type ApplicationId,
  NO_APPLICATION,
  newApplicationId,
  type RoleId,
  type TenantId,
} from '../../platform/ids.ts';
import { asCopied, type Copied, type CopyItem, copyKey, copyWrites, goneWrites } from '../copies.ts';
import { firstEntries, type Range } from '../dynamo/index-query.ts';
import * as table from '../dynamo/table.ts';
import { jobWrite } from '../jobs.ts';
import * as keys from '../keys.ts';
import { changeWrite, type Fields, type Versioned } from '../record.ts';
import { leaveWrite, listed } from './tenant-list.ts';

/** `digest`: SHA-256 of a secret with 256 random bits. `hint`: its last characters, by which people tell them apart. */
export type ApplicationSecret = { id: string; digest: string; hint: string; createdAt: number };

export type Application = Copied & {
  type: 'application';
  id: ApplicationId;
  name: string;
  kind: ApplicationKind;
  grants: Grant[];
  party: Party;
  /** What it may have, here and at protected resources; `null`: all that its party can have. */
  scopes: string[] | null;
  /** Its tokens have the scope `account` without asking. */
  accountByDefault: boolean;
  requiresDpop: boolean;
  requiresPar: boolean;
  /** It authenticates by keys alone. */
  refusesSecrets: boolean;
  pkce: PkcePolicy;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  backchannelLogoutUri: string | null;
  /** The tenants that it serves; `null` for all. */
  tenantIds: TenantId[] | null;
  /** The tenant whose people made it, the only one that it serves; `null`: it is the deployment's. */
  madeIn: TenantId | null;
  /** An admin disabled it: people of the tenant do not enable it. */
  isHeld?: true | undefined;
  /**
   * When it was last switched on, and when it was last given a tenant, `others` those without an entry. Both ms; absent:
   * from the beginning. What it was given before is refused.
   */
  activeSince?: number;
  servedSince?: Partial<Record<TenantId | 'others', number>> | undefined;
  /** When it was last given a grant that it did not have, ms; absent: from the beginning. */
  grantsSince?: Partial<Record<Grant, number>>;
  /** The role of a machine among admins, and its tenants; `null`: all. */
  administers: { role: MachineRole; tenants: TenantId[] | null } | null;
  /** When what it had for this ended last: the right, a secret or a key. ms; absent: never. Tokens of before are refused. */
  administersSince?: number;
  /** What a machine may do. A role of a tenant counts in tokens for that tenant. */
  roleIds: RoleId[];
  secrets: ApplicationSecret[];
  /** The public keys of its signed assertions (RFC 7523). */
  jwks: JWK[];
  /** Where they are published instead. */
  jwksUri: string | null;
  /** `null`: the lifetime of the tenant or the deployment. */
  accessTtlSeconds: number | null;
  refreshTtlSeconds: number | null;
  status: 'active' | 'disabled';
  /** Every page at a loopback address may use it. No operation sets it: the local run has one such application. */
  anyLoopback?: true;
  createdAt: number;
  updatedAt: number;
};

/** What an application has that nothing is said about, such as one of release 0.1.0. */
const RIGHTS = {
  party: 'first',
  scopes: null,
  accountByDefault: false,
  requiresDpop: false,
  requiresPar: false,
  refusesSecrets: false,
  administers: null,
  madeIn: null,
} as const satisfies Partial<Application>;

/** What no change writes. */
export const FIXED = ['id', 'kind', 'createdAt'] as const satisfies readonly (keyof Application)[];

export const asApplication = (item: table.Item | undefined): Application | undefined =>
  item?.type === 'application' ? { ...RIGHTS, ...(item as Application) } : undefined;

/**
 * The key of a copy of the application, chosen at random: one service may send all requests of a deployment. That of a client
 * that is not registered leads to its document.
 */
export const applicationKey = (id: ApplicationId): keys.Key =>
  isUnregistered(id) ? keys.clientDocument(digest(id)) : copyKey(keys.application(id));

/**
 * The application, from the copy that was read at `applicationKey(id)`. Without a copy it is one more read. A client that is
 * not registered is what all of them are, with no address.
 */
export async function applicationFrom(
  id: ApplicationId,
  copy: table.Item | undefined,
): Promise<Application | undefined> {
  if (isUnregistered(id)) return unregistered(id);
  const application = asCopied<Application>(copy, 'application');
  return application === undefined ? findStored(id) : (application && { ...RIGHTS, ...application }) || undefined;
}

type Given = Omit<Fields<Application>, 'id' | 'version' | 'createdAt' | 'updatedAt'>;

/** Returns a new application, which may do what its kind may and has no addresses, roles or secrets unless given. */
export function newApplication(
  given: Pick<Given, 'name' | 'kind'> & Partial<Given>,
  id = newApplicationId(),
): Application {
  const at = now();
  return {
    grants: defaultGrants(given.kind),
    ...RIGHTS,
    pkce: 'required',
    redirectUris: [],
    postLogoutRedirectUris: [],
    backchannelLogoutUri: null,
    tenantIds: null,
    roleIds: [],
    secrets: [],
    jwks: [],
    jwksUri: null,
    accessTtlSeconds: null,
    refreshTtlSeconds: null,
    status: 'active',
    ...given,
    id,
    version: 1,
    createdAt: at,
    updatedAt: at,
    ...keys.application(id),
    ...keys.applicationIndex(id, at),
    type: 'application',
  };
}

/**
 * Returns a client that is not registered, as its address alone says it: made by others, without a credential, known by its
 * host. What its document says is in lib/store/applications/client-documents.ts.
 */
export const unregistered = (id: ApplicationId): Application =>
  newApplication({ name: hostOf(id), kind: 'native', party: 'third' }, id);

/** The application, for a change of it. */
export const findStored = async (id: ApplicationId = NO_APPLICATION): Promise<Application | undefined> =>
  asApplication(await table.get<Application>(keys.application(id), 'application'));

/** The application as it is, in a batch: for the few calls of machines that administer, which no copy has to carry. */
export const findOriginal = async (id: ApplicationId): Promise<Application | undefined> =>
  asApplication((await table.getMany([keys.application(id)]))[0]);

/** The application. Without an id, the same read is made of one that does not exist. */
export async function find(id: ApplicationId = NO_APPLICATION): Promise<Application | undefined> {
  if (isUnregistered(id)) return unregistered(id);
  return applicationFrom(id, await table.get<CopyItem>(applicationKey(id), 'application-copy'));
}

/** Returns the applications of these ids by their id, with one read of the registered ones. */
export async function findMany(ids: readonly ApplicationId[]): Promise<ReadonlyMap<ApplicationId, Application>> {
  const registered = ids.filter((id) => !isUnregistered(id));
  const copies = registered.length ? await table.getMany(registered.map(applicationKey)) : [];
  const found = await Promise.all(ids.map((id) => applicationFrom(id, copies[registered.indexOf(id)])));
  return new Map(ids.flatMap((id, at) => (found[at] ? [[id, found[at]] as const] : [])));
}

export type Page = { applications: Application[]; next?: string };

/** A page of applications, newest first, after the position of the last one. A new one may take a moment to appear. */
export const page = (limit: number, after?: string): Promise<Page> =>
  pageOf({ ...keys.APPLICATIONS_INDEX, newestFirst: true }, limit, after);

/** A page of the list in this range. */
export async function pageOf(range: Range, limit: number, after?: string): Promise<Page> {
  const { entries, more } = await firstEntries(range, limit, after);
  const items = await table.getMany(entries.map(({ key }) => key));
  const last = entries.at(-1);
  return {
    applications: items.flatMap((item) => asApplication(item) ?? []),
    ...(more && last && { next: last.sort }),
  };
}

/** Written with a change: its events, and the conditions under which who makes it may still make it. */
export type Told = { events: table.Write | undefined; conditions: readonly table.Write[] };
const NOTHING: Told = { events: undefined, conditions: [] };

/** Creates the application with its copies and the events. If another one has its id, nothing happens. */
export async function create(application: Application, told: Told = NOTHING): Promise<void> {
  await table.transact({ ...creation(application), ...told });
}

/** The writes of a new application. */
export const creation = (application: Application) => ({
  application: { create: listed(application) },
  copies: copyWrites(application, application.version),
});

/**
 * Replaces `before` by `after` with its copies and the events. After this, no copy has an earlier status or secret. `false`:
 * it was changed meanwhile, or a condition failed.
 */
export async function change(before: Application, after: Application, told: Told): Promise<boolean> {
  const application = changeWrite(before, listed(after), FIXED);
  const copies = copyWrites(after, before.version + 1);
  const count = after.madeIn === before.madeIn ? undefined : leaveWrite(before);
  return (await table.transact({ application, copies, count, ...told })) === 'done';
}

/**
 * Deletes the application with the events, and the API keys of a machine after it. No copy opens anything after this. `false`: it
 * was changed meanwhile, or a condition failed.
 */
export async function remove(application: Application, told: Told): Promise<boolean> {
  const result = await table.transact({ ...removal(application), count: leaveWrite(application), ...told });
  return result === 'done';
}

/** The writes that delete the application, and the API keys of a machine after it. */
export const removal = (application: Application) => ({
  application: {
    remove: { ...keys.application(application.id), ...table.unchanged<Versioned>(application, 'version') },
  },
  copies: goneWrites(application),
  apiKeys: application.kind === 'machine' ? jobWrite(keysJobOf(application)) : undefined,
});

/** One that people of a tenant made never served another: they do not cause a visit of all tenants. */
const keysJobOf = ({ id: applicationId, madeIn }: Application) =>
  ({ kind: 'machine', applicationId, ...(madeIn !== null && { tenantId: madeIn }) }) as const;
