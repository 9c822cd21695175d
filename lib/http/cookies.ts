// Our cookies. Over https they wear the __Host- prefix, which makes browsers insist on Secure, Path=/ and no Domain
// (RFC 6265bis 4.1.3.2): no sibling sub-domain can plant one.
import { config } from '../platform/config.ts';

/** Where an account waits while another one is active. */
const parked = (slot: number) => ({ name: `svc_refresh_${slot}`, sameSite: 'Strict', httpOnly: true }) as const;

const cookies = {
  access: { name: 'svc_access', sameSite: 'Lax', httpOnly: true },
  refresh: { name: 'svc_refresh', sameSite: 'Strict', httpOnly: true },
  slot1: parked(1),
  slot2: parked(2),
  slot3: parked(3),
  slot4: parked(4),
  /** Tokens of trusted devices, of each account that this browser is trusted for. */
  device: { name: 'svc_device', sameSite: 'Lax', httpOnly: true },
  /** The secret of a browser that is away at an identity provider. Lax: it comes back from there. */
  sso: { name: 'svc_sso', sameSite: 'Lax', httpOnly: true },
  admin: { name: 'svc_admin', sameSite: 'Strict', httpOnly: true },
  /** Read by scripts, which send it back in a header. */
  csrf: { name: 'svc_csrf', sameSite: 'Lax', httpOnly: false },
} as const;

export type CookieName = keyof typeof cookies;
/** Slot 1 first. With the active one a browser holds five accounts. */
export const SLOTS = ['slot1', 'slot2', 'slot3', 'slot4'] as const satisfies CookieName[];

/** What carries the token of a trusted device in header mode, and what stands between tokens in the cookie. */
export const TRUST_HEADER = 'x-svc-device-trust';
export const TRUST_SEPARATOR = '~';

export const cookieName = (which: CookieName): string =>
  config().https ? `__Host-${cookies[which].name}` : cookies[which].name;

/** A Set-Cookie line. Without `maxAge` (seconds) the browser forgets the cookie when it closes. */
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

/** Clears the cookie, with the attributes it was set with. */
export const clearCookie = (which: CookieName): string => setCookie(which, '', 0);
