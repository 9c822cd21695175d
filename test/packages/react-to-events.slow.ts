// Executes docs/guides/react-to-events.md: synthesises its stack from the packed construct, and hands events of a running
// service to its handler, which writes to a table of the same engine.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { beforeAll, expect, test } from '@jest/globals';
import { useApplication } from '../support/application.ts';
import { programOf } from '../support/guide.ts';
import { useService } from '../support/service.ts';
import { until } from '../support/until.ts';

const LINKED = ['aws-cdk-lib', 'constructs', '@aws-sdk/client-dynamodb', '@types/node'];
const { folder, run, write, compile } = useApplication(['construct', 'server'], ['jose', 'oauth4webapi'], LINKED);
const service = useService();
const GUIDE = 'react-to-events';
const OPTIONS = {
  module: 'nodenext',
  lib: ['es2022', 'esnext.disposable', 'dom'],
  types: ['node'],
  skipLibCheck: true,
};
const PLAIN = { NODE_OPTIONS: '' };
const TABLE_NAME = 'Subscriber';

beforeAll(async () => {
  await new DynamoDBClient().send(
    new CreateTableCommand({
      TableName: TABLE_NAME,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    }),
  );
});

test('the stack of the guide compiles and synthesises', async () => {
  write('stack.ts', programOf(GUIDE).replace('new App()', "new App({ outdir: 'events' })"));
  expect(await compile('stack.ts', { ...OPTIONS, noEmit: false })).toBe('');
  await run('node', ['stack.js'], PLAIN);
  const patterns = ['Acme', 'Apart'].flatMap((stack) => {
    const { Resources } = JSON.parse(readFileSync(join(folder, 'events', `${stack}.template.json`), 'utf8'));
    return Object.values<{ Type: string; Properties: { EventPattern?: object } }>(Resources)
      .filter(({ Type }) => Type === 'AWS::Events::Rule')
      .map(({ Properties }) => Properties.EventPattern);
  });
  expect(patterns).toContainEqual({ source: ['gatehouse'], 'detail-type': ['svc.user_created', 'svc.user_deleted'] });
  expect(patterns).toContainEqual({ source: ['gatehouse'], 'detail-type': ['svc.user_invited'] });
  expect(patterns).toContainEqual(
    expect.objectContaining({ 'detail-type': ['svc.admin_action'], detail: expect.anything() }),
  );
});

test('the handler of the guide handles each event of the service once', async () => {
  const user = await service.signup(await service.tenant());
  await until(() => service.local.events().some(({ detailType }) => detailType === 'svc.user_created'));
  write('handler.ts', programOf(GUIDE, 'handler'));
  write('try.ts', programOf(GUIDE, 'try').replace('http://localhost:3000', service.baseUrl));
  expect(await compile('try.ts', { ...OPTIONS, noEmit: false })).toBe('');
  const attempt = () => run('node', ['try.js'], { ...PLAIN, TABLE_NAME });
  expect(await attempt()).toMatch(new RegExp(`^svc\\.user_created usr_\\S+ ${user.email}$`, 'm'));
  expect(await attempt()).toBe('');
  const { Items = [] } = await new DynamoDBClient().send(new ScanCommand({ TableName: TABLE_NAME }));
  const created = service.local.events().filter(({ detailType }) => detailType === 'svc.user_created');
  expect(Items).toHaveLength(created.length);
});
