// Looks at accounts before a deployment, through the SDK's own clients: good ones, and ones that refuse or are silent.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { CHECKS } from '../../infra/tools/preflight/preflight.ts';
import type { AwsReplies, AwsReply } from '../support/aws-account.ts';
import { CERTIFICATE, GOOD, look, PASSKEYS, REGION, SENDER, useAccount } from '../support/good-account.ts';

const account = useAccount();

describe('an account that has all', () => {
  test('passes without a warning, and each check takes one line', async () => {
    const everything = { ...SENDER, ...PASSKEYS, certificateArn: CERTIFICATE, backupDays: 90, profile: 'hardened' };
    const { passed, lines } = await look(account, everything);
    expect(passed).toBe(true);
    expect(lines.at(-1)).toBe(`0 fail, 0 warnings, ${CHECKS.length + 1} ok`);
    expect(lines).toHaveLength(CHECKS.length + 3);
  });

  test('is not asked about what the settings do not use', async () => {
    account.calls.length = 0;
    await look(account);
    const asked = ['DescribeLimits', 'DescribeResourcePolicies', 'GET /2016-08-19/account-settings', 'GET /account'];
    expect(account.calls.toSorted()).toEqual([...asked, 'GetParameter']);
  });

  test('is only read from', async () => {
    account.calls.length = 0;
    await look(account, { ...SENDER, ...PASSKEYS, certificateArn: CERTIFICATE, backupDays: 90 });
    for (const call of account.calls) expect(call).toMatch(/^(GET |Get|Describe)/);
  });
});

describe('a call that is refused or has no reply', () => {
  const EVERYTHING = { ...SENDER, ...PASSKEYS, certificateArn: CERTIFICATE, backupDays: 90 };
  const everywhere = (reply: (name: string) => AwsReply): AwsReplies =>
    Object.fromEntries(Object.keys(GOOD).map((name) => [name, reply(name)]));

  test('a denied call names the permission, and the others go on', async () => {
    const { passed, lines } = await look(account, SENDER, {
      'GET /v2/email/account': { error: 'AccessDeniedException' },
    });
    const at = lines.indexOf('warning  not checked: the account of SES');
    expect(lines[at + 1]?.trim()).toBe('your credentials lack ses:GetAccount');
    expect(lines.at(-1)).toMatch(/^0 fail, 1 warnings, [89] ok$/);
    expect(passed).toBe(true);
  });

  test('credentials without any permission name all that the guide lists', async () => {
    const denied = (name: string): AwsReply => ({
      error: name.includes('SMS')
        ? 'AuthorizationError'
        : name.includes('hostedzone')
          ? 'AccessDenied'
          : 'AccessDeniedException',
    });
    const { lines } = await look(account, EVERYTHING, everywhere(denied));
    const lacking = lines.flatMap((line) => /your credentials lack (\S+)/.exec(line)?.[1] ?? []);
    expect(lacking.toSorted()).toEqual(CHECKS.map(({ needs }) => needs).toSorted());
    const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/first-deployment.md'), 'utf8');
    const policy = JSON.parse(/```json\n(\{\s+"Version"[\s\S]*?)```/.exec(guide)?.[1] ?? '{}');
    expect(policy.Statement[0].Action.toSorted()).toEqual(lacking.toSorted());
  });

  test('a call without a reply fails, and the others go on', async () => {
    const { passed, lines } = await look(account, {}, { DescribeLimits: { hangs: true } }, 0.2);
    expect(passed).toBe(false);
    expect(lines.filter((line) => line.startsWith('FAILS'))).toEqual(['FAILS    not checked: units of DynamoDB']);
  });

  test('credentials that have expired fail', async () => {
    const { passed, text } = await look(account, {}, { GetParameter: { error: 'ExpiredTokenException', status: 400 } });
    expect(passed).toBe(false);
    expect(text).toContain('ExpiredTokenException');
  });
});

describe('the command', () => {
  const MAIN = join(import.meta.dirname, '../../infra/tools/preflight/main.ts');
  async function command(...args: string[]) {
    const child = spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, ...account.environment } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    const code = await new Promise((resolve) => child.once('close', resolve));
    return { code, output };
  }

  test('looks at the region and the settings that it is given, and exits with the result', async () => {
    account.replies = GOOD;
    expect(await command('--region', REGION)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Gatehouse in eu-central-1\n[\s\S]*0 fail/),
    });
    expect(await command('--region', REGION, '-c', 'apiGatewayLogRole=off')).toMatchObject({ code: 1 });
  });

  test.each([
    [['-c', 'region=us-east-1', '--region', REGION], 'Gatehouse is deployed to us-east-1, not to eu-central-1'],
    [['--region', REGION, 'Other'], 'there is no Other: Gatehouse'],
    [['-c', 'loginRate'], '-c takes KEY=VALUE'],
    [['--all'], 'usage: npm run preflight'],
  ])('%j are refused in one line', async (args, reason) => {
    const { code, output } = await command(...args);
    expect(code).toBe(1);
    expect(output).toContain(reason);
  });
});
