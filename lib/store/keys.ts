// Builds every key of the one table. No other code builds or takes apart a key. Ids are validated before they get here
// (platform/ids.ts), and free text is hashed or canonical, so `#` cannot be injected.
//
//   item               pk                        sk               notes
//   tenant             T#<t>                     TENANT           name, settings, metadata; index1 lists tenants
//   its head           T#<t>#HEAD#<n>            HEAD             n copies of status, epoch and session policy
//   its logo           T#<t>#LOGO                LOGO             the image, as it was uploaded
//   domain             T#<t>#DOMAINS             DOM#<domain>     the record that proves it, state, join policy; index1 lists those due
//   number of domains  T#<t>#DOMAINS             COUNT            written with each of them
//   claim of a domain  P#DOMAIN#<domain>         DOMAIN           the tenant that proved it
//   slug               P#SLUG#<slug>             SLUG             unique; holds what the public lookup returns
//   listed origin      P#ORIGIN#<origin>         ORIGIN           the number of tenants that list it
//   SCIM connection    T#<t>#SCIM                CON#<c>          tokens hashed, status, what a deletion does
//   number of them     T#<t>#SCIM                COUNT            written with each of them
//   user of a directory  T#<t>#U#<u>             CON              what a connection says of the user; before all that logins read; index2 lists them
//   unique name there  T#<t>#SCIM#<c>#N#<hash>   CLAIM            user id; hash of the lower-case name
//   unique external id T#<t>#SCIM#<c>#X#<hash>   CLAIM            user id
//   group of a directory  T#<t>#SCIM#<c>         GRP#<g>          its name, and the role that an admin mapped it to
//   number of groups   T#<t>#SCIM#<c>            GROUPS           written with each of them
//   unique name of a group  T#<t>#SCIM#<c>#D#<hash>  CLAIM        group id; hash of the lower-case name
//   refused requests   T#<t>#SCIM#<c>            REFUSALS         the last 20 of a directory, without values
//   member of a group  T#<t>#U#<u>               CON#<g>          beside what the connection says of the user; index2 lists those of a group
//   number of users    T#<t>#SCIM#<c>            COUNT#<n>        n shards; written with each of them
//   user               T#<t>#U#<u>               USER             status, epoch, password hash, verified flags, role ids
//   notice of disuse   T#<t>#U#<u>               AWAY             the user did not sign in for long; when they were told; ttl
//   session            T#<t>#U#<u>               SES#<slot>       a user has N slots; a login takes one conditionally
//   of an application  T#<t>#U#<u>               SAP#<pair><place>  pair of browser session and application; login reads none
//   pending login      T#<t>#U#<u>#PEN           PEN#<s>          a session whose second factor is outstanding; ttl
//   authenticator      T#<t>#U#<u>               DEV#<d>          secret sealed, step of the last accepted code
//   its set-up         T#<t>#U#<u>               DEVSETUP#<slot>  an authenticator before its first code; ttl
//   recovery codes     T#<t>#U#<u>               RCV              the unused ones, hashed
//   trusted device     T#<t>#U#<u>               TRU#<slot>       hashed; carries the user's epoch; ttl
//   one-time code      T#<t>#U#<u>               OTP#<purpose>    one per purpose; hashed; ttl
//   bound code         T#<t>#U#<u>               OTP#<purpose>#<binding>  one per purpose and client that asked; ttl
//   link token         T#<t>#U#<u>               TOK#<purpose>    one per purpose; hashed; ttl
//   invitation         T#<t>#U#<u>               INV              what became of the link that sets the first password; ttl
//   identity           T#<t>#U#<u>               IDN#<id>         an account at an identity provider
//   passkey            T#<t>#U#<u>               PKY#<hash>       its public key; hash of the credential id; before SES#
//   grant              T#<t>#U#<u>               GRA#<a>#<resource>  what the user allows an application; `<resource>`: a hash
//   API key            T#<t>#U#<u>               USER#APIKEY#<slot>  of a user; beside the user, for one read; index2 lists them; ttl
//   of a machine       T#<t>#MACHINE#<a>         APIKEY#<slot>    the same, of an application
//   use of a key       T#<t>#KEYUSE#<k>          USE              when the API key was last used; written once a day; ttl
//   link               T#<t>#U#<u>               LNK#<t>          the user's own account in another tenant; ttl
//   counted user       T#<t>#U#<u>               USER#COUNTED     contributions to counters; kept by the change feed
//   search term        T#<t>#U#<u>               USER#FIND#<term> indexes find users by a prefix; kept by the change feed
//   member of a role   T#<t>#U#<u>               USER#MEMBER#<n>  indexes list users by role name; kept by the change feed
//   unique identity    T#<t>#IDP#<hash>          CLAIM            user id; hash of issuer and subject
//   unique passkey     T#<t>#PKY#<hash>          CLAIM            user id; written with the passkey
//   unique e-mail      T#<t>#EMAIL#<email>       CLAIM            user id, written with the user
//   unique phone       T#<t>#PHONE#<phone>       CLAIM            user id, written with the user
//   imported user      T#<t>#IMP#<hash>          CLAIM            user id; hash of a source and its id; removed with the user
//   left address       T#<t>#LEFT#<hash>         ADDRESS          an account gave it up while the tenant moves people; ttl
//   SSO flow           T#<t>#FLOW#<hash>         FLOW             while the browser is at a provider; ttl
//   SSO code           T#<t>#CODE#<hash>         CODE             what the browser returns with, for tokens; ttl
//   used OAuth code    T#<t>#USED#<hash>         CODE             the session that it began; ttl
//   used challenge     T#<t>#USED#<hash>         CODE             a passkey's login or registration; ttl
//   stored reply       T#<t>#REPLY#<hash>        REPLY            of a request with an Idempotency-Key; sealed; ttl
//   nonce              T#<t>#NONCE#<hash>        NONCE            of an id token, issued to one client; ttl
//   number of applications  T#<t>#APPS          COUNT            those made by people of the tenant; written with each of them
//   setup link         T#<t>#SETUP               LINK#<id>        with the session that it opened, both hashed; ttl
//   request to join    T#<t>#JOIN                REQ#<id>         the id is derived from the mailbox; what became of it; ttl
//   role               T#<t>#ROLES               ROLE#<r>         permission ids; a role of all tenants: P#ROLES
//   unique role name   T#<t>#ROLES               NAME#<guard>#<name>
//   copies of a role   T#<t>#ROLES#COPY#<n>      ROLE#<r>         n copies, what requests read; of all tenants: P#ROLES#COPY#<n>
//   row                T#<t>#C#<collection>      <id>             of a resource (lib/records); ids are in order of creation
//   row in the trash   T#<t>#C#<collection>#TRASH  <id>
//   entry of an index  T#<t>#C#<collection>#X#<index>  <values><id>   id of a row that is not in the trash
//   unique value       T#<t>#C#<collection>#U    <field>#<hash>   id of the row
//   number of rows     T#<t>#C#<collection>#N    <shard>          live rows and rows in the trash
//   permission         P#PERMS                   PERM#<p>
//   unique name        P#PERMS                   NAME#<guard>#<name>
//   permissions' epoch P#PERMS#EPOCH#<n>         EPOCH            n copies; raised when a permission is renamed or deleted
//   blocked domains    P#BLK#<nn>                DOMAINS          a shard of all domains, one attribute each
//   admin              P#ADMINS                  ADM#<a>          epoch, password hash, TOTP sealed
//   admin e-mail       P#ADMINS                  EMAIL#<email>    admin id
//   admin identity     P#ADMINS                  IDP#<hash>       admin id; hash of issuer and subject
//   bootstrap flag     P#ADMINS                  BOOTSTRAP        never removed
//   number of admins   P#ADMINS                  COUNT            kept for the version before roles
//   admin invitation   P#ADMININV                INV#<id>         the id is derived from the address; ttl
//   admin flow         P#ADMFLOW#<hash>          FLOW             an admin's browser is at the provider; ttl
//   admin session      P#ADM#<a>                 SES#<hash>       ttl
//   admin passkey      P#ADM#<a>                 PKY#<hash>       its public key; hash of the credential id
//   unique admin passkey  P#ADMPKY#<hash>        CLAIM            admin id; written with the passkey
//   used admin challenge  P#ADMPKY#<hash>        USED             of an admin's passkey; hash of the challenge; ttl
//   acting admin       P#ADM#<a>                 ACTING           the session of a user that the admin has; ttl
//   application        P#APP#<a>                 APP              a client of the OpenID provider; index1 lists them, index2 those of one tenant alone
//   its copies         P#APP#<a>#COPY#<n>        APP              n copies, what requests read
//   document of a client  P#CIMD#<hash>          DOC              of a client that is not registered, as it was fetched; ttl
//   protected resource P#RES#<r>                RES              an API that tokens can be for; index1 lists them
//   its copies         P#RES#<r>#COPY#<n>        RES              n copies, what requests read
//   used assertion     P#ASR#<hash>              ASR              a client's signed assertion or proof was used; ttl
//   device request     P#DAR#<hash>              DAR              a device waits for a user; the hash of its user code; ttl
//   limiter            L#<scope>#<hash>          BUCKET           bounded add; ttl
//   number of items    P#COUNT#<what>            COUNT            roles, tenants; written with each of them
//   outbox             T#<t>#OUT#<id>            EVENT            written with the change; ttl; without a tenant: P#OUT#<id>
//   entry of the audit log  T#<t>#AUD#<target>  <time>#<id>      without a tenant: P#AUD#<target>; ttl
//   block of its chain P#AUDIT#<n>               <seq>            links of entries; stays, so that no link is followed twice
//   archive of the audit log  P#ARCHIVE          <bucket>         how far it is
//   message claim      P#MSG#<event>             CLAIM            the message is being sent, or was sent; ttl
//   counters           P#CNT#<n>, T#<t>#CNT#<n>  USERS, MEMBERS#<role name>, DAY#<d>, JOINED#<d>, ACTIVITY#<d>   n shards each;
//                                                kept by the change feed
//   people moved       T#<t>#CNT#<n>             MIGRATED         n shards; written with each of them
//   failed sign-ins    T#<t>#CNT#<n>             FAILED#<d>       n shards; ttl
//   job                P#JOB#<id>                JOB              long work in steps; the end of each starts the next
//   key ring           P#KEYS                    RING             signing keys, private parts sealed
//   public keys        P#JWKS                    JWKS             their public parts, written with the key ring
//   heartbeat          P#BEAT                    BEAT             the last one; its changes show that the stream is read
//
// All items of a tenant begin with T#<t>, which makes export, erasure and an IAM LeadingKeys condition possible.
import {
  type AdminId,
  type AdminInvitationId,
  type ApiKeyId,
  type ApplicationId,
  type DeviceId,
  type IdentityId,
  isUserId,
  type JoinRequestId,
  type PermissionId,
  type ProtectedResourceId,
  pairIn,
  placeOfApiKey,
  type RoleId,
  type ScimConnectionId,
  type ScimGroupId,
  type SessionId,
  type SetupLinkId,
  slotOf,
  type TenantId,
  tenantOfJoinRequest,
  tenantOfRole,
  tenantOfScimConnection,
  tenantOfSetupLink,
  tenantOfUser,
  type UserId,
} from '../platform/ids.ts';

