// TOTP of admins: setting it up, what it asks of a login, switching it off. The secret is shown once, lies sealed, and is
// bound to its admin.
import { fail } from '../../contract/errors.ts';
import { seal } from '../../crypto/seal.ts';
import { newTotpSecret, otpAuthUrl, stepOf } from '../../crypto/totp.ts';
import { now } from '../../platform/clock.ts';
import { config } from '../../platform/config.ts';
import { type AdminId, adminId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { qrCode } from '../../platform/qr-code.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { rootSecret } from '../../platform/secrets.ts';
import * as totpStore from '../../store/admin-totp.ts';
import * as store from '../../store/admins.ts';
import { type NewEvent, outboxWrite } from '../../store/outbox.ts';
import { type Acting, adminAction } from '../audit.ts';
import * as limits from '../credentials/limits.ts';
import { open } from '../keys/sealed.ts';
import type { Client } from '../sessions/sessions.ts';
import type { AdminActor } from './sessions.ts';

/** As long as a code that is sent (OWASP ASVS 6.5.5), and as many guesses as at a password. */
const SETUP_MS = 10 * 60_000;
const SETUP_GUESSES = 10;

type Change = 'enabled' | 'replaced' | 'removed';

/** The item of the audit log. */
export function totpAction(acting: Acting, id: AdminId, change: Change): NewEvent {
  const [before, after] = [{ isMfaEnabled: change !== 'enabled' }, { isMfaEnabled: change !== 'removed' }];
  return adminAction(acting, `admin.totp_${change}`, { type: 'admin', id }, before, after);
}

const context = (id: AdminId): string => `admin-totp|${id}`;
const stepIn = async (id: AdminId, { secret }: { secret: string }, otp: string): Promise<number | undefined> =>
  stepOf(await open(context(id), secret), otp, now());

/**
 * A new secret for an authenticator app, in the place of one that was never verified. One that was goes on counting until
 * this one is. Throws SESSION_INVALID if the session was ended meanwhile.
 */
export async function setUp({ admin }: AdminActor) {
  const secret = newTotpSecret();
  // Not the name of the product alone: apps keep one entry for an issuer and account, and an admin may be a user, too.
  // A colon would end it (crypto/totp.ts); addresses have none.
  const issuer = `${config().appName.replaceAll(':', ' ')} Admin`;
  const account = admin.email;
  const url = otpAuthUrl(issuer, account, secret);
  const sealed = seal(await rootSecret(), context(admin.id), secret);
  const setup = { secret: sealed, epoch: admin.epoch, guesses: 0, expiresAt: now() + SETUP_MS };
  if (!(await totpStore.putSetup(admin.id, setup))) fail('SESSION_INVALID');
  return { secret, qrCode: await qrCode(url), otpAuthUrl: url, issuer, account };
}

/**
 * Takes the first code: from now on a login needs one, and every session of the admin but this one is over. The code is
 * used up. Throws MFA_CODE_INVALID for a wrong one, and when there is nothing to verify.
 */
export async function verifySetup(actor: AdminActor, otp: string) {
  const { id, epoch } = actor.admin;
  const setup = await totpStore.guessSetup(id, epoch, SETUP_GUESSES, now());
  const lastStep = setup && (await stepIn(id, setup, otp));
  if (!setup || lastStep === undefined) return fail('MFA_CODE_INVALID');
  const { secret } = setup;
  await retryOnConflict('the admin', async () => {
    const before = (await store.find(id)) ?? fail('SESSION_INVALID');
    if (before.totpSetup?.secret !== secret) return fail('MFA_CODE_INVALID');
    if (before.epoch !== epoch) return fail('SESSION_INVALID');
    const after = { ...before, totp: { secret, lastStep }, epoch: epoch + 1, updatedAt: now() };
    const event = totpAction(actor, id, before.totp ? 'replaced' : 'enabled');
    return (await totpStore.enable(actor.session, before, after, outboxWrite(null, [event], now()))) || undefined;
  });
  // Guesses at another secret say nothing of this one.
  await limits.resetFor('admin-otp', id);
  return { message: 'Authenticator verified. From now on a login needs its code.' };
}

/**
 * The step of the code a login brings, and the guess that was counted for it; `undefined` where no code is needed. The step
 * is used up by the write that starts the session. Throws MFA_REQUIRED, MFA_CODE_INVALID, ACCOUNT_LOCKED. For whoever has
 * the password, and nobody else.
 */
export async function requireCode({ id, totp }: store.Admin, otp: string | undefined, client: Client) {
  if (!totp) return undefined;
  if (otp === undefined) return fail('MFA_REQUIRED');
  const guess = await limits.consume('admin-otp', id);
  const step = await stepIn(id, totp, otp);
  if (step === undefined) return refuseCode(id, client);
  return { step, guess };
}

/** Also for a code whose step somebody else was faster to use. */
export function refuseCode(id: AdminId, client: Client): never {
  log.info('admin_code_wrong', { admin: id, ip: client.ip });
  return fail('MFA_CODE_INVALID');
}

/** One's own, by whoever logged in with it of late. Throws MFA_NOT_ENABLED. */
export const removeOwn = (actor: AdminActor) => remove(actor, actor.admin.id, false);

/** Another admin's, who lost it: his sessions end with the same write. Throws ADMIN_USER_NOT_FOUND, MFA_NOT_ENABLED. */
export const removeFrom = (actor: AdminActor, id: string) => remove(actor, id, true);

async function remove(actor: AdminActor, id: string, endsSessions: boolean) {
  const by = actor.admin;
  const known = adminId(id) ?? fail('ADMIN_USER_NOT_FOUND');
  await retryOnConflict('the admin', async () => {
    const before = (await store.find(known)) ?? fail(known === by.id ? 'SESSION_INVALID' : 'ADMIN_USER_NOT_FOUND');
    if (known === by.id && before.epoch !== by.epoch) return fail('SESSION_INVALID');
    if (!before.totp) return fail('MFA_NOT_ENABLED');
    const epoch = endsSessions ? before.epoch + 1 : before.epoch;
    const after = { ...before, totp: undefined, epoch, updatedAt: now() };
    const events = outboxWrite(null, [totpAction(actor, known, 'removed')], now());
    const result = await store.change(by, before, after, events);
    if (result === 'actor-gone') fail('SESSION_INVALID');
    return result === 'done' || undefined;
  });
  return { message: 'Authenticator removed.' };
}
