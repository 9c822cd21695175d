// A deployment's settings: what is wrong is said at synthesis, by name.
import { expect, test } from '@jest/globals';
import { readSettings } from '../../infra/settings.ts';

test('nothing has to be chosen', () => {
  expect(readSettings({ 'aws:cdk:anything': true })).toEqual({
    stackName: 'Gatehouse',
    baseUrl: undefined,
    sender: undefined,
    variables: {},
  });
});

test('settings of the functions are passed on as text', () => {
  const { variables } = readSettings({ GATEHOUSE_ACCESS_TTL: 300, GATEHOUSE_TOKEN_TYPE: 'cookie' });
  expect(variables).toEqual({ GATEHOUSE_ACCESS_TTL: '300', GATEHOUSE_TOKEN_TYPE: 'cookie' });
});

test.each([
  'http://auth.example.com',
  'https://auth.example.com/',
  'https://auth.example.com/v1',
  'https://user@auth.example.com',
  'auth.example.com',
  '',
])('baseUrl %j is refused', (baseUrl) => {
  expect(() => readSettings({ baseUrl })).toThrow(/^baseUrl must be an https origin/);
});

test.each(['1abc', 'with space', 'x'.repeat(35), ''])('stackName %j is refused', (stackName) => {
  expect(() => readSettings({ stackName })).toThrow(/^stackName must be/);
});

test.each(['GATEHOUSE_TOKEN_TIPE', 'GATEHOUSE_LIMITS', 'GATEHOUSE_FAST_HASH', 'GATEHOUSE_TABLE'])(
  '%s is not for a deployment to choose',
  (name) => {
    expect(() => readSettings({ [name]: '1' })).toThrow(new RegExp(`^${name} is not a setting`));
  },
);

test.each([
  [{ GATEHOUSE_ACCESS_TTL: '901' }, 'GATEHOUSE_ACCESS_TTL'],
  [{ GATEHOUSE_TOKEN_TYPE: 'both' }, 'GATEHOUSE_TOKEN_TYPE'],
  [{ GATEHOUSE_SESSION_IDLE_TTL: '1000', GATEHOUSE_SESSION_ABSOLUTE_TTL: '999' }, 'GATEHOUSE_SESSION_IDLE_TTL'],
])('%j is refused by name', (context, name) => {
  expect(() => readSettings(context)).toThrow(name);
});

test.each(['no-reply@example.com', 'Gatehouse <no-reply@localhost>', "O'Hara & Sons <a.b+c@x.example>"])(
  'sender %j is taken',
  (sender) => {
    expect(readSettings({ sender }).sender).toBe(sender);
  },
);

test.each([
  '',
  'Gatehouse',
  'a@b.example, c@d.example',
  'Gatehouse <a@b.example>, c@d.example',
  'Gatehouse <a@b.example',
  'a@b.example>',
  'Gate\r\nBcc: c@d.example <a@b.example>',
  '"Gatehouse" <a@b.example>',
  'Gätehouse <a@b.example>',
  'a@b.example\n',
  true,
])('sender %j is refused', (sender) => {
  expect(() => readSettings({ sender })).toThrow(/^sender must be an address/);
});
