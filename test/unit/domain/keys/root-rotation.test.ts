// Calls the rotation of the root secret step by step, as Secrets Manager does. Each step may be repeated, no version is
// lost, and a version is used one rotation after it was published.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { handler } from '../../../../functions/secret-rotation.ts';
import { createOutbound } from '../../../../infra/tools/local/aws/sent-messages.ts';
import { type Aws, startAws } from '../../../../infra/tools/local/aws/server.ts';
import type { Roots } from '../../../../lib/crypto/roots.ts';
import type { TheftEvent } from '../../../../lib/domain/keys/root-rotation.ts';
import { now } from '../../../../lib/platform/clock.ts';
import { later, MINUTE } from '../../../support/api.ts';

const FIRST = 'first-root-of-at-least-thirty-two-characters';
const VALUE = JSON.stringify({ 1: FIRST });
/** Each test takes a secret of its own, because the client keeps its connection to the one endpoint. */
const unused = Array.from({ length: 30 }, (_, at) => `root-${at}`);
let aws: Aws;
let ID = '';

beforeAll(async () => {
  const secrets = Object.fromEntries([...unused, 'stolen-session', 'stolen-seal'].map((id) => [id, VALUE]));
  aws = await startAws({ secrets, rules: [], outbound: createOutbound() });
  Object.assign(process.env, {
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: aws.endpoint,
    GATEHOUSE_LOG_LEVEL: 'none',
  });
});
afterAll(() => aws.stop());
beforeEach(() => {
  ID = unused.pop() as string;
});

const TEXT = expect.any(String);
const TIME = expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/);
const STEPS = ['createSecret', 'setSecret', 'testSecret', 'finishSecret'];
const step = (name: string, token: string) => handler({ Step: name, SecretId: ID, ClientRequestToken: token });
const rotate = async (times = 1): Promise<string> => {
  const token = aws.secretsManager.beginRotation(ID);
  for (const name of STEPS) for (let again = 0; again < times; again++) await step(name, token);
  return token;
};
const call = (name: string, input: object) =>
  (aws.secretsManager.operations[name] as (input: object) => Record<string, string>)({ SecretId: ID, ...input });
const roots = (): Roots => JSON.parse(call('GetSecretValue', {}).SecretString as string);

test('a rotation adds a version and makes the one that the previous rotation added current', async () => {
  await rotate();
  const since = { 1: TIME };
  expect(roots()).toEqual({ 1: FIRST, 2: expect.stringMatching(/^[\w-]{64,}$/), current: '1', since });
  const [, second] = Object.values(roots());
  const before = now();
  await later(11 * MINUTE, () => rotate());
  expect(roots()).toEqual({ 1: FIRST, 2: second, 3: TEXT, current: '2', since: { 1: TIME, 2: TIME } });
  expect(Date.parse(roots().since?.['2'] ?? '')).toBeGreaterThanOrEqual(before + 21 * MINUTE);
});

test('a rotation whose steps are repeated adds one version', async () => {
  const token = await rotate(3);
  expect(Object.keys(roots())).toEqual(['1', '2', 'current', 'since']);
  const settled = roots();
  for (const name of STEPS) await step(name, token);
  expect(roots()).toEqual(settled);
});

test('a rotation keeps versions that an operator wrote by hand, without a current one', async () => {
  const [second, ninth] = ['2', '9'].map((digit) => digit.repeat(32));
  call('PutSecretValue', { SecretString: JSON.stringify({ 2: second, 9: ninth }) });
  await rotate();
  expect(roots()).toEqual({ 2: second, 9: ninth, 10: TEXT, current: '9', since: { 9: TIME } });
});

// Secrets Manager calls testSecret with an unchanged value when the schedule is created.
test('testSecret accepts a value that changes nothing', async () => {
  const token = aws.secretsManager.beginRotation(ID);
  call('PutSecretValue', { ClientRequestToken: token, VersionStages: ['AWSPENDING'], SecretString: VALUE });
  await step('testSecret', token);
  expect(roots()).toEqual({ 1: FIRST });
});

