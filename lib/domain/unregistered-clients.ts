// Decides which clients that are not registered a tenant lets in. The setting names them, and the head of the tenant has
// since when: what a client was given before it was shut out stays refused after it is let in again.
import { createHash } from 'node:crypto';
import type { TenantSettings } from '../contract/fields/settings.ts';
import { hostOf } from '../platform/client-ids.ts';
import type { ApplicationId } from '../platform/ids.ts';

/** An entry for each host: a digest of 112 bits, the least strength that NIST SP 800-57 part 1 accepts, and a time in ms. */
const [DIGEST, TIME] = [14, 6];
const ENTRY = DIGEST + TIME;
const ANY = '*';

type Admitting = { clientHosts?: Uint8Array | undefined };

const digestOf = (host: string): Buffer => createHash('sha256').update(host).digest().subarray(0, DIGEST);

/** As in the setting (lib/contract/fields/settings.ts). */
const MOST_HOSTS = 20;

const entriesIn = ({ clientHosts }: Admitting): Buffer[] => {
  const all = Buffer.from(clientHosts ?? []);
  return Array.from({ length: all.length / ENTRY }, (_, at) => all.subarray(at * ENTRY, (at + 1) * ENTRY));
};
const isSameHost = (one: Buffer, other: Buffer): boolean => one.subarray(0, DIGEST).equals(other.subarray(0, DIGEST));

function sinceIn({ clientHosts }: Admitting, host: string): number | undefined {
  const [all, digest] = [Buffer.from(clientHosts ?? []), digestOf(host)];
  for (let at = 0; at < all.length; at += ENTRY)
    if (digest.equals(all.subarray(at, at + DIGEST))) return all.readUIntBE(at + DIGEST, TIME);
  return undefined;
}

/** Whether the tenant lets the client in, and has done so since `givenAt`, in ms. */
export function admits(tenant: Admitting, id: ApplicationId, givenAt = Number.POSITIVE_INFINITY): boolean {
  const since = sinceIn(tenant, hostOf(id)) ?? sinceIn(tenant, ANY);
  return since !== undefined && givenAt >= since;
}

/** Whether the tenant names the host of the client, and does not let in all. */
export const lists = (tenant: Admitting, id: ApplicationId): boolean =>
  sinceIn(tenant, ANY) === undefined && sinceIn(tenant, hostOf(id)) !== undefined;

/** Returns what the head has after a change of the setting at that time, in ms. A host that was let in before keeps its time. */
export function clientHostsAfter(
  before: Admitting,
  setting: TenantSettings['unregisteredClients'],
  at: number,
): Uint8Array | undefined {
  const { policy = 'off', hosts = [] } = setting ?? {};
  if (policy === 'off') return undefined;
  const known = sinceIn(before, ANY);
  const timeOf = (host: string) => sinceIn(before, host) ?? known ?? at;
  const entries = policy === 'any' ? [...hosts, ANY] : hosts;
  const packed = entries.map((host) => {
    const time = Buffer.alloc(TIME);
    time.writeUIntBE(timeOf(host), 0, TIME);
    return Buffer.concat([digestOf(host), time]);
  });
  // A wider policy shuts out none of those that were named before. No more of them than the setting could name.
  const kept = policy === 'any' ? entriesIn(before).filter((each) => !packed.some((one) => isSameHost(one, each))) : [];
  return Uint8Array.from(Buffer.concat([...packed, ...kept.slice(0, MOST_HOSTS)]));
}
