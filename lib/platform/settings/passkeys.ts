// Says which relying party of passkeys a deployment may have. Passkeys belong to it for good: with another one, no user has
// any. So it must be a domain that the deployment keeps.
import { BELOW_COUNTRY, OF_AWS } from '../public-suffixes.ts';
import { isLoopback } from './addresses.ts';

/** `origins`: whose pages may use passkeys. `isLocal`: so may pages of this machine on each port. */
export type Passkeys = Readonly<{ rpId: string; origins: readonly string[]; isLocal: boolean }>;

export const PASSKEY_RP_RULE =
  'must be a domain of your own, such as example.com. Passkeys of a name that AWS gave out, or of a public suffix, would be lost with it: set domainName first';
export const PASSKEY_ORIGINS_RULE =
  'must be https origins with at most five different names of sites, because browsers look at no more (WebAuthn Level 3, 5.11)';

const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;
/** WebAuthn Level 3, 5.11: a browser must look at five. */
const MOST_LABELS = 5;

/** Switches passkeys off where they would be on: on this machine. */
const OFF = 'off';

/** Returns what is wrong with a relying party id. `localhost` is for the local run. */
export function passkeyRpProblem(id: string): string | undefined {
  if (id === 'localhost' || id === OFF) return undefined;
  return HOST.test(id) && !OF_AWS.test(id) && !BELOW_COUNTRY.test(id) ? undefined : PASSKEY_RP_RULE;
}

/** Returns what is wrong with the further origins. */
export function passkeyOriginsProblem(origins: readonly string[]): string | undefined {
  const areOrigins = origins.every(
    (text) => URL.canParse(text) && new URL(text).origin === text && (text.startsWith('https:') || isLoopback(text)),
  );
  return areOrigins && new Set(origins.map(siteLabel)).size <= MOST_LABELS ? undefined : PASSKEY_ORIGINS_RULE;
}

/** Returns the name of a site without what it is registered below: `example` of https://login.example.co.uk. */
function siteLabel(origin: string): string {
  const labels = new URL(origin).hostname.split('.');
  const isBelowCountry = BELOW_COUNTRY.test(labels.slice(-2).join('.'));
  return labels.at(isBelowCountry ? -3 : -2) ?? labels[0] ?? '';
}

/** Returns what passkeys are of, or what is wrong. Without an id there are none, except on this machine. */
export function readPasskeys(baseUrl: string, id: string | undefined, further: readonly string[]) {
  const { hostname, origin } = new URL(baseUrl);
  const rpId = id ?? (hostname === 'localhost' ? hostname : undefined);
  if (rpId === undefined || rpId === OFF)
    return further.length ? 'GATEHOUSE_PASSKEY_ORIGINS needs GATEHOUSE_PASSKEY_RP_ID' : undefined;
  // A page of the base URL signs people in. Elsewhere, a browser would ask a host that is not ours for its related origins.
  if (hostname !== rpId && !hostname.endsWith(`.${rpId}`))
    return 'GATEHOUSE_PASSKEY_RP_ID must be the host of the base URL, or a domain above it';
  const passkeys: Passkeys = { rpId, origins: [origin, ...further], isLocal: rpId === 'localhost' };
  return passkeyOriginsProblem(passkeys.origins) === undefined
    ? passkeys
    : `GATEHOUSE_PASSKEY_ORIGINS ${PASSKEY_ORIGINS_RULE}`;
}

/** Whether it is a page of this machine, and so are the passkeys: each port may use them. */
export const isLocalPage = ({ isLocal }: Passkeys, origin: string): boolean =>
  isLocal && /^http:\/\/localhost(:\d+)?$/.test(origin);

/** Whether a page of this origin may use the passkeys. */
export const isPasskeyOrigin = (passkeys: Passkeys, origin: string): boolean =>
  passkeys.origins.includes(origin) || isLocalPage(passkeys, origin);
