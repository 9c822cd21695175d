// Lists every Lambda function with what it needs. Bundling, the stack and the tests read this table.
//
// To add a function: `functions/<name>.ts`, its code, and one row here. A group of the contract without a row does not
// compile. Each grant on the table has its reason; `test/infra/permissions.slow.ts` proves that it is used.
// infra/routes.ts says which operations each function behind the API serves.
import { LOGOUT_EVENT } from '../lib/contract/events.ts';
import { type GroupName, groupNames, kebab } from '../lib/contract/index.ts';
import { VERIFYING_MB } from '../lib/crypto/imported/limits.ts';
import {
  APPLICATIONS_INDEX,
  heartbeat,
  keyRing,
  PROTECTED_RESOURCES_INDEX,
  publicKeys,
  ROLES_INDEX,
  TENANTS_INDEX,
} from '../lib/store/keys.ts';
import {
  AUDIT_ARCHIVE,
  type FunctionRow,
  type Kebab,
  RESOURCES,
  ROOT_SECRETS,
  type SCIM,
  type Trigger,
  WARM,
  type WEB,
} from './function-types.ts';
import * as of from './key-patterns.ts';

export * from './function-types.ts';

/** One vCPU comes with this memory (AWS Lambda developer guide, "Configure Lambda function memory"). */
export const ONE_CPU_MB = VERIFYING_MB;
export const SMALL_MB = 512;

/** Requests end well before API Gateway's own limit of 29 s. */
const SMALL_API = { memoryMb: SMALL_MB, timeoutSeconds: 10, trigger: { kind: 'api' } } as const;
/** Hashing a password takes a whole CPU. */
const HASHING_API = { ...SMALL_API, memoryMb: ONE_CPU_MB } as const;

/** A function for each group of the contract, one for the resources that an application declares, one for SCIM, one for pages. */
type ApiFunction = Kebab<GroupName> | typeof RESOURCES | typeof SCIM | typeof WEB;

