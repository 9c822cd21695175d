// Checks the second factor of an admin: a passkey, or a code of the authenticator. The first factor was proved before.
import { fail } from '../../contract/errors.ts';
import type { Admin, SecondFactor } from '../../store/admins/admins.ts';
import type { Write } from '../../store/dynamo/table.ts';
import * as limits from '../credentials/limits.ts';
import type { SentAssertion } from '../passkeys/assertion.ts';
import type { Client } from '../sessions/caller.ts';
import { refuseCode, refusePasskey } from './failed-login.ts';
import { hasPasskey, needsPasskey } from './passkeys/policy.ts';
import { passkeyOf, proveLogin } from './passkeys/proof.ts';
import { requireCode } from './totp.ts';

export type GivenFactor = {
  otp?: string | undefined;
  credential?: SentAssertion | undefined;
  codeVerifier?: string | undefined;
};
/** A second factor. The write that makes use of it has `writes` with it. `settle` is for afterwards. */
export type Factor = { step: SecondFactor; writes: readonly Write[]; settle: () => Promise<unknown> };

export const hasFactor = (admin: Admin): boolean => admin.totp !== undefined || hasPasskey(admin);

/**
 * Returns the second factor; `undefined` if the admin has none. A passkey that was sent counts before a code. Throws
 * MFA_REQUIRED, PASSKEY_REQUIRED, CODE_OR_PASSKEY_REQUIRED, MFA_CODE_INVALID, PASSKEY_INVALID and ACCOUNT_LOCKED.
 */
export async function requireFactor(admin: Admin, given: GivenFactor, client: Client): Promise<Factor | undefined> {
  const { otp, credential, codeVerifier } = given;
  if (credential) {
    const passkey = await passkeyOf(admin, credential);
    const { writes, record } = await proveLogin({ admin, passkey }, { credential, codeVerifier }, client, false);
    return { step: 'passkey', writes, settle: record };
  }
  if (!hasFactor(admin)) return undefined;
  if (needsPasskey(admin) || !admin.totp) return fail('PASSKEY_REQUIRED');
  if (otp === undefined && hasPasskey(admin)) return fail('CODE_OR_PASSKEY_REQUIRED');
  const code = await requireCode(admin, otp, client);
  return code && { step: code.step, writes: [], settle: () => limits.endRow(code.guess) };
}

/** Throws for a second factor that came too late: another call used it, or changed the admin. */
export const refuseFactor = (admin: Admin, { step }: Factor, client: Client): Promise<never> =>
  step === 'passkey' ? refusePasskey(admin, client) : refuseCode(admin, client);
