// Stores how far the audit log is archived.
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';

/** By shard: the first number that is not archived yet, and the one behind those that are being archived now. */
export type Progress = { next: number[]; to: number[] };
type ProgressItem = table.Item & Progress & { type: 'audit-archive'; step: number };
/** `step`: 0 before the first time. */
export type Stored = Progress & { step: number };

/** Returns how far the archive in a bucket is. Another bucket begins with the first entry. */
export async function findProgress(bucket: string): Promise<Stored> {
  const start = Array.from({ length: keys.AUDIT_SHARDS }, () => 1);
  const stored = await table.get<ProgressItem>(keys.auditArchive(bucket), 'audit-archive');
  return stored ?? { next: start, to: start, step: 0 };
}

/** Stores the step that follows. `undefined`: another run has stored one. */
export async function advance(
  bucket: string,
  { step: before }: Stored,
  progress: Progress,
): Promise<Stored | undefined> {
  const step = before + 1;
  const item: ProgressItem = { ...keys.auditArchive(bucket), type: 'audit-archive', ...progress, step };
  const isStored = await table.replace(item, { if: 'attribute_not_exists(pk) OR #step = :before', values: { before } });
  return isStored ? { ...progress, step } : undefined;
}