describe('the rotation throws and keeps the old value', () => {
  test('at createSecret when the newest version was published a moment ago', async () => {
    await rotate();
    const before = roots();
    const token = aws.secretsManager.beginRotation(ID);
    await expect(step('createSecret', token)).rejects.toThrow('a moment ago');
    expect(roots()).toEqual(before);
    await later(11 * MINUTE, () => step('createSecret', token));
  });

  test('at createSecret for a rotation that Secrets Manager does not know', async () => {
    aws.secretsManager.beginRotation(ID);
    await expect(step('createSecret', 'token-of-another-rotation')).rejects.toThrow('does not know');
    expect(roots()).toEqual({ 1: FIRST });
  });

  test.each([
    ['lacks a version', { 2: 'x'.repeat(32), 3: 'y'.repeat(32), current: '2' }],
    ['changes a version', { 1: 'z'.repeat(32), 2: 'x'.repeat(32), current: '1' }],
    ['is too short', { 1: FIRST, 2: 'short', current: '1' }],
    ['names a current version that does not exist', { 1: FIRST, 2: 'x'.repeat(32), current: '3' }],
    ['names no current version', { 1: FIRST, 2: 'x'.repeat(32) }],
    ['has a revoked current version', { 1: FIRST, 2: 'x'.repeat(32), current: '1', revoked: ['1'] }],
  ])('at testSecret for a new value that %s', async (_, proposed) => {
    const token = aws.secretsManager.beginRotation(ID);
    const stages = { ClientRequestToken: token, VersionStages: ['AWSPENDING'] };
    call('PutSecretValue', { ...stages, SecretString: JSON.stringify(proposed) });
    await expect(step('testSecret', token)).rejects.toThrow(/root secret/);
    expect(roots()).toEqual({ 1: FIRST });
  });

  test.each(['', 'dropSecret', 'constructor'])('for a step named %j', async (name) => {
    await expect(step(name, aws.secretsManager.beginRotation(ID))).rejects.toThrow('not a step');
  });
});

test('twenty concurrent createSecret calls of one rotation add one version', async () => {
  const token = aws.secretsManager.beginRotation(ID);
  await Promise.all(Array.from({ length: 20 }, () => step('createSecret', token)));
  for (const name of ['testSecret', 'finishSecret']) await step(name, token);
  expect(Object.keys(roots())).toEqual(['1', '2', 'current', 'since']);
});

describe('after a theft', () => {
  const steal = async (stolen: unknown) => {
    process.env.GATEHOUSE_BASE_URL = 'http://localhost:1';
    process.env.GATEHOUSE_TABLE = 'gatehouse';
    process.env.GATEHOUSE_SESSION_SECRET = 'stolen-session';
    process.env.GATEHOUSE_SEAL_SECRET = 'stolen-seal';
    return handler({ stolen } as TheftEvent);
  };
  const value = (id: string): Roots =>
    JSON.parse(String(call('GetSecretValue', { SecretId: id } as object).SecretString));

  test('all versions are revoked and a new one is current at once, in each secret that was named', async () => {
    await expect(steal(['session', 'seal'])).resolves.toEqual({ replaced: ['session', 'seal'] });
    for (const id of ['stolen-session', 'stolen-seal']) {
      expect(value(id)).toEqual({ 1: FIRST, 2: TEXT, 3: TEXT, current: '2', since: { 2: TIME }, revoked: ['1'] });
    }
    expect(value('stolen-session')['2']).not.toBe(value('stolen-seal')['2']);
    await steal(['session']);
    expect(value('stolen-session')).toMatchObject({ current: '4', revoked: ['1', '2', '3'] });
    expect(value('stolen-seal')).toMatchObject({ current: '2', revoked: ['1'] });
  });

  test('a rotation that had begun before it cannot undo it', async () => {
    ID = 'stolen-session';
    const token = aws.secretsManager.beginRotation(ID);
    await later(11 * MINUTE, () => step('createSecret', token));
    await step('testSecret', token);
    await steal(['session']);
    const after = value(ID);
    await expect(step('testSecret', token)).rejects.toThrow();
    await expect(step('finishSecret', token)).rejects.toThrow();
    expect(value(ID)).toEqual(after);
    await later(11 * MINUTE, () => rotate());
    expect(value(ID)).toMatchObject({ current: String(Number(after.current) + 1), revoked: after.revoked });
  });

  test.each([[[]], [['root']], [['pepper']], [['__proto__']], [['session', 'admin']]])(
    'nothing changes for %j, which are not root secrets of this function',
    async (stolen) => {
      const before = value('stolen-session');
      await expect(steal(stolen)).rejects.toThrow('stolen must name');
      expect(value('stolen-session')).toEqual(before);
    },
  );
});
