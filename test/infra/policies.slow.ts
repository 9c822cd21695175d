// Checks least privilege: no wildcard anywhere, and nothing granted that the table of functions does not name.
import { describe, expect, test } from '@jest/globals';
import {
  FUNCTIONS,
  type FunctionName,
  functionNames,
  functionsOf,
  functionsOn,
  rowOf,
  type SecretName,
} from '../../infra/functions.ts';
import { EVERYTHING } from '../../infra/routes.ts';
import { like } from '../../infra/tools/rehearsal/iam/policy.ts';
import { adminCount, keyRing, publicKeys } from '../../lib/store/keys.ts';
import {
  listOf,
  resourcesOf,
  SENDER,
  type Statement,
  statementsByFunction,
  synthesise,
  textOf,
} from '../support/synthesis.ts';

const template = synthesise({ ...SENDER, resources: 'on', auditArchiveDays: 400 });
const byFunction = statementsByFunction(template);
const idOf = (type: string, start: string): string =>
  resourcesOf(template, type).find(([id]) => id.startsWith(start))?.[0] as string;
const ARCHIVE = `\${${idOf('AWS::S3::Bucket', 'AuditArchive')}.Arn}`;
const TABLE = `\${${idOf('AWS::DynamoDB::GlobalTable', 'Table')}.Arn}`;

const statementsOf = (name: FunctionName): Statement[] => byFunction[name] as Statement[];
const granting = (statements: Statement[], prefix: string) =>
  statements.filter(({ Action }) => listOf(Action).some((action) => action.startsWith(prefix)));
const resources = (statements: Statement[]): string[] =>
  statements.flatMap(({ Resource }) => listOf(Resource).map(textOf)).sort();

/** Every statement of the template, resource policies included, that allows something. */
function allowances(value: unknown): Statement[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'Effect' in value && value.Effect === 'Allow' ? [value as Statement] : [];
  return [...own, ...Object.values(value).flatMap(allowances)];
}

test('no statement allows a wildcard of actions, of resources but objects of the archive, or a scan', () => {
  const all = allowances(template);
  expect(all.length).toBeGreaterThan(15);
  expect(all.flatMap(({ Action }) => listOf(Action)).filter((action) => /\*|Scan/.test(action))).toEqual([]);
  const wild = all.flatMap(({ Resource }) => (Resource === undefined ? [] : listOf(Resource).map(textOf)));
  // `ses:GetSendQuota` has no resource (service authorization reference of SES).
  expect(wild.filter((resource) => resource.includes('*')).sort()).toEqual(
    [`${ARCHIVE}/anchors/*`, `${ARCHIVE}/links/*`, '*'].sort(),
  );
  expect(all.filter(({ Resource }) => Resource === '*').map(({ Action }) => Action)).toEqual(['ses:GetSendQuota']);
});

test('only the statement for SMS uses NotResource, because a phone number has no ARN', () => {
  const inverted = allowances(template).filter(({ NotResource }) => NotResource !== undefined);
  expect(inverted.map(({ Action, NotResource }) => [Action, textOf(NotResource)])).toEqual([
    ['sns:Publish', `arn:\${AWS::Partition}:sns:*:*:*`],
  ]);
  expect(JSON.stringify(template)).not.toMatch(/"(NotAction|NotPrincipal)"/);
  expect(byFunction.mailer).toContainEqual(inverted[0]);
});

test('functions’ roles have only inline policies; only API Gateway’s role has a managed one', () => {
  expect(resourcesOf(template, 'AWS::IAM::Policy')).toEqual([]);
  const managed = resourcesOf(template, 'AWS::IAM::Role').filter(([, { Properties }]) => Properties.ManagedPolicyArns);
  expect(managed.map(([id]) => id.replace(/[0-9A-F]{8}$/, ''))).toEqual(['ApiCloudWatchRole']);
});

describe.each(functionsOn('api', EVERYTHING))('%s', (name) => {
  test('has the actions on the table that its row names', () => {
    const onTable = granting(statementsOf(name), 'dynamodb:').filter(
      ({ Resource }) => textOf(listOf(Resource)[0]) === TABLE,
    );
    expect([...new Set(resources(onTable))]).toEqual(Object.keys(rowOf(name).table).length ? [TABLE] : []);
    expect(onTable.flatMap(({ Action }) => Action).sort()).toEqual(
      Object.keys(rowOf(name).table)
        .map((action) => `dynamodb:${action}`)
        .sort(),
    );
  });

  test('queries only the indexes that its row names', () => {
    const elsewhere = granting(statementsOf(name), 'dynamodb:').filter(
      ({ Resource }) => textOf(listOf(Resource)[0]) !== TABLE,
    );
    const { indexes = [] } = rowOf(name);
    expect(elsewhere.map(({ Action }) => Action)).toEqual(indexes.map(() => 'dynamodb:Query'));
    expect(resources(elsewhere)).toEqual(indexes.map((index) => `${TABLE}/index/${index}`));
  });

  test('may otherwise only write its own log and read its secrets', () => {
    const rest = statementsOf(name).filter(({ Action }) => !listOf(Action)[0]?.startsWith('dynamodb:'));
    expect(rest.flatMap(({ Action }) => Action).sort()).toEqual([
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      ...(rowOf(name).secrets.length > 0 ? ['secretsmanager:GetSecretValue'] : []),
    ]);
  });
});

