// Makes lines of an import, and sends them.
import { newEmail, type Service, type Tenant, unique } from './service.ts';

export const IMPORT = '/auth/admin/api/transfers/import';
export const SOURCE = 'auth0-prod';

/** A line of a user whom no other test has. */
export const importedLine = (more: Record<string, unknown> = {}) => ({
  sourceId: unique('auth0'),
  email: newEmail(),
  ...more,
});

/** Imports the lines as the first admin, and returns the results. Throws if the call is refused. */
export async function importLines(
  service: Service,
  tenant: Pick<Tenant, 'id'>,
  lines: readonly unknown[],
  more: Record<string, unknown> = {},
) {
  const reply = await service.admin('POST', IMPORT, { tenantId: tenant.id, source: SOURCE, lines, ...more });
  if (reply.status !== 201) throw new Error(`import: ${reply.text}`);
  // biome-ignore lint/suspicious/noExplicitAny: what came back is what tests look into
  return reply.body.results as any[];
}
