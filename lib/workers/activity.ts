// Counts sign-ins and failures by day from the records of the table's stream.
import type { DynamoDBRecord } from 'aws-lambda';
import { digest } from '../crypto/secrets.ts';
import { lineageOf, type SessionId, type TenantId } from '../platform/ids.ts';
import { addActivity, type Counted } from '../store/audit/activity.ts';
import { COUNTER_SHARDS, dayOfFailures, tenantInPartition } from '../store/keys.ts';
import { dayOf } from '../store/people/directory.ts';
import { sequenceOf } from './stream-record.ts';

type Image = Readonly<Record<string, { S?: string; N?: string; BOOL?: boolean }>>;
type Count = { tenant: TenantId | null; day: number; numbers: Counted };

/**
 * Counts what the records say, with one write for each tenant and day and one for the deployment. The records must have
 * been handled otherwise: those that the stream will repeat are counted then. A batch that is repeated because its
 * outcome got lost is counted once, unless another batch has written the same shard of the counter meanwhile.
 */
export async function countActivity(records: readonly DynamoDBRecord[]): Promise<void> {
  const counts = records.flatMap(countsOf);
  if (!counts.length) return;
  const once = digest(records.map(sequenceOf).join('\n')).slice(0, 12);
  const shard = once.charCodeAt(0) % COUNTER_SHARDS;
  const sums = new Map<string, Count>();
  for (const { tenant, day, numbers } of counts) {
    const name = `${tenant} ${day}`;
    const sum = sums.get(name)?.numbers ?? {};
    const total = { ...sum };
    for (const each of ['signIns', 'failedSignIns'] as const)
      if (numbers[each]) total[each] = (sum[each] ?? 0) + numbers[each];
    sums.set(name, { tenant, day, numbers: total });
  }
  for (const { tenant, day, numbers } of sums.values()) await addActivity(tenant, day, numbers, shard, once);
}

/** Failures of a tenant are counted there already. */
function countsOf({ dynamodb, eventName }: DynamoDBRecord): Count[] {
  const [before, after] = [dynamodb?.OldImage as Image | undefined, dynamodb?.NewImage as Image | undefined];
  const tenant = tenantInPartition(dynamodb?.Keys?.pk?.S ?? '');
  if (!after || !tenant || eventName === 'REMOVE') return [];
  if (after.type?.S === 'failed-sign-ins') {
    const failedSignIns = Number(after.failedSignIns?.N ?? 0) - Number(before?.failedSignIns?.N ?? 0);
    const day = dayOfFailures(dynamodb?.Keys?.sk?.S ?? '');
    return day !== undefined && failedSignIns > 0 ? [{ tenant: null, day, numbers: { failedSignIns } }] : [];
  }
  if (!isSignIn(before, after)) return [];
  const day = dayOf(Number(after.createdAt?.N));
  return [tenant, null].map((space) => ({ tenant: space, day, numbers: { signIns: 1 } }));
}

/**
 * Whether a session of a person began. A pending login is none yet. One that continues another session is not counted
 * again, nor are the sessions of applications and switches of tenant that it brings about, and those of acting admins.
 */
function isSignIn(before: Image | undefined, after: Image): boolean {
  if (after.type?.S !== 'session' || after.pending?.BOOL !== false || after.gen?.N !== '1') return false;
  if (
    after.application ||
    after.isSwitched ||
    after.acting ||
    !after.id?.S ||
    !Number.isFinite(Number(after.createdAt?.N))
  )
    return false;
  const replaced = before?.type?.S === 'session' && before.id?.S;
  return !replaced || lineageOf(replaced as SessionId) !== lineageOf(after.id.S as SessionId);
}