/** The conditions on partitions of a function's statements about items. */
const partitionsOf = (name: FunctionName) =>
  granting(statementsOf(name), 'dynamodb:')
    .filter(({ Resource }) => textOf(listOf(Resource)[0]) === TABLE)
    .map(({ Action, Condition }) => {
      const keys = Reflect.get(Object(Condition?.['ForAllValues:StringLike']), 'dynamodb:LeadingKeys');
      return { actions: listOf(Action).map((action) => action.slice('dynamodb:'.length)), keys };
    });

test.each(functionNames.filter((name) => Object.keys(rowOf(name).table).length > 0))(
  '%s may touch the partitions of its row only, and write to none that it may only read',
  (name) => {
    const { partitions, readOnly = [] } = rowOf(name);
    expect(partitions).toBeDefined();
    for (const { actions, keys } of partitionsOf(name)) {
      const areReads = actions.every((action) => ['GetItem', 'BatchGetItem', 'Query'].includes(action));
      expect(keys).toEqual(readOnly.length > 0 && areReads ? [...(partitions ?? []), ...readOnly] : partitions);
    }
  },
);

test('only the admin console may write admins, and only functions that read or issue tokens of users may reach the signing keys', () => {
  const reaching = (pk: string, isWrite: boolean) =>
    functionNames
      .filter((name) => {
        const { partitions = [], readOnly = [] } = rowOf(name);
        return [...partitions, ...(isWrite ? [] : readOnly)].some((pattern) => like(pattern, pk));
      })
      .sort();
  expect(reaching(adminCount.pk, true)).toEqual(['admin-console']);
  expect(reaching(keyRing.pk, false)).toEqual([
    'account',
    'admin-users',
    'api-keys',
    'authentication',
    'backchannel-logout',
    'key-rotation',
    'mfa',
    'oauth',
    'organization',
    'passkeys',
    'resources',
    'sso',
  ]);
});

test('discovery may only read the public keys, and has no secret', () => {
  const [items, ...others] = granting(statementsOf('discovery'), 'dynamodb:');
  expect(others).toEqual([]);
  expect(listOf(items?.Action)).toEqual(['dynamodb:GetItem']);
  expect(items?.Condition).toEqual({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [publicKeys.pk] } });
  expect(granting(statementsOf('discovery'), 'secretsmanager:')).toEqual([]);
});

test('each secret is readable by the functions whose row names it, the admin key only by the admin console', () => {
  const readersOf = (start: string) => {
    const secret = `\${${idOf('AWS::SecretsManager::Secret', start)}}`;
    return Object.keys(byFunction)
      .filter((name) => resources(granting(byFunction[name] as Statement[], 'secretsmanager:')).includes(secret))
      .sort();
  };
  const named = (secret: SecretName) => functionNames.filter((name) => rowOf(name).secrets.includes(secret)).sort();
  expect(readersOf('Pepper')).toEqual(named('pepper'));
  expect(readersOf('Seal')).toEqual(named('seal'));
  expect(readersOf('Session')).toEqual(named('session'));
  expect(readersOf('Admin')).toEqual(['admin-console']);
});

