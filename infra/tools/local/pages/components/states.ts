// Makes clients of a service that is not there: each has the replies of one state.
import { createUserClient, type UserClient } from '../../../../../lib/packages/client/index.ts';

type Respond = (path: string, body: Record<string, unknown>) => object | undefined;

const USER = {
  id: 'usr_ada',
  email: 'ada@analytical.example',
  phone: null,
  name: 'Ada Lovelace',
  locale: null,
  mustChangePassword: false,
};
const TENANTS: Readonly<Record<string, string>> = {
  ten_1: 'Analytical Engines',
  ten_2: 'Royal Society of London for Improving Natural Knowledge',
  ten_3: 'Jacquard & Sons',
};
const PERMISSIONS = ['organization.members', 'organization.invite', 'organization.roles'];
const ADDRESSES = [USER.email, 'ada.lovelace@royal-society-of-london.example', 'ada@jacquard.example'];

/** A service whose session is of the account at `active`. It switches accounts and signs out as the real one does. */
function signedIn(count: number, permissions: readonly string[] = PERMISSIONS): Respond {
  let active = 0;
  let isOut = false;
  const tenantOf = (at: number) => `ten_${at + 1}`;
  return (path, { slot }) => {
    if (path === '/auth/session') {
      const tenant = { id: tenantOf(active), slug: 'demo', name: TENANTS[tenantOf(active)] };
      const user = { ...USER, email: ADDRESSES[active], name: active === 1 ? null : USER.name };
      return {
        session: isOut ? null : { id: 'ses_1', user, tenant, roles: [{ id: 'rol_1', name: 'Owner' }], permissions },
      };
    }
    if (path === '/auth/accounts') {
      const accounts = ADDRESSES.slice(0, count).map((email, at) => {
        const isActive = at === active;
        return {
          accountId: `usr_${at}`,
          email,
          phone: null,
          tenantId: tenantOf(at),
          isActive,
          slot: isActive ? null : at,
        };
      });
      return { accounts: isOut ? [] : accounts };
    }
    if (path.startsWith('/auth/client-config')) return { tenant: { name: TENANTS[path.split('=')[1] ?? ''] } };
    if (path === '/auth/refresh-token' && typeof slot === 'number') active = slot;
    if (path === '/auth/logout') isOut = true;
    return {};
  };
}

const MEMBERS = [
  { id: 'usr_ada', email: 'ada@analytical.example', name: 'Ada Lovelace', isActive: true, roles: ['Owner'] },
  {
    id: 'usr_2',
    email: 'charles@analytical.example',
    name: 'Charles Babbage',
    isActive: true,
    roles: ['Engineer', 'Billing'],
  },
  {
    id: 'usr_3',
    email: 'luigi.federico.menabrea@long-addresses-are-cut.analytical.example',
    name: null,
    isActive: false,
    roles: [],
  },
].map((each) => ({
  ...each,
  phone: null,
  emailVerifiedAt: null,
  phoneVerifiedAt: null,
  createdAt: '2026-11-01T09:00:00.000Z',
  roles: each.roles.map((name) => ({ id: `rol_${name}`, name })),
}));
const ROLES = [
  {
    id: 'rol_Billing',
    name: 'Billing',
    isActive: true,
    permissions: ['invoices.read', 'invoices.write'],
    mayGive: true,
  },
  { id: 'rol_Engineer', name: 'Engineer', isActive: true, permissions: ['engines.run'], mayGive: true },
  { id: 'rol_Owner', name: 'Owner', isActive: true, permissions: PERMISSIONS, mayGive: true },
  { id: 'rol_Staff', name: 'Staff', isActive: true, permissions: ['staff.all'], mayGive: false },
];
const INVITATION = {
  id: 'usr_9',
  status: 'pending',
  email: 'mary@analytical.example',
  phone: null,
  name: 'Mary Somerville',
  roleIds: ['rol_Engineer'],
  expiresAt: '2026-12-04T09:00:00.000Z',
};

/** A service with an organization, empty or not. */
function organization(isEmpty: boolean): Respond {
  const session = signedIn(1);
  return (path, body) => {
    if (path === '/auth/organization')
      return { id: 'ten_1', slug: 'demo', name: TENANTS.ten_1, permissions: PERMISSIONS };
    if (path.startsWith('/auth/organization/members'))
      return { members: isEmpty ? [] : MEMBERS, member: MEMBERS[1], total: 3, totalCapped: false, nextCursor: null };
    if (path.startsWith('/auth/organization/invitations'))
      return {
        invitations: isEmpty ? [] : [INVITATION],
        invitation: { ...INVITATION, ...body, id: 'usr_10' },
        nextCursor: null,
      };
    if (path.startsWith('/auth/organization/roles')) return { roles: isEmpty ? [] : ROLES };
    return session(path, body);
  };
}

function clientOf(respond: (path: string, init: RequestInit) => Promise<Response>): UserClient {
  return createUserClient({
    baseUrl: location.origin,
    delivery: 'cookie',
    fetch: (url, init = {}) => respond(String(url).slice(location.origin.length), init),
  });
}
const replying = (respond: Respond): UserClient =>
  clientOf(async (path, { body }) => Response.json(respond(path, body ? JSON.parse(String(body)) : {})));

const endless = (): Promise<never> => new Promise(() => {});
const unreachable = async (): Promise<never> => {
  throw new TypeError('Failed to fetch');
};
const refusing = (session: Respond): UserClient =>
  clientOf(async (path) => {
    if (!path.startsWith('/auth/organization')) return Response.json(session(path, {}));
    const error = {
      statusCode: 500,
      error: 'Internal Server Error',
      code: 'INTERNAL_ERROR',
      message: 'Something failed.',
    };
    return Response.json(error, { status: 500 });
  });

/** Name of a state -> makes its client. */
export const SESSIONS: Readonly<Record<string, () => UserClient>> = {
  'Signed out': () => replying(() => ({ session: null, accounts: [] })),
  Loading: () => clientOf(endless),
  'One account': () => replying(signedIn(1)),
  'Three accounts': () => replying(signedIn(3)),
  'Service not reached': () => clientOf(unreachable),
  'No permission': () => replying(signedIn(1, [])),
};

/** Name of a state of an organization -> makes its client. */
export const ORGANIZATIONS: Readonly<Record<string, () => UserClient>> = {
  'With members': () => replying(organization(false)),
  Empty: () => replying(organization(true)),
  Loading: () =>
    clientOf((path) =>
      path.startsWith('/auth/organization/') ? endless() : Promise.resolve(Response.json(organization(true)(path, {}))),
    ),
  Failed: () => refusing(signedIn(1)),
  'No permission': () =>
    replying((path, body) =>
      path === '/auth/organization'
        ? { id: 'ten_1', slug: 'demo', name: TENANTS.ten_1, permissions: [] }
        : signedIn(1, [])(path, body),
    ),
};
