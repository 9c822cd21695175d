// `npm run smoke -- <url>`: what people do with a deployment, from signing up to logging out, on a tenant of its own that
// is gone afterwards. Needs the login of an admin: GATEHOUSE_ADMIN_EMAIL, GATEHOUSE_ADMIN_PASSWORD and, if he has an
// authenticator, GATEHOUSE_ADMIN_OTP.
import { type AdminLogin, smoke } from './smoke.ts';

const USAGE = `usage: GATEHOUSE_ADMIN_EMAIL=... GATEHOUSE_ADMIN_PASSWORD=... npm run smoke -- https://auth.example.com
The admin logs out of everything at the end, so he should be one of his own.`;

function refuse(): never {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}

const url = process.argv[2] ?? refuse();
if (!/^https?:\/\//.test(url) || !URL.canParse(url)) refuse();
const { GATEHOUSE_ADMIN_EMAIL: email, GATEHOUSE_ADMIN_PASSWORD: password, GATEHOUSE_ADMIN_OTP: otp } = process.env;
if (!email || !password) refuse();

const login: AdminLogin = { email, password, ...(otp && { otp }) };
const passed = await smoke(url.replace(/\/$/, ''), login, (line) => process.stdout.write(`${line}\n`));
process.exitCode = passed ? 0 : 1;
