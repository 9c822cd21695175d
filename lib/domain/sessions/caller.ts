// Defines who calls an authenticated operation, and what a request says of its origin.
import type { OrganizationPermission } from '../../contract/groups/parts/organization-permissions.ts';
import type { ApiKeyId, ApplicationId, UserId } from '../../platform/ids.ts';
import type { Application } from '../../store/applications/applications.ts';
import type { Session, SessionDevice } from '../../store/people/session.ts';
import type { User } from '../../store/people/user.ts';
import type { SetupLink } from '../../store/tenants/setup-links.ts';
import type { TenantHead } from '../../store/tenants/tenants.ts';
import type { Holder } from '../access/grants.ts';

/**
 * The caller of an authenticated operation: user, tenant and session. The only source of identity. `application`: whose
 * session it is, as it is now, where an access token named it.
 */
export type Actor = Readonly<{
  user: User;
  tenant: TenantHead;
  session: Session;
  application?: Application | undefined;
}>;

/**
 * The caller of an operation that admits API keys, by such a key: what its owner may do now, within the scopes of the key.
 * It is no session, so nothing of an account can be changed with it.
 */
export type KeyActor = Readonly<{
  tenant: TenantHead;
  /** `secretAt`: when the secret was made that was shown. Times in ms. */
  key: Readonly<{ id: ApiKeyId; scopes: readonly string[]; secretAt: number; expiresAt: number }>;
  /** The user, or the machine, that owns the key. */
  owner: Holder & { id: UserId | ApplicationId };
}>;

/** A binding to a device, its key, and the ids of the refresh tokens that it is proved for. */
export type DeviceProof = { id: string; key: SessionDevice; tokens: readonly string[] };

/**
 * The caller of an operation that setup links open, with the session of one. There is no user. `permissions`: what the link opens
 * now, never empty.
 */
export type SetupSession = Readonly<{
  tenant: TenantHead;
  link: SetupLink;
  permissions: readonly OrganizationPermission[];
}>;

/**
 * The origin of a request, as the gateway reports it, and the tokens that came with it: of trusted devices, and refresh
 * tokens of any session. `browser`: in cookie mode, the secret that codes and nonces of this browser are bound to.
 * `keepsCookies`: the tokens of a login go to a browser's cookies, over https. `deviceProofs`: what it
 * has proved of the keys of its device. `isKeyBusy`: it says that it could not just now. `page`: the host of the page that sent
 * it, if it is not one of this service.
 */
export type Client = Readonly<{
  ip: string;
  userAgent: string;
  trustTokens: readonly string[];
  sessionTokens: readonly string[];
  browser?: string | undefined;
  keepsCookies?: boolean;
  deviceProofs?: readonly DeviceProof[];
  isKeyBusy?: boolean;
  page?: string | undefined;
}>;
