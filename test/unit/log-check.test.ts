// Checks the check of all logs of a test run: it finds each kind of secret, and accepts the values that a log may hold.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { newRecoveryCode } from '../../lib/crypto/recovery-codes.ts';
import { seal } from '../../lib/crypto/seal.ts';
import { randomSecret } from '../../lib/crypto/secrets.ts';
import { newTotpSecret, otpAuthUrl } from '../../lib/crypto/totp.ts';
import * as passwords from '../../lib/domain/credentials/passwords.ts';
import { newAdminId, newDeviceId, newSessionId, newTenantId, newUserId } from '../../lib/platform/ids.ts';
import { secretsIn } from '../support/secret-shapes.ts';
import { newEmail, newPassword, useService } from '../support/service.ts';

const service = useService({}, { changeFeed: false });

const line = (fields: object): string =>
  JSON.stringify({ level: 'info', time: new Date().toISOString(), event: 'test', requestId: 'r-1', ...fields });
const tenant = newTenantId();
const user = newUserId(tenant);
const session = async () => (await service.signup(await service.tenant())).tokens;

describe('secretsIn finds', () => {
  test.each<[string, () => unknown]>([
    ['a password', newPassword],
    ['an access token', async () => (await session()).accessToken],
    ['an access token without its signature', async () => (await session()).accessToken.split('.', 2).join('.')],
    ['a refresh token', async () => (await session()).refreshToken],
    [
      'three parts of base64url',
      () => Array.from({ length: 3 }, () => randomBytes(20).toString('base64url')).join('.'),
    ],
    ['a token of an invitation', () => `inv_${user}.${randomSecret()}`],
    ['a token of a reset in a link', () => `https://app.example/reset?token=rst_${user}.${randomSecret()}`],
    ['an admin’s cookie', () => `${newAdminId()}.${randomSecret()}`],
    ['a cookie', () => '__Host-svc_refresh_2=x; svc_csrf=y'],
    ['a trusted device', () => `${newDeviceId()}.${randomSecret()}`],
    ['a state of a login with a provider', () => `${tenant}.${randomSecret()}`],
    ['a random secret', randomSecret],
    ['a secret of an authenticator', newTotpSecret],
    ['the URL in a QR code', () => otpAuthUrl('Acme', 'x', 'y')],
    ['a recovery code', newRecoveryCode],
    ['a bearer', () => 'authorization: Bearer x'],
    ['a basic secret', () => `Basic ${Buffer.from('client:secret').toString('base64')}`],
    ['a hash', () => passwords.hash('x')],
    ['an Argon2 hash', () => '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA'],
    ['a bcrypt hash', () => '$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW'],
    ['a private key', () => '-----BEGIN PRIVATE KEY-----\nMIIE'],
    ['a private JWK', () => '{"kty":"EC","d":"short"}'],
    ['a sealed value', () => seal({ 1: 'r'.repeat(32) }, 'context', 'x')],
    ['an e-mail address', newEmail],
    ['a phone number', () => '+4915112345678'],
  ])('%s', async (_, make) => {
    const secret = await make();
    expect(secretsIn(line({ reason: `it was ${secret}, they say` }))).not.toEqual([]);
    expect(secretsIn(line({ value: secret }))).not.toEqual([]);
  });

  test.each([
    { code: '123456' },
    { otp: '123456' },
    { reason: 'the code: 123456' },
    { reason: 'body {"code":"123456"}' },
  ])('a six-digit code: %j', (fields) => {
    expect(secretsIn(line(fields))).toEqual(['a six-digit code']);
  });
});

test('secretsIn finds nothing in the fields that a log line may hold', () => {
  const fields = {
    requestId: '8a4e4076-cf8d-482b-820e-62097c23864a',
    tenant,
    actor: user,
    session: newSessionId(tenant, 3),
    device: newDeviceId(),
    identifier: randomBytes(12).toString('base64url'),
    code: 'INVALID_CREDENTIALS',
    at: 'at Object.<anonymous> (/srv/node_modules/@aws-sdk/client-dynamodb/dist-es/index.js:180:12)',
    status: 401,
    ms: 123456,
    ip: '2001:db8:0:1:1:1:1:1',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    traceId: '1-5759e988-bd862e3fe1be46a994272793',
    callerTraceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  };
  expect(secretsIn(line(fields))).toEqual([]);
});

describe('log-check', () => {
  const check = (...lines: string[]) => {
    const directory = mkdtempSync(join(tmpdir(), 'gatehouse-logs-'));
    writeFileSync(join(directory, 'one.jsonl'), lines.map((each) => `${each}\n`).join(''));
    const run = spawnSync(process.execPath, [join(import.meta.dirname, '../support/log-check.ts'), directory], {
      encoding: 'utf8',
    });
    rmSync(directory, { recursive: true });
    return { ...run, directory };
  };

  test('fails and names the file and the line of a secret', () => {
    const { status, stderr, directory } = check(line({}), line({ reason: newPassword() }), line({}));
    expect(stderr).toBe(`logs: ${directory}/one.jsonl:2: a password of a test\n`);
    expect(status).toBe(1);
  });

  test('fails for a line that is not one log record', () => {
    const { status, stderr } = check(line({}), `${line({})}${line({})}`);
    expect([status, stderr]).toEqual([1, expect.stringContaining('one.jsonl:2: no record')]);
  });

  test('succeeds for log lines and metrics', () => {
    const { status, stdout } = check(line({}), '{"_aws":{}}');
    expect([status, stdout]).toEqual([0, 'logs: 2 lines in 1 files, 0 problems\n']);
  });

  test('fails when nothing was logged', () => {
    expect(check()).toMatchObject({ status: 1, stderr: expect.stringContaining('nothing was logged') });
  });
});
