// Runs the steps of the smoke test in order. Everything it created is removed, also after a failure.
import { randomBytes } from 'node:crypto';
import { generate } from 'otplib';
import { type Client, createClient, GatehouseError } from '../../../lib/packages/client/node.ts';
import { requireIssuer, verifyOffline } from './checks.ts';
import { lookDeeper } from './deep.ts';
import { expectRefusal, type LookAtAccount, type Print, type Run, reporting } from './steps.ts';

export type AdminLogin = { email: string; password: string; otp?: string };
type Account = { email: string; password: string };
type Person = { client: Client; account: Account; id: string };
/** `account`: looks at the deployment's resources. `leftOut`: why nothing does. */
export type Deep = { account: LookAtAccount | undefined; leftOut?: string };

const PERMISSION = 'users.invite';
const STEP_SECONDS = 30;

/**
 * Prints the result of each step and returns whether all passed. A failed removal is printed as a failed step. With `deep`,
 * it also looks at what only a deployment shows.
 */
export async function smoke(baseUrl: string, login: AdminLogin, print: Print, deep?: Deep): Promise<boolean> {
  const started = Date.now();
  const step = reporting(print);
  const admin = createClient({ baseUrl });
  const undo: [name: string, act: () => Promise<unknown>][] = [];
  let passed = true;
  try {
    await step('the service is healthy and has this address as its issuer', () => requireHealthy(admin, baseUrl));
    const style = await step('the sign-in page loads with its script and style', () => requirePages(baseUrl));
    await step('an admin logs in', () => admin.adminConsole.login(login));
    undo.push(['the admin logs out', () => admin.adminConsole.logout()]);
    const { passwordScheme } = await step('the runtime says how it hashes', () => admin.adminConsole.runtime());
    print(`        new passwords are hashed with ${passwordScheme}`);
    if (passwordScheme === 'bcrypt') print('        Argon2id would be better: is the runtime older than Node 24.7?');
    const slug = `smoke-${randomBytes(5).toString('hex')}`;
    const { tenant } = await step('the admin creates a tenant', () =>
      admin.adminTenants.create({ name: `Smoke test ${slug}`, slug }),
    );
    undo.push(['the admin removes the tenant, and it can no longer be found', () => removeTenant(admin, tenant)]);
    const run: Run = { baseUrl, admin, tenantId: tenant.id, step };
    const ann = await signUp(run, slug);
    await session(run, ann);
    await invite(run, ann, undo);
    await secondFactor(run, ann);
    await step('the user logs out, and their token is rejected', async () => {
      const tokens = ann.client.tokens();
      await ann.client.authentication.logout();
      // The client has discarded its tokens; a copy of them must be rejected too.
      await expectRefusal(401, () => createClient({ baseUrl, tokens }).authentication.me());
    });
    if (deep) passed = await lookDeeper({ ...run, style, print, since: started }, deep);
  } catch {
    passed = false;
  }
  for (const [name, act] of undo.reverse()) await step(name, act).catch(() => (passed = false));
  print(passed ? 'passed' : 'FAILED');
  return passed;
}

async function removeTenant({ adminTenants, authentication }: Client, { id, slug }: { id: string; slug: string }) {
  await adminTenants.remove({ id });
  await expectRefusal(404, () => authentication.lookupTenant({ slug }));
}

async function requireHealthy(client: Client, baseUrl: string): Promise<void> {
  await requireIssuer(client, baseUrl);
  // Only API Gateway itself shows how it serves such a path.
  const { status } = await fetch(`${baseUrl}/auth/health/`);
  if (status !== 200) throw new Error(`a path with a slash behind it responds ${status}`);
}

/**
 * Only a deployment shows that the page names its files where the gateway serves them. Returns the address of the style sheet:
 * a script may be a few bytes that load others.
 */
async function requirePages(baseUrl: string): Promise<string> {
  const page = await fetch(`${baseUrl}/login`);
  const text = await page.text();
  if (page.status !== 200) throw new Error(`/login responds ${page.status}`);
  const [, base] = /<base href="([^"]*)">/.exec(text) ?? [];
  const load = async (file: string | undefined): Promise<string> => {
    const { status, url } = await fetch(new URL(`${base}${file}`, baseUrl));
    if (status !== 200) throw new Error(`a file of the page, ${url}, responds ${status}`);
    return url;
  };
  await load(/<script type="module" src="([^"]*)">/.exec(text)?.[1]);
  return load(/<link rel="stylesheet" href="([^"]*)">/.exec(text)?.[1]);
}

