// All logs once more, in a bucket where nobody changes or removes them: evidence outlives whoever has taken the account.
import { Aws, Duration, RemovalPolicy, type Stack, Validations } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnDeliveryStream } from 'aws-cdk-lib/aws-kinesisfirehose';
import type { Key } from 'aws-cdk-lib/aws-kms';
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
import { allow } from '../stack/lambda.ts';

/** Days. Longer than a year, so that the same season can be compared. */
const KEPT = 400;

/** Call it when all log groups are there. Answers what brings their lines to the bucket. */
export function archiveLogs(stack: Stack, key: Key): CfnDeliveryStream {
  const bucket = new Bucket(stack, 'LogArchive', {
    encryption: BucketEncryption.KMS,
    encryptionKey: key,
    bucketKeyEnabled: true,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    versioned: true,
    // Governance: an administrator with a permission of its own can still end it, and nobody else.
    objectLockDefaultRetention: ObjectLockRetention.governance(Duration.days(KEPT)),
    lifecycleRules: [
      {
        transitions: [{ storageClass: StorageClass.GLACIER_INSTANT_RETRIEVAL, transitionAfter: Duration.days(90) }],
        expiration: Duration.days(KEPT),
        noncurrentVersionExpiration: Duration.days(1),
        abortIncompleteMultipartUploadAfter: Duration.days(7),
      },
    ],
    removalPolicy: RemovalPolicy.RETAIN,
  });
  const writer = new Role(stack, 'LogArchiveRole', {
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
  const stream = new CfnDeliveryStream(stack, 'LogArchiveStream', {
    deliveryStreamType: 'DirectPut',
    deliveryStreamEncryptionConfigurationInput: { keyType: 'AWS_OWNED_CMK' },
    extendedS3DestinationConfiguration: {
      bucketArn: bucket.bucketArn,
      roleArn: writer.roleArn,
      prefix: 'logs/',
      errorOutputPrefix: 'logs/failed/',
      compressionFormat: 'UNCOMPRESSED', // CloudWatch Logs hands over gzip already
      bufferingHints: { intervalInSeconds: 300, sizeInMBs: 5 },
    },
  });
  subscribe(stack, stream);
  const name = stack.getLogicalId(bucket.node.defaultChild as CfnBucket);
  const own = 'The objects of this bucket that Firehose writes.';
  Validations.of(writer).acknowledge({ id: `AwsSolutions-IAM5[Resource::<${name}.Arn>/logs/*]`, reason: own });
  const others =
    'It is a log itself, and a bucket with object lock takes no access logs. CloudTrail’s data events show reads.';
  Validations.of(bucket).acknowledge({ id: 'AwsSolutions-S1', reason: others });
  return stream;
}

/** Each log group, by a filter that lets everything through. */
function subscribe(stack: Stack, stream: CfnDeliveryStream): void {
  const role = new Role(stack, 'LogSubscriptionRole', {
    assumedBy: new ServicePrincipal('logs.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
    inlinePolicies: {
      write: new PolicyDocument({
        statements: [allow(['firehose:PutRecord', 'firehose:PutRecordBatch'], stream.attrArn)],
      }),
    },
  });
  const groups = stack.node.findAll().filter((child) => child instanceof CfnLogGroup);
  for (const group of groups) {
    new CfnSubscriptionFilter(stack, `${group.node.scope?.node.id}Archive`, {
      logGroupName: group.ref,
      filterPattern: '',
      destinationArn: stream.attrArn,
      roleArn: role.roleArn,
    }).node.addDependency(role);
  }
}
