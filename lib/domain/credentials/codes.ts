// One-time codes: six digits to one address for one purpose, good for minutes, for five tries and for one success.
import { randomInt } from 'node:crypto';
import { purposeKey, type Roots, versionsOf } from '../../crypto/purpose-keys.ts';
import { seal } from '../../crypto/seal.ts';
import { digest, hmac, randomSecret, sameSecret } from '../../crypto/secrets.ts';
import { iso, now, seconds } from '../../platform/clock.ts';
import { config } from '../../platform/config.ts';
import {
  newEventId,
  newTokenId,
  type SessionId,
  type TenantId,
  tenantOfUser,
  type UserId,
  userId,
} from '../../platform/ids.ts';
import { rootSecret } from '../../platform/secrets.ts';
import * as store from '../../store/codes.ts';
import { decoyWrite, event, type NewEvent, outboxWrite } from '../../store/outbox.ts';

export type { Channel, CodePurpose, LinkToken, OneTimeCode, TokenPurpose } from '../../store/codes.ts';

/** OWASP ASVS 6.5.4, NIST SP 800-63B 3.1.3.2: six digits, and few tries. */
const DIGITS = 6;
const TRIES = 5;
/** For housekeeping: readers go by `expiresAt`. */
const KEEP_SECONDS = 86_400;

/** Where a code goes, and for whom. `epoch` is the user's. */
export type Recipient = { tenant: TenantId; user: UserId; epoch: number; to: string; channel: store.Channel };
type MessageEvent =
  | 'svc.email_verification_requested'
  | 'svc.phone_verification_requested'
  | 'svc.passwordless_code_requested'
  | 'svc.two_factor_code_sent'
  | 'svc.password_reset_requested';

type Sending = { isDecoy?: boolean; isOfSignup?: boolean; session?: SessionId };

/**
 * Makes a code and puts it on its way: the code, as a hash, and the event that carries it, sealed, are one transaction.
 * A code of the same purpose that was on its way before is dead. `isDecoy`: nobody will get it; the work is the same.
 * `isOfSignup`: it goes out because somebody signs up. `session`: the login that it completes, and no other.
 */
export async function sendCode(
  recipient: Recipient,
  purpose: store.CodePurpose,
  name: MessageEvent,
  { isDecoy = false, isOfSignup = false, session }: Sending = {},
): Promise<void> {
  const { tenant, user, to, channel } = recipient;
  const roots = await rootSecret();
  const { code, item } = newCode(roots, recipient, purpose, session);
  const id = newEventId();
  const requested = event(name, {
    id,
    tenantId: tenant,
    userId: user,
    channel,
    to,
    codeId: item.id,
    expiresAt: iso(item.expiresAt),
    sealed: seal(roots, `message|${id}`, JSON.stringify({ code })),
  });
  const write = isDecoy ? decoyWrite : outboxWrite;
  await store.replaceCode({ ...item, isOfSignup }, write(tenant, [requested], item.createdAt));
}

/** Puts another event on its way, with a code that nobody will get: as much work as `sendCode`. */
export async function sendDecoy(recipient: Recipient, purpose: store.CodePurpose, event: NewEvent): Promise<void> {
  const { item } = newCode(await rootSecret(), recipient, purpose);
  await store.replaceCode(item, outboxWrite(recipient.tenant, [event], item.createdAt));
}

function newCode(
  roots: Roots,
  { tenant, user, epoch, to, channel }: Recipient,
  purpose: store.CodePurpose,
  session?: SessionId,
) {
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  const [id, at] = [newTokenId(), now()];
  const expiresAt = at + config().ttl.code * 1000;
  const item: store.OneTimeCode = {
    ...store.codeKey(tenant, user, purpose),
    type: 'one-time-code',
    id,
    purpose,
    hash: hashOf(purposeKey(roots, 'one-time-code'), session, user, purpose, to, id, code),
    to,
    channel,
    session,
    attempts: 0,
    epoch,
    expiresAt,
    createdAt: at,
    ttl: seconds(expiresAt) + KEEP_SECONDS,
  };
  return { code, item };
}

/** The session is a part of its own, after all others, so that a code of none is hashed as codes always were. */
const hashOf = (
  key: Buffer,
  session: SessionId | undefined,
  ...parts: [user: UserId, purpose: string, to: string, id: string, code: string]
): string => hmac(key, ...parts, ...(session === undefined ? [] : [session]));

/**
 * The live code of this purpose if `code` is it; the try is counted before anything is compared. The code is not used up
 * yet: that is `consumption`, in the transaction of what it allows. `epoch` is the user's: older codes are dead. A code
 * of one login is wrong for every other `session` and for none, and a code of none is wrong for any.
 */
export async function checkCode(
  { tenant, user, epoch }: Pick<Recipient, 'tenant' | 'user' | 'epoch'>,
  purpose: store.CodePurpose,
  code: string,
  session?: SessionId,
): Promise<store.OneTimeCode | undefined> {
  const roots = await rootSecret();
  const live = await store.consumeAttempt(tenant, user, purpose, TRIES, now());
  // It may have been sent before the root secret was rotated. One try all the same.
  const isRight = versionsOf(roots).some((version) => {
    const key = purposeKey(roots, 'one-time-code', version);
    return sameSecret(hashOf(key, session, user, purpose, live?.to ?? '', live?.id ?? '', code), live?.hash ?? '');
  });
  return live && isRight && live.epoch === epoch ? live : undefined;
}

const PREFIX: Readonly<Record<store.TokenPurpose, string>> = { 'reset-password': 'rst', 'set-password': 'inv' };

/** A link token and what is stored of it. The token leads to its place by itself: it begins with the user's id. */
export function newLinkToken(
  { tenant, user, epoch, to, channel }: Recipient,
  purpose: store.TokenPurpose,
  ttlSeconds: number,
): { token: string; item: store.LinkToken } {
  const secret = randomSecret();
  const at = now();
  const expiresAt = at + ttlSeconds * 1000;
  const item: store.LinkToken = {
    ...store.tokenKey(tenant, user, purpose),
    type: 'link-token',
    id: newTokenId(),
    purpose,
    hash: digest(secret),
    to,
    channel,
    epoch,
    expiresAt,
    createdAt: at,
    ttl: seconds(expiresAt) + KEEP_SECONDS,
  };
  return { token: `${PREFIX[purpose]}_${user}.${secret}`, item };
}

/** What a link token says of itself. Whether it is right is for `isLive` to say. */
export function readLinkToken(token: string) {
  const [, prefix, id, secret = ''] = /^(rst|inv)_(usr_[0-9A-Za-z]+)\.([\w-]{43})$/.exec(token) ?? [];
  const user = userId(id);
  if (!user) return undefined;
  const purpose: store.TokenPurpose = prefix === 'rst' ? 'reset-password' : 'set-password';
  return { tenant: tenantOfUser(user), user, purpose, secret };
}

/** Whether the stored token is the one with this secret, and still good for a user of this epoch. */
export const isLive = (item: store.LinkToken | undefined, secret: string, epoch: number): item is store.LinkToken =>
  item !== undefined && sameSecret(digest(secret), item.hash) && item.expiresAt > now() && item.epoch === epoch;
