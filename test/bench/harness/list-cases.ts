// Defines the list requests of an admin, each with the same number of matches at every size of the table.
import type { Caller } from './caller.ts';
import { type Population, ROLE } from './population.ts';

type About = Pick<Population, 'tenantId' | 'needle'> & { cursor: string };
type Case = {
  path: (about: About) => string;
  /** Expected users in the response, because a list without matches would be cheap. */
  results: number;
  /** Maximum of units, for requests whose reads do not depend on the page alone. */
  most?: number;
};

const list = (query: string, results = 20): Case => ({ path: () => `users?${query}`, results });

/** The guard, ten shards of the counter, ten users and tenants, and up to 187 entries from each of 16 partitions. */
const PAGE_50 = 2 + 10 + 20 + 16 * 4;
/** The guard, twenty users and tenants, and up to 812 entries from each of 16 partitions. */
const ALL_MATCHES = 2 + 40 + 16 * 17;

export const CASES = {
  'first page of 20': list('limit=20'),
  'page 50 of 10': { ...list('page=50&limit=10', 10), most: PAGE_50 },
  'deep, by cursor': { path: ({ cursor }) => `users?limit=20&cursor=${cursor}`, results: 20 },
  'status=active': list('status=active'),
  'status=inactive': list('status=inactive'),
  tenantId: { path: ({ tenantId }) => `users?tenantId=${tenantId}`, results: 20 },
  roleName: list(`roleName=${ROLE}`),
  'search, address': list('search=zz-needle'),
  'search, name': list('search=Zuse'),
  'search, tenantId': { path: ({ tenantId }) => `users?search=ada&tenantId=${tenantId}`, results: 5 },
  'search, status': list('search=zuse&status=active', 19),
  'search, common name': { ...list('search=ada'), most: ALL_MATCHES },
  'search, one letter': { ...list('search=a'), most: ALL_MATCHES },
  'one user': { path: ({ needle }) => `users/${needle}`, results: 1 },
} satisfies Record<string, Case>;

export type CaseName = keyof typeof CASES;
export const CASE_NAMES = Object.keys(CASES) as CaseName[];
export const mostOf = (name: CaseName): number | undefined => (CASES[name] as Case).most;

const API = 'GET /auth/admin/api';
/** The last numbered page with the largest limit. */
const PAGE = { limit: 100, page: 50 };

/** Returns the calls. Each throws unless the response holds the expected number of users. */
export async function listCalls(
  caller: Caller,
  cookie: string,
  { tenantId, needle }: Pick<Population, 'tenantId' | 'needle'>,
  users: number,
) {
  const page = Math.min(PAGE.page, users / 2 / PAGE.limit);
  const { meta } = await caller.ok(`${API}/users?limit=${PAGE.limit}&page=${page}`, { cookie });
  const { nextCursor: cursor, total } = meta as { nextCursor: string; total: number };
  const act = async (name: CaseName): Promise<void> => {
    const { path, results } = CASES[name];
    const { data } = await caller.ok(`${API}/${path({ tenantId, needle, cursor })}`, { cookie });
    const count = data === undefined ? 1 : (data as unknown[]).length;
    if (count !== results) throw new Error(`${name}: ${count} users of ${users}, not ${results}`);
  };
  return { act, total };
}
