// Checks the templates of a deployment with a replica in a second region, and of the standby there.
import { describe, expect, test } from '@jest/globals';
import { functionsOn } from '../../infra/functions.ts';
import {
  listOf,
  only,
  type Resource,
  resourcesOf,
  SENDER,
  statementsByFunction,
  synthesise,
  type Template,
  textOf,
} from '../support/synthesis.ts';

const DOMAIN = { domainName: 'auth.example.com', hostedZoneId: 'Z0123456789ABC', hostedZoneName: 'example.com' };
const KEY = 'arn:aws:kms:eu-central-1:123456789012:key/01234567-89ab-cdef-0123-456789abcdef';
const STREAM = 'arn:aws:dynamodb:eu-central-1:123456789012:table/gatehouse/stream/2026-11-21T10:00:00.000';
const OPTIONAL = { identityProviders: 'on', trustedProxy: 1 };
const arnOf = (name: string) => `arn:aws:secretsmanager:eu-central-1:123456789012:secret:${name}Secret-AbCdEf`;
const existing = (...names: string[]) => names.map((name) => `${name}=${arnOf(name)}`).join();

const HOME = { ...SENDER, ...DOMAIN, ...OPTIONAL, region: 'eu-west-1', account: '123456789012' };
const alone = synthesise(HOME);
const primary = synthesise({ ...HOME, replicaRegion: 'eu-central-1', regionRole: 'primary' });
const STANDBY = {
  ...HOME,
  region: 'eu-central-1',
  regionRole: 'standby',
  maintenance: 'on',
  restoredStreamArn: STREAM,
  existingSecrets: existing('pepper', 'seal', 'session', 'sso', 'proxy'),
};
const standby = synthesise(STANDBY);

const secretsIn = (from: Template) =>
  Object.fromEntries(
    resourcesOf(from, 'AWS::SecretsManager::Secret').map(([id, { Properties }]) => [id.slice(0, -8), Properties]),
  );
const replicasIn = (from: Template) =>
  Object.entries(secretsIn(from)).flatMap(([id, { ReplicaRegions }]) => (ReplicaRegions ? [[id, ReplicaRegions]] : []));
type Replica = { Region: unknown; SSESpecification?: unknown } & Record<string, unknown>;
const tableOf = (from: Template) => only(from, 'AWS::DynamoDB::GlobalTable') as Resource;
const tablesIn = (from: Template) => tableOf(from).Properties.Replicas as Replica[];

