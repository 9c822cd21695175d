// Creates the clients: of users, of admins, and of both.
import { type BaseClient, build, type ClientOptions } from './client.ts';
import { adminRoutes, userRoutes } from './routes.ts';
import type {
  AccountOperations,
  AdminApplicationsOperations,
  AdminAuditOperations,
  AdminBlockedEmailDomainsOperations,
  AdminConsoleOperations,
  AdminInvitationsOperations,
  AdminPermissionsOperations,
  AdminProtectedResourcesOperations,
  AdminRolesOperations,
  AdminTenantsOperations,
  AdminTransfersOperations,
  AdminUsersOperations,
  ApiKeysOperations,
  AuthenticationOperations,
  DiscoveryOperations,
  MfaOperations,
  OrganizationOperations,
  PasskeysOperations,
  SsoOperations,
} from './types.ts';

/** What users call. */
export interface UserClient extends BaseClient {
  readonly authentication: AuthenticationOperations;
  readonly account: AccountOperations;
  readonly mfa: MfaOperations;
  readonly passkeys: PasskeysOperations;
  readonly sso: SsoOperations;
  readonly apiKeys: ApiKeysOperations;
  readonly organization: OrganizationOperations;
  readonly discovery: DiscoveryOperations;
}

/** What admins call. */
export interface AdminClient extends BaseClient {
  readonly adminBlockedEmailDomains: AdminBlockedEmailDomainsOperations;
  readonly adminConsole: AdminConsoleOperations;
  readonly adminTenants: AdminTenantsOperations;
  readonly adminUsers: AdminUsersOperations;
  readonly adminRoles: AdminRolesOperations;
  readonly adminPermissions: AdminPermissionsOperations;
  readonly adminApplications: AdminApplicationsOperations;
  readonly adminProtectedResources: AdminProtectedResourcesOperations;
  readonly adminInvitations: AdminInvitationsOperations;
  readonly adminAudit: AdminAuditOperations;
  readonly adminTransfers: AdminTransfersOperations;
}

/** What users and admins call. */
export interface Client extends UserClient, AdminClient {}

/**
 * Creates a client of the service at `baseUrl`, with all operations. Each method takes one object with path parameters,
 * query and body. Codes and nonces that it requests are bound to it: no other client can use them.
 */
export const createClient = (options: ClientOptions): Client =>
  build(options, { ...userRoutes, ...adminRoutes }) as Client;

/** Creates a client without the operations of admins. Bundlers then leave out their routes. */
export const createUserClient = (options: ClientOptions): UserClient => build(options, userRoutes) as UserClient;

/** Creates a client with the operations of admins alone. Bundlers then leave out the other routes. */
export const createAdminClient = (options: ClientOptions): AdminClient => build(options, adminRoutes) as AdminClient;
