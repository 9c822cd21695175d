// Describes the world of one round, and sends its requests that must succeed.

import { CHALLENGE, VERIFIER } from '../../support/binding.ts';
import { CALLBACK, HOME as SIGNED_OUT } from '../../support/oauth-browser.ts';
import { type Maker, makerOf } from '../../world/make.ts';
import type { Letter } from '../../world/post.ts';
import type { Random } from '../../world/random.ts';
import { type Draft, deliver } from '../request.ts';
import type { Caller, CallerKind, Person } from './people.ts';
import type { Pool, Side } from './pool.ts';
import type { Stage } from './stage.ts';

export type Tenant = { id: string; slug: string };
export type World = {
  stage: Stage;
  round: number;
  chance: Random;
  pool: Pool;
  tenants: { a: Tenant; b: Tenant };
  people: Person[];
  /** Admins who may log in, besides the first. */
  admins: { email: string; password: string }[];
  callers: Caller[];
  /** The cookie of the first admin. */
  root: string;
  /** Messages that were sent, oldest first. */
  letters: Letter[];
  /** What callers of a tenant sent so far: a reply may repeat it. */
  sent: Record<'a' | 'b', Set<string>>;
  /** Numbers things, so that their names are new. */
  next: () => number;
};

export { CALLBACK, CHALLENGE, SIGNED_OUT, VERIFIER };
/** A text in everything that belongs to a tenant and is not public. No other tenant may ever see it. */
export const canaryOf = (side: 'a' | 'b', round: number): string => `canary-${side}${round}-`;
export const PASSWORD = 'Zq7$ a password of the fuzz';

/** Whose tenant it is. */
export const sideOf = ({ tenants }: Pick<World, 'tenants'>, tenantId: string): Side =>
  tenantId === tenants.a.id ? 'a' : tenantId === tenants.b.id ? 'b' : 'admin';

type Call = { method?: string; body?: unknown; form?: Record<string, string>; headers?: Draft['headers']; ip?: string };

/** Sends a request that must succeed: set-up is no drawn request. */
export async function call(world: World, path: string, { method = 'POST', body, form, headers = [], ip }: Call = {}) {
  const [bare, query = ''] = path.split('?') as [string, string?];
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
  const text = form ? new URLSearchParams(form).toString() : body === undefined ? undefined : JSON.stringify(body);
  const draft: Draft = { method, path: bare, query, headers: [...headers] };
  if (text !== undefined) {
    draft.headers.push(['content-type', type]);
    draft.body = Buffer.from(text);
  }
  return deliver(world.stage.service.baseUrl, draft, ip ?? addressOf(world, 'admin'));
}

/** Networks of each side: addresses are personal data, too. */
const NETWORK = { a: 41, b: 42, admin: 43 };
export const addressOf = ({ chance }: Pick<World, 'chance'>, side: 'a' | 'b' | 'admin'): string =>
  `127.${NETWORK[side]}.${chance.below(250)}.${1 + chance.below(250)}`;

/** Makes things as the first admin. Requests of others come from the network `ip`. */
export const makerIn = (world: World, ip?: string): Maker =>
  makerOf(
    (method, path, { body, headers = {} }) => call(world, path, { method, body, headers: Object.entries(headers), ip }),
    (method, path, { body }) => call(world, path, { method, body, headers: [['cookie', world.root]] }),
  );

export const newCaller = (world: World, kind: CallerKind, side: Caller['side']): Caller => ({
  name: `${kind} of ${side}`,
  kind,
  side,
  ip: addressOf(world, side),
  cookies: new Map(),
  isStale: false,
});