describe('replicaRegion', () => {
  test('an alarm says that the replica is behind, with the metric of AWS', () => {
    const alarmsOf = (from: Template) =>
      resourcesOf(from, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties as Record<string, unknown>);
    const lag = alarmsOf(primary).find(({ MetricName }) => MetricName === 'ReplicationLatency');
    expect(lag).toMatchObject({ Namespace: 'AWS/DynamoDB', Threshold: 180_000, EvaluationPeriods: 3 });
    expect(lag?.Dimensions).toContainEqual({ Name: 'ReceivingRegion', Value: 'eu-central-1' });
    expect(alarmsOf(alone).filter(({ MetricName }) => MetricName === 'ReplicationLatency')).toEqual([]);
  });

  test('the table gets a replica with deletion protection and backups, and nothing else of it changes', () => {
    const replicas = tablesIn(primary);
    expect(replicas.map(({ Region }) => Region)).toEqual(['eu-central-1', 'eu-west-1']);
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
    for (const replica of replicas)
      expect(replica).toMatchObject({ DeletionProtectionEnabled: true, PointInTimeRecoverySpecification });
    const withoutReplicas = ({ Properties: { Replicas: _, ...rest }, ...more }: Resource) => ({ ...more, rest });
    expect(withoutReplicas(tableOf(primary))).toEqual(withoutReplicas(tableOf(alone)));
    expect(tableOf(primary).Properties.StreamSpecification).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' });
  });

  test('all secrets but the admin key are replicated, and an output names the replicas', () => {
    const there = [{ Region: 'eu-central-1' }];
    const names = ['PepperSecret', 'SealSecret', 'SessionSecret', 'SsoSecret', 'ProxySecret'];
    expect(replicasIn(primary)).toEqual(names.map((name) => [name, there]));
    const text = JSON.stringify(primary.Outputs.StandbySecrets?.Value);
    expect(text.match(/\w+(?==)/g)).toEqual(['pepper', 'seal', 'session', 'sso', 'proxy']);
    expect(text.match(/"eu-central-1"/g)).toHaveLength(5);
  });

  test('copies of backups in a third region get the root secrets, too, and those in the same region no second ones', () => {
    const replicasFor = (region: string) => {
      const backupCopyVaultArn = `arn:aws:backup:${region}:123456789012:backup-vault:copies`;
      const from = synthesise({ ...HOME, replicaRegion: 'eu-central-1', backupDays: 90, backupCopyVaultArn });
      return Object.fromEntries(replicasIn(from)) as Record<string, unknown>;
    };
    const elsewhere = { 'Fn::If': ['BackupsAreCopiedElsewhere', { Region: 'eu-south-1' }, { Ref: 'AWS::NoValue' }] };
    const there = { Region: 'eu-central-1' };
    expect(replicasFor('eu-south-1')).toMatchObject({ PepperSecret: [there, elsewhere], SsoSecret: [there] });
    expect(replicasFor('eu-central-1')).toMatchObject({ PepperSecret: [there], SsoSecret: [there] });
  });

  test('in the hardened profile each replica has the key of its region', () => {
    const hardened = synthesise({
      ...SENDER,
      region: 'eu-west-1',
      profile: 'hardened',
      replicaRegion: 'eu-central-1',
      replicaKeyArn: KEY,
    });
    const [there, here] = tablesIn(hardened) as [Replica, Replica];
    expect([there.Region, there.SSESpecification]).toEqual(['eu-central-1', { KMSMasterKeyId: KEY }]);
    expect(textOf((here.SSESpecification as { KMSMasterKeyId: unknown }).KMSMasterKeyId)).toMatch(
      /^\$\{Key\w+\.Arn\}$/,
    );
    for (const [, regions] of replicasIn(hardened))
      expect(regions).toEqual([{ Region: 'eu-central-1', KmsKeyId: KEY }]);
  });
});

