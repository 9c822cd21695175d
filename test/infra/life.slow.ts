// Checks how versions replace each other, what maintenance closes, and the optional backups.
import { describe, expect, test } from '@jest/globals';
import { functionsOn } from '../../infra/functions.ts';
import { gatewayBody } from '../../infra/stack/gateway/rest-body.ts';
import { maintenanceResponses } from '../../infra/stack/gateway/rest-responses.ts';
import { errorBody } from '../../lib/contract/errors.ts';
import { SECURITY_HEADERS } from '../../lib/http/headers.ts';
import { only, type Resource, resourcesOf, SENDER, synthesise, type Template, textOf } from '../support/synthesis.ts';

const template = synthesise(SENDER);
const canary = synthesise({ ...SENDER, rollout: 'canary' });
const closed = synthesise({ ...SENDER, maintenance: 'on', rollout: 'canary' });
type Updated = Resource & { UpdatePolicy?: unknown; DependsOn?: string[] };
const aliasesIn = (from: Template) => resourcesOf(from, 'AWS::Lambda::Alias') as [string, Updated][];

describe('versions', () => {
  test('each function behind the API has the alias live, which leads to a version that is kept', () => {
    const aliases = aliasesIn(template);
    expect(aliases).toHaveLength(functionsOn('api').length);
    for (const [, { Properties }] of aliases) {
      expect(Properties.Name).toBe('live');
      const [, version] = /^\$\{(.+)\.Version\}$/.exec(textOf(Properties.FunctionVersion)) ?? [];
      const { Properties: published, DeletionPolicy } = template.Resources[version as string] as Resource;
      expect([published.FunctionName, DeletionPolicy]).toEqual([Properties.FunctionName, 'RetainExceptOnCreate']);
    }
  });

  test('a change of a setting publishes a new version of every function behind the API but the one of pages', () => {
    const versionsIn = (from: Template) => resourcesOf(from, 'AWS::Lambda::Version').map(([id]) => id);
    const changed = versionsIn(synthesise({ ...SENDER, GATEHOUSE_ACCESS_TTL: '300' }));
    expect(changed).toHaveLength(functionsOn('api').length);
    expect(changed.filter((id) => versionsIn(template).includes(id))).toEqual([expect.stringMatching(/^WebCurrent/)]);
    // Maintenance concerns the gateway and the workers' sources only.
    expect(versionsIn(closed)).toEqual(versionsIn(template));
  });

  test('a new definition of the API is deployed after every alias has moved and may be invoked', () => {
    const { DependsOn = [] } = only(template, 'AWS::ApiGateway::Deployment') as Updated;
    const permissions = resourcesOf(template, 'AWS::Lambda::Permission').filter(
      ([, { Properties }]) => Properties.Principal === 'apigateway.amazonaws.com',
    );
    expect(permissions).toHaveLength(functionsOn('api').length);
    expect(DependsOn).toEqual(expect.arrayContaining([...aliasesIn(template), ...permissions].map(([id]) => id)));
  });

  test('workers run the newest code', () => {
    for (const [, { Properties }] of resourcesOf(template, 'AWS::Lambda::EventSourceMapping'))
      expect(textOf(Properties.FunctionName)).toMatch(/^\$\{(ChangeFeed|Mailer)[0-9A-F]{8}\}$/);
  });

  test('provisionedConcurrency keeps authentication warm, and no other function', () => {
    const warm = aliasesIn(synthesise({ provisionedConcurrency: 3 })).filter(
      ([, { Properties }]) => Properties.ProvisionedConcurrencyConfig,
    );
    expect(warm.map(([id]) => id.replace(/[0-9A-F]{8}$/, ''))).toEqual(['AuthenticationLive']);
    expect(warm[0]?.[1].Properties.ProvisionedConcurrencyConfig).toEqual({ ProvisionedConcurrentExecutions: 3 });
  });
});

