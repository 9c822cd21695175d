// Where things wait that could not be dealt with. Four days: long enough for a weekend, and invitations among them are
// dead after three.
import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

const KEPT: QueueProps = {
  retentionPeriod: Duration.days(4),
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
};

export const createQueue = (scope: Construct, id: string, props: QueueProps = {}): Queue =>
  new Queue(scope, id, { ...KEPT, ...props });

/**
 * What failed for good besides messages: positions in the stream that the change feed could not get past, and runs of
 * the key rotation. Never what was written there.
 */
export const createFailures = (scope: Construct): Queue => createQueue(scope, 'Failures');
