// Issues and checks one-time codes and link tokens. A code has six digits and is sent to one address for one purpose.
// It is valid for minutes, for five attempts and for one success. A long code, sent while guesses at short ones are used
// up, has twenty digits and needs no count of attempts.

import { randomInt } from 'node:crypto';
import type { Channel } from '../../contract/channels.ts';
import { acceptedKeys, type RootsOf, signingKey } from '../../crypto/purpose-keys.ts';
import { seal } from '../../crypto/seal.ts';
import { digest, hmac, randomSecret, sameSecret } from '../../crypto/secrets.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { iso, now, seconds } from '../../platform/clock.ts';
import {
  newEventId,
  newTokenId,
  type SessionId,
  type TenantId,
  tenantOfUser,
  type UserId,
  userId,
} from '../../platform/ids.ts';
import { config } from '../../platform/settings/config.ts';
import { decoyWrite, event, type NewEvent, outboxWrite } from '../../store/outbox.ts';
import * as store from '../../store/people/codes.ts';
import { isOfNow } from '../still-counts.ts';
import type { Binding } from './binding.ts';

export type {
  CodePurpose,
  LinkToken,
  OneTimeCode,
  SignupChoice,
  TokenPurpose,
} from '../../store/people/codes.ts';

/** OWASP ASVS 6.5.4, NIST SP 800-63B 3.1.3.2: six digits, and few attempts. */
const DIGITS = 6;
/** 66 bits. NIST SP 800-63B 3.1.3.2 asks for a limit of guesses below 64. */
const LONG_DIGITS = 20;
const MAX_ATTEMPTS = 5;
/** DynamoDB deletes the item this long after it expired. Readers check `expiresAt`. */
const KEEP_SECONDS = 86_400;

/** The address that a code is sent to, and its user. `epoch` is the user's. */
export type Recipient = { tenant: TenantId; user: UserId; epoch: number; to: string; channel: Channel };
type MessageEvent =
  | 'svc.email_verification_requested'
  | 'svc.phone_verification_requested'
  | 'svc.passwordless_code_requested'
  | 'svc.two_factor_code_sent'
  | 'svc.password_reset_requested';

type SendOptions = {
  /** No message is sent, but the work is the same. */
  isDecoy?: boolean;
  /** Guesses at short codes are used up. */
  isLong?: boolean;
  /** The login that the code completes. It completes no other. */
  session?: SessionId;
  /** The client that asked for the code. It is of use to no other. */
  binding?: Binding | undefined;
  /** The choice of this client at sign-up. Stored only with a binding: a code alone proves no more than a mailbox. */
  choice?: store.SignupChoice | undefined;
};

/**
 * Creates a code and sends it. One transaction stores the hash of the code and the event that carries the sealed code.
 * An earlier code of the same purpose and client becomes invalid. Codes that other clients bound to themselves stay.
 */
export async function sendCode(
  recipient: Recipient,
  purpose: store.CodePurpose,
  name: MessageEvent,
  { isDecoy = false, isLong = false, session, binding, choice }: SendOptions = {},
): Promise<void> {
  const { tenant, user, to, channel } = recipient;
  const [sessionRoots, sealRoots] = await Promise.all([rootSecret('session'), rootSecret('seal')]);
  const { code, item } = newCode(sessionRoots, recipient, purpose, isLong, { session, binding });
  const id = newEventId();
  const requested = event(name, {
    id,
    tenantId: tenant,
    userId: user,
    channel,
    to,
    codeId: item.id,
    expiresAt: iso(item.expiresAt),
    sealed: seal(sealRoots, `message|${id}`, JSON.stringify({ code, binding })),
  });
  const write = isDecoy ? decoyWrite : outboxWrite;
  const stored = binding === undefined || choice === undefined ? item : { ...item, choice };
  await store.replaceCode(stored, write(tenant, [requested], item.createdAt));
}

/** Writes another event with a code that is never sent, so that the work is the same as in `sendCode`. */
export async function sendDecoy(
  recipient: Recipient,
  purpose: store.CodePurpose,
  event: NewEvent,
  binding: Binding | undefined,
): Promise<void> {
  const { item } = newCode(await rootSecret('session'), recipient, purpose, false, { binding });
  await store.replaceCode(item, outboxWrite(recipient.tenant, [event], item.createdAt));
}

