// Makes and validates identifiers: opaque, prefixed, 130 random bits, no timestamp, so they cannot be ordered or
// guessed. User, session and role ids contain their tenant's random part, so an id alone leads to its item without an
// index. Only ids of rows (lib/records) begin with a time: they are in the order of creation.
import { hash, randomBytes } from 'node:crypto';

declare const brand: unique symbol;
type Brand<Name extends string> = string & { readonly [brand]: Name };
export type TenantId = Brand<'TenantId'>;
export type UserId = Brand<'UserId'>;
export type SessionId = Brand<'SessionId'>;
export type AdminId = Brand<'AdminId'>;
export type AdminSessionId = Brand<'AdminSessionId'>;
export type AdminInvitationId = Brand<'AdminInvitationId'>;
export type RoleId = Brand<'RoleId'>;
export type PermissionId = Brand<'PermissionId'>;
export type DeviceId = Brand<'DeviceId'>;
export type DomainId = Brand<'DomainId'>;
export type IdentityId = Brand<'IdentityId'>;
export type PasskeyId = Brand<'PasskeyId'>;
export type ApplicationId = Brand<'ApplicationId'>;
export type ProtectedResourceId = Brand<'ProtectedResourceId'>;
export type GrantId = Brand<'GrantId'>;
export type ApiKeyId = Brand<'ApiKeyId'>;
export type SetupLinkId = Brand<'SetupLinkId'>;
export type JoinRequestId = Brand<'JoinRequestId'>;
export type ScimConnectionId = Brand<'ScimConnectionId'>;
export type ScimGroupId = Brand<'ScimGroupId'>;

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM = 22; // 62^22 > 2^130; OWASP ASVS 11.5.1 requires 128 bits
const PART = `[0-9A-Za-z]{${RANDOM}}`;

