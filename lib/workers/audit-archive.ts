// Archives the audit log in S3, on a schedule.
import type { Context } from 'aws-lambda';
import { archive } from '../domain/audit-log/archive.ts';
import { Unavailable } from '../platform/errors.ts';
import { log } from '../platform/log.ts';
import { inContext } from '../platform/request-context.ts';
import { config } from '../platform/settings/config.ts';

/** Milliseconds that a part may take: 8000 entries are read and written. */
const PART_MS = 60_000;

/** Archives what was recorded since the last run. The next one goes on with what is left when the time is over. */
export function archiveAuditLog(lambda?: Context): Promise<void> {
  return inContext({ requestId: lambda?.awsRequestId, operation: 'audit-archive' }, async () => {
    const { auditBucket } = config();
    if (auditBucket === undefined) throw new Unavailable('configuration: GATEHOUSE_AUDIT_BUCKET is missing');
    const hasTime = (): boolean => lambda === undefined || lambda.getRemainingTimeInMillis() > PART_MS;
    const entries = await archive(auditBucket, hasTime);
    if (entries > 0) log.info('audit_archived', { entries });
  });
}
