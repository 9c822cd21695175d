// Tests what Athena gets of the archive: in the template, and by running its saved queries on entries of a service.
import { PGlite } from '@electric-sql/pglite';
import { expect, test } from '@jest/globals';
import { COLUMNS, QUERIES } from '../../infra/stack/analytics.ts';
import { claimsOf } from '../support/api.ts';
import { exported, startFeed } from '../support/audit.ts';
import { useService } from '../support/service.ts';
import { only, resourcesOf, SENDER, synthesise, textOf } from '../support/synthesis.ts';

const CONTEXT = { ...SENDER, auditArchiveDays: 400, analytics: 'on' };
const template = synthesise(CONTEXT);

test('without the setting there is nothing of it, and without an archive it is refused', () => {
  const without = synthesise({ ...CONTEXT, analytics: 'off' });
  expect(JSON.stringify(without)).not.toMatch(/Athena|Glue|Analytics/);
  expect(() => synthesise({ ...SENDER, analytics: 'on' })).toThrow('analytics needs auditArchiveDays');
});

test('the table is the links of the archive, and no query reads the table of the service', () => {
  const { TableInput, DatabaseName } = only(template, 'AWS::Glue::Table').Properties as {
    TableInput: { StorageDescriptor: { Location: unknown; Columns: { Name: string }[] } };
    DatabaseName: unknown;
  };
  const [[archive]] = resourcesOf(template, 'AWS::S3::Bucket').filter(([id]) => id.startsWith('AuditArchive')) as [
    [string, unknown],
  ];
  expect(textOf(TableInput.StorageDescriptor.Location)).toBe(`s3://\${${archive}}/links/`);
  expect(DatabaseName).toEqual({ Ref: resourcesOf(template, 'AWS::Glue::Database')[0]?.[0] });
  expect(template.Outputs.AnalyticsDatabase?.Value).toBe('gatehouse');
  expect(JSON.stringify(template)).not.toMatch(/dynamodb:Export/);
});

test('results are encrypted, not public and short-lived, and a query that reads too much is stopped', () => {
  const results = only(template, 'AWS::S3::Bucket', 'AnalyticsResults');
  expect(results.DeletionPolicy).toBe('Retain');
  expect(results.Properties).toMatchObject({
    LifecycleConfiguration: { Rules: [{ ExpirationInDays: 7, Status: 'Enabled' }] },
    PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
  });
  const configuration = (context: object) =>
    only(synthesise({ ...CONTEXT, ...context }), 'AWS::Athena::WorkGroup').Properties.WorkGroupConfiguration;
  const encrypted = (option: string) => ({
    EnforceWorkGroupConfiguration: true,
    BytesScannedCutoffPerQuery: 10 * 1024 ** 3,
    ResultConfiguration: { EncryptionConfiguration: { EncryptionOption: option } },
  });
  expect(configuration({})).toMatchObject(encrypted('SSE_S3'));
  expect(configuration({ profile: 'hardened' })).toMatchObject(encrypted('SSE_KMS'));
});

const service = useService();

test('the saved queries count users, sign-ups and active users of each tenant', async () => {
  const [one, other] = [await service.tenant(), await service.tenant()];
  const [kept, removed] = [await service.signup(one), await service.signup(one)];
  await service.signup(other);
  const day = new Date().toISOString().slice(0, 10);
  await service.login(kept);
  await service.login(kept);
  await service.admin('DELETE', `/auth/admin/api/users/${claimsOf(removed.tokens.accessToken).sub}`);
  const feed = await startFeed(service);
  await feed.drain();
  feed.stop();
  const lines = (await exported(service)).map((line) => JSON.parse(line) as Record<string, unknown>);
  const engine = await PGlite.create();
  const types = Object.entries(COLUMNS).map(([name, type]) => `${name} ${type === 'string' ? 'text' : type}`);
  await engine.exec(`CREATE TABLE audit (${types.join(', ')})`);
  for (const line of [...lines, ...lines]) {
    const fields = Object.fromEntries(Object.entries(line).map(([name, value]) => [name.toLowerCase(), value]));
    const values = Object.keys(COLUMNS).map((name) => fields[name] ?? null);
    await engine.query(`INSERT INTO audit VALUES (${values.map((_, at) => `$${at + 1}`).join(', ')})`, values);
  }
  const rows = async (title: string) =>
    (await engine.query(QUERIES[title] as string)).rows as Record<string, unknown>[];
  const sorted = (a: { tenantid?: unknown }, b: { tenantid?: unknown }) =>
    String(a.tenantid) < String(b.tenantid) ? -1 : 1;
  expect((await rows('Users of each tenant')).sort(sorted)).toEqual(
    [
      { tenantid: one.id, users: 1 },
      { tenantid: other.id, users: 1 },
    ].sort(sorted),
  );
  expect((await rows('Sign-ups a day')).sort(sorted)).toEqual(
    [
      { day, tenantid: one.id, signups: 2 },
      { day, tenantid: other.id, signups: 1 },
    ].sort(sorted),
  );
  expect(await rows('Active users a month')).toContainEqual({ month: day.slice(0, 7), tenantid: one.id, users: 2 });
  await engine.close();
});