describe('a standby', () => {
  test('makes none of the secrets that it adopts', () => {
    expect(Object.keys(secretsIn(standby))).toEqual(['AdminSecret']);
  });

  test('functions read the adopted secrets, and their roles allow it', () => {
    const environments = resourcesOf(standby, 'AWS::Lambda::Function').map(
      ([, { Properties }]) => (Properties.Environment as { Variables?: Record<string, unknown> })?.Variables ?? {},
    );
    const variables = environments.filter(({ GATEHOUSE_PEPPER_SECRET }) => GATEHOUSE_PEPPER_SECRET);
    expect(variables.length).toBeGreaterThan(0);
    for (const each of variables) expect(each.GATEHOUSE_PEPPER_SECRET).toBe(arnOf('pepper'));
    const allowed = (statementsByFunction(standby).authentication ?? [])
      .filter(({ Action }) => listOf(Action).includes('secretsmanager:GetSecretValue'))
      .flatMap(({ Resource }) => listOf(Resource as string | string[]));
    expect(allowed).toEqual(expect.arrayContaining([arnOf('pepper'), arnOf('seal'), arnOf('session')]));
  });

  test('rotates no root secret, unless they are no replicas any more', () => {
    expect(resourcesOf(standby, 'AWS::SecretsManager::RotationSchedule')).toEqual([]);
    const rotating = synthesise({ ...STANDBY, existingSecretRotation: 'on' });
    const rotated = resourcesOf(rotating, 'AWS::SecretsManager::RotationSchedule');
    expect(rotated.map(([, { Properties }]) => Properties.SecretId)).toEqual(['pepper', 'seal', 'session'].map(arnOf));
  });

  test('its workers wait for the stream of the replica, and no schedule runs', () => {
    const sources = resourcesOf(standby, 'AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => Properties);
    expect(sources.map(({ Enabled }) => Enabled)).toEqual([false, false]);
    expect(sources.map(({ EventSourceArn }) => EventSourceArn)).toContain(STREAM);
    const rules = resourcesOf(standby, 'AWS::Events::Rule').filter(
      ([, { Properties }]) => Properties.ScheduleExpression,
    );
    expect(rules.length).toBeGreaterThan(0);
    for (const [, { Properties }] of rules) expect(Properties.State).toBe('DISABLED');
  });

  test.each(['rest', 'http'])('its own address is open, so that Route 53 can ask for its health: %s', (gateway) => {
    const type = gateway === 'http' ? 'AWS::ApiGatewayV2::Api' : 'AWS::ApiGateway::RestApi';
    const { trustedProxy: _, ...direct } = STANDBY;
    const context = { ...direct, gateway, existingSecrets: existing('pepper', 'seal', 'session', 'sso') };
    const { regionRole: __, ...other } = context;
    const isClosed = (of: object) => only(synthesise({ ...of }), type).Properties.DisableExecuteApiEndpoint;
    expect([context, other].map(isClosed)).toEqual([false, true]);
  });

  test('its alarms are silent until it is open', () => {
    const areOn = (from: Template) => [
      ...new Set(resourcesOf(from, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties.ActionsEnabled)),
    ];
    expect(areOn(standby)).toEqual([false]);
    expect(areOn(synthesise({ ...STANDBY, maintenance: 'off' }))).toEqual([true]);
    expect(areOn(primary)).toEqual([true]);
  });

  test('is the same service as the primary: the same functions with the same issuer', () => {
    const issuers = resourcesOf(standby, 'AWS::Lambda::Function').flatMap(
      ([, { Properties }]) =>
        (Properties.Environment as { Variables?: Record<string, unknown> })?.Variables?.GATEHOUSE_BASE_URL ?? [],
    );
    expect(issuers.length).toBeGreaterThanOrEqual(functionsOn('api').length);
    expect([...new Set(issuers)]).toEqual(['https://auth.example.com']);
  });
});

describe('the record of the domain', () => {
  const recordIn = (from: Template) => only(from, 'AWS::Route53::RecordSet').Properties;
  const idOf = (from: Template) => resourcesOf(from, 'AWS::Route53::RecordSet')[0]?.[0];

  test('is the first of a pair, the second, or the only one', () => {
    const part = ({ SetIdentifier, Failover }: Record<string, unknown>) => [SetIdentifier, Failover];
    expect([alone, primary, standby].map(recordIn).map(part)).toEqual([
      [undefined, undefined],
      ['primary', 'PRIMARY'],
      ['standby', 'SECONDARY'],
    ]);
    expect([primary, standby].map(idOf)).toEqual([idOf(alone), idOf(alone)]);
  });

  test('the first one is in force unless the standby is open', () => {
    const from = synthesise({
      ...HOME,
      replicaRegion: 'eu-central-1',
      regionRole: 'primary',
      standbyUrl: 'https://abcdefghij.execute-api.eu-central-1.amazonaws.com/v1/',
    });
    expect(recordIn(from).AliasTarget).toMatchObject({ EvaluateTargetHealth: true });
    expect(only(from, 'AWS::Route53::HealthCheck').Properties.HealthCheckConfig).toMatchObject({
      Type: 'HTTPS',
      FullyQualifiedDomainName: 'abcdefghij.execute-api.eu-central-1.amazonaws.com',
      ResourcePath: '/v1/auth/health',
      Inverted: true,
    });
    expect(textOf(recordIn(from).HealthCheckId)).toMatch(/StandbyHealth/);
  });
});
