// Creates what Athena needs to read the archive of the audit log: a table, a workgroup with a bucket for results, and queries.
import { Aws, Duration, Validations } from 'aws-cdk-lib';
import { CfnNamedQuery, CfnWorkGroup } from 'aws-cdk-lib/aws-athena';
import { CfnDatabase, CfnTable } from 'aws-cdk-lib/aws-glue';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { KEPT_ALWAYS } from './keep.ts';
import { deploymentName } from './names.ts';

/** The fields of a line of the archive (lib/domain/audit-log/archive.ts), in lower case as Hive has them. */
export const COLUMNS: Readonly<Record<string, 'int' | 'bigint' | 'string'>> = {
  shard: 'int',
  seq: 'bigint',
  recordedat: 'string',
  id: 'string',
  occurredat: 'string',
  tenantid: 'string',
  targetid: 'string',
  actorid: 'string',
  action: 'string',
  hash: 'string',
  entry: 'string',
};
export const TABLE = 'audit';

/**
 * Title -> the query. They are SQL that PostgreSQL runs, too, which a test uses. A restore may have left an entry twice, so each
 * counts distinct ids.
 */
export const QUERIES: Readonly<Record<string, string>> = {
  'Users of each tenant': `SELECT tenantid, count(DISTINCT targetid) AS users
FROM audit
WHERE action IN ('registered', 'user.created')
  AND targetid NOT IN (SELECT targetid FROM audit WHERE action = 'user.erased')
GROUP BY tenantid
ORDER BY users DESC`,
  'Sign-ups a day': `SELECT substr(occurredat, 1, 10) AS day, tenantid, count(DISTINCT targetid) AS signups
FROM audit
WHERE action = 'registered'
GROUP BY substr(occurredat, 1, 10), tenantid
ORDER BY day DESC, tenantid`,
  'Active users a month': `SELECT substr(occurredat, 1, 7) AS month, tenantid, count(DISTINCT targetid) AS users
FROM audit
WHERE action = 'session.started'
GROUP BY substr(occurredat, 1, 7), tenantid
ORDER BY month DESC, tenantid`,
};

/** Results are copies of what the archive has, and a query makes them again. */
const RESULT_DAYS = 7;
/** Stops a query at 5 cents (Athena pricing: 5 USD a terabyte). */
const MOST_SCANNED_BYTES = 10 * 1024 ** 3;

/** Returns the name of the database. */
export function createAnalytics(scope: Construct, archive: IBucket): string {
  const results = new Bucket(scope, 'AnalyticsResults', {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    lifecycleRules: [{ expiration: Duration.days(RESULT_DAYS), abortIncompleteMultipartUploadAfter: Duration.days(1) }],
    removalPolicy: KEPT_ALWAYS,
  });
  const reason = 'It has results of queries for some days. CloudTrail’s data events show reads.';
  Validations.of(results).acknowledge({ id: 'AwsSolutions-S1', reason });
  const workGroup = new CfnWorkGroup(scope, 'Analytics', {
    name: deploymentName(scope),
    description: 'Gatehouse: queries of the archive of the audit log',
    recursiveDeleteOption: true,
    workGroupConfiguration: {
      enforceWorkGroupConfiguration: true,
      bytesScannedCutoffPerQuery: MOST_SCANNED_BYTES,
      resultConfiguration: {
        outputLocation: results.s3UrlForObject(),
        // The hardened profile puts its own key in place of it (hardened/encryption.ts).
        encryptionConfiguration: { encryptionOption: 'SSE_S3' },
      },
    },
  });
  // Hive has neither capitals nor hyphens.
  const name = deploymentName(scope).toLowerCase().replaceAll('-', '_');
  const database = new CfnDatabase(scope, 'AnalyticsCatalog', {
    catalogId: Aws.ACCOUNT_ID,
    databaseInput: { name, description: 'Gatehouse: the archive of the audit log' },
  });
  const table = new CfnTable(scope, 'AnalyticsTable', {
    catalogId: Aws.ACCOUNT_ID,
    databaseName: database.ref,
    tableInput: {
      name: TABLE,
      tableType: 'EXTERNAL_TABLE',
      parameters: { classification: 'json' },
      storageDescriptor: {
        columns: Object.entries(COLUMNS).map(([column, type]) => ({ name: column, type })),
        location: archive.s3UrlForObject('links/'),
        inputFormat: 'org.apache.hadoop.mapred.TextInputFormat',
        outputFormat: 'org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat',
        serdeInfo: { serializationLibrary: 'org.openx.data.jsonserde.JsonSerDe' },
      },
    },
  });
  for (const [title, queryString] of Object.entries(QUERIES)) {
    const id = `Analytics${title.replaceAll(/[ -]/g, '')}`;
    const query = new CfnNamedQuery(scope, id, { name: title, database: name, workGroup: workGroup.ref, queryString });
    query.addResourceDependency(table);
  }
  return name;
}
