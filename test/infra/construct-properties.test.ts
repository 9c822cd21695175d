// Checks how properties of the construct become the settings of a deployment.
import { describe, expect, test } from '@jest/globals';
import { App, Aws, Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { NOT_PROPERTIES } from '../../infra/settings/properties.ts';
import { readSettings } from '../../infra/settings/read.ts';
import { UserError } from '../../infra/user-error.ts';
import { readProperties } from '../../lib/packages/construct/properties.ts';
import type { GatehouseProps } from '../../lib/packages/construct/props.ts';

const scopeIn = (stackName = 'Acme', path = ['Auth'], env = {}): Construct =>
  path.reduce<Construct>((parent, id) => new Construct(parent, id), new Stack(new App(), stackName, { env }));
const read = (props: Record<string, unknown>) => readProperties(scopeIn(), props as GatehouseProps);
const nameIn = (...given: Parameters<typeof scopeIn>) => readProperties(scopeIn(...given), {}).stackName;

test('without properties every setting has the default of the context', () => {
  expect({ ...read({ sender: undefined }), stackName: 'Gatehouse' }).toEqual(readSettings({}));
});

test('properties are settings and variables under their names', () => {
  const settings = read({
    tracing: true,
    adminKey: false,
    logRetentionDays: 30,
    accessTtl: 300,
    allowedOrigins: 'https://a.example',
  });
  expect(settings).toMatchObject({ isTraced: true, hasAdminKey: false, logRetentionDays: 30 });
  expect(settings.variables).toEqual({ GATEHOUSE_ACCESS_TTL: '300', GATEHOUSE_ALLOWED_ORIGINS: 'https://a.example' });
});

test('account and region are those of the stack', () => {
  const env = { account: '111111111111', region: 'cn-north-1' };
  expect(readProperties(scopeIn('Acme', ['Auth'], env), {}).env).toEqual(env);
  expect(() => readProperties(scopeIn('Acme', ['Auth'], env), { sender: 'a@example.com' })).toThrow(
    'Acme/Auth: sender cannot be set in cn-north-1',
  );
});

describe('names', () => {
  test('are those of stack and path, with a hash', () => {
    expect(nameIn('Acme-prod', ['Auth'])).toMatch(/^Acme-prod-Auth-[0-9A-F]{8}$/);
  });

  test('differ where stack and path read the same', () => {
    expect(nameIn('App', ['Auth-Prod'])).not.toBe(nameIn('App-Auth', ['Prod']));
  });

  test('leave room for those of functions', () => {
    const names = ['x', 'y'].map((end) => nameIn('S'.repeat(120), ['A'.repeat(60) + end]));
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^[A-Za-z][A-Za-z0-9-]{0,33}$/);
  });
});

test.each([
  [{ sendr: 'x' }, 'sendr is not a property. Did you mean sender?'],
  [{ zzzzzzzzzzzz: 1 }, 'zzzzzzzzzzzz is not a property.'],
  [{ GATEHOUSE_ACCESS_TTL: 300 }, 'GATEHOUSE_ACCESS_TTL is not a property. Did you mean accessTtl?'],
  [{ profile: 'hard' }, 'profile must be standard or hardened, not hard'],
  [{ profile: true }, 'profile must be standard or hardened, not true'],
  [{ tracing: 'on' }, 'tracing must be true or false, not "on"'],
  [{ readUnits: 5.5 }, 'readUnits must be a whole number from 100 to 1000000, not 5.5'],
  [{ accessTtl: 1 }, 'accessTtl is not valid: must be between 5 and 3600 seconds'],
  [{ sessionIdleTtl: 1000, sessionAbsoluteTtl: 999 }, 'sessionIdleTtl exceeds sessionAbsoluteTtl'],
  [{ ceilings: 'login-ip=5' }, 'ceilings: login-ip must be a whole number from 10 to 10000'],
  [{ sender: Aws.STACK_NAME }, 'sender must be known at synthesis, and this value is a token'],
])('%j is refused in one line', (props, message) => {
  expect(() => read(props)).toThrow(UserError);
  expect(() => read(props)).toThrow(new RegExp(`^Acme/Auth: ${message.replace(/[.?()]/g, '\\$&')}[^\\n]*$`));
});

test.each(Object.entries(NOT_PROPERTIES))('%s is no property, and the refusal says why', (name, reason) => {
  expect(() => read({ [name]: 'x' })).toThrow(`Acme/Auth: ${name} is not a property. ${reason}`);
});

test('what names a resource may be a token, alone and beside others', () => {
  const token = Aws.STACK_NAME;
  const references = { certificateArn: token, hostedZoneId: 'DUMMY', hostedZoneName: token, eventBus: token };
  const more = { permissionsBoundary: token, alarmTopicArn: token, kmsKeyArn: token, profile: 'hardened' };
  const settings = read({ domainName: 'auth.example.com', ...references, ...more });
  expect(settings.domain).toEqual({
    name: 'auth.example.com',
    certificateArn: token,
    zone: { id: 'DUMMY', name: token },
  });
  expect([settings.busName, settings.keyArn]).toEqual([token, token]);
});
