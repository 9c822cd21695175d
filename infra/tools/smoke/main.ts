// Implements `npm run smoke -- <url>`: exercises a deployment from sign-up to logout, on a temporary tenant that is
// removed afterwards. Needs the login of an admin: GATEHOUSE_ADMIN_EMAIL, GATEHOUSE_ADMIN_PASSWORD and, if they have an
// authenticator, GATEHOUSE_ADMIN_OTP. `--deep` also looks at what only a deployment shows, and at its stack if there are
// credentials of AWS.
import { parseArgs } from 'node:util';
import { exitWithError } from '../../user-error.ts';
import { openAccount } from './account.ts';
import { type AdminLogin, type Deep, smoke } from './smoke.ts';

const USAGE = `usage: GATEHOUSE_ADMIN_EMAIL=... GATEHOUSE_ADMIN_PASSWORD=... npm run smoke -- [--deep] https://auth.example.com
Create an admin for this purpose: all their sessions end when the smoke test is done.
--deep looks at the stack, too, with AWS credentials: --stack NAME (default Gatehouse), --region REGION.`;
const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

function exitWithUsage(): never {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}

function readArguments() {
  try {
    const options = { deep: { type: 'boolean' }, stack: { type: 'string' }, region: { type: 'string' } } as const;
    return parseArgs({ options, allowPositionals: true });
  } catch {
    return exitWithUsage();
  }
}

/** With `stack`, it is looked for even if the service is on this machine. Throws if it then cannot be. */
async function openDeep(url: string, stack: string | undefined, region: string | undefined): Promise<Deep> {
  if (stack === undefined && LOCAL.includes(new URL(url).hostname))
    return { account: undefined, leftOut: 'the service is on this machine' };
  if (stack !== undefined) return { account: await openAccount(stack, region) };
  return openAccount('Gatehouse', region).then(
    (account) => ({ account }),
    (error: Error) => ({ account: undefined, leftOut: `there are no AWS credentials (${error.message})` }),
  );
}

const { values, positionals } = readArguments();
const url = positionals[0] ?? exitWithUsage();
if (!/^https?:\/\//.test(url) || !URL.canParse(url)) exitWithUsage();
const { GATEHOUSE_ADMIN_EMAIL: email, GATEHOUSE_ADMIN_PASSWORD: password, GATEHOUSE_ADMIN_OTP: otp } = process.env;
if (!email || !password) exitWithUsage();

const login: AdminLogin = { email, password, ...(otp && { otp }) };
const deep = values.deep
  ? await openDeep(url, values.stack, values.region).catch((error: Error) => exitWithError(error.message))
  : undefined;
const passed = await smoke(url.replace(/\/$/, ''), login, (line) => process.stdout.write(`${line}\n`), deep);
process.exitCode = passed ? 0 : 1;
