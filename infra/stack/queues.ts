// Creates queues, encrypted and kept for four days: long enough for a weekend. Invitations in them expire after three
// days.
import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

const DEFAULTS: QueueProps = {
  retentionPeriod: Duration.days(4),
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
};

export const createQueue = (scope: Construct, id: string, props: QueueProps = {}): Queue =>
  new Queue(scope, id, { ...DEFAULTS, ...props });

/**
 * Receives what failed for good besides messages: stream positions that the change feed could not process, runs of the
 * key rotation, and events that the audit log did not take. Only the latter contain data.
 */
export const createFailures = (scope: Construct): Queue => createQueue(scope, 'Failures');