export type Key = { pk: string; sk: string };

export const TTL = 'ttl';
/** General indexes, sparse: `index1` across tenants, `index2` within one. */
export const INDEXES = [
  { name: 'index1', pk: 'pk1', sk: 'sk1' },
  { name: 'index2', pk: 'pk2', sk: 'sk2' },
] as const;
export type IndexName = (typeof INDEXES)[number]['name'];

export const tenant = (t: TenantId): Key => ({ pk: `T#${t}`, sk: 'TENANT' });
/** Returns the tenant of the key of a tenant. */
export const tenantIn = ({ pk }: Pick<Key, 'pk'>): TenantId => pk.slice('T#'.length) as TenantId;
export const tenantHead = (t: TenantId, copy: number): Key => ({ pk: `T#${t}#HEAD#${copy}`, sk: 'HEAD' });
export const tenantLogo = (t: TenantId): Key => ({ pk: `T#${t}#LOGO`, sk: 'LOGO' });
/** Lower-case A-labels, in each of these. */
export const tenantDomain = (t: TenantId, domain: string): Key => ({ ...tenantDomains(t), sk: `DOM#${domain}` });
export const tenantDomains = (t: TenantId) => ({ pk: `T#${t}#DOMAINS` });
export const domainCount = (t: TenantId): Key => ({ ...tenantDomains(t), sk: 'COUNT' });
export const domainClaim = (domain: string): Key => ({ pk: `P#DOMAIN#${domain}`, sk: 'DOMAIN' });
export const slug = (text: string): Key => ({ pk: `P#SLUG#${text}`, sk: 'SLUG' });
/** Canonical, as `URL.origin` spells it. */
export const origin = (canonical: string): Key => ({ pk: `P#ORIGIN#${canonical}`, sk: 'ORIGIN' });

