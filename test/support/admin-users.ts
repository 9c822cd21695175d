// Creates users as the admin, and provides the ids that the tests of users share.
import { newEmail, newPassword, type Service, type Tenant } from './service.ts';

export const USERS = '/auth/admin/api/users';

// biome-ignore lint/suspicious/noExplicitAny: what came back is what tests look into
type Json = any;

/** A user made by the admin, with a password. */
export async function createUser(service: Service, tenant: Tenant, more: Record<string, unknown> = {}) {
  const account = { email: newEmail(), password: newPassword(), ...more };
  const reply = await service.admin('POST', USERS, { tenantId: tenant.id, ...account });
  if (reply.status !== 201) throw new Error(`user: ${reply.text}`);
  return { ...account, tenant, id: reply.body.user.id as string, user: reply.body.user as Json };
}

/** Returns the ids that a response lists, in the same order. */
export const idsOf = ({ body }: { body: Json }): string[] => body.data.map(({ id }: { id: string }) => id);

/** Ids that name no user: missing, malformed, of another kind, meant to be clever. */
export const UNKNOWN_USER_IDS = [
  `usr_${'0'.repeat(44)}`,
  'usr_',
  'x',
  `ten_${'0'.repeat(22)}`,
  '%2F',
  '%00',
  '..%2Fusers',
  '__proto__',
  'constructor',
  `usr_${'0'.repeat(44)}%23USER`,
  'u'.repeat(3000),
];
