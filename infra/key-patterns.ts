// Names the partitions of the table as patterns of IAM, for the conditions on what a function may touch. The keys are
// those of lib/store/keys.ts; test/support/partition-guard.ts compares them with what the functions do in every test.

/** Everything of every tenant. */
export const TENANTS = 'T#*';
/** The item of a tenant itself: an id has 22 characters after its prefix (lib/platform/ids.ts). */
export const TENANT = `T#ten_${'?'.repeat(22)}`;
/** The copies of its head. */
export const TENANT_HEADS = `${TENANT}#HEAD#*`;
/** Its logo. */
export const TENANT_LOGO = `${TENANT}#LOGO`;
/** Its domains. */
export const TENANT_DOMAINS = `${TENANT}#DOMAINS`;
/** The counters of its users and of what they do. */
export const TENANT_COUNTERS = `${TENANT}#CNT#*`;
/** The entries of the audit log, by whom or what they concern. */
export const TENANT_AUDIT = `${TENANT}#AUD#*`;
/** Its roles with their copies. */
export const TENANT_ROLES = `${TENANT}#ROLES*`;
/** Setup links with their sessions. */
export const TENANT_SETUP_LINKS = `${TENANT}#SETUP`;
/** SCIM connections, with what they have beside the users. */
export const TENANT_SCIM = `${TENANT}#SCIM*`;
/** How many applications people of the tenant have made. */
export const TENANT_APPLICATIONS = `${TENANT}#APPS`;
export const TENANT_OUTBOX = `${TENANT}#OUT#*`;
/** Users with their sessions and links. */
export const TENANT_USERS = `${TENANT}#U#*`;
/** The API keys of machines. Those of users are beside the users. */
export const TENANT_MACHINES = `${TENANT}#MACHINE#*`;
/** When API keys were last used. */
export const TENANT_KEY_USES = `${TENANT}#KEYUSE#*`;
/** The rows of resources, those in the trash, their index entries, claims and counters. */
export const TENANT_ROWS = `${TENANT}#C#*`;

/** Replies of requests that may be repeated. */
export const TENANT_REPLIES = `${TENANT}#REPLY#*`;

export const ADMINS = 'P#ADMINS';
export const ADMIN_FLOWS = 'P#ADMFLOW#*';
export const ADMIN_PASSKEYS = 'P#ADMPKY#*';
export const ADMIN_INVITATIONS = 'P#ADMININV';
export const ADMIN_SESSIONS = 'P#ADM#*';
/** Applications with their copies. */
export const APPLICATIONS = 'P#APP#*';
/** Documents of clients that are not registered. */
export const CLIENT_DOCUMENTS = 'P#CIMD#*';
/** Protected resources with their copies. */
export const PROTECTED_RESOURCES = 'P#RES#*';
export const USED_ASSERTIONS = 'P#ASR#*';
export const DEVICE_REQUESTS = 'P#DAR#*';
/** The entries of the audit log that belong to no tenant. */
export const PLATFORM_AUDIT = 'P#AUD#*';
/** The chain of all entries. */
export const AUDIT_CHAIN = 'P#AUDIT#*';
/** How far the archive of the audit log is. */
export const AUDIT_ARCHIVE = 'P#ARCHIVE';
export const BLOCKED_DOMAINS = 'P#BLK#*';
export const COUNTERS = 'P#CNT#*';
/** Which tenant a domain is of. */
export const DOMAIN_CLAIMS = 'P#DOMAIN#*';
export const COUNTS = 'P#COUNT#*';
export const JOBS = 'P#JOB#*';
export const LIMITERS = 'L#*';
/** The lists of tenants that were sent today. */
export const LISTS_OF_A_DAY = 'L#email-tenant-day#find-tenants';
export const MESSAGE_CLAIMS = 'P#MSG#*';
export const ORIGINS = 'P#ORIGIN#*';
/** Permissions, their names and the copies of their epoch. */
export const PERMISSIONS = 'P#PERMS*';
export const PLATFORM_OUTBOX = 'P#OUT#*';
/** The roles of all tenants with their copies. */
export const PLATFORM_ROLES = 'P#ROLES*';
export const SIGNING_KEYS = ['P#KEYS', 'P#JWKS'] as const;
export const SLUGS = 'P#SLUG#*';

/**
 * What the functions for users write: tenants, limiters, permissions cached in roles, and the first signing keys. No
 * admin, no session of one, no counter, no job.
 */
export const USER_API = [TENANTS, LIMITERS, PLATFORM_ROLES, ...SIGNING_KEYS] as const;
/**
 * The application that a token is of, with digests of random secrets. The session of an admin, when one acts as a user: its
 * hash, and which session they have. No admin, no password.
 */
export const USER_API_READS = [SLUGS, ORIGINS, PERMISSIONS, BLOCKED_DOMAINS, ADMIN_SESSIONS, APPLICATIONS] as const;

/** What the function for roles writes. */
export const ROLE_API = [
  PLATFORM_ROLES,
  TENANT_ROLES,
  TENANT,
  COUNTS,
  JOBS,
  PLATFORM_OUTBOX,
  TENANT_OUTBOX,
  ADMIN_SESSIONS,
] as const;

/** What the function for tenants writes. */
export const TENANT_API = [
  TENANT,
  TENANT_HEADS,
  TENANT_LOGO,
  TENANT_DOMAINS,
  DOMAIN_CLAIMS,
  TENANT_SETUP_LINKS,
  TENANT_SCIM,
  SLUGS,
  ORIGINS,
  COUNTS,
  JOBS,
  LIMITERS,
  PLATFORM_OUTBOX,
  TENANT_OUTBOX,
  ADMIN_SESSIONS,
] as const;

/**
 * What the function for resources writes: rows and their events, permissions cached in roles, uses of API keys and how many,
 * and the first signing keys. No user, no session, no tenant, no key.
 */
export const RESOURCE_API = [
  TENANT_ROWS,
  TENANT_REPLIES,
  TENANT_OUTBOX,
  TENANT_ROLES,
  TENANT_KEY_USES,
  LIMITERS,
  PLATFORM_ROLES,
  ...SIGNING_KEYS,
] as const;
/**
 * What proves who calls: session, user, tenant with its copies, permissions, origins of browsers, an acting admin, the
 * application that a token is of.
 */
export const RESOURCE_API_READS = [
  TENANT,
  TENANT_HEADS,
  TENANT_USERS,
  TENANT_MACHINES,
  ORIGINS,
  PERMISSIONS,
  ADMIN_SESSIONS,
  APPLICATIONS,
] as const;