const account = (t: TenantId, u: UserId): string => `T#${t}#U#${u}`;
export const user = (t: TenantId, u: UserId): Key => ({ pk: account(t, u), sk: 'USER' });
/** The key of a user whose id was read from the table. The id contains the tenant. */
export const userKeyOf = (u: UserId): Key => user(tenantOfUser(u), u);
export const session = (t: TenantId, u: UserId, s: SessionId): Key => {
  const slot = slotOf(s);
  const isOfApplication = pairIn(s) !== undefined;
  if (isOfApplication) return { pk: account(t, u), sk: `SAP#${s.slice(-PAIR_AND_PLACE)}` };
  return slot === undefined ? { ...pendingOf(t, u), sk: `PEN#${s}` } : sessionSlot(t, u, slot);
};
const PAIR_AND_PLACE = 9;
/** Outside the account's partition: anyone with the password can create many, and reads of the account skip them. */
export const pendingOf = (t: TenantId, u: UserId): { pk: string } => ({ pk: `${account(t, u)}#PEN` });
export const sessionSlot = (t: TenantId, u: UserId, slot: number): Key => ({
  pk: account(t, u),
  sk: `SES#${String(slot).padStart(2, '0')}`,
});
/** First in the partition: no read of a login, or of what an account has, reaches it. */
export const disuse = (t: TenantId, u: UserId): Key => ({ pk: account(t, u), sk: 'AWAY' });
/** Those of applications, too. */
export const sessionsOf = (t: TenantId, u: UserId) => ({ pk: account(t, u), from: 'SAP#', to: 'SES#~' });
/** What a login needs of an account, in one read: sessions, trusted devices and user are adjacent. */
export const sessionsAndUser = (t: TenantId, u: UserId) => ({ pk: account(t, u), from: 'SES#', to: 'USER' });
export const partitionOf = (t: TenantId, u: UserId): { pk: string } => ({ pk: account(t, u) });
/** The same with the sessions of applications, which are before those of browsers. */
export const allSessionsAndUser = (t: TenantId, u: UserId) => ({ pk: account(t, u), from: 'SAP#', to: 'USER' });
/** The user and what the change feed derives from them, adjacent for one read. */
export const userAndDirectory = (t: TenantId, u: UserId) => ({ pk: account(t, u), from: 'USER', to: 'USER#~' });
export const counted = (t: TenantId, u: UserId): Key => ({ pk: account(t, u), sk: 'USER#COUNTED' });
export const found = (t: TenantId, u: UserId, term: string): Key => ({ pk: account(t, u), sk: `USER#FIND#${term}` });
export const member = (t: TenantId, u: UserId, roleName: string): Key => ({
  pk: account(t, u),
  sk: `USER#MEMBER#${roleName}`,
});
/** The user whose partition it is, if it is one of a user. For those who read the whole table. */
export const userOfPartition = ({ pk }: { pk: string }): UserId | undefined =>
  /^T#ten_[0-9A-Za-z]+#U#(usr_[0-9A-Za-z]+)$/.exec(pk)?.[1] as UserId | undefined;
/** The tenant to which a partition belongs. */
export const tenantInPartition = (pk: string): TenantId | undefined =>
  /^T#(ten_[0-9A-Za-z]+)#/.exec(pk)?.[1] as TenantId | undefined;
/** The user whose session it is, complete or not. */
export const userOfSession = ({ pk }: { pk: string }): string | undefined =>
  /^T#ten_[0-9A-Za-z]+#U#(usr_[0-9A-Za-z]+)(?:#PEN)?$/.exec(pk)?.[1];
/** The user in whose partition an item is. */
export const userIn = ({ pk }: { pk: string }): UserId => pk.slice(pk.lastIndexOf('#') + 1) as UserId;