test('the change feed may read the stream, publish events and report failures', () => {
  const statements = byFunction['change-feed'] as Statement[];
  const table = TABLE.replace('.Arn}', '');
  const [writes, reads, index1, index2, stream] = granting(statements, 'dynamodb:');
  expect([writes!, reads!].flatMap(({ Action }) => listOf(Action)).sort()).toEqual(
    Object.keys(FUNCTIONS['change-feed'].table)
      .map((action) => `dynamodb:${action}`)
      .sort(),
  );
  expect(resources([writes!, reads!])).toEqual([TABLE, TABLE]);
  expect([index1, index2].map((each) => each?.Action)).toEqual(['dynamodb:Query', 'dynamodb:Query']);
  expect(resources([index1!, index2!])).toEqual([`${TABLE}/index/index1`, `${TABLE}/index/index2`]);
  expect(stream?.Action).toEqual([
    'dynamodb:DescribeStream',
    'dynamodb:GetRecords',
    'dynamodb:GetShardIterator',
    'dynamodb:ListStreams',
  ]);
  expect(resources([stream!])).toEqual([`${table}.StreamArn}`]);
  expect(resources(granting(statements, 'events:PutEvents'))).toEqual([
    `\${${idOf('AWS::Events::EventBus', 'Bus')}.Arn}`,
  ]);
  expect(resources(granting(statements, 'sqs:SendMessage'))).toEqual([
    `\${${idOf('AWS::SQS::Queue', 'Failures')}.Arn}`,
  ]);
  expect(statements).toHaveLength(9);
});

test('the archive of the audit log can be written to, and neither read nor changed, by one function alone', () => {
  const statements = statementsOf('audit-archive');
  expect(granting(statements, 's3:')).toEqual([expect.objectContaining({ Action: 's3:PutObject', Effect: 'Allow' })]);
  expect(resources(granting(statements, 's3:'))).toEqual([`${ARCHIVE}/anchors/*`, `${ARCHIVE}/links/*`]);
  const others = functionsOf({ hasResources: true }).filter((name) => byFunction[name]);
  expect(others.filter((name) => granting(statementsOf(name), 's3:').length > 0)).toEqual([]);
});

/** How many lists of organizations were sent today. */
const LISTS_OF_A_DAY = 'L#email-tenant-day#find-tenants';

test('the mailer may claim and count messages, receive from its queues, and send only from its sender', () => {
  const statements = byFunction.mailer as Statement[];
  expect(partitionsOf('mailer')).toEqual([
    { actions: ['PutItem', 'UpdateItem'], keys: ['P#MSG#*', LISTS_OF_A_DAY] },
    { actions: ['GetItem', 'BatchGetItem', 'Query'], keys: ['P#MSG#*', LISTS_OF_A_DAY, 'T#*', 'P#ADMININV'] },
  ]);
  expect(granting(statements, 'ses:')).toEqual([
    expect.objectContaining({
      Action: 'ses:SendEmail',
      Condition: { StringEquals: { 'ses:FromAddress': 'no-reply@example.com' } },
    }),
    expect.objectContaining({ Action: 'ses:GetSendQuota', Resource: '*' }),
  ]);
  const identity = `arn:\${AWS::Partition}:ses:\${AWS::Region}:\${AWS::AccountId}:identity`;
  expect(resources(granting(statements, 'ses:SendEmail'))).toEqual([
    `${identity}/example.com`,
    `${identity}/no-reply@example.com`,
  ]);
  const own = ['sqs:ChangeMessageVisibility', 'sqs:DeleteMessage', 'sqs:ReceiveMessage'];
  const arn = (queue: string) => `\${${idOf('AWS::SQS::Queue', queue)}.Arn}`;
  expect(granting(statements, 'sqs:').map(({ Action, Resource }) => [Action, textOf(Resource)])).toEqual([
    ['sqs:SendMessage', arn('Failures')],
    [[...own, 'sqs:GetQueueAttributes'], arn('Messages')],
    [own, arn('Notices')],
  ]);
  expect(statements).toHaveLength(11);
});

test('with a function for messages the mailer may call this function, and without a sender nothing else that sends', () => {
  const messageSender = 'arn:aws:lambda:eu-west-1:123456789012:function:messages:live';
  const only = statementsByFunction(synthesise({ messageSender }));
  const both = statementsByFunction(synthesise({ ...SENDER, messageSender }));
  for (const each of [only, both])
    expect(Object.entries(each).flatMap(([name, own]) => granting(own, 'lambda:').map((one) => [name, one]))).toEqual([
      ['mailer', { Action: 'lambda:InvokeFunction', Effect: 'Allow', Resource: messageSender }],
    ]);
  const sending = (statements: Statement[]) => [...granting(statements, 'ses:'), ...granting(statements, 'sns:')];
  expect(sending(only.mailer as Statement[])).toEqual([]);
  expect(sending(both.mailer as Statement[])).toHaveLength(3);
});

test('a configuration set adds a resource to the mailer’s permission to send', () => {
  const withSet = statementsByFunction(synthesise({ ...SENDER, GATEHOUSE_SES_CONFIGURATION_SET: 'bounces' }));
  expect(resources(granting(withSet.mailer as Statement[], 'ses:'))).toContainEqual(
    `arn:\${AWS::Partition}:ses:\${AWS::Region}:\${AWS::AccountId}:configuration-set/bounces`,
  );
});
