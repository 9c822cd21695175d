// Checks where settings may be, whose keys are left alone, and what several stages may share.
import { describe, expect, test } from '@jest/globals';
import { foreignKeys } from '../../infra/settings/context.ts';
import { readDeployments, readSettings } from '../../infra/settings/read.ts';
import { UserError } from '../../infra/user-error.ts';

const SENDER = 'Acme <no-reply@example.com>';

describe('keys of the context itself', () => {
  test.each(['senderr', 'sendr', 'Profile', 'PROFILE', 'domain', 'logRetention', 'stages'])(
    '%s is a mistake',
    (key) => {
      const read = () => readSettings({ [key]: 'x' });
      expect(read).toThrow(UserError);
      expect(read).toThrow(new RegExp(`^${key} is not a setting. Did you mean \\w+\\?`));
    },
  );

  test.each(['vpcId', 'environment', 'constructor', 'toString', 'env', 'my_app', 'aws:cdk:x', '@aws-cdk/core:flag'])(
    '%s belongs to the host’s app',
    (key) => {
      expect(readSettings({ [key]: { any: ['thing'] } })).toEqual(readSettings({}));
    },
  );

  test('keys that are left alone are named, without those of the CDK', () => {
    expect(foreignKeys({ sender: SENDER, vpcId: 'x', GATEHOUSE_APP_NAME: 'Acme', 'aws:cdk:x': 1 })).toEqual(['vpcId']);
  });
});

describe('the object gatehouse', () => {
  test('its keys are settings, and all others belong to the host’s app', () => {
    const host = { stage: { any: 'thing' }, tags: ['x'], region: 1, senderr: true, profile: 'big' };
    const context = { ...host, gatehouse: { sender: SENDER, GATEHOUSE_APP_NAME: 'Acme' } };
    expect(readSettings(context)).toEqual(readSettings({ sender: SENDER, GATEHOUSE_APP_NAME: 'Acme' }));
    expect(foreignKeys(context)).toEqual(Object.keys(host));
  });

  test.each(['vpcId', 'senderr', 'GATEHOUSE_TABLE'])('the unknown key %s is rejected', (key) => {
    expect(() => readSettings({ gatehouse: { [key]: 'x' } })).toThrow(new RegExp(`^${key} is not a setting`));
  });

  test.each(['text', null, [], 1])('%j is rejected in its place', (gatehouse) => {
    expect(() => readSettings({ gatehouse })).toThrow(/^gatehouse must be an object of settings/);
  });

  test('a single key of the command line takes precedence', () => {
    const context = { gatehouse: { sender: SENDER, tracing: 'on' }, 'gatehouse:tracing': 'off' };
    expect(readSettings(context)).toMatchObject({ sender: SENDER, isTraced: false });
    expect(() => readSettings({ 'gatehouse:senderr': 'x' })).toThrow(/^senderr is not a setting/);
  });
});

describe('stages', () => {
  const EU = { region: 'eu-central-1', account: '111111111111' };

  test('each stage has the common settings, its own, and a name', () => {
    const stages = { test: { tracing: 'on' }, prod: { profile: 'hardened', sender: 'a@b.example' } };
    const [first, second, ...more] = readDeployments({ gatehouse: { sender: SENDER, ...EU, stages } });
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      id: 'Gatehouse-test',
      settings: { stackName: 'Gatehouse-test', sender: SENDER, isTraced: true, isHardened: false, env: EU },
    });
    expect(second).toMatchObject({
      id: 'Gatehouse-prod',
      settings: { stackName: 'Gatehouse-prod', sender: 'a@b.example', isTraced: false, isHardened: true },
    });
  });

  test('a context with several stages is not one deployment', () => {
    expect(() => readSettings({ gatehouse: { stages: { a: {}, b: {} } } })).toThrow('several stages');
  });

  test('two stages may have one name in different regions, and not in one', () => {
    const at = (region: string) => ({ stage: 'prod', region });
    const both = (a: string, b: string) => readDeployments({ gatehouse: { stages: { eu: at(a), us: at(b) } } });
    expect(both('eu-central-1', 'us-east-1').map(({ settings }) => settings.stackName)).toEqual([
      'Gatehouse-prod',
      'Gatehouse-prod',
    ]);
    expect(() => both('eu-central-1', 'eu-central-1')).toThrow(
      'Gatehouse-eu and Gatehouse-us share the name Gatehouse-prod in /eu-central-1',
    );
  });

  test.each([
    [{ eventBus: 'shared' }, 'the bus shared'],
    [{ domainName: 'auth.example.com', hostedZoneId: 'Z0123456789ABC', hostedZoneName: 'example.com' }, 'the domain'],
  ])('two stages cannot share %j', (common, what) => {
    expect(() => readDeployments({ gatehouse: { ...common, stages: { a: {}, b: {} } } })).toThrow(
      new RegExp(`^Gatehouse-a and Gatehouse-b share ${what}`),
    );
  });

  test.each([{ test: { senderr: 'x' } }, { test: 'x' }, { 'with space': {} }, ['x']])('%j is rejected', (stages) => {
    expect(() => readDeployments({ gatehouse: { stages } })).toThrow(UserError);
  });
});