export const device = (t: TenantId, u: UserId, d: DeviceId): Key => ({ pk: account(t, u), sk: `DEV#${d}` });
export const deviceSetup = (t: TenantId, u: UserId, slot: number): Key => ({
  pk: account(t, u),
  sk: `DEVSETUP#${slot}`,
});
/** Authenticators and their set-ups. */
export const devicesOf = (t: TenantId, u: UserId) => ({ pk: account(t, u), from: 'DEV#', to: 'DEVSETUP#~' });
/** What proves a second factor and what it begins, with what is between them. */
export const devicesToUser = (t: TenantId, u: UserId) => ({ pk: account(t, u), from: 'DEV#', to: 'USER' });
export const recoveryCodes = (t: TenantId, u: UserId): Key => ({ pk: account(t, u), sk: 'RCV' });
export const trustedDevice = (t: TenantId, u: UserId, slot: number): Key => ({ pk: account(t, u), sk: `TRU#${slot}` });
export const identity = (t: TenantId, u: UserId, id: IdentityId): Key => ({ pk: account(t, u), sk: `IDN#${id}` });
/** `resource`: the hash of the service that the application may use in the user's name. */
export const grant = (t: TenantId, u: UserId, a: ApplicationId, resource: string): Key => ({
  pk: account(t, u),
  sk: `GRA#${a}#${resource}`,
});
export const grantsOf = (t: TenantId, u: UserId) => ({ pk: account(t, u), from: 'GRA#', to: 'GRA#~' });
/** Behind the user and before what the change feed derives, so that a key and its user are one read. */
const apiKeySlot = (t: TenantId, owner: UserId | ApplicationId, slot: number | ''): Key =>
  isUserId(owner)
    ? { pk: account(t, owner), sk: `USER#APIKEY#${slot}` }
    : { pk: `T#${t}#MACHINE#${owner}`, sk: `APIKEY#${slot}` };
export function apiKey(id: ApiKeyId): Key {
  const { tenant, owner, slot } = placeOfApiKey(id);
  return apiKeySlot(tenant, owner, slot);
}
/** The keys of an owner. */
export const apiKeysOf = (t: TenantId, owner: UserId | ApplicationId) => {
  const { pk, sk } = apiKeySlot(t, owner, '');
  return { pk, from: sk, to: `${sk}~` };
};
/** The user, and their keys up to this slot. */
export const userAndApiKey = (t: TenantId, u: UserId, slot: number) => ({
  pk: account(t, u),
  from: 'USER',
  to: apiKeySlot(t, u, slot).sk,
});
export const apiKeyUse = (id: ApiKeyId): Key => ({
  pk: `T#${placeOfApiKey(id).tenant}#KEYUSE#${id}`,
  sk: 'USE',
});
/** All API keys of a tenant, newest first. */
export const apiKeyRange = (t: TenantId) => ({
  index: 'index2' as IndexName,
  pk: `T#${t}#APIKEYS`,
  newestFirst: true,
});
export const apiKeyIndex = (t: TenantId, id: ApiKeyId, createdAt: number) => ({
  pk2: apiKeyRange(t).pk,
  sk2: `${sortableTime(createdAt)}#${id}`,
});
export const identitiesOf = (t: TenantId, u: UserId) => ({ pk: account(t, u), prefix: 'IDN#' });
export const identityClaim = (t: TenantId, hash: string): Key => ({ pk: `T#${t}#IDP#${hash}`, sk: 'CLAIM' });
/** `hash`: of the credential id. It sorts before sessions, so that logins without one read no passkeys. */
export const passkey = (t: TenantId, u: UserId, hash: string): Key => ({ pk: account(t, u), sk: `PKY#${hash}` });
export const passkeysOf = (t: TenantId, u: UserId) => ({ pk: account(t, u), prefix: 'PKY#' });
export const passkeyClaim = (t: TenantId, hash: string): Key => ({ pk: `T#${t}#PKY#${hash}`, sk: 'CLAIM' });
/** `hash`: of the service that the user comes from, and their id there. */
export const importClaim = (t: TenantId, hash: string): Key => ({ pk: `T#${t}#IMP#${hash}`, sk: 'CLAIM' });
/** `hash`: of the kind and the address. */
export const leftAddress = (t: TenantId, hash: string): Key => ({ pk: `T#${t}#LEFT#${hash}`, sk: 'ADDRESS' });
export const ssoFlow = (t: TenantId, hash: string): Key => ({ pk: `T#${t}#FLOW#${hash}`, sk: 'FLOW' });
export const ssoCode = (t: TenantId, hash: string): Key => ({ pk: `T#${t}#CODE#${hash}`, sk: 'CODE' });
/** An authorization code of the OpenID provider that was exchanged. */
export const usedCode = (t: TenantId, hash: string): Key => ({ pk: `T#${t}#USED#${hash}`, sk: 'CODE' });
/** The reply of a request that may be repeated: the hash of its caller, operation and key. */
export const storedReply = (t: TenantId, hash: string): Key => ({ pk: `T#${t}#REPLY#${hash}`, sk: 'REPLY' });
export const ssoNonce = (t: TenantId, hash: string): Key => ({ pk: `T#${t}#NONCE#${hash}`, sk: 'NONCE' });

/** `binding`: the hash of the client's secret, for a code that is bound to one. Each client has a code of its own. */
export const oneTimeCode = (t: TenantId, u: UserId, purpose: string, binding?: string): Key => ({
  pk: account(t, u),
  sk: binding === undefined ? `OTP#${purpose}` : `OTP#${purpose}#${binding}`,
});
export const linkToken = (t: TenantId, u: UserId, purpose: string): Key => ({
  pk: account(t, u),
  sk: `TOK#${purpose}`,
});
export const invitation = (t: TenantId, u: UserId): Key => ({ pk: account(t, u), sk: 'INV' });
export const invitationKeyOf = (u: UserId): Key => invitation(tenantOfUser(u), u);
/** The half of a link that this account holds. */
export const link = (t: TenantId, u: UserId, other: TenantId): Key => ({ pk: account(t, u), sk: `LNK#${other}` });
export const messageClaim = (event: string): Key => ({ pk: `P#MSG#${event}`, sk: 'CLAIM' });
export const email = (t: TenantId, canonical: string): Key => ({ pk: `T#${t}#EMAIL#${canonical}`, sk: 'CLAIM' });
export const phone = (t: TenantId, canonical: string): Key => ({ pk: `T#${t}#PHONE#${canonical}`, sk: 'CLAIM' });

