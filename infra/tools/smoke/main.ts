// Implements `npm run smoke -- <url>`: exercises a deployment from sign-up to logout, on a temporary tenant that is
// removed afterwards. Needs the login of an admin: GATEHOUSE_ADMIN_EMAIL, GATEHOUSE_ADMIN_PASSWORD and, if they have an
// authenticator, GATEHOUSE_ADMIN_OTP.
import { type AdminLogin, smoke } from './smoke.ts';

const USAGE = `usage: GATEHOUSE_ADMIN_EMAIL=... GATEHOUSE_ADMIN_PASSWORD=... npm run smoke -- https://auth.example.com
Create an admin for this purpose: all their sessions end when the smoke test is done.`;

function exitWithUsage(): never {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}

const url = process.argv[2] ?? exitWithUsage();
if (!/^https?:\/\//.test(url) || !URL.canParse(url)) exitWithUsage();
const { GATEHOUSE_ADMIN_EMAIL: email, GATEHOUSE_ADMIN_PASSWORD: password, GATEHOUSE_ADMIN_OTP: otp } = process.env;
if (!email || !password) exitWithUsage();

const login: AdminLogin = { email, password, ...(otp && { otp }) };
const passed = await smoke(url.replace(/\/$/, ''), login, (line) => process.stdout.write(`${line}\n`));
process.exitCode = passed ? 0 : 1;
