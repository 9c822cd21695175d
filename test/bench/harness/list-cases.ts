// What an admin asks of the lists, with as many matches at every size.
import type { Caller } from './caller.ts';
import { type Population, ROLE } from './population.ts';

type About = Pick<Population, 'tenantId' | 'needle'> & { cursor: string };
type Case = {
  path: (about: About) => string;
  /** Users in the answer: a list that finds nobody costs little. */
  results: number;
  /** Units at most, where what is read depends on more than the page. */
  most?: number;
};

const list = (query: string, results = 20): Case => ({ path: () => `users?${query}`, results });

/** The guard, ten shares of the counter, ten users and tenants, and of each of 16 partitions up to 187 entries. */
const PAGE_50 = 2 + 10 + 20 + 16 * 4;
/** The guard, twenty users and tenants, and of each of 16 partitions up to 812 entries. */
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
/** Numbered pages go that deep, with the largest limit. */
const PAGE = { limit: 100, page: 50 };

/** The calls, each checked for the number of users in its answer. */
export async function listCalls(caller: Caller, cookie: string, { tenantId, needle }: Population, users: number) {
  const page = Math.min(PAGE.page, users / 2 / PAGE.limit);
  const { meta } = await caller.ok(`${API}/users?limit=${PAGE.limit}&page=${page}`, { cookie });
  const { nextCursor: cursor, total } = meta as { nextCursor: string; total: number };
  const act = async (name: CaseName): Promise<void> => {
    const { path, results } = CASES[name];
    const { data } = await caller.ok(`${API}/${path({ tenantId, needle, cursor })}`, { cookie });
    const found = data === undefined ? 1 : (data as unknown[]).length;
    if (found !== results) throw new Error(`${name}: ${found} users of ${users}, not ${results}`);
  };
  return { act, total };
}
