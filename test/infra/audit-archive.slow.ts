// Checks the archive of the audit log in the template: its bucket cannot be changed, read by strangers or lost.
import { expect, test } from '@jest/globals';
import { only, resourcesOf, SENDER, synthesise } from '../support/synthesis.ts';

const CONTEXT = { ...SENDER, auditArchiveDays: 500 };
const template = synthesise(CONTEXT);

test('without the setting there is no bucket, no function and no output', () => {
  const standard = synthesise(SENDER);
  expect(resourcesOf(standard, 'AWS::S3::Bucket')).toEqual([]);
  expect(JSON.stringify(standard)).not.toMatch(/audit-archive|AuditArchive/);
});

test('its objects are locked and kept as long as the setting says, encrypted, and not public', () => {
  const { Properties, DeletionPolicy } = only(template, 'AWS::S3::Bucket');
  expect(DeletionPolicy).toBe('Retain');
  expect(Properties).toMatchObject({
    ObjectLockEnabled: true,
    ObjectLockConfiguration: { Rule: { DefaultRetention: { Mode: 'GOVERNANCE', Days: 500 } } },
    VersioningConfiguration: { Status: 'Enabled' },
    LifecycleConfiguration: { Rules: [{ ExpirationInDays: 500, Status: 'Enabled' }] },
    BucketEncryption: {
      ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
    },
    PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
  });
  expect(JSON.stringify(only(template, 'AWS::S3::BucketPolicy').Properties)).toContain('aws:SecureTransport');
});

test('the function runs every hour, knows the bucket, and does not run during maintenance', () => {
  const bucket = resourcesOf(template, 'AWS::S3::Bucket')[0]?.[0];
  const [archivist] = resourcesOf(template, 'AWS::Lambda::Function').filter(([id]) => id.startsWith('AuditArchive'));
  expect(archivist?.[1].Properties.Environment).toMatchObject({
    Variables: { GATEHOUSE_AUDIT_BUCKET: { Ref: bucket } },
  });
  const rateIn = (context: object) =>
    resourcesOf(synthesise({ ...CONTEXT, ...context }), 'AWS::Events::Rule')
      .filter(([id]) => id.startsWith('AuditArchive'))
      .map(([, { Properties: rule }]) => [rule.ScheduleExpression, rule.State]);
  expect(rateIn({})).toEqual([['rate(1 hour)', 'ENABLED']]);
  expect(rateIn({ maintenance: 'on' })).toEqual([['rate(1 hour)', 'DISABLED']]);
  expect(template.Outputs.AuditArchiveName?.Value).toEqual({ Ref: bucket });
});

test('the hardened profile encrypts it with its own key', () => {
  const buckets = resourcesOf(synthesise({ ...CONTEXT, profile: 'hardened' }), 'AWS::S3::Bucket');
  expect(buckets).toHaveLength(2);
  for (const [, { Properties }] of buckets)
    expect(JSON.stringify(Properties.BucketEncryption)).toMatch(/"SSEAlgorithm":"aws:kms"/);
});
