// Manages the authenticator (TOTP) of an admin: setup, the check at login, and removal. The secret is shown once and
// stored sealed, bound to its admin.
import { fail } from '../../contract/errors.ts';
import { seal } from '../../crypto/seal.ts';
import { CODE_USED, newTotpSecret, otpAuthUrl, stepOf } from '../../crypto/totp.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { now } from '../../platform/clock.ts';
import { type AdminId, adminId } from '../../platform/ids.ts';
import { qrCode } from '../../platform/qr-code.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { config } from '../../platform/settings/config.ts';
import * as totpStore from '../../store/admins/admin-totp.ts';
import * as store from '../../store/admins/admins.ts';
import { type NewEvent, outboxWrite } from '../../store/outbox.ts';
import type { AdminActor } from '../administrator.ts';
import { type AuditActor, auditEvent } from '../audit.ts';
import { open } from '../keys/sealed.ts';
import type { Client } from '../sessions/caller.ts';
import { consumeCode, resetCodes } from './attempts.ts';
import { factorChangedEvent } from './factor-notice.ts';
import { refuseCode } from './failed-login.ts';
import { refuseActor } from './scope.ts';

/** The lifetime of a code that is sent (OWASP ASVS 6.5.5). */
const SETUP_MS = 10 * 60_000;
/** As many guesses as at a password. */
const SETUP_GUESSES = 10;

type Change = 'enabled' | 'replaced' | 'removed';

/** Returns the audit event of a change to an admin's authenticator. */
export function totpAuditEvent(actor: AuditActor, id: AdminId, change: Change): NewEvent {
  const [before, after] = [{ isMfaEnabled: change !== 'enabled' }, { isMfaEnabled: change !== 'removed' }];
  return auditEvent(actor, `admin.totp_${change}`, { type: 'admin', id }, before, after);
}

/** The context that a secret is sealed in: it opens for this admin only. */
const sealContext = (id: AdminId): string => `admin-totp|${id}`;
/** Returns the time step that the code belongs to, or `undefined` if the code is wrong. */
const findStep = async (id: AdminId, { secret }: { secret: string }, otp: string): Promise<number | undefined> =>
  stepOf(await open(sealContext(id), secret), otp, now());

/**
 * Creates a secret for an authenticator app. It replaces a secret that was never verified. A verified one stays valid
 * until the new one is verified. Throws SESSION_INVALID if the session ended meanwhile.
 */
export async function setUp({ admin }: AdminActor) {
  const secret = newTotpSecret();
  // `Admin` is part of the issuer because apps keep one entry per issuer and account, and an admin may also be a user.
  // A colon would end the issuer (crypto/totp.ts). Addresses have none.
  const issuer = `${config().appName.replaceAll(':', ' ')} Admin`;
  const account = admin.email;
  const url = otpAuthUrl(issuer, account, secret);
  const sealed = seal(await rootSecret('seal'), sealContext(admin.id), secret);
  const setup = { secret: sealed, epoch: admin.epoch, guesses: 0, expiresAt: now() + SETUP_MS };
  if (!(await totpStore.putSetup(admin.id, setup))) fail('SESSION_INVALID');
  return { secret, qrCode: await qrCode(url), otpAuthUrl: url, issuer, account };
}

/**
 * Enables the authenticator with its first code. Logins need a code from then on. Every other session of the admin
 * ends, and the code cannot be used again. Throws MFA_CODE_INVALID for a wrong code or without a setup, and
 * SESSION_INVALID if the session ended meanwhile.
 */
export async function verifySetup(actor: AdminActor, otp: string) {
  const { id, epoch } = actor.admin;
  const setup = await totpStore.guessSetup(id, epoch, SETUP_GUESSES, now());
  const lastStep = setup && (await findStep(id, setup, otp));
  if (!setup || lastStep === undefined) return fail('MFA_CODE_INVALID');
  const { secret } = setup;
  await retryOnConflict('the admin', async () => {
    const before = (await store.find(id)) ?? fail('SESSION_INVALID');
    if (before.totpSetup?.secret !== secret) return fail('MFA_CODE_INVALID');
    if (before.epoch !== epoch) return fail('SESSION_INVALID');
    const after = { ...before, totp: { secret, lastStep }, epoch: epoch + 1, updatedAt: now() };
    const audit = totpAuditEvent(actor, id, before.totp ? 'replaced' : 'enabled');
    const events = outboxWrite(null, [audit, factorChangedEvent(before, 'authenticator_added')], now());
    return (await totpStore.enable(actor.session, before, after, events)) || undefined;
  });
  // Guesses at the previous secret do not count against this one.
  await resetCodes(actor.admin);
  return { message: 'Authenticator verified. Logins now need a code from it.' };
}

/**
 * Returns the time step of a login's code and the guess that was counted for it, or `undefined` if the admin has no
 * authenticator. The write that starts the session uses the step up. Throws MFA_REQUIRED, MFA_CODE_INVALID and
 * ACCOUNT_LOCKED. Must be called only after the password was correct.
 */
export async function requireCode(admin: store.Admin, otp: string | undefined, client: Client) {
  const { id, totp } = admin;
  if (!totp) return undefined;
  if (otp === undefined) return fail('MFA_REQUIRED');
  const guess = await consumeCode(admin);
  const step = await findStep(id, totp, otp);
  if (step === undefined) return refuseCode(admin, client);
  if (step === totp.lastStep) return refuseCode(admin, client, CODE_USED);
  return { step, guess };
}

/** Removes the caller's own authenticator. The operation requires a recent login. Throws MFA_NOT_ENABLED. */
export const removeOwn = (actor: AdminActor) => remove(actor, actor.admin.id, false);

/**
 * Removes the authenticator of another admin who lost it. The same write ends their sessions. Throws
 * ADMIN_USER_NOT_FOUND and MFA_NOT_ENABLED.
 */
export const removeFrom = (actor: AdminActor, id: string) => remove(actor, id, true);

async function remove(actor: AdminActor, id: string, endsSessions: boolean) {
  const changedBy = actor.admin;
  const targetId = adminId(id) ?? fail('ADMIN_USER_NOT_FOUND');
  await retryOnConflict('the admin', async () => {
    const before =
      (await store.find(targetId)) ?? fail(targetId === changedBy.id ? 'SESSION_INVALID' : 'ADMIN_USER_NOT_FOUND');
    if (targetId === changedBy.id && before.epoch !== changedBy.epoch) return fail('SESSION_INVALID');
    if (!before.totp) return fail('MFA_NOT_ENABLED');
    const epoch = endsSessions ? before.epoch + 1 : before.epoch;
    const after = { ...before, totp: undefined, epoch, updatedAt: now() };
    const audit = totpAuditEvent(actor, targetId, 'removed');
    const events = outboxWrite(null, [audit, factorChangedEvent(before, 'authenticator_removed')], now());
    const result = await store.change(changedBy, before, after, events);
    if (result === 'actor-gone') await refuseActor(changedBy);
    return result === 'done' || undefined;
  });
  return { message: 'Authenticator removed.' };
}
