// Makes and opens the challenges that passkeys sign. A challenge is a sealed text that says what it is for, so that nothing
// is stored for a stranger who asks for one. It is stored when it is used, by one write, with what it begins.
import { sealLive, unsealLive } from '../../crypto/seal.ts';
import { randomSecret } from '../../crypto/secrets.ts';
import { PasskeyRefusal } from '../../crypto/webauthn/ceremonies.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { now } from '../../platform/clock.ts';
import type { AdminId, AdminSessionId, SessionId, TenantId, UserId } from '../../platform/ids.ts';
import type { Binding } from '../credentials/binding.ts';
import type { Actor } from '../sessions/caller.ts';
import { isOfNow } from '../still-counts.ts';

/** WebAuthn Level 3, 15.1 recommends five minutes and more for people who need time. */
export const LIFETIME_MS = 5 * 60_000;

/** Who may use it. `login`: the browser or app that asked. `link`: the holder of one. Otherwise the session that did. */
export type Purpose =
  | { kind: 'login'; tenant: TenantId; binding: Binding }
  | { kind: 'link'; tenant: TenantId; user: UserId; link: string }
  | { kind: 'verify' | 'add'; tenant: TenantId; user: UserId; session: SessionId }
  // Admins are in no tenant.
  | { kind: 'admin-login'; binding: Binding }
  | { kind: 'admin-verify' | 'admin-add'; admin: AdminId; session: AdminSessionId };
/** `handle`: of a new passkey, which its authenticator stores, and the account only when the passkey is added. */
type Challenge = Purpose & { at: number; random: string; handle?: string | undefined };

/** Returns a challenge as options carry it: base64url of the sealed text. */
export async function newChallenge(purpose: Purpose, handle?: string): Promise<string> {
  // WebAuthn Level 3, 13.4.3 asks for 16 random bytes. The seal adds some of its own.
  const challenge: Challenge = { ...purpose, at: now(), random: randomSecret(16), handle };
  const roots = await rootSecret('session');
  const sealed = sealLive(roots, 'passkey-challenge', JSON.stringify(challenge), now());
  return Buffer.from(sealed).toString('base64url');
}

/** Returns the handle in the challenge. Throws `PasskeyRefusal` unless it is for exactly this, at most five minutes old. */
export async function requireChallenge(sent: string, purpose: Purpose): Promise<string | undefined> {
  const { at, random: _, handle, ...made } = await open(sent);
  const age = now() - at;
  if (age < 0 || age > LIFETIME_MS || !isOfNow(at)) throw new PasskeyRefusal('challenge_expired');
  const isSame = Object.entries(purpose).every(([name, value]) => made[name as keyof typeof made] === value);
  if (!isSame || Object.keys(made).length !== Object.keys(purpose).length)
    throw new PasskeyRefusal('challenge_of_another');
  return handle;
}

async function open(sent: string): Promise<Challenge> {
  const roots = await rootSecret('session');
  try {
    const sealed = Buffer.from(sent, 'base64url');
    if (sealed.toString('base64url') !== sent) throw new Error('another spelling');
    return JSON.parse(unsealLive(roots, 'passkey-challenge', sealed.toString(), now()));
  } catch {
    throw new PasskeyRefusal('challenge_unknown');
  }
}

/** Returns what a challenge of the session is for. */
export const purposeOf = (kind: 'verify' | 'add', { tenant, user, session }: Actor): Purpose => ({
  kind,
  tenant: tenant.id,
  user: user.id,
  session: session.id,
});
