// The steps of the smoke test, one after the other; what was made is removed whatever happens.
import { randomBytes } from 'node:crypto';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { generate } from 'otplib';
import { type Client, createClient, GatehouseError } from '../../lib/client/index.ts';

export type AdminLogin = { email: string; password: string; otp?: string };
type Say = (line: string) => void;
type Step = <T>(name: string, act: () => Promise<T>) => Promise<T>;
type Account = { email: string; password: string };
type Person = { client: Client; account: Account; id: string };
type Run = { baseUrl: string; admin: Client; tenantId: string; step: Step };

const PERMISSION = 'users.invite';
const STEP_SECONDS = 30;

/** Says how each step went; `true`: all did as they should. Nothing of it is left over, unless it says so. */
export async function smoke(baseUrl: string, login: AdminLogin, say: Say): Promise<boolean> {
  const step = reporting(say);
  const admin = createClient({ baseUrl });
  const undo: [name: string, act: () => Promise<unknown>][] = [];
  let passed = true;
  try {
    await step('the service is healthy, and knows its address', () => demandHealthy(admin, baseUrl));
    await step('an admin logs in', () => admin.adminConsole.login(login));
    undo.push(['the admin logs out', () => admin.adminConsole.logout()]);
    const slug = `smoke-${randomBytes(5).toString('hex')}`;
    const { tenant } = await step('makes a tenant', () =>
      admin.adminTenants.create({ name: `Smoke test ${slug}`, slug }),
    );
    undo.push(['removes the tenant, and nobody finds it any more', () => removeTenant(admin, tenant)]);
    const run: Run = { baseUrl, admin, tenantId: tenant.id, step };
    const ann = await signUp(run, slug);
    await session(run, ann);
    await invite(run, ann, undo);
    await secondFactor(run, ann);
    await step('logs out, and is out', async () => {
      const tokens = ann.client.tokens();
      await ann.client.authentication.logout();
      // The client has forgotten them; whoever copied them hasn't.
      await demandRefusal(401, () => createClient({ baseUrl, tokens }).authentication.me());
    });
  } catch {
    passed = false;
  }
  for (const [name, act] of undo.reverse()) await step(name, act).catch(() => (passed = false));
  say(passed ? 'passed' : 'FAILED');
  return passed;
}

/** Each step says its name, whether it went well and how long it took. */
function reporting(say: Say): Step {
  return async (name, act) => {
    const started = performance.now();
    try {
      const result = await act();
      say(`ok      ${name} (${Math.round(performance.now() - started)} ms)`);
      return result;
    } catch (error) {
      const reason = error instanceof GatehouseError ? `${error.statusCode} ${error.code}: ` : '';
      say(`FAILED  ${name}: ${reason}${error instanceof Error ? error.message : error}`);
      throw error;
    }
  };
}

async function removeTenant({ adminTenants, authentication }: Client, { id, slug }: { id: string; slug: string }) {
  await adminTenants.remove({ id });
  await demandRefusal(404, () => authentication.lookupTenant({ slug }));
}

async function demandHealthy({ discovery }: Client, baseUrl: string): Promise<void> {
  await discovery.health();
  const { issuer } = await discovery.openidConfiguration();
  if (issuer !== baseUrl) throw new Error(`it calls itself ${issuer}: give that address`);
}

/** SES takes messages to its simulator in the sandbox, too, and no person gets them. */
const addressOf = (name: string): string => `success+${name}@simulator.amazonses.com`;

async function signUp({ baseUrl, tenantId, step }: Run, slug: string): Promise<Person> {
  const client = createClient({ baseUrl });
  const account = { email: addressOf(slug), password: randomBytes(18).toString('base64url') };
  await step('somebody finds the tenant and signs up', async () => {
    const found = await client.authentication.lookupTenant({ slug });
    if (found.id !== tenantId) throw new Error('another tenant was found');
    await client.authentication.signup({ ...account, tenantId });
  });
  const { id } = await client.authentication.me();
  return { client, account, id };
}

