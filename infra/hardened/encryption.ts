// Encrypts everything stored with one customer managed key: table, backups, secrets, queues, topic, bus, logs, environments.
import { Aws, CfnResource, Stack } from 'aws-cdk-lib';
import { CfnWorkGroup } from 'aws-cdk-lib/aws-athena';
import { CfnBackupVault } from 'aws-cdk-lib/aws-backup';
import { CfnGlobalTable } from 'aws-cdk-lib/aws-dynamodb';
import { CfnEventBus } from 'aws-cdk-lib/aws-events';
import { AnyPrincipal, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import { CfnTopic } from 'aws-cdk-lib/aws-sns';
import { CfnQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { KEPT } from '../stack/keep.ts';
import { deploymentName, firewallLogName, isAlone } from '../stack/names.ts';
import { partitionAt } from '../stack/partition.ts';

/** Services that use the key on behalf of callers who may use the service's resource, as with AWS managed keys. */
const VIA = ['dynamodb', 'secretsmanager', 'sqs', 'sns', 'lambda', 's3', 'backup'];
/** Services that use the key as themselves and name the account, such as alarms for the topic. */
const SERVICES = ['cloudwatch', 'sns', 'sqs'];

/** Partitions whose buses take no key (CloudFormation's schema of AWS::Events::EventBus there). They encrypt with AWS's. */
const BUSES_WITHOUT_KEY = ['aws-us-gov'];

/** An existing key keeps its policy: the template's metadata holds the statements that it needs. */
export function createKey(scope: Construct, keyArn: string | undefined): IKey {
  if (keyArn !== undefined) {
    const needed = statements(scope).map((statement) => statement.toStatementJson());
    Stack.of(scope).addMetadata(isAlone(scope) ? 'KeyPolicy' : `KeyPolicy-${deploymentName(scope)}`, needed);
    return Key.fromKeyArn(scope, 'Key', keyArn);
  }
  const key = new Key(scope, 'Key', {
    description: `Gatehouse: encrypts everything that ${deploymentName(scope)} stores`,
    enableKeyRotation: true,
    // The table is kept, and would be unreadable without the key.
    removalPolicy: KEPT,
  });
  for (const statement of statements(scope)) key.addToResourcePolicy(statement);
  return key;
}

/**
 * Encrypts every resource of the deployment that supports it. Call it after all others are created. `replicaKeyArn` is that of
 * the table's replica.
 */
export function encryptEverything(scope: Construct, key: IKey, replicaKeyArn: string | undefined): void {
  for (const child of scope.node.findAll()) if (child instanceof CfnResource) encrypt(child, key.keyArn, replicaKeyArn);
}

function encrypt(resource: CfnResource, arn: string, replicaKeyArn: string | undefined): void {
  if (resource instanceof CfnGlobalTable) {
    resource.sseSpecification = { sseEnabled: true, sseType: 'KMS' };
    // Each replica names a key of its own region. The construct computes the replicas later, hence the override. The table
    // of the stack's own region is the last one.
    const keys = [...(replicaKeyArn ? [replicaKeyArn] : []), arn];
    for (const [at, each] of keys.entries())
      resource.addPropertyOverride(`Replicas.${at}.SSESpecification`, { KMSMasterKeyId: each });
  }
  if (resource instanceof CfnWorkGroup)
    resource.addPropertyOverride('WorkGroupConfiguration.ResultConfiguration.EncryptionConfiguration', {
      EncryptionOption: 'SSE_KMS',
      KmsKey: arn,
    });
  if (resource instanceof CfnBackupVault) resource.encryptionKeyArn = arn;
  if (resource instanceof CfnSecret) resource.kmsKeyId = arn;
  if (resource instanceof CfnTopic) resource.kmsMasterKeyId = arn;
  if (resource instanceof CfnEventBus && !BUSES_WITHOUT_KEY.includes(partitionAt(resource)))
    resource.kmsKeyIdentifier = arn;
  if (resource instanceof CfnFunction) resource.kmsKeyArn = arn;
  if (resource instanceof CfnLogGroup) resource.kmsKeyId = arn;
  if (resource instanceof CfnBucket) {
    resource.bucketEncryption = {
      serverSideEncryptionConfiguration: [
        { bucketKeyEnabled: true, serverSideEncryptionByDefault: { sseAlgorithm: 'aws:kms', kmsMasterKeyId: arn } },
      ],
    };
  }
  if (resource instanceof CfnQueue) {
    resource.sqsManagedSseEnabled = undefined;
    resource.kmsMasterKeyId = arn;
  }
}

/** In the policy of a key `*` means this key. */
function statements(scope: Construct): PolicyStatement[] {
  const use = ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'];
  const ownAccount = { 'aws:SourceAccount': Aws.ACCOUNT_ID };
  return [
    new PolicyStatement({
      sid: 'ThroughServices',
      principals: [new AnyPrincipal()],
      actions: [...use, 'kms:CreateGrant'],
      resources: ['*'],
      conditions: {
        StringEquals: {
          'kms:CallerAccount': Aws.ACCOUNT_ID,
          'kms:ViaService': VIA.map((service) => `${service}.${Aws.REGION}.${Aws.URL_SUFFIX}`),
        },
      },
    }),
    new PolicyStatement({
      sid: 'ByServices',
      principals: SERVICES.map((service) => new ServicePrincipal(`${service}.amazonaws.com`)),
      actions: use,
      resources: ['*'],
      conditions: { StringEquals: ownAccount },
    }),
    new PolicyStatement({
      // For the bus and the queues of its rules. EventBridge's documentation has no condition here, because for queues
      // it does not name the rule. The queues' own policies decide which rule may write to them.
      sid: 'Events',
      principals: [new ServicePrincipal('events.amazonaws.com')],
      actions: ['kms:Decrypt', 'kms:DescribeKey', 'kms:GenerateDataKey*'],
      resources: ['*'],
    }),
    new PolicyStatement({
      sid: 'Logs',
      principals: [new ServicePrincipal(`logs.${Aws.REGION}.${Aws.URL_SUFFIX}`)],
      actions: use,
      resources: ['*'],
      conditions: {
        ArnLike: {
          'kms:EncryptionContext:aws:logs:arn': [`${Stack.of(scope).stackName}-*`, firewallLogName(scope)].map(
            (group) => `arn:${Aws.PARTITION}:logs:${Aws.REGION}:${Aws.ACCOUNT_ID}:log-group:${group}`,
          ),
        },
      },
    }),
  ];
}
