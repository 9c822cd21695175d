// Creates the bucket that keeps a copy of the audit log, which people who may write to the table cannot change.
import { Duration, Stack, Validations } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  ObjectLockRetention,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { KEPT_ALWAYS } from './keep.ts';

/** The hardened profile encrypts it with its own key. Objects are some KB, so that no other storage class is cheaper. */
export function createAuditArchive(scope: Construct, days: number): Bucket {
  const bucket = new Bucket(scope, 'AuditArchiveBucket', {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    versioned: true,
    // Governance: only an administrator with a separate permission can end the lock.
    objectLockDefaultRetention: ObjectLockRetention.governance(Duration.days(days)),
    lifecycleRules: [{ expiration: Duration.days(days), noncurrentVersionExpiration: Duration.days(1) }],
    removalPolicy: KEPT_ALWAYS,
  });
  const reason =
    'It is a log itself, and a bucket with object lock cannot receive access logs. CloudTrail’s data events show reads.';
  Validations.of(bucket).acknowledge({ id: 'AwsSolutions-S1', reason });
  return bucket;
}

/** Acknowledges that the role of the function that writes may write any object of its two folders. */
export function acknowledgeObjects(role: Construct, bucket: Bucket): void {
  const name = Stack.of(bucket).getLogicalId(bucket.node.defaultChild as CfnBucket);
  const reason = 'The objects of this bucket that the function writes.';
  const ids = ['anchors', 'links'].map((folder) => `AwsSolutions-IAM5[Resource::<${name}.Arn>/${folder}/*]`);
  Validations.of(role).acknowledge(...ids.map((id) => ({ id, reason })));
}
