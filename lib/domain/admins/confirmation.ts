// Asks an admin for a code by e-mail when wrong passwords from many networks have used up the row. The code belongs to the
// password and the last login, so each message of a day has the same one: a stranger who makes the service send messages
// delivers the way in. It opens nothing without the password, and dies with the login that uses it.
import { fail } from '../../contract/errors.ts';
import { acceptedKeys, signingKey } from '../../crypto/purpose-keys.ts';
import { seal } from '../../crypto/seal.ts';
import { digest, hmac, sameSecret } from '../../crypto/secrets.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { iso, now } from '../../platform/clock.ts';
import { newEventId } from '../../platform/ids.ts';
import type { Admin } from '../../store/admins/admins.ts';
import { transact } from '../../store/dynamo/table.ts';
import { decoyWrite, event, outboxWrite } from '../../store/outbox.ts';
import * as limits from '../credentials/limits.ts';

const DAY_MS = 86_400_000;
/** 66 bits: too many to guess, so wrong ones need no count (NIST SP 800-63B 3.2.2 asks for limits below 64). */
const DIGITS = 20;

/** Returns the code of a day, counted from 1970. */
function codeOf(key: Buffer, admin: Admin, day: number): string {
  const of = [admin.id, digest(admin.passwordHash), String(admin.unlocks), String(admin.lastLoginAt), String(day)];
  const bits = BigInt(`0x${Buffer.from(hmac(key, 'admin confirmation', ...of), 'base64url').toString('hex')}`);
  return String(bits % 10n ** BigInt(DIGITS)).padStart(DIGITS, '0');
}

/** Whether the code is the admin's, of today or of yesterday. */
export async function isConfirmed(admin: Admin, code: string | undefined): Promise<boolean> {
  if (code === undefined) return false;
  const keys = [...acceptedKeys(await rootSecret('session'), 'one-time-code', now()).values()];
  const today = Math.floor(now() / DAY_MS);
  const accepted = keys.flatMap((key) => [today, today - 1].map((day) => codeOf(key, admin, day)));
  return accepted.map((each) => sameSecret(each, code)).includes(true);
}

/**
 * Sends the code, at most three times a day, and throws EMAIL_CODE_REQUIRED. No other message shares that limit. An
 * unknown address costs the same writes and gets no message.
 */
export async function refuseUnconfirmed(admin: Admin | undefined, email: string): Promise<never> {
  const at = now();
  const day = Math.floor(at / DAY_MS);
  const { key } = signingKey(await rootSecret('session'), 'one-time-code', at);
  const code = admin ? codeOf(key, admin, day) : '';
  const maySend = await limits.tryConsume('admin-email-code', email, digest(code));
  const id = newEventId();
  const sealed = seal(await rootSecret('seal'), `message|${id}`, code.padStart(DIGITS, '0'));
  const expiresAt = iso((day + 2) * DAY_MS);
  const sent = event('svc.admin_code_requested', {
    id,
    adminId: admin?.id ?? '',
    channel: 'email',
    to: email,
    expiresAt,
    sealed,
  });
  await transact({ events: (admin && maySend ? outboxWrite : decoyWrite)(null, [sent], at) });
  return fail('EMAIL_CODE_REQUIRED');
}
