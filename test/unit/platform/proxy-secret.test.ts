// Checks which values of the proxy's secret count, in both of its forms.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { forgetSecrets, proxySecrets } from '../../../lib/platform/aws/secrets.ts';
import { type SecretsManager, startSecretsManager } from '../../support/faults/secrets-manager.ts';

const [OLD, NEW] = ['o'.repeat(48), 'n'.repeat(48)];
const environment = { ...process.env };
let manager: SecretsManager;

beforeAll(async () => {
  manager = await startSecretsManager({});
  Object.assign(process.env, {
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: manager.endpoint,
    GATEHOUSE_BASE_URL: 'https://auth.example.com',
    GATEHOUSE_TABLE: 'table',
    GATEHOUSE_TRUSTED_PROXY: 'cloudfront',
    GATEHOUSE_PROXY_SECRET: 'proxy',
  });
});
beforeEach(() => forgetSecrets());
afterAll(async () => {
  process.env = environment;
  await manager.stop();
});

test.each([
  [OLD, [OLD]],
  [`${OLD}, ${NEW}`, [OLD, NEW]],
  [JSON.stringify({ 1: OLD }), [OLD]],
  [JSON.stringify({ 1: OLD, 2: NEW }), [OLD, NEW]],
])('%s has its values', async (text, values) => {
  manager.secrets.set('proxy', text);
  expect(await proxySecrets()).toEqual(values);
});

test.each([
  ['no value', '{}'],
  ['JSON that ends early', '{"1":'],
  ['a value that is too short', JSON.stringify({ 1: OLD, 2: 'n' })],
  ['a value that is no text', JSON.stringify({ 1: OLD, 2: null })],
  ['a third value', JSON.stringify({ 1: OLD, 2: NEW, 3: NEW })],
  ['a third value in a list', `${OLD},${NEW},${NEW}`],
  ['an empty value in a list', `${OLD},`],
])('a secret with %s lets no request in, and the error does not quote it', async (_, text) => {
  manager.secrets.set('proxy', text);
  await expect(proxySecrets()).rejects.toThrow(
    'the secret of the proxy is not valid: it must be one or two values of 32 characters or more',
  );
});