/** File name below functions/ -> what the function needs. */
export const FUNCTIONS = {
  authentication: {
    ...HASHING_API,
    warmUp: 'GET /auth/verify-session',
    table: {
      GetItem: 'user at login, slug at lookup, owner of a domain, request to join, logo, key ring',
      BatchGetItem:
        'session, user, tenant and application behind a token, and the session of an acting admin; tenant and address at login; domain and request of a person who asks to join; roles; link; listed origin',
      Query: 'sessions, trusted devices and passkeys of a user',
      PutItem: 'session, pending login, sign-up, link, request to join, outbox, the first key ring',
      UpdateItem:
        'limiters, rotation of sessions and trusted devices, epochs, password, nonce of an id token, permissions cached in a role',
      DeleteItem: 'logout, user who leaves, address, codes, trust in a device, a limiter after success',
    },
    partitions: [...of.USER_API, of.PLATFORM_OUTBOX],
    readOnly: [...of.USER_API_READS, of.DOMAIN_CLAIMS],
    secrets: ['pepper', 'seal', 'session', 'sso', 'proxy'],
  },
  account: {
    ...SMALL_API,
    warmUp: 'GET /auth/sessions',
    table: {
      GetItem: 'code, tenant, key ring',
      BatchGetItem:
        'session, user, tenant and application behind a token, and the session of an acting admin; roles; blocked domains; guesses; invitation; accounts of an address with their tenants; SCIM connection with groups; listed origin',
      Query: 'sessions, trusted devices, grants and directory of a user; where an address has accounts',
      PutItem: 'code, address, outbox, the first key ring',
      UpdateItem:
        'limiters, attempts at a code, user, the session that stays, rotation of sessions, permissions cached in a role',
      DeleteItem: 'released address, session, grant, trust in a device, code, a limiter after success',
    },
    partitions: of.USER_API,
    readOnly: [...of.USER_API_READS, of.TENANT_SCIM],
    indexes: ['index1'],
    secrets: ['seal', 'session', 'proxy'],
  },
  sso: {
    ...SMALL_API,
    warmUp: 'GET /auth/identities',
    table: {
      GetItem: 'tenant, user, the maker of a setup link, key ring',
      BatchGetItem:
        'identity, address and blocked domains; the domain of an address; session, user, tenant and application behind a token; roles; setup link; listed origin',
      Query: 'account with its sessions and trusted devices; identities and passkeys of an account',
      PutItem: 'flow, nonce, code, account, identity, session, outbox, the first key ring',
      UpdateItem:
        'limiters, flow, account, identity, bound code, token of a trusted device, permissions cached in a role',
      DeleteItem: 'identity',
      ConditionCheckItem: 'that the account of an identity may be used with it',
    },
    partitions: of.USER_API,
    // The admin who made a setup link may have lost what it is for.
    readOnly: [...of.USER_API_READS, of.ADMINS],
    secrets: ['seal', 'session', 'sso', 'proxy'],
  },
  mfa: {
    ...SMALL_API,
    warmUp: 'GET /auth/mfa/status',
    table: {
      GetItem: 'recovery codes, key ring',
      BatchGetItem:
        'session, user, tenant and application behind a token, and the session of an acting admin; roles; listed origin',
      Query: 'authenticators, sessions and trusted devices of a user',
      PutItem: 'session, set-up, authenticator, trusted device, recovery codes, code, outbox, the first key ring',
      UpdateItem: 'limiters, the step of an authenticator, attempts at a code, user, permissions cached in a role',
      DeleteItem: 'pending login, authenticator, set-up, code, a limiter after success',
      ConditionCheckItem: 'that the second factor is on that recovery codes are for',
    },
    partitions: of.USER_API,
    readOnly: of.USER_API_READS,
    secrets: ['seal', 'session', 'proxy'],
  },
  passkeys: {
    ...SMALL_API,
    warmUp: 'GET /auth/passkeys',
    table: {
      GetItem: 'passkey, tenant, key ring',
      BatchGetItem:
        'tenant and passkey at login; link and invitation; session, user, tenant and application behind a token, and the session of an acting admin; roles; listed origin',
      Query: 'passkeys, sessions and trusted devices of a user',
      PutItem: 'session, used challenge, passkey, trusted device, outbox, the first key ring',
      UpdateItem: 'limiters, use of a passkey, user, the session that stays, permissions cached in a role',
      DeleteItem: 'pending login, passkey, link, second factors of an account that is claimed, a limiter after success',
    },
    partitions: of.USER_API,
    readOnly: of.USER_API_READS,
    secrets: ['seal', 'session', 'sso', 'proxy'],
  },
  oauth: {
    ...SMALL_API,
    warmUp: 'GET /oauth2/userinfo',
    table: {
      GetItem: 'application, protected resource, tenant, slug, grant, used code, device request, key ring',
      BatchGetItem:
        'tenant, roles, identity, application, document of one, protected resource, device request, session and user behind a cookie; SCIM connection that fetches a token',
      Query: 'the sessions and the account behind a code',
      PutItem:
        'that an assertion or a code was used, document of a client, device request, session, grant, outbox, a wrong secret, the first key ring',
      UpdateItem:
        'limiters, device request, generation and children of a session, grant, link epoch, permissions cached in a role',
      DeleteItem: 'sessions that end',
    },
    partitions: [...of.USER_API, of.USED_ASSERTIONS, of.DEVICE_REQUESTS, of.CLIENT_DOCUMENTS, of.PLATFORM_OUTBOX],
    readOnly: [of.APPLICATIONS, of.PROTECTED_RESOURCES, of.PERMISSIONS, of.SLUGS, of.ADMIN_SESSIONS],
    secrets: ['seal', 'session', 'proxy'],
  },
  'api-keys': {
    ...SMALL_API,
    warmUp: 'GET /auth/api-keys',
    table: {
      GetItem: 'API key before a change, application that asks about one, head of the tenant, key ring',
      BatchGetItem:
        'session, user, tenant and application behind a token, and the session of an acting admin; API key of a machine; last uses; roles; listed origin',
      Query: 'API keys of a user, and the user beside them',
      PutItem: 'API key, last use, that an assertion was used, a wrong secret, outbox, the first key ring',
      UpdateItem: 'limiters, API key, permissions cached in a role',
      DeleteItem: 'API key and its last use, the attempt of a change that was refused',
      ConditionCheckItem: 'that the user of a new API key is active',
    },
    partitions: [...of.USER_API, of.USED_ASSERTIONS, of.PLATFORM_OUTBOX],
    readOnly: of.USER_API_READS,
    secrets: ['seal', 'session', 'proxy'],
  },
  organization: {
    ...SMALL_API,
    warmUp: 'GET /auth/organization',
    table: {
      GetItem:
        'tenant, domain and who owns it, reply to a repeated request, the caller after a refused change, setup link, its maker, SCIM connection, group of one, application and their number, key ring',
      BatchGetItem:
        'session, user, tenant and application behind a token; users, roles and invitations of a page; entries of the audit log and whom they are about; counters; applications of a page; blocked domains; setup link; listed origin',
      Query:
        'every item in the partition of a member; roles, domains, setup links, requests to join and SCIM connections of a tenant; what one has beside its users; entries of the audit log by target',
      PutItem:
        'user, address, link, invitation, domain and its claim, setup link, SCIM connection, application, its copies, the jobs of both, copies of the head of a tenant, outbox, directory entries, the first key ring',
      UpdateItem:
        'member, invitation, request to join, tenant, domain and their number, setup link, SCIM connection and their number, group of one, application and their number, counters, limiters, permissions cached in a role',
      DeleteItem:
        'member, address, link, domain and its claim, SCIM connection, application, second factors of an account that is claimed, directory entries',
      BatchWriteItem: 'purge of a deleted member',
      ConditionCheckItem:
        'that the caller may still do it, that the tenant of a domain, a SCIM connection or an application is not deleted, and that a domain is still verified; that a user still matches their directory entries',
    },
    partitions: [...of.USER_API, of.COUNTERS, of.DOMAIN_CLAIMS, of.JOBS, of.APPLICATIONS],
    // The admin who made a setup link may have lost what it is for.
    readOnly: [...of.USER_API_READS, of.ADMINS],
    // The lists of one tenant: those of all tenants are in the other index.
    indexes: ['index2'],
    // Links are sealed in the outbox.
    secrets: ['seal', 'session', 'proxy'],
  },
  discovery: {
    ...SMALL_API,
    warmUp: 'GET /.well-known/jwks.json',
    table: { GetItem: 'public keys' },
    // It serves unauthenticated callers and every undeclared path, so it can read nothing but what is public.
    partitions: [publicKeys.pk],
    secrets: [],
  },
  'admin-blocked-email-domains': {
    ...SMALL_API,
    warmUp: 'GET /auth/admin/api/blocked-email-domains',
    table: {
      GetItem: 'the shard of an id',
      BatchGetItem: 'admin and session behind a cookie, or the application behind a token, the shards',
      PutItem: 'a shard, outbox',
      UpdateItem: 'domains of a shard, last use of the session',
    },
    partitions: [of.BLOCKED_DOMAINS, of.PLATFORM_OUTBOX, of.ADMIN_SESSIONS],
    readOnly: [of.ADMINS, of.APPLICATIONS],
    secrets: ['session', 'proxy'],
  },
  'admin-console': {
    ...HASHING_API,
    warmUp: 'GET /auth/admin/me',
    table: {
      GetItem: 'bootstrap flag, admin by address, identity, passkey or id, invitation, flow, public keys, heartbeat',
      BatchGetItem:
        'admin and session behind a cookie, or the application behind a token; tenants that an admin is limited to; senders of invitations; counters',
      Query: 'list of admins and of invitations, sessions and passkeys of an admin, roles of a tenant',
      PutItem: 'bootstrap, admin, identity, invitation, flow, session, passkey, used challenge, outbox',
      UpdateItem:
        'limiters, last use, epoch, password, authenticator and its last step, use of a passkey, number of admins',
      DeleteItem: 'admin, invitation, session, passkey, a limiter after success',
      ConditionCheckItem: 'that the caller who changes an admin is still an owner',
    },
    partitions: [
      of.ADMINS,
      of.ADMIN_FLOWS,
      of.ADMIN_INVITATIONS,
      of.ADMIN_PASSKEYS,
      of.ADMIN_SESSIONS,
      of.LIMITERS,
      of.PLATFORM_OUTBOX,
    ],
    readOnly: [
      of.APPLICATIONS,
      of.COUNTERS,
      of.COUNTS,
      of.TENANT,
      of.TENANT_ROLES,
      of.TENANT_COUNTERS,
      publicKeys.pk,
      heartbeat.pk,
    ],
    secrets: ['pepper', 'seal', 'session', 'admin', 'sso', 'proxy'],
  },
  'admin-tenants': {
    ...SMALL_API,
    warmUp: 'GET /auth/admin/api/tenants',
    table: {
      GetItem: 'tenant before a change, domain and who owns it, setup link, SCIM connection, group of one',
      BatchGetItem:
        'admin and session behind a cookie, or the application behind a token; tenant and role that a domain or a group names; users who are compared with a directory',
      Query: 'domains, setup links and SCIM connections of a tenant; what one has beside its users; the list of users',
      PutItem:
        'tenant, copies of its head, slug, logo, domain and its claim, setup link, SCIM connection, the jobs of one, outbox',
      UpdateItem:
        'tenant, number of tenants, listed origins, domain and their number, setup link, SCIM connection and their number, group of one, last use of the session, limiters',
      DeleteItem: 'slug, logo, domain and its claim, SCIM connection',
      ConditionCheckItem: 'that the tenant of a domain or a SCIM connection is not deleted',
    },
    partitions: of.TENANT_API,
    // The users of a tenant are compared with those of a directory.
    readOnly: [of.ADMINS, of.APPLICATIONS, of.TENANT_ROLES, of.PLATFORM_ROLES, of.TENANT_USERS],
    indexes: [TENANTS_INDEX.index, 'index2'],
    secrets: ['seal', 'session', 'proxy'],
  },
  'admin-users': {
    ...HASHING_API,
    warmUp: 'GET /auth/admin/api/users',
    table: {
      GetItem: 'tenant of a new user, reply to a repeated request, key ring',
      BatchGetItem:
        'admin and session behind a cookie, or the application behind a token; users of a page, their tenants and roles; applications with sessions of a user; counters',
      Query: 'every item in the partition of a user',
      PutItem:
        'user, address, recovery link, session for an acting admin, outbox, directory entries, the first key ring',
      UpdateItem: 'user, counters, limiters, last use of the session, permissions cached in a role',
      DeleteItem: 'user, address, session, authenticator, limiters, directory entries',
      BatchWriteItem: 'purge of a deleted user',
      ConditionCheckItem: 'that a user still matches their directory entries',
    },
    partitions: [
      of.TENANTS,
      of.LIMITERS,
      of.COUNTERS,
      of.ADMIN_SESSIONS,
      of.PLATFORM_ROLES,
      of.PLATFORM_OUTBOX,
      ...of.SIGNING_KEYS,
    ],
    readOnly: [of.ADMINS, of.PERMISSIONS, of.BLOCKED_DOMAINS, of.APPLICATIONS],
    indexes: ['index1', 'index2'],
    // It signs the tokens of an admin who acts as a user, whose password it could set as well.
    secrets: ['pepper', 'seal', 'session', 'proxy'],
  },
  'admin-transfers': {
    ...HASHING_API,
    // A hundred lines, each with a password that is wrapped. API Gateway waits 29 s.
    timeoutSeconds: 25,
    table: {
      GetItem: 'tenant, account of an address that a line has',
      BatchGetItem:
        'admin and session behind a cookie, or the application behind a token; names of roles; claims of the origins, addresses, identities and passkeys of the lines; blocked domains; users and roles of an export',
      Query: 'list of the users of a tenant; identities, passkeys and authenticators of each',
      PutItem: 'user, claims, identity, passkey, authenticator, outbox',
      UpdateItem: 'user that a line is merged into, last use of the session',
    },
    partitions: [of.TENANTS, of.PLATFORM_OUTBOX, of.ADMIN_SESSIONS],
    readOnly: [of.ADMINS, of.APPLICATIONS, of.BLOCKED_DOMAINS],
    indexes: ['index2'],
    // Seeds are sealed.
    secrets: ['pepper', 'seal', 'session', 'sso', 'proxy'],
  },
  'admin-invitations': {
    ...SMALL_API,
    warmUp: 'GET /auth/admin/api/invitations',
    table: {
      GetItem: 'tenant of a new invitation, reply to a repeated request, request to join and its domain',
      BatchGetItem:
        'admin and session behind a cookie, or the application behind a token; invitations of a page and their users; roles; blocked domains',
      Query: 'every item in the partition of a user; domains and requests to join of a tenant',
      PutItem: 'user, address, link, invitation, outbox',
      UpdateItem: 'user, invitation, request to join, limiters, last use of the session',
      DeleteItem: 'link, address that a user gives up, second factors of an account that is claimed',
      ConditionCheckItem: 'that the domain of a request to join is still verified',
    },
    partitions: [of.TENANTS, of.LIMITERS, of.ADMIN_SESSIONS, of.PLATFORM_OUTBOX],
    readOnly: [of.ADMINS, of.APPLICATIONS, of.PLATFORM_ROLES, of.BLOCKED_DOMAINS],
    indexes: ['index1', 'index2'],
    // Links are sealed in the outbox.
    secrets: ['seal', 'session', 'proxy'],
  },
  'admin-roles': {
    ...SMALL_API,
    warmUp: 'GET /auth/admin/api/roles',
    table: {
      BatchGetItem: 'admin and session behind a cookie, or the application behind a token, roles, permissions, tenants',
      Query: 'roles of a tenant',
      PutItem: 'role, its copies, name, outbox',
      UpdateItem: 'role, number of roles, last use of the session',
      DeleteItem: 'role, name',
      ConditionCheckItem: 'that the tenant of a new role is not deleted',
    },
    partitions: of.ROLE_API,
    readOnly: [of.ADMINS, of.APPLICATIONS, of.PERMISSIONS],
    indexes: [ROLES_INDEX.index],
    secrets: ['session', 'proxy'],
  },
  'admin-permissions': {
    ...SMALL_API,
    warmUp: 'GET /auth/admin/api/permissions',
    table: {
      GetItem: 'permission before a change',
      BatchGetItem: 'admin and session behind a cookie, or the application behind a token',
      Query: 'all permissions',
      PutItem: 'permission, name, outbox',
      UpdateItem: 'permission, epoch of the permissions, last use of the session',
      DeleteItem: 'permission, name',
    },
    partitions: [of.PERMISSIONS, of.PLATFORM_OUTBOX, of.ADMIN_SESSIONS],
    readOnly: [of.ADMINS, of.APPLICATIONS],
    secrets: ['session', 'proxy'],
  },
  'admin-applications': {
    ...SMALL_API,
    warmUp: 'GET /auth/admin/api/applications',
    table: {
      GetItem: 'application, API key before a change, its user and tenant',
      BatchGetItem:
        'admin and session behind a cookie, or the application behind a token; applications of a page; tenants and roles that are named; API keys of a page and their last uses',
      Query: 'API keys of a user or a machine',
      PutItem: 'application, its copies, API key, outbox, the job that deletes the API keys of a machine',
      UpdateItem:
        'application and their number in a tenant, API key, last use of the session, permissions cached in a role',
      DeleteItem: 'application, API key and its last use',
      ConditionCheckItem: 'that the machine of a new API key still exists',
    },
    partitions: [
      of.APPLICATIONS,
      of.JOBS,
      of.TENANT_USERS,
      of.TENANT_MACHINES,
      of.TENANT_KEY_USES,
      of.TENANT_APPLICATIONS,
      of.TENANT_ROLES,
      of.PLATFORM_ROLES,
      of.TENANT_OUTBOX,
      of.PLATFORM_OUTBOX,
      of.ADMIN_SESSIONS,
    ],
    readOnly: [of.ADMINS, of.TENANT, of.PERMISSIONS],
    indexes: [APPLICATIONS_INDEX.index, 'index2'],
    secrets: ['session', 'proxy'],
  },
  'admin-protected-resources': {
    ...SMALL_API,
    warmUp: 'GET /auth/admin/api/protected-resources',
    table: {
      GetItem: 'protected resource, application without a copy',
      BatchGetItem:
        'admin and session behind a cookie, or the application behind a token; protected resources of a page; tenants and machines that are named',
      PutItem: 'protected resource, its copies, outbox',
      UpdateItem: 'protected resource, last use of the session',
      DeleteItem: 'protected resource',
    },
    partitions: [of.PROTECTED_RESOURCES, of.PLATFORM_OUTBOX, of.ADMIN_SESSIONS],
    readOnly: [of.ADMINS, of.TENANT, of.APPLICATIONS],
    indexes: [PROTECTED_RESOURCES_INDEX.index],
    secrets: ['session', 'proxy'],
  },
  'admin-audit': {
    ...SMALL_API,
    warmUp: 'GET /auth/admin/api/audit',
    table: {
      BatchGetItem:
        'admin and session behind a cookie, or the application behind a token; entries of a page, and the names of whom they are about',
      Query: 'entries of a target; an entry by its id; blocks of the chain',
      PutItem: 'that an admin has read the log',
      UpdateItem: 'last use of the session',
    },
    partitions: [of.ADMIN_SESSIONS, of.TENANT_OUTBOX, of.PLATFORM_OUTBOX],
    readOnly: [of.ADMINS, of.TENANTS, of.PLATFORM_ROLES, of.APPLICATIONS, of.PLATFORM_AUDIT, of.AUDIT_CHAIN],
    indexes: ['index1', 'index2'],
    secrets: ['session', 'proxy'],
  },
  // It serves lib/records/resources, which is no group of the contract. A deployment has it if the setting `resources` is on.
  resources: {
    ...SMALL_API,
    warmUp: 'GET',
    table: {
      GetItem: 'row, reply to a repeated request, head of the tenant of an API key, key ring',
      BatchGetItem:
        'session, user, tenant and application behind a token, and the session of an acting admin; API key of a machine; roles; listed origin; rows, their numbers, unique values',
      Query: 'rows, also those in the trash; entries of an index; an API key and its user',
      PutItem: 'row, unique value, entry of an index, last use of an API key, outbox, the first key ring',
      UpdateItem: 'number of rows, limiters, permissions cached in a role',
      DeleteItem: 'row, unique value, entry of an index',
      ConditionCheckItem: 'that the row of a reference exists; who has a unique value that is being built',
    },
    partitions: of.RESOURCE_API,
    readOnly: of.RESOURCE_API_READS,
    secrets: ['seal', 'session', 'proxy'],
  },
  // SCIM is a protocol with a contract of its own.
  scim: {
    ...SMALL_API,
    table: {
      GetItem: 'group and the number of them, refused requests',
      BatchGetItem:
        'connection and tenant behind a token; users, groups and what the directory says of them; who has a name or an address; domain; blocked domains; roles of an account that is taken up',
      Query:
        'users and groups of a connection; members of a group; groups of a user; authenticators of an account that is claimed; the partition of a user who is deleted',
      PutItem:
        'user, address, what the directory says of the user, names there, group, membership, the job of a removed group, refused requests, outbox',
      UpdateItem: 'user, what the directory says of them, numbers of both, group, last use of a connection, limiters',
      DeleteItem:
        'user, address, names in the directory, group, membership, second factors of an account that is claimed',
      ConditionCheckItem: 'that the domain of an address still belongs to the tenant, that the connection is there',
    },
    partitions: [of.TENANTS, of.LIMITERS, of.JOBS],
    readOnly: [of.BLOCKED_DOMAINS, of.PLATFORM_ROLES],
    indexes: ['index2'],
    secrets: ['session', 'proxy'],
  },
  // Pages are files. It knows no secret and reads no table.
  web: { ...SMALL_API, warmUp: 'GET /login', table: {}, secrets: [] },
  'change-feed': {
    memoryMb: SMALL_MB,
    // A job's step takes a second or two; a batch may hold several.
    timeoutSeconds: 60,
    trigger: { kind: 'stream' },
    table: {
      GetItem: 'tenant whose sessions end, or whose users are looked at; applications of a deleted tenant',
      BatchGetItem: 'head of the tenant and roles of a user; tenants, users and entries of the audit log',
      Query:
        'user with their directory entries, or sessions; the partition of a removed or an unused user; sign-ins of a user; SCIM connections of a tenant; rows of a deleted tenant; API keys of a deleted machine; blocks of the audit log',
      PutItem:
        'entries of the audit log and blocks of its chain, directory entries, the jobs of a day, notice of disuse, copies of the roles and the applications of a deleted tenant, and of the head of one',
      UpdateItem:
        'counters, progress of a job, epoch of a tenant, unused user, that the silence of a directory was told, erased personal data of the audit log',
      DeleteItem: 'directory entries; users, roles, applications and copies of a deleted tenant; a job that is done',
      BatchWriteItem: 'purge of a deleted user; rows of a deleted tenant; API keys of a deleted machine',
      ConditionCheckItem: 'that a user still matches their directory entries, and is still unused',
    },
    partitions: [
      of.TENANTS,
      of.LIMITERS,
      of.COUNTERS,
      of.APPLICATIONS,
      of.COUNTS,
      of.JOBS,
      of.PLATFORM_ROLES,
      of.PLATFORM_AUDIT,
      of.AUDIT_CHAIN,
      of.DOMAIN_CLAIMS,
    ],
    readOnly: [of.PERMISSIONS],
    indexes: ['index1', 'index2'],
    // Invitations are sealed in the table.
    secrets: ['seal'],
    permissions: ['publish events', 'report failures'],
  },
  mailer: {
    memoryMb: SMALL_MB,
    // Shorter than the lease of a claim (lib/store/people/message-claims.ts), so that no second mailer sends the same message.
    timeoutSeconds: 50,
    trigger: { kind: 'queue' },
    table: {
      GetItem: 'tenant, user, code, token or invitation of an admin',
      BatchGetItem: 'accounts of an address, and their tenants',
      Query: 'where an address has accounts',
      PutItem: 'the claim of a message',
      UpdateItem: 'owner of the claim, that its message was sent, lists of tenants in a day',
    },
    partitions: [of.MESSAGE_CLAIMS, of.LISTS_OF_A_DAY],
    readOnly: [of.TENANTS, of.ADMIN_INVITATIONS],
    indexes: ['index1'],
    secrets: ['seal'],
    permissions: ['send e-mail', 'read the sending rate', 'send SMS', 'call the message sender', 'report failures'],
  },
  'backchannel-logout': {
    memoryMb: SMALL_MB,
    // An application has three seconds to respond.
    timeoutSeconds: 30,
    trigger: {
      kind: 'event',
      events: [LOGOUT_EVENT],
      description: 'Gatehouse: tells applications that their sessions have ended',
    },
    table: { GetItem: 'application, key ring' },
    // The ring exists: the application has got a token.
    partitions: [of.APPLICATIONS, keyRing.pk],
    secrets: ['seal'],
    permissions: ['report failures'],
  },
  'key-rotation': {
    memoryMb: SMALL_MB,
    // An RSA key of 2048 bits takes a small function a second or two.
    timeoutSeconds: 30,
    trigger: {
      kind: 'schedule',
      rates: [{ every: { days: 'signingKeyDays' }, description: 'Gatehouse: makes the next signing key current' }],
    },
    table: { GetItem: 'key ring', PutItem: 'the ring after a rotation, or the first one, and its public part' },
    partitions: [keyRing.pk, publicKeys.pk],
    secrets: ['seal'],
    permissions: ['report failures'],
  },
  'secret-rotation': {
    memoryMb: SMALL_MB,
    timeoutSeconds: 30,
    trigger: { kind: 'secret rotation', days: 'rootSecretDays' },
    // It sees the root secrets and nothing else.
    table: {},
    secrets: ROOT_SECRETS,
    secretActions: ['DescribeSecret', 'GetSecretValue', 'PutSecretValue', 'UpdateSecretVersionStage'],
  },
  watch: {
    memoryMb: SMALL_MB,
    // Looks domains up for most of it.
    timeoutSeconds: 60,
    trigger: {
      kind: 'schedule',
      rates: [
        { every: { minutes: 5 }, description: 'Gatehouse: writes a heartbeat for the change feed' },
        { every: { minutes: 60 }, description: 'Gatehouse: checks rotations and domains', input: ['signingKeyDays'] },
      ],
    },
    table: {
      GetItem: 'since when the signing key is current; a domain and who owns it',
      BatchGetItem: 'domains that are due',
      PutItem: 'the heartbeat, claim of a domain, outbox',
      UpdateItem: 'domain',
      DeleteItem: 'claim of a domain that is lost',
      ConditionCheckItem: 'that the tenant of a domain is not deleted',
    },
    partitions: [heartbeat.pk, of.TENANT, of.TENANT_DOMAINS, of.TENANT_OUTBOX, of.DOMAIN_CLAIMS],
    readOnly: [publicKeys.pk],
    indexes: ['index1'],
    secrets: ROOT_SECRETS,
    // When they are rotated. It cannot read their values.
    secretActions: ['DescribeSecret'],
    permissions: ['report failures'],
  },
  'audit-archive': {
    // Its parts of up to 8000 entries are in memory one shard after the other.
    memoryMb: SMALL_MB,
    timeoutSeconds: 300,
    trigger: {
      kind: 'schedule',
      rates: [{ every: { minutes: 60 }, description: 'Gatehouse: archives the audit log in S3' }],
    },
    table: {
      GetItem: 'how far the archive is',
      BatchGetItem: 'entries',
      Query: 'blocks of the chain',
      PutItem: 'how far the archive is',
    },
    partitions: [of.AUDIT_ARCHIVE],
    readOnly: [of.AUDIT_CHAIN, of.TENANT_AUDIT, of.PLATFORM_AUDIT],
    secrets: [],
    permissions: ['write the audit archive', 'report failures'],
  },
} as const satisfies Record<ApiFunction, FunctionRow & { trigger: { kind: 'api' } }> & Record<string, FunctionRow>;

