// Copies the audit log to S3, on a schedule.
import type { Context } from 'aws-lambda';
import { archiveAuditLog } from '../lib/workers/audit-archive.ts';

export const handler = (_event: unknown, context?: Context): Promise<void> => archiveAuditLog(context);
