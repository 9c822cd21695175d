// Lets admins act as users in tests.
import { USERS } from './admin-users.ts';
import { claimsOf } from './api.ts';
import type { Reply } from './http.ts';
import { type ScopedAdmin, scopedAdmin } from './scoped-admins.ts';
import { bearer, type Service, type Tenant, type User } from './service.ts';

export const ALLOWED = { GATEHOUSE_ACTING: 'allowed' };
export const REASON = 'Ticket 4711: the invoice is missing.';

export type Acting = {
  id: string;
  tokens: { accessToken: string; refreshToken: string };
  headers: { authorization: string };
};

export const idOf = ({ tokens }: Pick<User, 'tokens'>): string => claimsOf(tokens.accessToken).sub;
export const actPath = (id: string): string => `${USERS}/${id}/act`;

/** A tenant that lets admins act as its users. */
export const openTenant = (service: Service, more: Record<string, unknown> = {}): Promise<Tenant> =>
  service.tenant({ acting: { enabled: true }, ...more });

/** Acts as the user. Throws if it is refused. */
export async function acting(admin: Pick<ScopedAdmin, 'send'>, user: Pick<User, 'tokens'>): Promise<Acting> {
  const id = idOf(user);
  const reply = await admin.send('POST', actPath(id), { reason: REASON });
  if (reply.status !== 201) throw new Error(`act: ${reply.text}`);
  return { id, tokens: reply.body, headers: bearer(reply.body) as Acting['headers'] };
}

/** An operator who acts as a user of an own tenant. */
export async function scene(service: Service, settings: Record<string, unknown> = {}) {
  const tenant = await openTenant(service, settings);
  const user = await service.signup(tenant);
  const admin = await scopedAdmin(service, 'operator');
  return { tenant, user, admin, session: await acting(admin, user) };
}

export const me = (service: Service, { headers }: Pick<Acting, 'headers'>): Promise<Reply> =>
  service.get('/auth/me', { headers });
export const refreshed = (service: Service, { tokens }: Pick<Acting, 'tokens'>): Promise<Reply> =>
  service.post('/auth/refresh-token', { refreshToken: tokens.refreshToken });