/** SES accepts messages to its simulator, also in the sandbox, and delivers them to no person. */
const addressOf = (name: string): string => `success+${name}@simulator.amazonses.com`;

async function signUp({ baseUrl, tenantId, step }: Run, slug: string): Promise<Person> {
  const client = createClient({ baseUrl });
  const account = { email: addressOf(slug), password: randomBytes(18).toString('base64url') };
  await step('a user finds the tenant and signs up', async () => {
    const found = await client.authentication.lookupTenant({ slug });
    if (found.id !== tenantId) throw new Error('another tenant was found');
    await client.authentication.signup({ ...account, tenantId });
  });
  const { id } = await client.authentication.me();
  return { client, account, id };
}

async function session({ baseUrl, tenantId, step }: Run, { client, account, id }: Person): Promise<void> {
  await step('a wrong password is rejected', () =>
    expectRefusal(401, () =>
      createClient({ baseUrl }).authentication.login({ tenantId, credentials: { ...account, password: 'wrong' } }),
    ),
  );
  await step('the user logs in', () => client.authentication.login({ tenantId, credentials: account }));
  await step('the access token can be verified offline', async () => {
    if ((await verifyOffline(client, baseUrl)) !== id) throw new Error('the token belongs to another user');
  });
  await step('the user refreshes the session', async () => {
    const before = client.tokens()?.refreshToken;
    await client.authentication.refreshToken({ refreshToken: before });
    if (client.tokens()?.refreshToken === before) throw new Error('the refresh token was not rotated');
    await client.authentication.me();
  });
}

async function invite({ admin, tenantId, step }: Run, inviter: Person, undo: [string, () => Promise<unknown>][]) {
  await step('the user gets a role that allows inviting', async () => {
    const made = await admin.adminPermissions.create({ name: PERMISSION }).catch((error: unknown) => {
      if (!(error instanceof GatehouseError && error.code === 'PERMISSION_ALREADY_EXISTS')) throw error;
      return undefined;
    });
    const { role } = await admin.adminRoles.create({ name: 'Inviters', tenantId, permissions: [PERMISSION] });
    await admin.adminUsers.update({ id: inviter.id, roleIds: [role.id] });
    if (made)
      undo.push(['the admin removes the permission', () => admin.adminPermissions.remove({ id: made.permission.id })]);
  });
  await step('the user invites another user, whose account exists', async () => {
    const email = addressOf(`smoke-${randomBytes(5).toString('hex')}`);
    const { userId, isNewUser } = await inviter.client.authentication.invite({ email });
    const { user } = await admin.adminUsers.get({ id: userId });
    if (!isNewUser || user.email !== email) throw new Error('the invited account is a different one');
  });
}

async function secondFactor({ baseUrl, tenantId, step }: Run, { client, account }: Person): Promise<void> {
  const { secret } = await step('the user sets up an authenticator', async () => {
    const setup = await client.mfa.setupTotp();
    // Each code works once, and the code of the previous step is still valid, so there is no need to wait for the next
    // one.
    await client.mfa.verifyTotpSetup({ otp: await codeOf(setup.secret, -1) });
    return setup;
  });
  await step('the password alone no longer opens a session', async () => {
    await client.authentication.login({ tenantId, credentials: account });
    await expectRefusal(401, () => client.authentication.me());
  });
  await step('password and code open a session', async () => {
    await client.mfa.verify({ method: 'totp', otp: await codeOf(secret, 0) });
    await client.authentication.me();
  });
  await step('another client must also present a second factor', async () => {
    const other = createClient({ baseUrl });
    const { isRequiresMfa } = await other.authentication.login({ tenantId, credentials: account });
    if (!isRequiresMfa) throw new Error('no second factor was required');
  });
}

/**
 * Returns the code of an authenticator app, `ahead` steps from now. Waits near the end of a step, so that it arrives in
 * time.
 */
async function codeOf(secret: string, ahead: number): Promise<string> {
  const left = STEP_SECONDS - ((Date.now() / 1000) % STEP_SECONDS);
  if (left < 5) await new Promise((resolve) => setTimeout(resolve, left * 1000 + 100));
  return generate({ secret, epoch: Math.floor(Date.now() / 1000) + ahead * STEP_SECONDS });
}
