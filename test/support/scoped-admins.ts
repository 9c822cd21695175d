// Creates admins of a role who are limited to tenants, and sends requests in their sessions.
import { cookieHeader, type Reply } from './http.ts';
import { newEmail, newPassword, type Service } from './service.ts';

export type ScopedAdmin = {
  id: string;
  email: string;
  password: string;
  cookie: string;
  send: (method: string, path: string, body?: unknown) => Promise<Reply>;
  get: (path: string) => Promise<Reply>;
};

/** An admin with a session. `tenants`: the ids of the tenants that they are limited to. */
export async function scopedAdmin(
  service: Service,
  role: string,
  tenants: readonly string[] | null = null,
): Promise<ScopedAdmin> {
  const account = { email: newEmail(), password: newPassword() };
  const created = await service.admin('POST', '/auth/admin/admins', { ...account, role, tenants });
  if (created.status !== 201) throw new Error(`admin: ${created.text}`);
  const cookie = cookieHeader(await service.post('/auth/admin/login', account));
  const send: ScopedAdmin['send'] = (method, path, body) => service.send(method, path, { body, headers: { cookie } });
  return { ...account, id: created.body.admin.id, cookie, send, get: (path) => send('GET', path) };
}
