// Issues and checks one-time codes and link tokens. A code has six digits and is sent to one address for one purpose.
// It is valid for minutes, for five attempts and for one success.
import { randomInt } from 'node:crypto';
import { acceptedKeys, type RootsOf, signingKey } from '../../crypto/purpose-keys.ts';
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

/** OWASP ASVS 6.5.4, NIST SP 800-63B 3.1.3.2: six digits, and few attempts. */
const DIGITS = 6;
const MAX_ATTEMPTS = 5;
/** DynamoDB deletes the item this long after it expired. Readers check `expiresAt`. */
const KEEP_SECONDS = 86_400;

/** The address that a code is sent to, and its user. `epoch` is the user's. */
export type Recipient = { tenant: TenantId; user: UserId; epoch: number; to: string; channel: store.Channel };
type MessageEvent =
  | 'svc.email_verification_requested'
  | 'svc.phone_verification_requested'
  | 'svc.passwordless_code_requested'
  | 'svc.two_factor_code_sent'
  | 'svc.password_reset_requested';

type SendOptions = {
  /** No message is sent, but the work is the same. */
  isDecoy?: boolean;
  /** The sign-up itself sends the code. */
  isOfSignup?: boolean;
  /** The login that the code completes. It completes no other. */
  session?: SessionId;
};

/**
 * Creates a code and sends it. One transaction stores the hash of the code and the event that carries the sealed code.
 * An earlier code of the same purpose becomes invalid.
 */
export async function sendCode(
  recipient: Recipient,
  purpose: store.CodePurpose,
  name: MessageEvent,
  { isDecoy = false, isOfSignup = false, session }: SendOptions = {},
): Promise<void> {
  const { tenant, user, to, channel } = recipient;
  const [sessionRoots, sealRoots] = await Promise.all([rootSecret('session'), rootSecret('seal')]);
  const { code, item } = newCode(sessionRoots, recipient, purpose, session);
  const id = newEventId();
  const requested = event(name, {
    id,
    tenantId: tenant,
    userId: user,
    channel,
    to,
    codeId: item.id,
    expiresAt: iso(item.expiresAt),
    sealed: seal(sealRoots, `message|${id}`, JSON.stringify({ code })),
  });
  const write = isDecoy ? decoyWrite : outboxWrite;
  await store.replaceCode({ ...item, isOfSignup }, write(tenant, [requested], item.createdAt));
}

/** Writes another event with a code that is never sent, so that the work is the same as in `sendCode`. */
export async function sendDecoy(recipient: Recipient, purpose: store.CodePurpose, event: NewEvent): Promise<void> {
  const { item } = newCode(await rootSecret('session'), recipient, purpose);
  await store.replaceCode(item, outboxWrite(recipient.tenant, [event], item.createdAt));
}

function newCode(
  roots: RootsOf<'one-time-code'>,
  { tenant, user, epoch, to, channel }: Recipient,
  purpose: store.CodePurpose,
  session?: SessionId,
) {
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  const [id, createdAt] = [newTokenId(), now()];
  const expiresAt = createdAt + config().ttl.code * 1000;
  const item: store.OneTimeCode = {
    ...store.codeKey(tenant, user, purpose),
    type: 'one-time-code',
    id,
    purpose,
    hash: hashOf(signingKey(roots, 'one-time-code', createdAt).key, session, user, purpose, to, id, code),
    to,
    channel,
    session,
    attempts: 0,
    epoch,
    expiresAt,
    createdAt,
    ttl: seconds(expiresAt) + KEEP_SECONDS,
  };
  return { code, item };
}

/** The session is the last part, if there is one: a code without a session hashes as before codes had sessions. */
const hashOf = (
  key: Buffer,
  session: SessionId | undefined,
  ...parts: [user: UserId, purpose: string, to: string, id: string, code: string]
): string => hmac(key, ...parts, ...(session === undefined ? [] : [session]));

/**
 * Returns the live code of this purpose if `code` matches it, otherwise `undefined`. The attempt is counted before
 * anything is compared. The code is not used up yet: the transaction of the change that it allows does that with
 * `consumeWrite`. `epoch` is the user's; codes of an older epoch are invalid. A code that was sent for a login is valid
 * only with the same `session`. A code that was sent without one is valid only without one.
 */
export async function checkCode(
  { tenant, user, epoch }: Pick<Recipient, 'tenant' | 'user' | 'epoch'>,
  purpose: store.CodePurpose,
  code: string,
  session?: SessionId,
): Promise<store.OneTimeCode | undefined> {
  const roots = await rootSecret('session');
  const live = await store.consumeAttempt(tenant, user, purpose, MAX_ATTEMPTS, now());
  // The code may have been sent before the root secret was rotated. All comparisons count as one attempt.
  const isCorrect = [...acceptedKeys(roots, 'one-time-code', now()).values()].some((key) =>
    sameSecret(hashOf(key, session, user, purpose, live?.to ?? '', live?.id ?? '', code), live?.hash ?? ''),
  );
  return live && isCorrect && isOfNow(live) && live.epoch === epoch ? live : undefined;
}

/** Whether a code or token may still be used: a thief may have read those from before `GATEHOUSE_SESSIONS_SINCE`. */
const isOfNow = ({ createdAt }: { createdAt: number }): boolean => createdAt >= config().sessionsSince;

const PREFIX: Readonly<Record<store.TokenPurpose, string>> = { 'reset-password': 'rst', 'set-password': 'inv' };

/**
 * Returns a link token and its stored item. The token begins with the user's id, so the item is found without an index.
 */
export function newLinkToken(
  { tenant, user, epoch, to, channel }: Recipient,
  purpose: store.TokenPurpose,
  ttlSeconds: number,
): { token: string; item: store.LinkToken } {
  const secret = randomSecret();
  const createdAt = now();
  const expiresAt = createdAt + ttlSeconds * 1000;
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
    createdAt,
    ttl: seconds(expiresAt) + KEEP_SECONDS,
  };
  return { token: `${PREFIX[purpose]}_${user}.${secret}`, item };
}

/** Parses a link token. Returns `undefined` if it is malformed. Only `isLive` checks whether the token is valid. */
export function readLinkToken(token: string) {
  const [, prefix, id, secret = ''] = /^(rst|inv)_(usr_[0-9A-Za-z]+)\.([\w-]{43})$/.exec(token) ?? [];
  const user = userId(id);
  if (!user) return undefined;
  const purpose: store.TokenPurpose = prefix === 'rst' ? 'reset-password' : 'set-password';
  return { tenant: tenantOfUser(user), user, purpose, secret };
}

/**
 * Whether the stored token has this secret, has not expired, and is of the user's current epoch and of this side of
 * `GATEHOUSE_SESSIONS_SINCE`.
 */
export const isLive = (item: store.LinkToken | undefined, secret: string, epoch: number): item is store.LinkToken =>
  item !== undefined &&
  sameSecret(digest(secret), item.hash) &&
  item.expiresAt > now() &&
  item.epoch === epoch &&
  isOfNow(item);