async function session({ baseUrl, tenantId, step }: Run, { client, account, id }: Person): Promise<void> {
  await step('a wrong password is refused', () =>
    demandRefusal(401, () =>
      createClient({ baseUrl }).authentication.login({ tenantId, credentials: { ...account, password: 'wrong' } }),
    ),
  );
  await step('logs in', () => client.authentication.login({ tenantId, credentials: account }));
  await step('the access token can be verified without asking', async () => {
    const keys = createLocalJWKSet((await client.discovery.jwks()) as JSONWebKeySet);
    const { payload } = await jwtVerify(client.tokens()?.accessToken as string, keys, { issuer: baseUrl });
    if (payload.sub !== id) throw new Error('the token is somebody else’s');
  });
  await step('refreshes the session', async () => {
    const before = client.tokens()?.refreshToken;
    await client.authentication.refreshToken({ refreshToken: before });
    if (client.tokens()?.refreshToken === before) throw new Error('the refresh token was not rotated');
    await client.authentication.me();
  });
}

async function invite({ admin, tenantId, step }: Run, inviter: Person, undo: [string, () => Promise<unknown>][]) {
  await step('may invite, by a role', async () => {
    const made = await admin.adminPermissions.create({ name: PERMISSION }).catch((error: unknown) => {
      if (!(error instanceof GatehouseError && error.code === 'PERMISSION_ALREADY_EXISTS')) throw error;
      return undefined;
    });
    const { role } = await admin.adminRoles.create({ name: 'Inviters', tenantId, permissions: [PERMISSION] });
    await admin.adminUsers.update({ id: inviter.id, roleIds: [role.id] });
    if (made) undo.push(['removes the permission', () => admin.adminPermissions.remove({ id: made.permission.id })]);
  });
  await step('invites somebody, who is there', async () => {
    const email = addressOf(`smoke-${randomBytes(5).toString('hex')}`);
    const { userId, isNewUser } = await inviter.client.authentication.invite({ email });
    const { user } = await admin.adminUsers.get({ id: userId });
    if (!isNewUser || user.email !== email) throw new Error('the invited account is another one');
  });
}

async function secondFactor({ baseUrl, tenantId, step }: Run, { client, account }: Person): Promise<void> {
  const { secret } = await step('sets up an authenticator', async () => {
    const setup = await client.mfa.setupTotp();
    // Each code counts once, and that of the step before is good, too: so nobody has to wait for the next one.
    await client.mfa.verifyTotpSetup({ otp: await codeOf(setup.secret, -1) });
    return setup;
  });
  await step('the password alone opens nothing any more', async () => {
    await client.authentication.login({ tenantId, credentials: account });
    await demandRefusal(401, () => client.authentication.me());
  });
  await step('with a code it does', async () => {
    await client.mfa.verify({ method: 'totp', otp: await codeOf(secret, 0) });
    await client.authentication.me();
  });
  await step('a client of its own is asked, too', async () => {
    const other = createClient({ baseUrl });
    const { isRequiresMfa } = await other.authentication.login({ tenantId, credentials: account });
    if (!isRequiresMfa) throw new Error('no second factor was asked for');
  });
}

/** What an app shows, or showed a step before. Near the end of a step it waits for the next, so that it arrives in time. */
async function codeOf(secret: string, ahead: number): Promise<string> {
  const left = STEP_SECONDS - ((Date.now() / 1000) % STEP_SECONDS);
  if (left < 5) await new Promise((resolve) => setTimeout(resolve, left * 1000 + 100));
  return generate({ secret, epoch: Math.floor(Date.now() / 1000) + ahead * STEP_SECONDS });
}

async function demandRefusal(status: number, act: () => Promise<unknown>): Promise<void> {
  const answered = await act().then(
    () => 200,
    (error: unknown) => (error instanceof GatehouseError ? error.statusCode : error),
  );
  if (answered !== status) throw new Error(`${status} was to be answered, not ${answered}`);
}
