// Makes and opens device codes: the hash of the user code, under which the request is stored, and a secret.
import { digest, sameSecret } from '../../../crypto/secrets.ts';
import { type DeviceRequest, find } from '../../../store/applications/device-requests.ts';

const CODE = /^([\w-]{43})\.([\w-]{43})$/;

export const deviceCodeOf = (hash: string, secret: string): string => `${hash}.${secret}`;

/** Returns the request that the code belongs to; `undefined` for any other text. */
export async function requestOf(code: string): Promise<DeviceRequest | undefined> {
  const [, hash, secret] = CODE.exec(code) ?? [];
  const request = hash === undefined ? undefined : await find(hash);
  return request && sameSecret(request.device, digest(secret as string)) ? request : undefined;
}
