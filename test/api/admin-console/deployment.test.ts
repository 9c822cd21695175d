// Tests GET /auth/admin/api/deployment.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { handler as watch } from '../../../functions/watch.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { useService } from '../../support/service.ts';

const service = useService({ GATEHOUSE_ACCESS_TTL: '600', GATEHOUSE_CEILINGS: 'login-ip=500' });
const PATH = '/auth/admin/api/deployment';
const deployment = () => service.admin('GET', PATH);

/** Every value of the environment that is a secret or names one. */
const secretValues = (): string[] =>
  Object.entries(process.env).flatMap(([name, value = '']) =>
    /SECRET|KEY|TOKEN|PASSWORD|CREDENTIAL/.test(name) && name !== 'GATEHOUSE_TOKEN_TYPE' && value.length > 5
      ? [value]
      : [],
  );

describe('GET /auth/admin/api/deployment 200', () => {
  test('shows the version, the place and the settings with their defaults', async () => {
    const { body } = await deployment();
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(body).toMatchObject({
      version,
      baseUrl: service.baseUrl,
      region: null,
      functionName: null,
      runtime: expect.stringMatching(/^Node\.js v\d+/),
      messages: { email: 'ses', sms: 'sns' },
    });
    const setting = (wanted: string) => body.settings.find(({ name }: { name: string }) => name === wanted);
    expect(setting('GATEHOUSE_ACCESS_TTL')).toEqual({
      name: 'GATEHOUSE_ACCESS_TTL',
      value: '600',
      default: '900',
      meaning: expect.stringContaining('access token'),
    });
    expect(setting('GATEHOUSE_RESET_TTL')).toMatchObject({ value: null, default: '1800' });
  });

  test('shows the limits that count', async () => {
    const { limits } = (await deployment()).body;
    expect(limits).toContainEqual({
      name: 'login-ip',
      value: 500,
      default: 150,
      per: 'address',
      meaning: expect.any(String),
    });
  });

  test('shows the age of the signing keys without their private parts', async () => {
    await service.signup(await service.tenant());
    const { body, text } = await deployment();
    expect(body.signingKeys.map(({ state }: { state: string }) => state).sort()).toEqual(['current', 'next']);
    for (const key of body.signingKeys)
      expect(key).toEqual({
        kid: expect.any(String),
        algorithm: 'RS256',
        state: expect.any(String),
        createdAt: expect.stringMatching(/Z$/),
        expiresAt: null,
      });
    expect(text).not.toMatch(/sealed|"d"|private/i);
    const { keys } = (await service.get('/.well-known/jwks.json')).body;
    expect(keys.map(({ kid }: { kid: string }) => kid).sort()).toEqual(
      body.signingKeys.map(({ kid }: { kid: string }) => kid).sort(),
    );
    expect(Object.keys(keys[0])).not.toEqual(expect.arrayContaining(['createdAt', 'state']));
  });

  test('shows when the watch last wrote a heartbeat', async () => {
    expect((await deployment()).body.lastHeartbeatAt).toBeNull();
    await watch({});
    expect((await deployment()).body.lastHeartbeatAt).toEqual(expect.stringMatching(/Z$/));
  });

  test('has no value of a secret, and no name of one', async () => {
    const { text } = await deployment();
    const secrets = [...secretValues(), service.secretKey, service.adminLogin.password];
    expect(secrets.length).toBeGreaterThan(3);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).not.toMatch(/GATEHOUSE_\w*SECRET/);
  });
});

test('GET /auth/admin/api/deployment 400 rejects a parameter', async () => {
  expect(answerOf(await service.admin('GET', `${PATH}?secrets=1`))).toEqual(refusal('INVALID_INPUT'));
});