/** The prefix of a tenant, or of the platform. */
const space = (t: TenantId | null): string => (t === null ? 'P' : `T#${t}`);
export const role = (r: RoleId): Key => ({ pk: `${space(tenantOfRole(r))}#ROLES`, sk: `ROLE#${r}` });
/** A copy of an item, in a partition of its own. */
export const copyOf = ({ pk, sk }: Key, copy: number): Key => ({ pk: `${pk}#COPY#${copy}`, sk });
/** The name comes last, so that no name can produce the key of another one. */
export const roleName = (t: TenantId | null, guard: string, name: string): Key => ({
  pk: `${space(t)}#ROLES`,
  sk: `NAME#${guard}#${name}`,
});
export const rolesOf = (t: TenantId | null) => ({ pk: `${space(t)}#ROLES`, prefix: 'ROLE#' });

/** `c` is the name of a resource: lower case and hyphens. */
const collection = (suffix: string) => (t: TenantId, c: string) => ({ pk: `T#${t}#C#${c}${suffix}` });
export const rowsOf = collection('');
export const trashOf = collection('#TRASH');
export const rowClaimsOf = collection('#U');
export const rowCountsOf = collection('#N');
/** `id` has been checked against the pattern of the resource's ids. */
export const row = (t: TenantId, c: string, id: string): Key => ({ ...rowsOf(t, c), sk: id });
export const trashedRow = (t: TenantId, c: string, id: string): Key => ({ ...trashOf(t, c), sk: id });
/** `index` is its fields, joined by dots. */
export const rowIndex = (t: TenantId, c: string, index: string) => collection(`#X#${index}`)(t, c);
export const rowClaim = (t: TenantId, c: string, field: string, hash: string): Key => ({
  ...rowClaimsOf(t, c),
  sk: `${field}#${hash}`,
});
export const rowCount = (t: TenantId, c: string, shard: number): Key => ({ ...rowCountsOf(t, c), sk: String(shard) });

/** The tenant, the collection and perhaps the index of a partition of rows, for those who read the whole table. */
export function collectionOfPartition({ pk }: { pk: string }) {
  const [, t, c, index] = /^T#(ten_[0-9A-Za-z]+)#C#([a-z0-9-]+)(?:#TRASH|#U|#N|#X#(.+))?$/.exec(pk) ?? [];
  return t && c ? { tenantId: t as TenantId, collection: c, index } : undefined;
}

/** The setup links of a tenant, and one of them. */
export const setupLinks = (t: TenantId) => ({ pk: `T#${t}#SETUP`, prefix: 'LINK#' });
export const setupLink = (id: SetupLinkId): Key => ({ pk: setupLinks(tenantOfSetupLink(id)).pk, sk: `LINK#${id}` });

/** The requests to join a tenant, and one of them. */
export const joinRequests = (t: TenantId) => ({ pk: `T#${t}#JOIN`, prefix: 'REQ#' });
export const joinRequest = (id: JoinRequestId): Key => ({
  pk: joinRequests(tenantOfJoinRequest(id)).pk,
  sk: `REQ#${id}`,
});

/** The SCIM connections of a tenant, one of them, and how many there are. */
export const scimConnections = (t: TenantId) => ({ pk: `T#${t}#SCIM` });
export const scimConnection = (c: ScimConnectionId): Key => ({
  ...scimConnections(tenantOfScimConnection(c)),
  sk: `CON#${c}`,
});
export const scimConnectionCount = (t: TenantId): Key => ({ ...scimConnections(t), sk: 'COUNT' });
/** The item in which a directory describes a user. Only one does. It is before all that a login or an account reads. */
export const scimUser = (t: TenantId, u: UserId): Key => ({ pk: account(t, u), sk: 'CON' });
/** That, with all that is up to identities and passkeys: what leaves claims behind when a user is deleted. */
export const scimUserToPasskeys = (t: TenantId, u: UserId) => ({ pk: account(t, u), from: 'CON', to: 'PKY#~' });
/** That, and the groups there that the user is in. */
export const scimUserAndGroups = (t: TenantId, u: UserId) => ({ pk: account(t, u), from: 'CON', to: 'CON#~' });
/** The partition of a connection: groups and numbers. */
export const scimDirectory = (c: ScimConnectionId) => ({ pk: `${scimConnections(tenantOfScimConnection(c)).pk}#${c}` });
/** `hash`: of the lower-case name, or of the id there. */
export const scimNameClaim = (c: ScimConnectionId, hash: string): Key => ({
  pk: `${scimDirectory(c).pk}#N#${hash}`,
  sk: 'CLAIM',
});
export const scimExternalClaim = (c: ScimConnectionId, hash: string): Key => ({
  pk: `${scimDirectory(c).pk}#X#${hash}`,
  sk: 'CLAIM',
});
export const scimGroups = (c: ScimConnectionId) => ({ ...scimDirectory(c), prefix: 'GRP#' });
export const scimGroup = (c: ScimConnectionId, g: ScimGroupId): Key => ({ ...scimDirectory(c), sk: `GRP#${g}` });
export const scimGroupCount = (c: ScimConnectionId): Key => ({ ...scimDirectory(c), sk: 'GROUPS' });
export const scimRefusals = (c: ScimConnectionId): Key => ({ ...scimDirectory(c), sk: 'REFUSALS' });
export const scimGroupClaim = (c: ScimConnectionId, hash: string): Key => ({
  pk: `${scimDirectory(c).pk}#D#${hash}`,
  sk: 'CLAIM',
});
export const scimMember = (t: TenantId, u: UserId, g: ScimGroupId): Key => ({ pk: account(t, u), sk: `CON#${g}` });
/** The members of a group, in no order. */
export const scimMemberRange = (c: ScimConnectionId, g: ScimGroupId) => ({
  index: 'index2' as IndexName,
  pk: `${scimDirectory(c).pk}#G#${g}`,
});
export const scimMemberIndex = (c: ScimConnectionId, g: ScimGroupId, u: UserId) => ({
  pk2: scimMemberRange(c, g).pk,
  sk2: u as string,
});
/** Shards of the number of users: directories create several at once. */
export const SCIM_COUNT_SHARDS = 4;
export const scimCount = (c: ScimConnectionId, shard: number): Key => ({ ...scimDirectory(c), sk: `COUNT#${shard}` });
export const scimShardOf = (u: UserId): number => shardOf(u, SCIM_COUNT_SHARDS);
/** The users of a connection, oldest first: a new one comes last, and moves no page. */
export const scimUserRange = (c: ScimConnectionId) => ({ index: 'index2' as IndexName, pk: scimDirectory(c).pk });
export const scimUserIndex = (c: ScimConnectionId, u: UserId, createdAt: number) => ({
  pk2: scimUserRange(c).pk,
  sk2: listPosition(u, createdAt),
});

