// Defines the record of a session of a user.
import type { Channel } from '../../contract/channels.ts';
import type { OpenedClaim } from '../../contract/groups/oauth-browser.ts';
import type { AdminId, ApplicationId, ProtectedResourceId, SessionId } from '../../platform/ids.ts';
import type { Item } from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import type { AccountState } from './account-links.ts';

export type Session = Item & {
  type: 'session';
  id: SessionId;
  /** The ids of its tokens are made with it, so that a stolen signing key alone forges none. Never leaves the table. */
  secret: string;
  /** The generation of the one live refresh token. */
  gen: number;
  /** When that token was issued, ms. It is also the last use of the session. */
  rotatedAt: number;
  /** The id of the refresh token that was exchanged then, and a digest of the client to which its tokens went. */
  before: string | null;
  /** `null`: they went to the proof of a second factor, not to the holder of that token. */
  client: string | null;
  /** The epochs of user and tenant when the session began. */
  epoch: number;
  tenantEpoch: number;
  /** A second factor is still outstanding. */
  pending: boolean;
  /** Authentication methods (RFC 8176). */
  amr: string[];
  /** When the first factor was proved, and the second one if it was. Both ms. */
  authAt: number;
  mfaAt: number | null;
  /** The channel of the first factor's code, if it was a code. The second factor must use another one. */
  channel: Channel | null;
  /** Each rotation moves `idleExpiresAt` this far ahead; `expiresAt` never moves (OWASP ASVS 7.3). All ms. */
  idleMs: number;
  idleExpiresAt: number;
  expiresAt: number;
  /** A switch of tenant began it, so its first factor is no recent proof. */
  isSwitched?: true;
  /** A provider that the tenant configured vouched for the login. It proves nothing in other tenants. */
  isVouchedByTenant?: true;
  /** If a link opened it: the lineage of the session that had proved the account. It may use that lineage's links. */
  onBehalfOf?: string;
  /** Links, or sessions that links began, descend from it. They end when it is ended, not when it expires. */
  isSource?: true;
  /** The accounts that it descends from, as they were. It ends with their sessions. */
  descent?: AccountState[];
  /** The session that a pending login of a switch replaces once it is completed. */
  replaces?: SessionId;
  /** The application whose session it is, and the scopes that it has. */
  application?: { id: ApplicationId; name: string };
  scope?: string[];
  /** The protected resource that its access tokens are for. Absent: this service. */
  resource?: ProtectedResourceId;
  /** Claims that it asked for one by one, for userinfo (OpenID Connect Core 5.5). */
  claims?: OpenedClaim[];
  /** The thumbprint of the key that its refresh tokens are bound to (RFC 9449 5). */
  jkt?: string;
  /** The key of the browser's device that its cookies are bound to, and the binding's id: that of the session it began with. */
  device?: SessionDevice;
  boundTo?: string;
  /** The reply to the registration of the key was given once more, as the first one may have been lost. */
  isBindingRepeated?: true;
  /** A device without a browser has it, by a code that its user typed (RFC 8628). */
  isDevice?: true;
  /** The session of the browser from which the application's began, and with which it ends. */
  parent?: SessionId;
  /** The admin who acts as the user in it, with the hash of their own session. It ends with that one. */
  acting?: { admin: AdminId; session: string };
  /** How many codes have begun or continued sessions of applications from this one. It never falls. */
  children?: number;
  /** `false`: the browser deletes the cookies when it closes. */
  persistent: boolean;
  ip: string;
  userAgent: string;
  /** The request that began it, for the audit log. */
  requestId?: string;
  createdAt: number;
  ttl: number;
};

/**
 * A key on P-256 (RFC 7518 6.2.1). `from`: the host of the application's page that began the session, if it is another one.
 */
export type SessionDevice = { x: string; y: string; from?: string };

/** `boundTo` of a session that must be bound before its refresh token is exchanged. It is the id of no binding. */
export const TO_BE_BOUND = 'required';

export const sessionKey = keys.session;
export const asSession = (item: Item | undefined): Session | undefined =>
  item?.type === 'session' ? (item as Session) : undefined;
