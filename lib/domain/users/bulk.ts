// Does the same to many users, one by one, so that each change has its own conditions and its own entry in the audit log.
import { ApiError } from '../../contract/errors.ts';
import type { Body, Reply } from '../../contract/index.ts';
import { mapConcurrently } from '../../platform/concurrency.ts';
import type { AuditActor } from '../audit.ts';
import { revokeSessions } from './sessions-for-admins.ts';
import { update } from './users.ts';

type Bulk = Body<'POST /auth/admin/api/users/bulk'>;
type Result = Reply<'POST /auth/admin/api/users/bulk'>['data'][number];

/** Users at a time: fifty take about a second. */
const WORKERS = 5;

const ACTIONS: Readonly<Record<Bulk['action'], (actor: AuditActor, id: string) => Promise<unknown>>> = {
  disable: (actor, id) => update(actor, id, { isActive: false }),
  enable: (actor, id) => update(actor, id, { isActive: true }),
  'end-sessions': revokeSessions,
};

/** Returns what became of each user. Throws `Unavailable` without the table; a repetition is safe then. */
export async function bulk(actor: AuditActor, { ids, action }: Bulk): Promise<{ data: Result[] }> {
  const wanted = [...new Set(ids)];
  const results = new Map<string, Result>();
  await mapConcurrently(wanted, WORKERS, async (id) => {
    try {
      await ACTIONS[action](actor, id);
      results.set(id, { id, isDone: true, code: null });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      results.set(id, { id, isDone: false, code: error.code });
    }
  });
  return { data: wanted.flatMap((id) => results.get(id) ?? []) };
}