const PERMISSIONS = 'P#PERMS';
export const permission = (p: PermissionId): Key => ({ pk: PERMISSIONS, sk: `PERM#${p}` });
export const permissionName = (guard: string, name: string): Key => ({ pk: PERMISSIONS, sk: `NAME#${guard}#${name}` });
export const permissions = { pk: PERMISSIONS, prefix: 'PERM#' };
export const permissionsEpoch = (copy: number): Key => ({ pk: `${PERMISSIONS}#EPOCH#${copy}`, sk: 'EPOCH' });

export const blockedDomains = (shard: number): Key => ({
  pk: `P#BLK#${String(shard).padStart(2, '0')}`,
  sk: 'DOMAINS',
});

const ADMINS = 'P#ADMINS';
export const admin = (a: AdminId): Key => ({ pk: ADMINS, sk: `ADM#${a}` });
export const admins = { pk: ADMINS, prefix: 'ADM#' };
export const adminEmail = (canonical: string): Key => ({ pk: ADMINS, sk: `EMAIL#${canonical}` });
export const adminIdentity = (hash: string): Key => ({ pk: ADMINS, sk: `IDP#${hash}` });
export const adminFlow = (hash: string): Key => ({ pk: `P#ADMFLOW#${hash}`, sk: 'FLOW' });
/** In a partition of its own, which the mailer may read without a right to the admins. */
export const adminInvitations = { pk: 'P#ADMININV', prefix: 'INV#' };
export const adminInvitation = (i: AdminInvitationId): Key => ({ pk: adminInvitations.pk, sk: `INV#${i}` });
export const adminBootstrap: Key = { pk: ADMINS, sk: 'BOOTSTRAP' };
export const adminCount: Key = { pk: ADMINS, sk: 'COUNT' };
export const adminSession = (a: AdminId, hash: string): Key => ({ pk: `P#ADM#${a}`, sk: `SES#${hash}` });
export const adminPasskey = (a: AdminId, hash: string): Key => ({ pk: `P#ADM#${a}`, sk: `PKY#${hash}` });
export const adminPasskeys = (a: AdminId) => ({ pk: `P#ADM#${a}`, prefix: 'PKY#' });
export const adminPasskeyClaim = (hash: string): Key => ({ pk: `P#ADMPKY#${hash}`, sk: 'CLAIM' });
export const usedAdminChallenge = (hash: string): Key => ({ pk: `P#ADMPKY#${hash}`, sk: 'USED' });
export const adminActing = (a: AdminId): Key => ({ pk: `P#ADM#${a}`, sk: 'ACTING' });
export const adminSessions = (a: AdminId) => ({ pk: `P#ADM#${a}`, prefix: 'SES#' });
/** The hash in the key of an admin session. */
export const hashOfAdminSession = ({ sk }: Pick<Key, 'sk'>): string => sk.slice('SES#'.length);

export const application = (a: ApplicationId): Key => ({ pk: `P#APP#${a}`, sk: 'APP' });
/** Applications in the order of their creation; the id settles ties. */
export const APPLICATIONS_INDEX = { index: 'index1', pk: 'APPLICATIONS' } as const;
export const applicationIndex = (a: ApplicationId, createdAt: number) => ({
  pk1: APPLICATIONS_INDEX.pk,
  sk1: `${new Date(createdAt).toISOString()}#${a}`,
});
/** The applications that serve this tenant alone, newest first. */
export const tenantApplications = (t: TenantId) => ({
  index: 'index2' as IndexName,
  pk: `T#${t}#APPS`,
  newestFirst: true,
});
export const tenantApplicationIndex = (t: TenantId, a: ApplicationId, createdAt: number) => ({
  pk2: tenantApplications(t).pk,
  sk2: `${sortableTime(createdAt)}#${a}`,
});
/** How many of them people of the tenant have made. */
export const tenantApplicationCount = (t: TenantId): Key => ({ pk: tenantApplications(t).pk, sk: 'COUNT' });
/** `hash`: of the address of the document. */
export const clientDocument = (hash: string): Key => ({ pk: `P#CIMD#${hash}`, sk: 'DOC' });
export const protectedResource = (r: ProtectedResourceId): Key => ({ pk: `P#RES#${r}`, sk: 'RES' });
/** Protected resources in the order of their creation; the id settles ties. */
export const PROTECTED_RESOURCES_INDEX = { index: 'index1', pk: 'PROTECTED_RESOURCES' } as const;
export const protectedResourceIndex = (r: ProtectedResourceId, createdAt: number) => ({
  pk1: PROTECTED_RESOURCES_INDEX.pk,
  sk1: `${new Date(createdAt).toISOString()}#${r}`,
});
/** `hash`: of the application and the id of what it signed. */
export const usedAssertion = (hash: string): Key => ({ pk: `P#ASR#${hash}`, sk: 'ASR' });
/** `hash`: of the code that the user types. */
export const deviceRequest = (hash: string): Key => ({ pk: `P#DAR#${hash}`, sk: 'DAR' });
export const hashOfDeviceRequest = ({ pk }: Pick<Key, 'pk'>): string => pk.slice('P#DAR#'.length);

