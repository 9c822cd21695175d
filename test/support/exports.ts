// Exports tenants, and opens what was sealed.
import { generateKeyPairSync } from 'node:crypto';
import { opened, type PrivateKey } from '../../lib/transfer/sealed.ts';
import type { Service, Tenant } from './service.ts';

export const EXPORT = '/auth/admin/api/transfers/export';

/** Returns a new key: `recipient` is its public half. */
export function newRecipient() {
  const key = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' }) as unknown as PrivateKey;
  const { kty, crv, x } = key;
  return { key, recipient: { kty, crv, x } };
}

type Lines = { lines: Record<string, unknown>[]; opened: Record<string, unknown>[]; pages: number };

/** Exports all pages as the first admin, and opens each line. Throws if a call is refused. */
export async function exportTenant(
  service: Service,
  tenant: Pick<Tenant, 'id'>,
  more: Record<string, unknown> = {},
): Promise<Lines> {
  const { key, recipient } = newRecipient();
  const lines: Record<string, unknown>[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const reply = await service.admin('POST', EXPORT, { tenantId: tenant.id, recipient, ...more, cursor });
    if (reply.status !== 201) throw new Error(`export: ${reply.text}`);
    lines.push(...reply.body.data);
    cursor = reply.body.meta.nextCursor ?? undefined;
    pages++;
  } while (cursor !== undefined);
  return { lines, opened: await Promise.all(lines.map((line) => opened(line, key))), pages };
}
