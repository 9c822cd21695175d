// Checks the rehearsal's evaluation of IAM policies.
import { expect, test } from '@jest/globals';
import { allowed, type Requirement, requireSupported, type Statement } from '../../infra/tools/rehearsal/iam/policy.ts';

const TABLE = 'arn:aws:dynamodb:local:000000000000:table/t';
const read: Statement = { Effect: 'Allow', Action: ['dynamodb:GetItem', 'dynamodb:Query'], Resource: TABLE };
const requirement = (more: Partial<Requirement> = {}): Requirement => ({
  action: 'dynamodb:GetItem',
  resource: TABLE,
  ...more,
});
const is = (statements: Statement[], asked: Requirement): boolean => allowed(statements, asked) !== undefined;

test('an action on a resource is allowed if a statement names both', () => {
  expect(allowed([read], requirement())).toEqual([`dynamodb:GetItem ${TABLE}`]);
  expect(is([read], requirement({ action: 'dynamodb:PutItem' }))).toBe(false);
  expect(is([read], requirement({ resource: `${TABLE}/index/i` }))).toBe(false);
  expect(is([{ ...read, Resource: [`${TABLE}/index/*`] }], requirement({ resource: `${TABLE}/index/i` }))).toBe(true);
  expect(is([], requirement())).toBe(false);
});

test('a denial is stronger', () => {
  expect(is([read, { Effect: 'Deny', Action: 'dynamodb:*', Resource: '*' }], requirement())).toBe(false);
  expect(is([read, { Effect: 'Deny', Action: 's3:*', Resource: '*' }], requirement())).toBe(true);
});

test('what is named as an exception is not allowed', () => {
  const sms: Statement = { Effect: 'Allow', Action: 'sns:Publish', NotResource: 'arn:aws:sns:*:*:*' };
  expect(is([sms], { action: 'sns:Publish', resource: '+14155550142' })).toBe(true);
  expect(is([sms], { action: 'sns:Publish', resource: 'arn:aws:sns:local:0:topic' })).toBe(false);
});

test('a condition must be true', () => {
  const keys = (operator: string, key: string, ...values: string[]): Statement => ({
    ...read,
    Condition: { [operator]: { [key]: values } },
  });
  const leading = keys('ForAllValues:StringEquals', 'dynamodb:LeadingKeys', 'a', 'b');
  const touching = (...partitions: string[]) => requirement({ context: { 'dynamodb:LeadingKeys': partitions } });
  expect([['a'], ['a', 'b'], ['a', 'c']].map((each) => is([leading], touching(...each)))).toEqual([true, true, false]);
  const from = keys('StringEquals', 'ses:FromAddress', 'a@example.com');
  expect(is([from], requirement({ context: { 'ses:FromAddress': ['a@example.com'] } }))).toBe(true);
  expect(is([from], requirement({ context: { 'ses:FromAddress': ['b@example.com'] } }))).toBe(false);
  expect(is([from], requirement())).toBe(false);
});

test('a resource policy allows only the service that it names', () => {
  const own: Statement = { ...read, Principal: { Service: 'events.amazonaws.com' } };
  expect(is([own], requirement({ service: 'events.amazonaws.com' }))).toBe(true);
  expect(is([own], requirement({ service: 's3.amazonaws.com' }))).toBe(false);
  expect(is([own], requirement())).toBe(false);
  expect(is([read], requirement({ service: 'events.amazonaws.com' }))).toBe(false);
});

test('an unsupported element of a policy is rejected', () => {
  const strange = { ...read, Condition: { DateLessThan: { 'aws:CurrentTime': '2030-01-01' } } };
  expect(() => requireSupported(strange, 'Role')).toThrow(/DateLessThan in a policy of Role/);
  expect(() => requireSupported({ ...read, NotAction: 'x' } as Statement, 'Role')).toThrow(/NotAction/);
  requireSupported(read, 'Role');
});
