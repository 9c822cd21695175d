// Defines the cookies of the service. Over https they have the __Host- prefix, so that browsers require Secure, Path=/
// and no Domain (RFC 6265bis 4.1.3.2): a sibling sub-domain cannot plant one.
import { config } from '../platform/settings/config.ts';

/** The cookie that keeps the refresh token of an account while another account is active. */
const parked = (slot: number) => ({ name: `svc_refresh_${slot}`, sameSite: 'Strict', httpOnly: true }) as const;

const cookies = {
  access: { name: 'svc_access', sameSite: 'Lax', httpOnly: true },
  refresh: { name: 'svc_refresh', sameSite: 'Strict', httpOnly: true },
  slot1: parked(1),
  slot2: parked(2),
  slot3: parked(3),
  slot4: parked(4),
  /** The tokens of trusted devices, one for each account that trusts this browser. */
  device: { name: 'svc_device', sameSite: 'Lax', httpOnly: true },
  /** The secret of a browser that is at an identity provider. Lax, because the provider sends the browser back. */
  sso: { name: 'svc_sso', sameSite: 'Lax', httpOnly: true },
  /** The secret that the codes and nonces of this browser are bound to. */
  binding: { name: 'svc_binding', sameSite: 'Lax', httpOnly: true },
  admin: { name: 'svc_admin', sameSite: 'Strict', httpOnly: true },
  /** The worth of a proof of the device's key to the session of an admin. */
  adminProof: { name: 'svc_admin_proof', sameSite: 'Strict', httpOnly: true },
  /** The session of a setup link. */
  setup: { name: 'svc_setup', sameSite: 'Strict', httpOnly: true },
  /** Readable by scripts, which send it back in a header. */
  csrf: { name: 'svc_csrf', sameSite: 'Lax', httpOnly: false },
} as const;

export type CookieName = keyof typeof cookies;
/** Slot 1 first. With the active account, a browser holds five accounts. */
export const SLOTS = ['slot1', 'slot2', 'slot3', 'slot4'] as const satisfies CookieName[];

/** The header that carries the token of a trusted device in header mode, and the separator of tokens in the cookie. */
export const TRUST_HEADER = 'x-svc-device-trust';
export const TRUST_SEPARATOR = '~';

export const cookieName = (which: CookieName): string =>
  config().https ? `__Host-${cookies[which].name}` : cookies[which].name;

/** Returns a Set-Cookie line. Without `maxAge` (seconds) the browser drops the cookie when it closes. */
export function setCookie(which: CookieName, value: string, maxAge?: number): string {
  const { sameSite, httpOnly } = cookies[which];
  return [
    `${cookieName(which)}=${value}`,
    'Path=/',
    `SameSite=${sameSite}`,
    ...(httpOnly ? ['HttpOnly'] : []),
    ...(config().https ? ['Secure'] : []),
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
  ].join('; ');
}

/** A browser gets it for the proof of a device's key. One for each binding: a browser holds several accounts. Always over https. */
const BOUND = '__Host-svc_bound_';
export const BOUND_ATTRIBUTES = 'Path=/; SameSite=Strict; HttpOnly; Secure';
export const isBoundCookie = (name: string): boolean => name.startsWith(BOUND);
/** `id`: that of a session, so it has no character that ends a name. */
export const boundCookieName = (id: string): string => `${BOUND}${id}`;
export const setBoundCookie = (id: string, value: string, maxAge: number): string =>
  `${boundCookieName(id)}=${value}; ${BOUND_ATTRIBUTES}; Max-Age=${maxAge}`;

/** Returns a Set-Cookie line that clears the cookie, with the attributes it was set with. */
export const clearCookie = (which: CookieName): string => setCookie(which, '', 0);
