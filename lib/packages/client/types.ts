// Types what operations take and reply, as the contract implies it. The package has these types written out instead, and
// every shape of docs/openapi.json under its name (infra/tools/packing/client-types.ts), so that it needs no contract.
import type { groups } from '../../contract/index.ts';
import type { Operation, ParamNames, Parsed, Sent } from '../../contract/operation.ts';
import type { CallOptions } from './call-options.ts';

export type { ErrorCode } from '../../contract/errors.ts';

type Known<T> = T extends undefined ? unknown : T;
type Input<R extends string, O extends Operation> = Known<Sent<O['body']>> &
  Known<Sent<O['query']>> & { [Name in ParamNames<R>]: string };
/** The input may be left out where nothing in it is required. */
type Method<In, Out> =
  Record<never, never> extends In
    ? (input?: In, options?: CallOptions) => Promise<Out>
    : (input: In, options?: CallOptions) => Promise<Out>;
/** A method for each operation of a session. A page shows a picture by its address. */
type Methods<G> = {
  [R in keyof G & string as G[R] extends { browser: { media: string } } | { access: 'client' | 'key' }
    ? never
    : G[R] extends Operation
      ? G[R]['name']
      : never]: G[R] extends Operation ? Method<Input<R, G[R]>, Parsed<G[R]['reply']>> : never;
};
type Groups = typeof groups;

export interface AuthenticationOperations extends Methods<Groups['authentication']> {}
export interface AccountOperations extends Methods<Groups['account']> {}
export interface MfaOperations extends Methods<Groups['mfa']> {}
export interface PasskeysOperations extends Methods<Groups['passkeys']> {}
export interface SsoOperations extends Methods<Groups['sso']> {}
export interface ApiKeysOperations extends Methods<Groups['apiKeys']> {}
export interface OrganizationOperations extends Methods<Groups['organization']> {}
export interface DiscoveryOperations extends Methods<Groups['discovery']> {}
export interface AdminBlockedEmailDomainsOperations extends Methods<Groups['adminBlockedEmailDomains']> {}
export interface AdminConsoleOperations extends Methods<Groups['adminConsole']> {}
export interface AdminTenantsOperations extends Methods<Groups['adminTenants']> {}
export interface AdminUsersOperations extends Methods<Groups['adminUsers']> {}
export interface AdminRolesOperations extends Methods<Groups['adminRoles']> {}
export interface AdminPermissionsOperations extends Methods<Groups['adminPermissions']> {}
export interface AdminApplicationsOperations extends Methods<Groups['adminApplications']> {}
export interface AdminProtectedResourcesOperations extends Methods<Groups['adminProtectedResources']> {}
export interface AdminInvitationsOperations extends Methods<Groups['adminInvitations']> {}
export interface AdminAuditOperations extends Methods<Groups['adminAudit']> {}
export interface AdminTransfersOperations extends Methods<Groups['adminTransfers']> {}

// The shapes that code of this repository names.
type Reply<G, Name extends keyof G> = G[Name] extends (...sent: never) => Promise<infer Out> ? Out : never;
type Sending<G, Name extends keyof G> = G[Name] extends (...sent: infer Inputs) => unknown
  ? NonNullable<Inputs[0 & keyof Inputs]>
  : never;

export type Tokens = Reply<AuthenticationOperations, 'login'>;
export type LoginRequest = Sending<AuthenticationOperations, 'login'>;
export type ChangePasswordRequest = Sending<AuthenticationOperations, 'changePassword'>;
export type SwitchTenantRequest = Sending<AuthenticationOperations, 'switchTenant'>;
export type Message = Reply<AuthenticationOperations, 'logout'>;
export type AccountWithPermissions = Reply<AuthenticationOperations, 'me'>;
export type SessionReply = Reply<AuthenticationOperations, 'session'>;
export type CurrentSession = NonNullable<SessionReply['session']>;
export type SessionUser = CurrentSession['user'];
export type RoleSummary = CurrentSession['roles'][number];
export type TenantSummary = CurrentSession['tenant'];
export type BrowserAccount = Reply<AuthenticationOperations, 'accounts'>['accounts'][number];
export type ClientConfig = Reply<AuthenticationOperations, 'clientConfig'>;
export type SignInPage = NonNullable<Reply<AuthenticationOperations, 'clientConfig'>['tenant']>;
export type Branding = Reply<AuthenticationOperations, 'clientConfig'>['branding'];
export type InvitationPreview = Reply<AccountOperations, 'invitation'>;
export type OwnTenants = Reply<AccountOperations, 'tenants'>;
export type MfaStatus = Reply<MfaOperations, 'status'>;
export type MfaMethod = MfaStatus['configuredMethods'][number];
export type RecoveryCodes = Reply<MfaOperations, 'generateRecoveryCodes'>;
export type Passkey = Reply<PasskeysOperations, 'list'>['passkeys'][number];
export type SetupTotpRequest = Sending<MfaOperations, 'setupTotp'>;
export type TotpDeviceSetup = Reply<MfaOperations, 'setupTotp'>;
export type VerifyRecoveryCodeRequest = Sending<MfaOperations, 'verifyRecoveryCode'>;
export type Organization = Reply<OrganizationOperations, 'get'>;
export type Member = Reply<OrganizationOperations, 'members'>['members'][number];
export type MemberInvitation = Reply<OrganizationOperations, 'invite'>['invitation'];
export type GivableRole = Reply<OrganizationOperations, 'roles'>['roles'][number];
export type InviteMemberRequest = Sending<OrganizationOperations, 'invite'>;
export type Admin = Reply<AdminConsoleOperations, 'login'>['admin'];
export type AdminInvitationPreview = Reply<AdminConsoleOperations, 'previewInvitation'>;
export type TotpSetup = Reply<AdminConsoleOperations, 'setupTotp'>;
export type Tenant = Reply<AdminTenantsOperations, 'list'>['data'][number];
export type TenantSettings = Tenant['settings'];
export type TenantSettingsInput = NonNullable<Sending<AdminTenantsOperations, 'create'>['settings']>;
export type SsoProvider = NonNullable<TenantSettings['ssoProviders']>[number];
export type SsoProviderInput = NonNullable<TenantSettingsInput['ssoProviders']>[number];
export type CreateApplicationRequest = Sending<AdminApplicationsOperations, 'create'>;
