// Decides which addresses the earlier service of a tenant opens no more: those that accounts here gave up. Who was deleted or
// blocked here must not come back by a password of before.
import { addressKinds } from '../contract/channels.ts';
import { leftAddressWrite } from '../store/people/left-addresses.ts';
import type { User } from '../store/people/users.ts';
import { mayMove } from '../store/tenants/tenants.ts';

type Addressed = Pick<User, 'email' | 'phone'>;

/**
 * Returns the writes for the addresses that the account gives up, none unless the tenant moves people now. `after`: `undefined` if it
 * is deleted. `by`: an admin decides about any address, a user only about one that is proved. Otherwise a stranger who signs
 * up with an address, and deletes that account, would keep its owner from moving.
 */
export const leftWrites = (
  tenant: Parameters<typeof mayMove>[0],
  before: User,
  after: Addressed | undefined,
  by: 'admin' | 'user',
) =>
  !mayMove(tenant)
    ? []
    : addressKinds.flatMap((kind) => {
        const value = before[kind];
        const isOwn = by === 'admin' || before[`${kind}VerifiedAt`] !== null;
        return value !== null && value !== after?.[kind] && isOwn
          ? [leftAddressWrite(before.tenantId, { kind, value })]
          : [];
      });
