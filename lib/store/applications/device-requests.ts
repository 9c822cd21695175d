// Stores the requests of devices that wait for a user (RFC 8628). One item leads from both codes to the request: its key is
// the hash of the user code, and the device code has that hash in it.
import type { ApplicationId, GrantId, ProtectedResourceId } from '../../platform/ids.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import type { SessionIds } from '../people/sessions.ts';

/** Who has allowed it, in which session, by which grant, and when, ms. */
export type Approval = SessionIds & { grant: GrantId; at: number };

export type DeviceRequest = table.Item & {
  type: 'device-request';
  applicationId: ApplicationId;
  /** The digest of the secret in the device code. */
  device: string;
  scope: string[];
  resource?: ProtectedResourceId | undefined;
  /** The thumbprint of the key that the tokens are bound to. */
  jkt?: string | undefined;
  /** Where the device asked from. */
  ip: string;
  userAgent: string;
  /** Seconds between two questions, and when the last one came, ms. */
  interval: number;
  polledAt: number;
  state: 'pending' | 'allowed' | 'denied';
  approval?: Approval;
  createdAt: number;
  expiresAt: number;
  ttl: number;
};

/** A device learns for an hour that its code has expired. Readers check `expiresAt`. */
const KEEP_SECONDS = 3600;

/** Stores the request. `false`: its user code is taken. */
export const create = (
  hash: string,
  request: Omit<DeviceRequest, 'pk' | 'sk' | 'type' | 'ttl' | 'polledAt' | 'state'>,
): Promise<boolean> => {
  const ttl = Math.floor(request.expiresAt / 1000) + KEEP_SECONDS;
  const begun = { ...keys.deviceRequest(hash), type: 'device-request', state: 'pending', polledAt: 0 } as const;
  const item: DeviceRequest = { ...begun, ...request, ttl };
  return table.create(item);
};

export const find = (hash: string): Promise<DeviceRequest | undefined> =>
  table.get<DeviceRequest>(keys.deviceRequest(hash), 'device-request');

/** Returns the request at one of the hashes. */
export const findAny = async (hashes: readonly string[]): Promise<DeviceRequest | undefined> =>
  (await table.getMany(hashes.map(keys.deviceRequest))).find(
    (item): item is DeviceRequest => item?.type === 'device-request',
  );

/** Returns the hash under which it is stored. */
export const hashIn = keys.hashOfDeviceRequest;

/** Stores that the device asked at `at`, and how long it must wait from now on. `false`: it asked meanwhile. */
export const recordPoll = async (request: DeviceRequest, at: number, interval: number): Promise<boolean> => {
  const { pk, sk } = request;
  const polled = { set: { polledAt: at, interval }, ...table.unchanged(request, 'polledAt', 'device') };
  return !('refused' in (await table.update<DeviceRequest>({ pk, sk }, polled)));
};

/**
 * Stores the decision with the grant of the user and the events: all or nothing, and once. Without an approval it is denied.
 * `decided`: it was decided before. `undefined`: the grant was changed meanwhile, and nothing is stored.
 */
export async function decide(
  request: DeviceRequest,
  approval: Approval | undefined,
  { grant, events }: { grant: table.Write | undefined; events: readonly table.Write[] },
): Promise<'done' | 'decided' | undefined> {
  if (request.state !== 'pending') return 'decided';
  const { pk, sk } = request;
  const set = approval ? { state: 'allowed', approval } : { state: 'denied' };
  const decided: table.Write = { update: { pk, sk, set, ...table.unchanged(request, 'device', 'state') } };
  const result = await table.transact({ decided, grant, events });
  if (result === 'done') return 'done';
  return result.has('decided') ? 'decided' : undefined;
}
