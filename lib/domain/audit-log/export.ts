// Exports the chain of all entries in pages: one shard after the other, each in its order.
import type { Query, Reply } from '../../contract/index.ts';
import * as store from '../../store/audit/audit-log.ts';
import { AUDIT_SHARDS } from '../../store/keys.ts';
import type { AdministratorId } from '../administrator.ts';
import { issueCursor, readCursor } from '../cursor.ts';
import { exportOf } from './chain-pages.ts';

const DEFAULT_LIMIT = 100;

/** The block to go on with: its shard, and the lowest number that it may have. */
type Place = [shard: number, from: number];

/** Returns a page of at least one block, so it may have a few links more than `limit`. Throws CURSOR_INVALID. */
export async function exportPage(
  { admin }: { admin: { id: AdministratorId } },
  query: Query<'GET /auth/admin/api/audit/export'>,
): Promise<Reply<'GET /auth/admin/api/audit/export'>> {
  const owner = ['audit-export', admin.id] as const;
  const limit = Number(query.limit ?? DEFAULT_LIMIT);
  let [shard, from] = query.cursor === undefined ? [0, 0] : ((await readCursor(query.cursor, ...owner)) as Place);
  const data: Reply<'GET /auth/admin/api/audit/export'>['data'] = [];
  while (shard < AUDIT_SHARDS && data.length < limit) {
    const { items, more } = await store.blocks(shard, { from, limit: Math.ceil((limit - data.length) / store.BLOCK) });
    for (const block of items) data.push(...(await exportOf(block)));
    const last = items.at(-1);
    [shard, from] = more && last ? [shard, store.nextSeq(last)] : [shard + 1, 0];
  }
  return { data, meta: { nextCursor: shard < AUDIT_SHARDS ? await issueCursor([shard, from], ...owner) : null } };
}