/** `count`: at most 14, which `randomInt` allows. */
const randomDigits = (count: number): string => String(randomInt(10 ** count)).padStart(count, '0');

/** Whether the text is spelled like a long code. */
export const isLongCode = (code: string): boolean => code.length === LONG_DIGITS;

function newCode(
  roots: RootsOf<'one-time-code'>,
  { tenant, user, epoch, to, channel }: Recipient,
  purpose: store.CodePurpose,
  isLong: boolean,
  ties: Ties,
) {
  const code = isLong ? randomDigits(LONG_DIGITS / 2) + randomDigits(LONG_DIGITS / 2) : randomDigits(DIGITS);
  const [id, createdAt] = [newTokenId(), now()];
  const expiresAt = createdAt + config().ttl.code * 1000;
  const item: store.OneTimeCode = {
    ...store.codeKey(tenant, user, purpose, ties.binding),
    type: 'one-time-code',
    id,
    purpose,
    hash: hashOf(signingKey(roots, 'one-time-code', createdAt).key, ties, user, purpose, to, id, code),
    to,
    channel,
    ...ties,
    attempts: 0,
    epoch,
    expiresAt,
    createdAt,
    ttl: seconds(expiresAt) + KEEP_SECONDS,
  };
  return { code, item };
}

/** A code is tied to the login that it completes, or to the client that asked for it. Some codes have no tie. */
type Ties = { session?: SessionId | undefined; binding?: Binding | undefined };

/** Returns the hash that is stored. A tie that a code does not have adds nothing to it. */
const hashOf = (
  key: Buffer,
  { session, binding }: Ties,
  ...parts: [user: UserId, purpose: string, to: string, id: string, code: string]
): string => hmac(key, ...parts, ...[session, binding].filter((tie) => tie !== undefined));

/**
 * Returns the live code of this purpose if `code` matches it, otherwise `undefined`. The attempt is counted before
 * anything is compared. The code is not used up yet: the transaction of the change that it allows does that with
 * `consumeWrite`. `epoch` is the user's; codes of an older epoch are invalid. A code that was sent for a login is valid
 * only with the same `session`, a code that a client bound to itself only with the same `binding`, and any other only
 * without. A guess of another client costs the same calls and finds nothing, so that strangers can neither use nor use
 * up the code of a client.
 */
export async function checkCode(
  { tenant, user, epoch }: Pick<Recipient, 'tenant' | 'user' | 'epoch'>,
  purpose: store.CodePurpose,
  code: string,
  ties: Ties = {},
): Promise<store.OneTimeCode | undefined> {
  const roots = await rootSecret('session');
  // Guesses at a long code must not use up the attempts at a short one, and need no count.
  const live = isLongCode(code)
    ? await store.findLiveCode(tenant, user, { purpose, binding: ties.binding }, now())
    : await store.consumeAttempt(tenant, user, { purpose, binding: ties.binding }, MAX_ATTEMPTS, now());
  // The code may have been sent before the root secret was rotated. All comparisons count as one attempt.
  const isCorrect = [...acceptedKeys(roots, 'one-time-code', now()).values()].some((key) =>
    sameSecret(hashOf(key, ties, user, purpose, live?.to ?? '', live?.id ?? '', code), live?.hash ?? ''),
  );
  return live && isCorrect && live.epoch === epoch && isOfNow(live.createdAt) ? live : undefined;
}

const PREFIX: Readonly<Record<store.TokenPurpose, string>> = {
  'reset-password': 'rst',
  'set-password': 'inv',
  'recover-account': 'rec',
};

const PURPOSES = Object.keys(PREFIX) as store.TokenPurpose[];

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
  const [, prefix, id, secret = ''] = /^(rst|inv|rec)_(usr_[0-9A-Za-z]+)\.([\w-]{43})$/.exec(token) ?? [];
  const user = userId(id);
  if (!user) return undefined;
  const purpose = PURPOSES.find((each) => PREFIX[each] === prefix) as store.TokenPurpose;
  return { tenant: tenantOfUser(user), user, purpose, secret };
}

/** Whether the stored token has this secret, has not expired, and is of now and of the user's current epoch. */
export const isLive = (item: store.LinkToken | undefined, secret: string, epoch: number): item is store.LinkToken =>
  item !== undefined &&
  sameSecret(digest(secret), item.hash) &&
  item.expiresAt > now() &&
  item.epoch === epoch &&
  isOfNow(item.createdAt);
