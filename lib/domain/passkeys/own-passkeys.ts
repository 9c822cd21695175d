// Shows people the passkeys of their account, renames and removes them. Admins remove them by the same rule.
import { fail } from '../../contract/errors.ts';
import type { Reply } from '../../contract/index.ts';
import { passkeyId } from '../../platform/ids.ts';
import { config } from '../../platform/settings/config.ts';
import { event, userHeader } from '../../store/outbox.ts';
import * as store from '../../store/people/passkeys.ts';
import type { User } from '../../store/people/users.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';
import { changeFactors, type FactorChange, type Factors } from '../mfa/change-factors.ts';
import { wholeTenant } from '../sessions/authenticate.ts';
import type { Actor } from '../sessions/caller.ts';
import { canComplete, methodsOf, policyOf } from '../sessions/mfa-policy.ts';
import { isPasskeyRequired, opensByPasskey } from '../sessions/passkey-policy.ts';
import { opensByAddress, opensByIdentity } from '../sso/identity-rules.ts';
import { namesOf, usableOf, viewOf } from './view.ts';

/** Returns the passkeys of the account, oldest first. */
export async function list({ tenant, user }: Actor): Promise<Reply<'GET /auth/passkeys'>> {
  const passkeys = usableOf(await store.passkeysOf(tenant.id, user.id), user);
  return { passkeys: passkeys.map(viewOf), signals: signalsOf(passkeys, user) };
}

/** Returns what the browser is told, so that it offers no passkey that is gone, and the others by the name of today. */
function signalsOf(passkeys: readonly store.Passkey[], user: User): Reply<'GET /auth/passkeys'>['signals'] {
  const rpId = config().passkeys?.rpId;
  if (user.passkeyHandle === null || rpId === undefined) return null;
  const allAcceptedCredentialIds = passkeys.map(({ credentialId }) => credentialId);
  return { rpId, userId: user.passkeyHandle, allAcceptedCredentialIds, ...namesOf(user) };
}

/** Renames a passkey. Throws PASSKEY_NOT_FOUND for one that is gone or another person's. */
export async function rename({ tenant, user }: Actor, id: string, name: string): Promise<{ message: string }> {
  const passkeys = usableOf(await store.passkeysOf(tenant.id, user.id), user);
  const passkey = passkeys.find((each) => each.id === passkeyId(id));
  if (!passkey || !(await store.rename(passkey, name))) return fail('PASSKEY_NOT_FOUND');
  return { message: 'Passkey renamed.' };
}

/**
 * Removes a passkey, ends every other session and tells the owner. Throws PASSKEY_NOT_FOUND, LAST_LOGIN_METHOD if nothing
 * else opens the account, MFA_LAST_FACTOR if the tenant requires a second factor and there is no other, and
 * SESSION_NOT_FOUND if the caller's session ended meanwhile.
 */
export async function remove(actor: Actor, id: string): Promise<{ message: string }> {
  const tenant = await wholeTenant(actor);
  await changeFactors(actor, (current) => removal(current, tenant, id));
  return { message: 'Passkey removed.' };
}

/** Returns the change that removes a passkey. Throws as `remove`, but for the session. */
export async function removal(current: Factors, tenant: Tenant, id: string): Promise<FactorChange> {
  const { user, passkeys } = current;
  const usable = usableOf(passkeys, user);
  const passkey = usable.find((each) => each.id === passkeyId(id)) ?? fail('PASSKEY_NOT_FOUND');
  const isLast = usable.length === 1;
  const others = usable.filter((each) => each !== passkey);
  const isLastWay = opensByPasskey(user, usable, tenant) && !opensByPasskey(user, others, tenant);
  if (isLastWay && !(await opensOtherwise(current, tenant))) fail('LAST_LOGIN_METHOD');
  const without = isLast ? { ...user, hasPasskey: false } : user;
  const isOver = isLast && !canComplete(without, methodsOf(without, tenant));
  if (policyOf(tenant) === 'required' && isLast && (isOver || isPasskeyRequired(tenant))) fail('MFA_LAST_FACTOR');
  const detail = { ...userHeader(user), passkeyId: passkey.id, passkeyName: passkey.name };
  return {
    user: { hasPasskey: without.hasPasskey, ...(isOver && { isMfaEnabled: false }) },
    writes: store.removePasskeyWrites(user.tenantId, passkey),
    events: [
      event('svc.passkey_removed', detail),
      ...(isOver && user.isMfaEnabled
        ? [event('svc.two_factor_disabled', { ...userHeader(user), deviceId: null })]
        : []),
    ],
  };
}

/** Whether a password, a code or an identity opens the account. */
async function opensOtherwise({ user, identities }: Factors, tenant: Tenant): Promise<boolean> {
  const active = identities.filter(({ epoch }) => epoch === user.identityEpoch);
  return (await opensByAddress(user, tenant)) || (await opensByIdentity(active, tenant));
}