/** The number of roles or tenants, for display. No decision depends on it. */
export const count = (what: 'ROLES' | 'TENANTS'): Key => ({ pk: `P#COUNT#${what}`, sk: 'COUNT' });
export const limiter = (scope: string, hash: string): Key => ({ pk: `L#${scope}#${hash}`, sk: 'BUCKET' });
export const outbox = (t: TenantId | null, event: string): Key => ({ pk: `${space(t)}#OUT#${event}`, sk: 'EVENT' });

/** Entries of the audit log, by whom or what they concern. `target` is an id. */
export const auditOf = (t: TenantId | null, target: string) => ({ pk: `${space(t)}#AUD#${target}` });
/** The position of an entry in every list. Times sort, and the id settles ties. */
export const auditPosition = (occurredAt: number, id: string): string => `${sortableTime(occurredAt)}#${id}`;
export const auditEntry = (t: TenantId | null, target: string, occurredAt: number, id: string): Key => ({
  ...auditOf(t, target),
  sk: auditPosition(occurredAt, id),
});
/** The tenant and the target of an entry, and its time and id. */
export function auditEntryIn({ pk, sk }: Key) {
  const [, tenant, target] = /^(?:P|T#(ten_[0-9A-Za-z]+))#AUD#(.+)$/.exec(pk) ?? [];
  return {
    tenantId: (tenant ?? null) as TenantId | null,
    targetId: target as string,
    occurredAt: Number.parseInt(sk.slice(0, 9), 36),
    id: sk.slice(10),
  };
}
/** The list of a tenant's entries is sharded: one partition of an index takes 1000 writes a second. */
export const TENANT_AUDIT_SHARDS = 4;
const tenantAudit = (t: TenantId, shard: number): string => `T#${t}#AUDIT#${shard}`;
/** What follows the position lets readers filter without reading entries. */
export const auditIndex = (t: TenantId, occurredAt: number, id: string, action: string, actor: string) => ({
  pk2: tenantAudit(t, Math.max(0, ALPHABET.indexOf(id.at(-1) as string)) % TENANT_AUDIT_SHARDS),
  sk2: `${auditPosition(occurredAt, id)}#${action}#${actor}`,
});
/** Leads from the id of an entry to it, for every tenant. Each id is a partition of its own. */
export const auditById = (id: string) => ({ index: 'index1' as IndexName, pk: auditOf(null, id).pk });
export const auditIdIndex = (id: string) => ({ pk1: auditById(id).pk, sk1: 'ENTRY' });
/** The action and the actor of an entry of the index. */
export function auditIndexIn(sort: string) {
  const [, , action, actor] = sort.split('#');
  return { action: action as string, actorId: actor || null };
}
export const auditRanges = (t: TenantId) =>
  Array.from({ length: TENANT_AUDIT_SHARDS }, (_, shard) => ({
    index: 'index2' as IndexName,
    pk: tenantAudit(t, shard),
    newestFirst: true,
  }));
/** Shards of the chain of all entries. Feeds that run at the same time rarely meet in one. */
export const AUDIT_SHARDS = 4;
export const auditChain = (shard: number) => ({ pk: `P#AUDIT#${shard}` });
const SEQ_DIGITS = 15;
export const auditSeq = (seq: number): string => String(seq).padStart(SEQ_DIGITS, '0');
/** `seq` is the number of the first entry in the block. */
export const auditBlock = (shard: number, seq: number): Key => ({ ...auditChain(shard), sk: auditSeq(seq) });

/** How far the audit log is archived in a bucket. */
export const auditArchive = (bucket: string): Key => ({ pk: 'P#ARCHIVE', sk: bucket });

export const keyRing: Key = { pk: 'P#KEYS', sk: 'RING' };
/** In a partition of its own, which may be read without a right to the private keys. */
export const publicKeys: Key = { pk: 'P#JWKS', sk: 'JWKS' };
export const heartbeat: Key = { pk: 'P#BEAT', sk: 'BEAT' };

/** Every role, by name. */
export const ROLES_INDEX = { index: 'index1', pk: 'ROLES' } as const;
export const roleIndex = (r: RoleId, name: string) => ({ pk1: ROLES_INDEX.pk, sk1: `${name}#${r}` });

/** Tenants in the order of their creation; the id settles ties. */
export const TENANTS_INDEX = { index: 'index1', pk: 'TENANTS' } as const;
export const tenantIndex = (t: TenantId, createdAt: number) => ({
  pk1: TENANTS_INDEX.pk,
  sk1: `${new Date(createdAt).toISOString()}#${t}`,
});

/** Domains that are looked up by themselves, in the order of when they are due, ms. */
export const DOMAINS_DUE = { index: 'index1', pk: 'DOMAINS' } as const;
export const domainDueIndex = (t: TenantId, domain: string, dueAt: number) => ({
  pk1: DOMAINS_DUE.pk,
  sk1: `${sortableTime(dueAt)}#${t}#${domain}`,
});
export const dueIn = (sort: string): number => Number.parseInt(sort.slice(0, 9), 36);

// Lists of users. An index partition holds one shard of one status bucket (active or not, verified or not), so that a
// filter on status selects partitions, and sign-ups spread over several. The sort key begins with the time of creation:
// `<base 36, nine digits>#<user>`.

/** Shards of a status bucket in a list, of a tenant's search terms, and of all search terms. */
export const LIST_SHARDS = 4;
export const TENANT_TERM_SHARDS = 4;
export const TERM_SHARDS = 16;

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shardOf = (u: UserId, shards: number): number => ALPHABET.indexOf(u.at(-1) as string) % shards;

/** A list of users: all, or the members of the roles with this name; of one tenant, or of all tenants. */
export type UserList = { tenantId?: TenantId | undefined; roleName?: string | undefined };
export type StatusBucket = 0 | 1 | 2 | 3;
export const sortableTime = (ms: number): string => ms.toString(36).padStart(9, '0');
export const listPosition = (u: UserId, createdAt: number): string => `${sortableTime(createdAt)}#${u}`;

const listPartition = ({ tenantId, roleName }: UserList, bucket: StatusBucket, shard: number): string =>
  `${tenantId === undefined ? '' : `T#${tenantId}#`}${roleName === undefined ? 'USERS' : 'MEMBERS'}#${bucket}${shard}${
    roleName === undefined ? '' : `#${roleName}`
  }`;
/** The index partitions of a list, of these status buckets. */
export function userListRanges(list: UserList, buckets: readonly StatusBucket[]) {
  const index: IndexName = list.tenantId === undefined ? 'index1' : 'index2';
  return buckets.flatMap((bucket) =>
    Array.from({ length: LIST_SHARDS }, (_, shard) => ({
      index,
      pk: listPartition(list, bucket, shard),
      newestFirst: true,
    })),
  );
}
/** The positions of a user in the lists, as index attributes of the user's item or of a membership in a role. */
export function userListIndex(t: TenantId, u: UserId, createdAt: number, bucket: StatusBucket, roleName?: string) {
  const shard = shardOf(u, LIST_SHARDS);
  const position = listPosition(u, createdAt);
  return {
    pk1: listPartition({ roleName }, bucket, shard),
    sk1: position,
    pk2: listPartition({ tenantId: t, roleName }, bucket, shard),
    sk2: position,
  };
}
/** What is stored of an invitation. Whether an open one has expired follows from its position. */
export const INVITATION_BUCKETS = ['open', 'accepted', 'revoked'] as const;
export type InvitationBucket = (typeof INVITATION_BUCKETS)[number];
const invitationPartition = (t: TenantId | undefined, bucket: InvitationBucket): string =>
  `${t === undefined ? '' : `T#${t}#`}INVITATIONS#${bucket}`;