describe('rollout', () => {
  test('all at once, nothing is between CloudFormation and the alias', () => {
    expect(Object.values(template.Resources).filter(({ Type }) => Type.startsWith('AWS::CodeDeploy'))).toEqual([]);
    expect(aliasesIn(template).filter(([, { UpdatePolicy }]) => UpdatePolicy)).toEqual([]);
  });

  test('a canary shifts each alias by CodeDeploy, and goes back when ServerErrors is raised', () => {
    const groups = resourcesOf(canary, 'AWS::CodeDeploy::DeploymentGroup');
    expect(groups).toHaveLength(functionsOn('api').length);
    for (const [, { Properties }] of groups) {
      expect(Properties.DeploymentConfigName).toBe('CodeDeployDefault.LambdaCanary10Percent15Minutes');
      expect(Properties.AlarmConfiguration).toEqual({ Alarms: [{ Name: 'Gatehouse-ServerErrors' }], Enabled: true });
      expect(Properties.AutoRollbackConfiguration).toMatchObject({ Enabled: true });
    }
    const names = resourcesOf(canary, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties.AlarmName);
    expect(names).toContain('Gatehouse-ServerErrors');
    const shifted = aliasesIn(canary).map(([, { UpdatePolicy }]) => UpdatePolicy);
    expect(JSON.stringify(shifted).match(/CodeDeployLambdaAliasUpdate/g)).toHaveLength(groups.length);
  });

  test('in maintenance aliases move at once, because the alarm may be on', () => {
    expect(aliasesIn(closed).filter(([, { UpdatePolicy }]) => UpdatePolicy)).toEqual([]);
  });
});

describe('maintenance', () => {
  const pathsOf = (from: Template) =>
    (only(from, 'AWS::ApiGateway::RestApi').Properties.Body as { paths: Record<string, Record<string, never>> }).paths;

  test('every method leads to a function that responds 503, and keeps its place and its throttle', async () => {
    const shape = (from: Template) => Object.entries(pathsOf(from)).map(([path, item]) => [path, Object.keys(item)]);
    expect(shape(closed)).toEqual(shape(template));
    const stage = (from: Template) => only(from, 'AWS::ApiGateway::Stage').Properties.MethodSettings;
    expect(stage(closed)).toEqual(stage(template));
    const methods = Object.values(pathsOf(closed)).flatMap((item) => Object.values(item));
    const targets = methods.map((method) => textOf((method['x-amazon-apigateway-integration'] as { uri: never }).uri));
    expect([...new Set(targets)]).toEqual([expect.stringMatching(/:function:Gatehouse-maintenance\/invocations$/)]);
    const { ZipFile } = only(closed, 'AWS::Lambda::Function', 'Maintenance').Properties.Code as { ZipFile: string };
    const exports: { handler?: () => Promise<{ statusCode: number; headers: object; body: string }> } = {};
    new Function('exports', ZipFile)(exports);
    const response = await exports.handler?.();
    expect(response?.statusCode).toBe(503);
    expect(JSON.parse(response?.body as string)).toEqual(errorBody('SERVICE_UNAVAILABLE'));
    expect(response?.headers).toMatchObject({ ...SECURITY_HEADERS, 'retry-after': '120' });
  });

  test('what API Gateway refuses by itself is a 503 too, except floods, large bodies and the firewall', () => {
    const responses = maintenanceResponses() as Record<string, { statusCode: string }>;
    const others = Object.entries(responses).filter(([, { statusCode }]) => statusCode !== '503');
    expect(others.map(([type, { statusCode }]) => [type, statusCode])).toEqual([
      ['REQUEST_TOO_LARGE', '413'],
      ['THROTTLED', '429'],
      ['QUOTA_EXCEEDED', '429'],
      ['WAF_FILTERED', '403'],
      ['ACCESS_DENIED', '403'],
    ]);
    expect(gatewayBody('any', [], () => 'uri', true)['x-amazon-apigateway-gateway-responses']).toEqual(responses);
  });

  test.each([
    ['off', true, 'ENABLED'],
    ['drain', true, 'DISABLED'],
    ['on', false, 'DISABLED'],
  ])(
    '%s: workers and the schedule of notices run: %s, the rotation of signing keys is %s',
    (maintenance, enabled, state) => {
      const from = synthesise({ ...SENDER, maintenance });
      const sources = resourcesOf(from, 'AWS::Lambda::EventSourceMapping').map(
        ([, { Properties }]) => Properties.Enabled,
      );
      expect(sources).toEqual([enabled, enabled]);
      const notices = only(from, 'AWS::Events::Rule', 'MailerSchedule').Properties.State;
      expect(notices).toBe(enabled ? 'ENABLED' : 'DISABLED');
      expect(only(from, 'AWS::Events::Rule', 'KeyRotation').Properties.State).toBe(state);
    },
  );
});

