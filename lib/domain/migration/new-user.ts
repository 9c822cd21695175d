// Makes the user of a person who is moved: which addresses the account has, and which of them are proved.
import { ADDRESSES, type AddressKind } from '../../contract/channels.ts';
import { now } from '../../platform/clock.ts';
import * as users from '../../store/people/users.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';
import type { Person } from './person.ts';

/**
 * Returns the addresses of the account: the one that was typed, and the person's other one if the earlier service verified
 * both. An account that is not proved has only what was typed: another address may be of someone else.
 */
export function addressesOf({ verified }: Person, typed: users.Identifier): users.Identifier[] {
  const { other } = ADDRESSES[typed.kind];
  const value = verified[other];
  return verified[typed.kind] !== null && value !== null ? [typed, { kind: other, value }] : [typed];
}

type Contact = Readonly<Record<AddressKind, string | null>>;
/** Returns the addresses by kind. */
export const contactOf = (addresses: readonly users.Identifier[]): Contact => ({
  email: null,
  phone: null,
  ...Object.fromEntries(addresses.map(({ kind, value }) => [kind, value])),
});

/** Whether the person must prove the address before they get in: the tenant's rule for every address. */
export const mustProveFirst = ({ settings }: Tenant, { verified }: Person, { kind }: users.Identifier): boolean =>
  settings.signup?.mode === 'verifyFirst' && verified[kind] === null;

/** Returns the user, not stored yet. As after a sign-up, an account without a proved address is unclaimed. */
export function newUser(
  tenant: Tenant,
  { name, locale, metadata, verified }: Person,
  addresses: readonly users.Identifier[],
  passwordHash: string | null,
): users.User {
  const contact = contactOf(addresses);
  const at = now();
  const provedAt = (kind: AddressKind) => (contact[kind] !== null && contact[kind] === verified[kind] ? at : null);
  const emailVerifiedAt = provedAt('email');
  const phoneVerifiedAt = provedAt('phone');
  return {
    ...users.newUser(tenant.id, { ...contact, passwordHash }),
    emailVerifiedAt,
    phoneVerifiedAt,
    name,
    locale,
    metadata,
    isUnclaimed: emailVerifiedAt === null && phoneVerifiedAt === null,
  };
}
