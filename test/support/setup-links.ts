// Makes setup links and uses them, as a person without an account does.
import { cookieHeader, type Send } from './http.ts';
import type { Service, Tenant } from './service.ts';

/** The header of a request that is made in the session of a setup link. */
export const SETUP_MODE = { 'x-access-token-type': 'setup' };

/** Returns the token in the address of a link. */
export const tokenIn = (url: string | null): string => new URL(url ?? '').hash.replace('#token=', '');

/** Returns what an admin's POST of a link returned. */
export async function newSetupLink(
  service: Service,
  { id }: Pick<Tenant, 'id'>,
  intents: readonly string[] = ['sso'],
  more: object = {},
): Promise<{ setupLink: Record<string, unknown> & { id: string }; url: string | null }> {
  const path = `/auth/admin/api/tenants/${id}/setup-links`;
  const { body, status, text } = await service.admin('POST', path, { intents, ...more });
  if (status !== 201) throw new Error(`setup link: ${text}`);
  return body;
}

export type Setup = Awaited<ReturnType<typeof setupWith>>;

/** Begins the session of the link, and returns what the browser sends from then on. */
export async function setupWith(service: Pick<Service, 'post' | 'send'>, url: string | null) {
  const reply = await service.post('/auth/organization/setup/begin', { token: tokenIn(url) });
  if (reply.status !== 200) throw new Error(`setup: ${reply.text}`);
  const headers = { ...SETUP_MODE, cookie: cookieHeader(reply) };
  const ask = (method: string, path: string, body?: unknown, more: Send = {}) =>
    service.send(method, path, {
      ...(body !== undefined && { body }),
      ...more,
      headers: { ...headers, ...more.headers },
    });
  return { headers, ask, body: reply.body };
}

/** Returns the session of a new link of an admin. */
export const newSetup = async (service: Service, tenant: Pick<Tenant, 'id'>, intents?: readonly string[]) => {
  const { setupLink, url } = await newSetupLink(service, tenant, intents);
  return { ...(await setupWith(service, url)), link: setupLink };
};