describe('backups', () => {
  const copyVault = 'arn:aws:backup:eu-central-1:123456789012:backup-vault:copies';
  const backed = synthesise({ ...SENDER, backupDays: 90, backupCopyVaultArn: copyVault });
  const planIn = (from: Template) =>
    (only(from, 'AWS::Backup::BackupPlan').Properties.BackupPlan as { BackupPlanRule: unknown[] }).BackupPlanRule;

  test('there is no vault unless a deployment asks for one', () => {
    expect(Object.values(template.Resources).filter(({ Type }) => Type.startsWith('AWS::Backup'))).toEqual([]);
  });

  test('the table is backed up daily, copied, and each backup is kept for its days', () => {
    expect(planIn(backed)).toMatchObject([
      { Lifecycle: { DeleteAfterDays: 90 }, CopyActions: [{ DestinationBackupVaultArn: copyVault }] },
    ]);
    expect(planIn(synthesise({ backupDays: 90 }))).toMatchObject([{ Lifecycle: { DeleteAfterDays: 90 } }]);
    const { Resources } = only(backed, 'AWS::Backup::BackupSelection').Properties.BackupSelection as never as {
      Resources: unknown[];
    };
    expect(Resources.map(textOf)).toEqual([expect.stringMatching(/^\$\{Table[0-9A-F]+\.Arn\}$/)]);
  });

  test('the root secrets are replicated to the region of the copies, unless it is the deployment’s own', () => {
    const secrets = resourcesOf(backed, 'AWS::SecretsManager::Secret');
    const replicated = secrets.filter(([, { Properties }]) => Properties.ReplicaRegions);
    expect(replicated.map(([id]) => id.slice(0, -8)).sort()).toEqual(['PepperSecret', 'SealSecret', 'SessionSecret']);
    for (const [, { Properties }] of replicated)
      expect(Properties.ReplicaRegions).toEqual({
        'Fn::If': ['BackupsAreCopiedElsewhere', [{ Region: 'eu-central-1' }], { Ref: 'AWS::NoValue' }],
      });
    const { Conditions } = backed as Template & { Conditions: Record<string, unknown> };
    expect(Conditions.BackupsAreCopiedElsewhere).toEqual({
      'Fn::Not': [{ 'Fn::Equals': ['eu-central-1', { Ref: 'AWS::Region' }] }],
    });
  });

  test('the vault is kept, and locked in the hardened profile', () => {
    const vault = only(backed, 'AWS::Backup::BackupVault');
    expect([vault.DeletionPolicy, vault.Properties.LockConfiguration]).toEqual(['RetainExceptOnCreate', undefined]);
    const hardened = only(synthesise({ profile: 'hardened', backupDays: 90 }), 'AWS::Backup::BackupVault').Properties;
    // Governance: without ChangeableForDays the lock can be ended by a person with a permission for it.
    expect(hardened.LockConfiguration).toEqual({ MinRetentionDays: 90 });
  });
});
