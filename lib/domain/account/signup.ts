// Signs users up. One transaction creates the account, claims its addresses, starts the first session and writes the
// events.
import { ADDRESSES } from '../../contract/channels.ts';
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import { now } from '../../platform/clock.ts';
import { NO_TENANT, tenantId } from '../../platform/ids.ts';
import { note } from '../../platform/request-context.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { event, outboxWrite, userHeader } from '../../store/outbox.ts';
import * as users from '../../store/people/users.ts';
import { wholeFrom, wholeKey } from '../../store/tenants/tenant-cache.ts';
import type { TenantHead } from '../../store/tenants/tenants.ts';
import { canonicalEmail, canonicalPhone, firstAddress } from '../addresses.ts';
import { bindingOf, requireCodeBinding } from '../credentials/binding.ts';
import * as limits from '../credentials/limits.ts';
import { logIdentifier } from '../credentials/log-identifier.ts';
import * as passwords from '../credentials/passwords.ts';
import { requireSmsNumber } from '../phone-numbers.ts';
import type { Client } from '../sessions/caller.ts';
import { type Delivery, tokensOf } from '../sessions/delivery.ts';
import { isPasskeyLoginOn } from '../sessions/passkey-policy.ts';
import { countStarted, newSession } from '../sessions/start.ts';
import * as blockedDomains from '../tenants/blocked-domains.ts';
import { requireOpenDomain } from '../verified-domains/joins.ts';
import { sendNextStep } from './signup-proof.ts';

const CHECK_YOUR_MESSAGES = 'If this address can be registered, a message with the next step is on its way.';

/**
 * Creates an account in the tenant. An unknown or inactive tenant gets the response of a wrong password, at the same
 * cost. Without a password, where a passkey logs in alone, the address is proved first in every mode: the login with its code
 * then adds the passkey. If several callers sign up with one address at once, exactly one creates the account. In mode `verifyFirst` the
 * account has no password yet: each caller's waits with the code that only their client can use, and the one who proves
 * the address keeps theirs. Throws TENANT_ID_REQUIRED, EMAIL_OR_PHONE_REQUIRED, INVALID_CREDENTIALS,
 * REGISTRATION_DISABLED, EMAIL_DOMAIN_NOT_ALLOWED, SSO_REQUIRED, RATE_LIMITED and the codes of the password policy. In mode `instant`
 * it also throws EMAIL_ALREADY_EXISTS and PHONE_ALREADY_EXISTS; in mode `verifyFirst` INVALID_INPUT if the tenant
 * requires bound codes and the caller names no client.
 */
export async function signup(input: Body<'POST /auth/signup'>, client: Client): Promise<Delivery> {
  if (!input.tenantId) fail('TENANT_ID_REQUIRED');
  const email = input.email === undefined ? null : canonicalEmail(input.email);
  const phone = input.phone === undefined ? null : await canonicalPhone(input.phone);
  if (email === null && phone === null) fail('EMAIL_OR_PHONE_REQUIRED');
  await logIdentifier(email ?? (phone as string));
  const ip = limits.network(client.ip);
  const id = tenantId(input.tenantId) ?? NO_TENANT;
  const [[tenantItem, collisions, ...blocked]] = await Promise.all([
    limits
      .bucketKey('signup-collision', ip)
      .then((bucket) => getMany([wholeKey(id), bucket, ...blockedDomains.shardsOf(email)])),
    limits.consume('signup-ip', ip),
  ]);
  const candidate = await wholeFrom(id, tenantItem);
  limits.requireRoom('signup-collision', collisions);
  const active = candidate?.status === 'active' ? candidate : undefined;
  const { password } = input;
  if (password === undefined && !(active && isPasskeyLoginOn(active)))
    fail('INVALID_INPUT', { message: 'password: is required' });
  if (password !== undefined) passwords.requireAcceptable(password, { email, phone, tenant: active ?? null });
  const passwordHash = password === undefined ? null : await passwords.hash(password);
  const tenant = active ?? fail('INVALID_CREDENTIALS');
  const mode = tenant.settings.signup?.mode ?? 'instant';
  if (mode === 'closed') fail('REGISTRATION_DISABLED');
  if (phone !== null) await requireSmsNumber(phone, tenant.settings);
  // Checked before the account is looked up: the response concerns the domain, whether or not the address is taken.
  blockedDomains.requireAllowed(email, blocked);
  await requireOpenDomain(tenant, email);

  // In mode `verifyFirst` an account starts with the one address that the code goes to. A second one could belong to
  // someone else, and whether the code arrives would reveal whether it is taken.
  // Without a password, nothing but the address is there to be proved.
  const isInstant = mode === 'instant' && passwordHash !== null;
  const binding = isInstant ? undefined : bindingOf(input.codeChallenge, client);
  if (!isInstant) requireCodeBinding(tenant, binding);
  const contact = {
    email,
    phone: isInstant || email === null ? phone : null,
    passwordHash: isInstant ? passwordHash : null,
  };
  const { user, session, events } = newAccount(tenant, contact, isInstant, client);
  const result = await users.create(user, session, events);
  if (result === 'done') note({ actor: user.id });
  if (!session) {
    await sendNextStep(
      user,
      { binding, choice: passwordHash === null ? undefined : { passwordHash } },
      tenant,
      client.ip,
    );
    return { message: CHECK_YOUR_MESSAGES, isRequiresMfa: false, nextStep: null };
  }
  if (result !== 'done') {
    await limits.record('signup-collision', ip);
    fail(ADDRESSES[result === 'refused' ? 'phone' : result].taken);
  }
  countStarted(session);
  return tokensOf(session, user, tenant, 'Signed up.');
}

/** Returns what a sign-up stores: the account, its first session unless the address is proved first, and the events. */
export function newAccount(
  tenant: TenantHead,
  contact: Parameters<typeof users.newUser>[1],
  isInstant: boolean,
  client: Client,
) {
  const user = { ...users.newUser(tenant.id, contact), isUnclaimed: true };
  const session = isInstant
    ? newSession(user, tenant, 0, { amr: ['pwd'], channel: null, persistent: true, client })
    : undefined;
  const provider = firstAddress(contact).kind;
  const events = [
    event('svc.user_created', userHeader(user)),
    event('svc.registered', { ...userHeader(user), provider }),
  ];
  return { user, session, events: outboxWrite(tenant.id, events, now()) };
}