/** Returns uniformly distributed characters. Bytes of the last, incomplete cycle of 62 are rejected. */
function random(characters = RANDOM): string {
  let text = '';
  while (text.length < characters) {
    for (const byte of randomBytes(characters * 2)) {
      if (byte < 248 && text.length < characters) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

const tenantPart = (
  id: TenantId | UserId | SessionId | RoleId | SetupLinkId | JoinRequestId | ScimConnectionId | ScimGroupId,
): string => id.slice(4, 4 + RANDOM);

export const newTenantId = (): TenantId => `ten_${random()}` as TenantId;
export const newUserId = (tenant: TenantId): UserId => `usr_${tenantPart(tenant)}${random()}` as UserId;
export const newAdminId = (): AdminId => `adm_${random()}` as AdminId;
/** A role without a tenant carries the part of `NO_TENANT`. */
export const newRoleId = (tenant: TenantId | null): RoleId =>
  `rol_${tenantPart(tenant ?? NO_TENANT)}${random()}` as RoleId;
/** It contains its tenant, so the link alone leads to its item. */
export const newSetupLinkId = (tenant: TenantId): SetupLinkId => `stl_${tenantPart(tenant)}${random()}` as SetupLinkId;
/** It contains its tenant, so a token alone leads to the connection. */
export const newScimConnectionId = (tenant: TenantId): ScimConnectionId =>
  `scm_${tenantPart(tenant)}${random()}` as ScimConnectionId;
export const newScimGroupId = (tenant: TenantId): ScimGroupId => `sgr_${tenantPart(tenant)}${random()}` as ScimGroupId;
export const newPermissionId = (): PermissionId => `per_${random()}` as PermissionId;
export const newDeviceId = (): DeviceId => `dev_${random()}` as DeviceId;
export const newIdentityId = (): IdentityId => `idn_${random()}` as IdentityId;
export const newPasskeyId = (): PasskeyId => `pky_${random()}` as PasskeyId;
export const newApplicationId = (): ApplicationId => `app_${random()}` as ApplicationId;
export const newGrantId = (): GrantId => `gra_${random()}` as GrantId;
/** How many API keys an owner may have. */
export const API_KEYS_OF_OWNER = 10;
const KEY_OWNERS = { usr: 'u', app: 'm' } as const;
/**
 * Returns the id of a new API key: tenant, owner, the kind of the owner, a random step, slot. So the id alone leads to its
 * item, and tells it from an earlier key of the same slot.
 */
export const newApiKeyId = (tenant: TenantId, owner: UserId | ApplicationId, slot: number): ApiKeyId => {
  const kind = owner.startsWith('usr_') ? 'usr' : 'app';
  return `key_${tenantPart(tenant)}${owner.slice(-RANDOM)}${KEY_OWNERS[kind]}${random(STEP)}${slot}` as ApiKeyId;
};
/** Returns where the item of an API key is: its tenant, the user or the application that owns it, and the slot. */
export function placeOfApiKey(id: ApiKeyId): { tenant: TenantId; owner: UserId | ApplicationId; slot: number } {
  const [tenant, owner] = [id.slice(4, 4 + RANDOM), id.slice(4 + RANDOM, 4 + 2 * RANDOM)];
  const isOfUser = id[4 + 2 * RANDOM] === KEY_OWNERS.usr;
  const ownerId = (isOfUser ? `usr_${tenant}${owner}` : `app_${owner}`) as UserId | ApplicationId;
  return { tenant: `ten_${tenant}` as TenantId, owner: ownerId, slot: Number(id.at(-1)) };
}
export const isUserId = (id: UserId | ApplicationId): id is UserId => id.startsWith('usr_');
/** Returns the secret of an API key or of a SCIM connection: 43 characters have 256 bits (62^43 > 2^256). */
export const newApiKeySecret = (): string => random(43);
export const newApplicationSecretId = (): string => `sec_${random()}`;
/** Returns the id of the protected resource of this canonical URI, so that the URI alone leads to it. */
export const protectedResourceIdOf = (uri: string): ProtectedResourceId =>
  `prs_${derived(`protected-resource\n${uri}`)}` as ProtectedResourceId;
/** Returns the id of an event that is derived from a change of the table, so that its repetitions have the same. */
export const derivedEventId = (...change: string[]): string =>
  `evt_${hash('sha256', change.join('\n'), 'base64url').replace(/[-_]/g, '').slice(0, RANDOM)}`;
export const newEventId = (): string => `evt_${random()}`;
/**
 * Returns the id of the event that an application's session has ended. It is derived, so that two reports of one end are
 * recognised as repetitions.
 */
export const endEventId = (session: SessionId): string => `evt_${lineageOf(session).slice(-RANDOM)}`;
export const newTokenId = (): string => random();

/** Tells the sessions of one lineage apart: 47 random bits, of which a lineage needs few. */
const STEP = 8;
const stepIn = (lineage: string, slot: number): SessionId => `${lineage}${random(STEP)}${ALPHABET[slot]}` as SessionId;

/**
 * Returns the id of a new session: tenant, lineage, step, slot. The last character names the slot, so that a token leads
 * directly to the item.
 */
export const newSessionId = (tenant: TenantId, slot: number): SessionId =>
  stepIn(`ses_${tenantPart(tenant)}${random()}`, slot);

/** Returns the part of a session id that all sessions share which replace each other. */
export const lineageOf = (id: SessionId): string => id.slice(0, 4 + 2 * RANDOM);

/** Returns a new id for the session that replaces `before`. */
export const nextSessionId = (before: SessionId, slot: number): SessionId => stepIn(lineageOf(before), slot);

/**
 * How many sessions an application may have in one session of a browser, and the slots that mean their places. Tabs and
 * servers that hold a refresh token each need one of their own.
 */
export const APPLICATION_PLACES = { first: 50, count: 8 } as const;

/**
 * Returns what names the pair of a browser's session and an application: the same for all sessions of the lineage, and
 * unknown to who does not know the lineage, whose random part is the key.
 */
export const pairOf = (browser: SessionId, application: ApplicationId): string =>
  derived(`application-session\n${lineageOf(browser)}\n${application}`).slice(0, STEP);

/**
 * Returns the id of a new session of an application. Pair and place are in it instead of a step, because nothing replaces
 * it: so it leads to its item, and an id token shows which browser's session it began from, after both have ended, too.
 */
export const newApplicationSessionId = (tenant: TenantId, pair: string, place: number): SessionId =>
  `ses_${tenantPart(tenant)}${random()}${pair}${ALPHABET[APPLICATION_PLACES.first + place]}` as SessionId;

/** Returns pair and place of the session of an application; `undefined` for any other session. */
export function pairIn(id: SessionId): { pair: string; place: number } | undefined {
  const place = (slotOf(id) ?? 0) - APPLICATION_PLACES.first;
  return place < 0 || place >= APPLICATION_PLACES.count ? undefined : { pair: id.slice(-STEP - 1, -1), place };
}

/** The last character of the alphabet means "no slot": a pending login takes none. */
const NO_SLOT = ALPHABET.length - 1;
export const newPendingSessionId = (tenant: TenantId): SessionId => newSessionId(tenant, NO_SLOT);

/** Returns the slot of a session id; `undefined` for a pending login. */
export function slotOf(id: SessionId): number | undefined {
  const slot = ALPHABET.indexOf(id.at(-1) as string);
  return slot === NO_SLOT ? undefined : slot;
}

/**
 * Derives the id of a blocked domain from its name, so that id and name lead to the same item and neither is stored
 * twice.
 */
export const domainIdOf = (domain: string): DomainId => `dom_${derived(domain)}` as DomainId;
/** Derives the id of an admin session from the hash that it is stored under. Neither leads to the secret of its cookie. */
export const adminSessionIdOf = (secretHash: string): AdminSessionId => `ads_${derived(secretHash)}` as AdminSessionId;
/** Derives the key of an admin's account at an identity provider. */
export const adminIdentityOf = ({ issuer, subject }: { issuer: string; subject: string }): string =>
  derived(JSON.stringify([issuer, subject]));
/** Derives the id of an invitation from its address: there is one invitation of an address. */
export const adminInvitationIdOf = (canonicalEmail: string): AdminInvitationId =>
  `adi_${derived(canonicalEmail)}` as AdminInvitationId;

/** Derives the id of a request to join from its mailbox: there is one of each in a tenant, and the id alone leads to its item. */
export const joinRequestIdOf = (tenant: TenantId, mailbox: string): JoinRequestId =>
  `jrq_${tenantPart(tenant)}${derived(`join-request\n${tenant}\n${mailbox}`)}` as JoinRequestId;

const derived = (text: string): string =>
  Array.from(hash('sha256', text, 'buffer').subarray(0, RANDOM), (byte) => ALPHABET[byte % 62]).join('');

/** Returns the shard of an id, from 0. Ids are spread evenly over at most 3844 shards. */
export const shardOf = (id: DomainId, shards: number): number =>
  (ALPHABET.indexOf(id[4] as string) * 62 + ALPHABET.indexOf(id[5] as string)) % shards;

const matcher = <Id>(shape: string): ((text: unknown) => Id | undefined) => {
  const pattern = new RegExp(`^${shape}$`);
  return (text) => (typeof text === 'string' && pattern.test(text) ? (text as Id) : undefined);
};

/**
 * Each returns the text as an id of its kind, or `undefined` if it is malformed. Only these results may enter a key.
 */
export const tenantId = matcher<TenantId>(`ten_${PART}`);
export const userId = matcher<UserId>(`usr_${PART}${PART}`);
export const sessionId = matcher<SessionId>(`ses_${PART}${PART}[0-9A-Za-z]{${STEP + 1}}`);
export const adminId = matcher<AdminId>(`adm_${PART}`);
export const adminSessionId = matcher<AdminSessionId>(`ads_${PART}`);
export const adminInvitationId = matcher<AdminInvitationId>(`adi_${PART}`);
export const roleId = matcher<RoleId>(`rol_${PART}${PART}`);
export const setupLinkId = matcher<SetupLinkId>(`stl_${PART}${PART}`);
export const joinRequestId = matcher<JoinRequestId>(`jrq_${PART}${PART}`);
export const scimConnectionId = matcher<ScimConnectionId>(`scm_${PART}${PART}`);
export const scimGroupId = matcher<ScimGroupId>(`sgr_${PART}${PART}`);
export const permissionId = matcher<PermissionId>(`per_${PART}`);
export const deviceId = matcher<DeviceId>(`dev_${PART}`);
export const identityId = matcher<IdentityId>(`idn_${PART}`);
export const passkeyId = matcher<PasskeyId>(`pky_${PART}`);
export const applicationId = matcher<ApplicationId>(`app_${PART}`);
export const protectedResourceId = matcher<ProtectedResourceId>(`prs_${PART}`);
export const grantId = matcher<GrantId>(`gra_${PART}`);
export const apiKeyId = matcher<ApiKeyId>(`key_${PART}${PART}[um][0-9A-Za-z]{${STEP}}[0-9]`);
export const domainId = matcher<DomainId>(`dom_${PART}`);
export const eventId = matcher<string>(`evt_${PART}`);

/** 62^8 ms end in the year 8888. */
const TIME = 8;
const LAST_MS = 62 ** TIME - 1;
/** The characters that an ordered id shares with all others of its prefix and millisecond: prefix, `_` and time. */
export const ORDERED_ID_START = 3 + 1 + TIME;

/**
 * Returns the beginning of the ids of a millisecond; outside of 1970 to 8888, of the first or the last one. DynamoDB
 * sorts texts by bytes, as the alphabet is sorted.
 */
export function orderedIdStart(prefix: string, ms: number): string {
  let [text, rest] = ['', Math.min(LAST_MS, Math.max(0, Math.floor(ms)))];
  for (; text.length < TIME; rest = Math.floor(rest / 62)) text = `${ALPHABET[rest % 62]}${text}`;
  return `${prefix}_${text}`;
}

/** Returns an id that sorts after those of earlier milliseconds. `prefix` has three letters; `ms` since the epoch. */
export const newOrderedId = (prefix: string, ms: number): string => `${orderedIdStart(prefix, ms)}${random()}`;
/** Returns the text if it has the form of an ordered id, of any prefix. */
export const orderedId = matcher<string>(`[a-z]{3}_[0-9A-Za-z]{${TIME + RANDOM}}`);

/** Returns the shard of an ordered id, from 0, by its last character. At most 62 shards. */
export const shardOfOrderedId = (id: string, shards: number): number => ALPHABET.indexOf(id.at(-1) as string) % shards;

/** Returns the tenant of a user id. */
export const tenantOfUser = (id: UserId): TenantId => `ten_${tenantPart(id)}` as TenantId;
/** Returns the tenant of the id of a setup link. */
export const tenantOfSetupLink = (id: SetupLinkId): TenantId => `ten_${tenantPart(id)}` as TenantId;
/** Returns the tenant of the id of a request to join. */
export const tenantOfJoinRequest = (id: JoinRequestId): TenantId => `ten_${tenantPart(id)}` as TenantId;
/** Returns the tenant of the id of a SCIM connection. */
export const tenantOfScimConnection = (id: ScimConnectionId): TenantId => `ten_${tenantPart(id)}` as TenantId;
/** Returns the tenant of a role id; `null` for a role without a tenant. */
export const tenantOfRole = (id: RoleId): TenantId | null => {
  const tenant = `ten_${tenantPart(id)}` as TenantId;
  return tenant === NO_TENANT ? null : tenant;
};

/**
 * Returns the tenant that an id is or contains: of a tenant, a user, a session, a role or any other id that begins with
 * the random part of its tenant. `null`: it is the id of a role without a tenant. `undefined`: it contains none.
 */
export function tenantIn(id: string): TenantId | null | undefined {
  if (!CONTAINS_TENANT.test(id)) return undefined;
  const tenant = `ten_${id.slice(4, 4 + RANDOM)}` as TenantId;
  return tenant === NO_TENANT && id.startsWith('rol_') ? null : tenant;
}
const CONTAINS_TENANT = new RegExp(`^(?:ten_${PART}|[a-z]{3}_${PART}[0-9A-Za-z]{${RANDOM},64})$`);

/** Returns an id of the same form that nothing has. */
export const absentId = (id: string): string => `${id.slice(0, 4)}${'0'.repeat(Math.max(0, id.length - 4))}`;

/** A well-formed id that no tenant has. Malformed ids from clients are looked up under it, at the same cost. */
export const NO_TENANT = `ten_${'0'.repeat(RANDOM)}` as TenantId;
/** Likewise for users and admins: an unknown account costs the same reads as an existing one. */
export const noUser = (tenant: TenantId): UserId => `usr_${tenantPart(tenant)}${'0'.repeat(RANDOM)}` as UserId;
/** Likewise for applications. */
export const NO_APPLICATION = `app_${'0'.repeat(RANDOM)}` as ApplicationId;
/** Likewise for protected resources. */
export const NO_PROTECTED_RESOURCE = `prs_${'0'.repeat(RANDOM)}` as ProtectedResourceId;
export const NO_ADMIN = `adm_${'0'.repeat(RANDOM)}` as AdminId;