/** The index partition of the invitations of a tenant, or of all, those that expire last first. */
export const invitationRange = (t: TenantId | undefined, bucket: InvitationBucket) => ({
  index: (t === undefined ? 'index1' : 'index2') as IndexName,
  pk: invitationPartition(t, bucket),
  newestFirst: true,
});
export function invitationIndex(t: TenantId, u: UserId, expiresAt: number, bucket: InvitationBucket) {
  const position = listPosition(u, expiresAt);
  return {
    pk1: invitationPartition(undefined, bucket),
    sk1: position,
    pk2: invitationPartition(t, bucket),
    sk2: position,
  };
}

const termPartition = (t: TenantId | undefined, shard: number): string =>
  t === undefined ? `FIND#${shard}` : `T#${t}#FIND#${shard}`;
/** The ranges of index entries whose terms have this prefix. */
export const termRanges = (t: TenantId | undefined, prefix: string) =>
  Array.from({ length: t === undefined ? TERM_SHARDS : TENANT_TERM_SHARDS }, (_, shard) => ({
    index: (t === undefined ? 'index1' : 'index2') as IndexName,
    pk: termPartition(t, shard),
    prefix,
  }));

/** The prefix that only this term has. Its payload follows after a line break, which no term contains. */
export const wholeTerm = (term: string): string => `${term}\n`;
/** The index attributes of a search term, followed by its payload. */
export function termIndex(t: TenantId, u: UserId, term: string, payload: string) {
  const sort = `${wholeTerm(term)}${payload}`;
  return {
    pk1: termPartition(undefined, shardOf(u, TERM_SHARDS)),
    sk1: sort,
    pk2: termPartition(t, shardOf(u, TENANT_TERM_SHARDS)),
    sk2: sort,
  };
}
/** The payload that follows the term in the sort key of an index. */
export const payloadIn = (sort: string): string => sort.slice(sort.lastIndexOf('\n') + 1);

/** Counters are sharded, so that no item takes the writes of all sign-ups. The number is the sum of the shards. */
export const COUNTER_SHARDS = 10;
export type Subject =
  | 'USERS'
  | `MEMBERS#${string}`
  | `DAY#${number}`
  | `JOINED#${number}`
  | `ACTIVITY#${number}`
  | `FAILED#${number}`
  | 'MIGRATED';
export const counter = (t: TenantId | null, shard: number, subject: Subject): Key => ({
  pk: `${space(t)}#CNT#${shard}`,
  sk: subject,
});
/** The failed sign-ins of a tenant on a day. */
export const failures = (t: TenantId, shard: number, day: number): Key => counter(t, shard, `FAILED#${day}`);
export const dayOfFailures = (sk: string): number | undefined => {
  const [, day] = /^FAILED#(\d+)$/.exec(sk) ?? [];
  return day === undefined ? undefined : Number(day);
};
export const job = (id: string): Key => ({ pk: `P#JOB#${id}`, sk: 'JOB' });
