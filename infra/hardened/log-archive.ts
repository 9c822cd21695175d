// Copies all logs to a bucket where they cannot be changed or removed, so that evidence survives an account takeover.
import { Aws, Duration, Stack, Validations } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnDeliveryStream } from 'aws-cdk-lib/aws-kinesisfirehose';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnLogGroup, CfnSubscriptionFilter } from 'aws-cdk-lib/aws-logs';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  ObjectLockRetention,
  ObjectOwnership,
  StorageClass,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { KEPT_ALWAYS } from '../stack/keep.ts';
import { allow } from '../stack/lambda.ts';

/** Days. More than a year, so that the same season can be compared. */
const RETENTION_DAYS = 400;

/** Call it after all log groups are created. Returns the stream that delivers their lines to the bucket. */
export function archiveLogs(scope: Construct, key: IKey): CfnDeliveryStream {
  const bucket = new Bucket(scope, 'LogArchive', {
    encryption: BucketEncryption.KMS,
    encryptionKey: key,
    bucketKeyEnabled: true,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    versioned: true,
    // Governance: only an administrator with a separate permission can end the lock.
    objectLockDefaultRetention: ObjectLockRetention.governance(Duration.days(RETENTION_DAYS)),
    lifecycleRules: [
      {
        transitions: [{ storageClass: StorageClass.GLACIER_INSTANT_RETRIEVAL, transitionAfter: Duration.days(90) }],
        expiration: Duration.days(RETENTION_DAYS),
        noncurrentVersionExpiration: Duration.days(1),
        abortIncompleteMultipartUploadAfter: Duration.days(7),
      },
    ],
    removalPolicy: KEPT_ALWAYS,
  });
  const writer = new Role(scope, 'LogArchiveRole', {
    assumedBy: new ServicePrincipal('firehose.amazonaws.com'),
    inlinePolicies: {
      write: new PolicyDocument({
        statements: [
          allow(['s3:GetBucketLocation', 's3:ListBucket', 's3:ListBucketMultipartUploads'], bucket.bucketArn),
          allow(['s3:AbortMultipartUpload', 's3:GetObject', 's3:PutObject'], bucket.arnForObjects('logs/*')),
          allow(['kms:Decrypt', 'kms:GenerateDataKey'], key.keyArn),
        ],
      }),
    },
  });
  const stream = new CfnDeliveryStream(scope, 'LogArchiveStream', {
    deliveryStreamType: 'DirectPut',
    deliveryStreamEncryptionConfigurationInput: { keyType: 'AWS_OWNED_CMK' },
    extendedS3DestinationConfiguration: {
      bucketArn: bucket.bucketArn,
      roleArn: writer.roleArn,
      prefix: 'logs/',
      errorOutputPrefix: 'logs/failed/',
      compressionFormat: 'UNCOMPRESSED', // CloudWatch Logs already sends gzip
      bufferingHints: { intervalInSeconds: 300, sizeInMBs: 5 },
    },
  });
  subscribe(scope, stream);
  const name = Stack.of(scope).getLogicalId(bucket.node.defaultChild as CfnBucket);
  const own = 'The objects of this bucket that Firehose writes.';
  Validations.of(writer).acknowledge({ id: `AwsSolutions-IAM5[Resource::<${name}.Arn>/logs/*]`, reason: own });
  const others =
    'It is a log itself, and a bucket with object lock cannot receive access logs. CloudTrail’s data events show reads.';
  Validations.of(bucket).acknowledge({ id: 'AwsSolutions-S1', reason: others });
  return stream;
}

/** Subscribes each log group with a filter that passes everything. */
function subscribe(scope: Construct, stream: CfnDeliveryStream): void {
  const role = new Role(scope, 'LogSubscriptionRole', {
    assumedBy: new ServicePrincipal('logs.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
    inlinePolicies: {
      write: new PolicyDocument({
        statements: [allow(['firehose:PutRecord', 'firehose:PutRecordBatch'], stream.attrArn)],
      }),
    },
  });
  const groups = scope.node.findAll().filter((child) => child instanceof CfnLogGroup);
  for (const group of groups) {
    new CfnSubscriptionFilter(scope, `${group.node.scope?.node.id}Archive`, {
      logGroupName: group.ref,
      filterPattern: '',
      destinationArn: stream.attrArn,
      roleArn: role.roleArn,
    }).node.addDependency(role);
  }
}
