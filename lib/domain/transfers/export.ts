// Exports the users of a tenant in pages of lines that an import takes. Their secrets are sealed to the public key of the call
// (docs/decisions/0106-export.md).
import { fail } from '../../contract/errors.ts';
import type { Body, Reply } from '../../contract/index.ts';
import { boundHash, portable } from '../../crypto/imported/moved.ts';
import { digest } from '../../crypto/secrets.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { now } from '../../platform/clock.ts';
import { mapConcurrently } from '../../platform/concurrency.ts';
import { type AdminId, type TenantId, tenantId, tenantOfRole } from '../../platform/ids.ts';
import { getMany, transact } from '../../store/dynamo/table.ts';
import { userKeyOf } from '../../store/keys.ts';
import { outboxWrite } from '../../store/outbox.ts';
import * as directory from '../../store/people/directory.ts';
import { asUser, type User } from '../../store/people/users.ts';
import { asRole, roleKey } from '../../store/tenants/roles.ts';
import { find as findTenant, type Tenant } from '../../store/tenants/tenants.ts';
import { type Recipient, sealerFor } from '../../transfer/sealed.ts';
import { USER_GUARD } from '../access/grants.ts';
import { auditEvent } from '../audit.ts';
import { issueCursorFor, readCursor } from '../cursor.ts';
import { type ExportedLine, fitting, openLine, type Shared, secretsOf } from './exported.ts';

type Export = Body<'POST /auth/admin/api/transfers/export'>;
type Page = Reply<'POST /auth/admin/api/transfers/export'>;

/** `tenants`: those that the admin is limited to. */
type Exporter = { admin: { id: AdminId; tenants: readonly TenantId[] | null } };

/** Users of a page: three reads each at most, and a public-key operation. */
const PAGE = 100;
/**
 * A response of Lambda has 6 MB at most (AWS Lambda developer guide, "Lambda quotas"), with the body as a text of JSON, which may
 * double it. A line has at most 200 KB.
 */
const PAGE_BYTES = 2_500_000;
/** An export of millions takes hours, and one that was interrupted at the end of a week may wait for the next. */
const CURSOR_MS = 7 * 86_400_000;
/** The audit log has an entry for each hour in which an export ran: who goes on after days is seen then. */
const RECORD_MS = 3_600_000;
/** Where a page begins. `recordedAt`: when the audit log last got an entry of this export, ms. */
type Place = { after: string; recordedAt: number };

/** Users at a time. */
const READERS = 10;
const ALL = [0, 1, 2, 3] as const;

/**
 * Returns a page of the users of a tenant, newest first; who was created since the first page is in none. A page may be empty while
 * another follows. Throws TENANT_ID_REQUIRED, TENANT_NOT_FOUND, CURSOR_INVALID, and INVALID_INPUT for a key that cannot seal.
 */
export async function exportUsers(actor: Exporter, input: Export): Promise<Page> {
  if (!input.tenantId) fail('TENANT_ID_REQUIRED');
  const id = tenantId(input.tenantId);
  const tenant = id && (await findTenant(id));
  if (!tenant || tenant.status === 'deleted') return fail('TENANT_NOT_FOUND');
  const { recipient } = input;
  const context = ['export', actor.admin.id, tenant.id, recipient.x];
  const place = input.cursor === undefined ? undefined : ((await readCursor(input.cursor, ...context)) as Place);
  const seal = await sealerFor(recipient).catch(() =>
    fail('INVALID_INPUT', { message: 'recipient.x: is no key that secrets can be sealed to' }),
  );
  // Before any line is read: an export that cannot be recorded fails.
  const at = now();
  const isRecorded = place !== undefined && at - place.recordedAt < RECORD_MS;
  if (!isRecorded) await recordExport(actor, tenant, recipient, place !== undefined);

  const listed = await directory.newest({ tenantId: tenant.id }, ALL, PAGE + 1, place?.after);
  const page = listed.slice(0, PAGE);
  const items = await getMany(page.map((each) => userKeyOf(each.id)));
  const users = items.flatMap((item) => asUser(item) ?? []);
  const shared = await sharedOf(actor, tenant, users);
  const made = await mapConcurrently(items, READERS, async (item): Promise<ExportedLine | undefined> => {
    const user = asUser(item);
    if (!user) return; // deleted since it was listed
    const [line, secrets] = await Promise.all([openLine(shared, user), secretsOf(shared, user)]);
    return Object.keys(secrets).length ? { ...line, sealed: await seal(line, secrets) } : line;
  });
  const taken = fitting(made, PAGE_BYTES);
  const last = page[taken - 1]?.position;
  const isMore = taken < listed.length;
  const next = last && { after: last, recordedAt: isRecorded ? place.recordedAt : at };
  return {
    data: made.slice(0, taken).flatMap((line) => line ?? []),
    meta: { nextCursor: isMore && next ? await issueCursorFor(CURSOR_MS, next satisfies Place, ...context) : null },
  };
}

/**
 * Reads what the lines of a page have in common. Only roles of the tenant itself are named, because an import gives no others. The
 * pepper is under the passwords of all tenants: an admin who is limited to some never gets it.
 */
async function sharedOf({ admin }: Exporter, tenant: Tenant, users: readonly User[]): Promise<Shared> {
  const ids = new Set(users.flatMap(({ roleIds }) => roleIds).filter((id) => tenantOfRole(id) === tenant.id));
  const roles = (await getMany([...ids].map(roleKey))).flatMap((item) => asRole(item) ?? []);
  const own = roles.filter(({ guard }) => guard === USER_GUARD);
  const pepper = await rootSecret('pepper');
  return {
    roleNames: new Map(own.map((role) => [role.id, role.name])),
    hashOf: (stored) => (admin.tenants === null ? portable : boundHash)(stored, pepper),
  };
}

/** Records that an export began or goes on, and whose key it is for: by its digest, as the command shows it. */
async function recordExport(actor: Exporter, tenant: Tenant, { x }: Recipient, isContinued: boolean): Promise<void> {
  const target = { type: 'tenant', id: tenant.id, tenantId: tenant.id } as const;
  const begun = auditEvent(actor, 'tenant.exported', target, {}, { recipient: digest(x), isContinued });
  await transact({ events: outboxWrite(tenant.id, [begun], now()) });
}
