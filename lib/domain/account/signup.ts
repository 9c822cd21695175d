// Signing up: one transaction creates the account, takes its addresses, opens the first session and leaves the events.
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import { now } from '../../platform/clock.ts';
import { NO_TENANT, tenantId } from '../../platform/ids.ts';
import { note } from '../../platform/request-context.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { event, outboxWrite, userHeader } from '../../store/outbox.ts';
import { asTenant, tenantKey } from '../../store/tenants.ts';
import * as users from '../../store/users.ts';
import { canonicalEmail, canonicalPhone } from '../addresses.ts';
import { sendCode, sendDecoy } from '../credentials/codes.ts';
import * as limits from '../credentials/limits.ts';
import { logIdentifier } from '../credentials/log-identifier.ts';
import { maySend } from '../credentials/message-budget.ts';
import * as passwords from '../credentials/passwords.ts';
import { type Delivery, tokensOf } from '../sessions/delivery.ts';
import type { Client } from '../sessions/sessions.ts';
import { countStarted, newSession } from '../sessions/start.ts';
import * as blockedDomains from '../tenants/blocked-domains.ts';

const CHECK_YOUR_MESSAGES = 'If the address can be registered here, a message with the next step is on its way.';

/**
 * Creates the account in the tenant named. An unknown or inactive tenant answers like a wrong password, at the same
 * cost. Of any number of parallel sign-ups of one address exactly one succeeds.
 */
export async function signup(input: Body<'POST /auth/signup'>, client: Client): Promise<Delivery> {
  if (!input.tenantId) fail('TENANT_ID_REQUIRED');
  const email = input.email === undefined ? null : canonicalEmail(input.email);
  const phone = input.phone === undefined ? null : await canonicalPhone(input.phone);
  if (email === null && phone === null) fail('EMAIL_OR_PHONE_REQUIRED');
  await logIdentifier(email ?? (phone as string));
  const ip = limits.network(client.ip);
  const [[tenantItem, collisions, ...blocked]] = await Promise.all([
    limits
      .bucketKey('signup-collision', ip)
      .then((bucket) =>
        getMany([tenantKey(tenantId(input.tenantId) ?? NO_TENANT), bucket, ...blockedDomains.shardsOf(email)]),
      ),
    limits.consume('signup-ip', ip),
  ]);
  const found = asTenant(tenantItem);
  limits.requireRoom('signup-collision', collisions);
  const active = found?.status === 'active' ? found : undefined;
  passwords.requireAcceptable(input.password, [email, active?.slug], active?.settings.password?.minLength);
  const passwordHash = await passwords.hash(input.password);
  const tenant = active ?? fail('INVALID_CREDENTIALS');
  const mode = tenant.settings.signup?.mode ?? 'instant';
  if (mode === 'closed') fail('REGISTRATION_DISABLED');
  // Before the account is looked for: the answer is about the domain, whoever has the address.
  blockedDomains.requireAllowed(email, blocked);

  // Where an address is proved first an account begins with the one the code goes to. Another one could be somebody
  // else's, and whether the code comes would tell whether it is taken.
  const isSecond = mode === 'verifyFirst' && email !== null;
  const contact = { email, phone: isSecond ? null : phone, passwordHash };
  const user = { ...users.newUser(tenant.id, contact), isSelfMade: true, isPasswordUnproved: true };
  const session =
    mode === 'instant'
      ? newSession(user, tenant, 0, { amr: ['pwd'], channel: null, persistent: true, client })
      : undefined;
  const events = [
    event('svc.user_created', userHeader(user)),
    event('svc.registered', { ...userHeader(user), provider: email === null ? 'phone' : 'email' }),
  ];
  const result = await users.create(user, session, outboxWrite(tenant.id, events, now()));
  if (result === 'done') note({ actor: user.id });
  if (!session) {
    await notifyOwner(user, result === 'done', client);
    return { message: CHECK_YOUR_MESSAGES, isRequiresMfa: false };
  }
  if (result !== 'done') {
    await limits.record('signup-collision', ip);
    fail(result === 'email' ? 'EMAIL_ALREADY_EXISTS' : 'PHONE_ALREADY_EXISTS');
  }
  countStarted(session);
  return tokensOf(session, user, tenant, 'Signed up.');
}

/**
 * Where an address must be proved first: a code to log in with, which proves it; or, to whoever has the address already,
 * a word that somebody tried. Both are one message, and the same work.
 */
async function notifyOwner(user: users.User, isNew: boolean, { ip }: Client): Promise<void> {
  const { tenantId: tenant, email, phone } = user;
  const who: users.Identifier =
    email === null ? { kind: 'phone', value: phone as string } : { kind: 'email', value: email };
  const channel = who.kind === 'email' ? 'email' : 'sms';
  const [lock] = await getMany([users.addressKey(tenant, who)]);
  if (!(await maySend(tenant, 'signup', channel, who.value, ip))) return;
  const recipient = { tenant, user: user.id, epoch: user.epoch, to: who.value, channel } as const;
  const purpose = channel === 'email' ? 'login-email' : 'login-sms';
  if (isNew) return sendCode(recipient, purpose, 'svc.passwordless_code_requested', { isOfSignup: true });
  const owner = users.claimedBy(lock) ?? user.id;
  await sendDecoy(recipient, purpose, event('svc.signup_attempted', userHeader({ ...user, id: owner })));
}