/** Also the name of its file below functions/, of its directory in the bundles, and the end of its name in AWS. */
export type FunctionName = keyof typeof FUNCTIONS;

export const functionNames = Object.keys(FUNCTIONS) as FunctionName[];

export const rowOf = (name: FunctionName): FunctionRow => FUNCTIONS[name];

/** Returns the file and export that Lambda loads: a module that waits for the warm-up, or the bundle itself. */
export const handlerOf = ({ warmUp }: FunctionRow): string => (warmUp ? `${WARM}.handler` : 'index.handler');

/** The function that serves a group of the contract. */
export const functionOf = (group: GroupName): FunctionName => kebab(group) as Kebab<GroupName>;

/** The settings of a deployment that decide which functions it has. */
export type Extent = Readonly<{ hasResources: boolean; auditArchiveDays?: number | undefined }>;
const LEAST: Extent = { hasResources: false };

/** The functions of a deployment; by default those that every deployment has. */
export const functionsOf = ({ hasResources, auditArchiveDays }: Extent = LEAST): FunctionName[] =>
  functionNames.filter(
    (name) => (hasResources || name !== RESOURCES) && (auditArchiveDays !== undefined || name !== AUDIT_ARCHIVE),
  );

/** The functions of a deployment that a kind of trigger invokes. */
export const functionsOn = (kind: Trigger['kind'], extent: Extent = LEAST): FunctionName[] =>
  functionsOf(extent).filter((name) => rowOf(name).trigger.kind === kind);

/** The group of the contract that a function serves; `undefined` for workers, and for resources, SCIM and pages. */
export const groupOf = (name: FunctionName): GroupName | undefined =>
  groupNames.find((group) => functionOf(group) === name);

/**
 * A deployment updates this function before the others: what a new version writes passes the feed once, and the feed of the
 * version before would not know it (docs/decisions/0038-upgrades.md).
 */
export const UPDATED_FIRST: FunctionName = 'change-feed';
