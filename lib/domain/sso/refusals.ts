// Records logins by an identity provider that are refused.
import { ApiError, type ErrorCode } from '../../contract/errors.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';
import { recordRefusedProvider } from '../credentials/failure-record.ts';
import type { Client } from '../sessions/caller.ts';

/** Not among them: limits, wrong requests, and what the person can continue with. */
const REFUSALS: readonly ErrorCode[] = [
  'ACCOUNT_LINK_REQUIRED',
  'EMAIL_DOMAIN_NOT_ALLOWED',
  'REGISTRATION_DISABLED',
  'SSO_TOKEN_INVALID',
];

/** Returns what `login` returns. Records that it was refused if it throws one of `REFUSALS`, or returns `undefined`. */
export async function recordingRefusals<T>(
  { id }: Tenant,
  provider: string,
  { ip }: Client,
  login: () => Promise<T>,
): Promise<T> {
  const record = (reason: ErrorCode): Promise<void> => recordRefusedProvider(id, { provider, reason, ip });
  const result = await login().catch(async (error: unknown) => {
    if (error instanceof ApiError && REFUSALS.includes(error.code)) await record(error.code);
    throw error;
  });
  if (result === undefined) await record('SSO_TOKEN_INVALID');
  return result;
}
