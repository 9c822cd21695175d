// Defines budget actions of an admin. The users they concern are created here, outside of the measurement.
import type { Caller } from '../harness/caller.ts';
import { emailOf, login, PASSWORD, type World } from '../harness/world.ts';
import { times } from './times.ts';

const USERS = 'auth/admin/api/users';
/** Number of users in a tenant of their own, for the list. */
const CREW = 25;
/** As Auth0 and Supabase write it. */
const BCRYPT = `$2b$10$${'a'.repeat(53)}`;

export async function adminActions(caller: Caller, { tenantId, adminCookie: cookie }: World, uses: number) {
  const crew = await newTenant(caller, cookie);
  let created = 0;
  const create = async (tenant: string, name = `made${created++}`, more = {}): Promise<string> => {
    const body = { tenantId: tenant, email: emailOf(name), metadata: { name: 'Ada Lovelace' }, ...more };
    const { user } = await caller.ok(`POST /${USERS}`, { cookie, body });
    return (user as { id: string }).id;
  };
  for (let user = 0; user < CREW; user++) await create(crew);

  /** Creates a user with two sessions. */
  const userWithSessions = async (name: string): Promise<string> => {
    const id = await create(tenantId, name, { password: PASSWORD });
    await login(caller, tenantId, name);
    await login(caller, tenantId, name);
    return id;
  };
  const known = await userWithSessions('known');
  const updatable = await times(uses, () => userWithSessions(`locked${created++}`));
  const deletable = await times(uses, () => userWithSessions(`gone${created++}`));

  return {
    'admin list users': () => caller.ok(`GET /${USERS}?tenantId=${crew}`, { cookie }),
    'admin get user': () => caller.ok(`GET /${USERS}/${known}`, { cookie }),
    'admin create user': () => create(tenantId),
    'admin import 10 users': () => {
      const lines = Array.from({ length: 10 }, () => ({
        sourceId: `old${created}`,
        email: emailOf(`old${created++}`),
        isEmailVerified: true,
        passwordHash: BCRYPT,
      }));
      return caller.ok('POST /auth/admin/api/transfers/import', { cookie, body: { tenantId, source: 'bench', lines } });
    },
    'admin update user': () => caller.ok(`PATCH /${USERS}/${updatable.pop()}`, { cookie, body: { isActive: false } }),
    'admin revoke sessions': () => caller.ok(`DELETE /${USERS}/${known}/sessions`, { cookie }),
    'admin delete user': () => caller.ok(`DELETE /${USERS}/${deletable.pop()}`, { cookie }),
  };
}

async function newTenant(caller: Caller, cookie: string): Promise<string> {
  const body = { name: 'Crew', slug: 'crew' };
  const { tenant } = await caller.ok('POST /auth/admin/api/tenants', { cookie, body });
  return (tenant as { id: string }).id;
}
