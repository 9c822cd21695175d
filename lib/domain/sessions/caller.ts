// Defines who calls an authenticated operation, and what a request says of its origin.
import type { Application } from '../../store/applications/applications.ts';
import type { Session } from '../../store/people/session.ts';
import type { User } from '../../store/people/user.ts';
import type { TenantHead } from '../../store/tenants/tenants.ts';

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
 * The origin of a request, as the gateway reports it, and the tokens that came with it: of trusted devices, and refresh
 * tokens of any session. `browser`: in cookie mode, the secret that codes and nonces of this browser are bound to.
 */
export type Client = Readonly<{
  ip: string;
  userAgent: string;
  trustTokens: readonly string[];
  sessionTokens: readonly string[];
  browser?: string | undefined;
}>;
