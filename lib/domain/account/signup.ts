// Signs users up. One transaction creates the account, claims its addresses, starts the first session and writes the
// events.
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
import { requireSmsNumber } from '../phone-numbers.ts';
import { type Delivery, tokensOf } from '../sessions/delivery.ts';
import type { Client } from '../sessions/sessions.ts';
import { countStarted, newSession } from '../sessions/start.ts';
import * as blockedDomains from '../tenants/blocked-domains.ts';

const CHECK_YOUR_MESSAGES = 'If this address can be registered, a message with the next step is on its way.';

/**
 * Creates an account in the tenant. An unknown or inactive tenant gets the response of a wrong password, at the same
 * cost. If several callers sign up with one address at once, exactly one succeeds. Throws TENANT_ID_REQUIRED,
 * EMAIL_OR_PHONE_REQUIRED, INVALID_CREDENTIALS, REGISTRATION_DISABLED, EMAIL_DOMAIN_NOT_ALLOWED, RATE_LIMITED and the
 * codes of the password policy. In mode `instant` it also throws EMAIL_ALREADY_EXISTS and PHONE_ALREADY_EXISTS.
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
  const candidate = asTenant(tenantItem);
  limits.requireRoom('signup-collision', collisions);
  const active = candidate?.status === 'active' ? candidate : undefined;
  passwords.requireAcceptable(input.password, { email, phone, tenant: active ?? null });
  const passwordHash = await passwords.hash(input.password);
  const tenant = active ?? fail('INVALID_CREDENTIALS');
  const mode = tenant.settings.signup?.mode ?? 'instant';
  if (mode === 'closed') fail('REGISTRATION_DISABLED');
  if (phone !== null) await requireSmsNumber(phone, tenant.settings);
  // Checked before the account is looked up: the response concerns the domain, whether or not the address is taken.
  blockedDomains.requireAllowed(email, blocked);

  // In mode `verifyFirst` an account starts with the one address that the code goes to. A second one could belong to
  // someone else, and whether the code arrives would reveal whether it is taken.
  const isSecond = mode === 'verifyFirst' && email !== null;
  const contact = { email, phone: isSecond ? null : phone, passwordHash };
  const user = { ...users.newUser(tenant.id, contact), isUnclaimed: true };
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
 * Sends the one message of mode `verifyFirst`: to a new user, a login code that proves the address; to the owner of a
 * taken address, a notice of the attempt. The work is the same for both.
 */
async function notifyOwner(user: users.User, isNew: boolean, { ip }: Client): Promise<void> {
  const { tenantId: tenant, email, phone } = user;
  const address: users.Identifier =
    email === null ? { kind: 'phone', value: phone as string } : { kind: 'email', value: email };
  const channel = address.kind === 'email' ? 'email' : 'sms';
  const [claim] = await getMany([users.addressKey(tenant, address)]);
  const message = { tenant, purpose: 'signup', channel, to: address.value, ip } as const;
  if (!(await maySend(message, { isDecoy: false }))) return;
  const recipient = { tenant, user: user.id, epoch: user.epoch, to: address.value, channel } as const;
  const purpose = channel === 'email' ? 'login-email' : 'login-sms';
  if (isNew) return sendCode(recipient, purpose, 'svc.passwordless_code_requested', { isOfSignup: true });
  const owner = users.claimedBy(claim) ?? user.id;
  await sendDecoy(recipient, purpose, event('svc.signup_attempted', userHeader({ ...user, id: owner })));
}
