// Creates tenants, roles and people through the API.
import { randomBytes } from 'node:crypto';
import { GatehouseError, type TenantSettingsInput } from '../client/index.ts';
import { type Client, createClient, createUserClient, type UserClient } from '../client/node.ts';
import type { Clock } from './clock.ts';
import { STEP_MS, totpOf } from './totp.ts';

/** A tenant that a test created. */
export type TestTenant = { id: string; slug: string; name: string };

/** What `createTenant` takes. */
export type NewTenant = {
  /** Default: a random one. */
  slug?: string;
  /** Default: the slug. */
  name?: string;
  settings?: TenantSettingsInput;
};

/** What `createRole` takes. */
export type NewRole = {
  /** Unique in its tenant. */
  name: string;
  /** Names such as `reports.read`. They are created if they do not exist. */
  permissions?: readonly string[];
  /** Default: the first tenant. */
  tenant?: TestTenant;
};

/** What `createPerson` takes. */
export type NewPerson = {
  /** Default: a random address. */
  email?: string;
  /** Default: a random one. */
  password?: string;
  /** Default: the first tenant. */
  tenant?: TestTenant;
  /** Names of roles that `createRole` made. */
  roles?: readonly string[];
  /** Whether to set up an authenticator app. Default: false. */
  mfa?: boolean;
};

/** A user with a verified address, who is logged in. */
export type Person = {
  id: string;
  email: string;
  password: string;
  tenant: TestTenant;
  /** Their client, in a session that has passed every factor. */
  client: UserClient;
  /** Logs in once more, with the second factor if they have one. Returns the client of the new session. */
  login: () => Promise<UserClient>;
  /**
   * Returns a code of the authenticator app that was never used. Moves the clock by half a minute at most, because a
   * code is accepted once. Throws if they have no app.
   */
  otp: () => Promise<string>;
};

export type People = {
  /** Returns a client with the session of an admin, which begins anew when the clock was moved. */
  admin: () => Promise<Client>;
  createTenant: (tenant?: NewTenant) => Promise<TestTenant>;
  createRole: (role: NewRole) => Promise<{ id: string; name: string }>;
  createPerson: (person?: NewPerson) => Promise<Person>;
};

/** Letters only: digits in an address would look like a code. */
const letters = (): string =>
  randomBytes(8)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] as string);
const newPassword = (): string => `Zq7$ ${randomBytes(9).toString('base64url')}`;

/** `first` is the tenant of people and roles that name none. */
export function createPeople(url: string, adminSecretKey: string, clock: Clock, first: () => TestTenant): People {
  const account = { email: `admin-${letters()}@example.com`, password: newPassword() };
  let isSignedUp = false;
  let session: { client: Promise<Client>; offset: number } | undefined;

  const logIn = async (): Promise<Client> => {
    const client = createClient({ baseUrl: url });
    if (!isSignedUp) await client.adminConsole.signup({ ...account, secretKey: adminSecretKey });
    isSignedUp = true;
    await client.adminConsole.login(account);
    return client;
  };
  const admin = (): Promise<Client> => {
    if (session?.offset !== clock.offset()) session = { client: logIn(), offset: clock.offset() };
    return session.client;
  };

  const roleIds = async (tenant: TestTenant, names: readonly string[]): Promise<string[]> => {
    if (!names.length) return [];
    const { data } = await (await admin()).adminRoles.list({ tenantId: tenant.id });
    return names.map((name) => {
      const role = data.find((each) => each.name === name);
      if (!role) throw new Error(`${tenant.slug} has no role ${name}: call createRole first`);
      return role.id;
    });
  };

  return {
    admin,
    createTenant: async ({ slug = `t-${letters()}`, name = slug, settings } = {}) => {
      const { tenant } = await (await admin()).adminTenants.create({ slug, name, settings });
      return { id: tenant.id, slug: tenant.slug, name: tenant.name };
    },
    createRole: async ({ name, permissions = [], tenant = first() }) => {
      const client = await admin();
      for (const permission of permissions) {
        await client.adminPermissions.create({ name: permission }).catch((error: unknown) => {
          if (!(error instanceof GatehouseError && error.code === 'PERMISSION_ALREADY_EXISTS')) throw error;
        });
      }
      const { role } = await client.adminRoles.create({ tenantId: tenant.id, name, permissions: [...permissions] });
      return { id: role.id, name: role.name };
    },
    createPerson: async ({
      email = `user-${letters()}@example.com`,
      password = newPassword(),
      tenant = first(),
      roles = [],
      mfa = false,
    } = {}) => {
      const { user } = await (await admin()).adminUsers.create({
        tenantId: tenant.id,
        email,
        password,
        mustChangePassword: false,
        emailVerifiedAt: new Date(await clock.now()).toISOString(),
        roleIds: await roleIds(tenant, roles),
      });
      const app = authenticator(clock);
      const login = async (): Promise<UserClient> => {
        const client = createUserClient({ baseUrl: url });
        const { isRequiresMfa } = await client.authentication.login({
          tenantId: tenant.id,
          credentials: { email, password },
        });
        if (isRequiresMfa) await client.mfa.verify({ method: 'totp', otp: await app.otp() });
        return client;
      };
      const client = await login();
      if (mfa) {
        const { deviceId, secret } = await client.mfa.setupTotp();
        app.add(secret);
        await client.mfa.verifyTotpSetup({ deviceId, otp: await app.otp() });
      }
      return { id: user.id, email, password, tenant, client, login, otp: app.otp };
    },
  };
}

function authenticator(clock: Clock): { add: (secret: string) => void; otp: () => Promise<string> } {
  let secret: string | undefined;
  let used = 0;
  return {
    add: (value) => {
      secret = value;
    },
    otp: async () => {
      if (secret === undefined) throw new Error('this person has no authenticator: create them with mfa: true');
      let now = await clock.now();
      if (Math.floor(now / STEP_MS) <= used) now = await clock.advance(STEP_MS - (now % STEP_MS));
      used = Math.floor(now / STEP_MS);
      return totpOf(secret, used);
    },
  };
}
