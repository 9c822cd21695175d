// Keeps what replies returned, so that later requests use it: ids, tokens, cursors, codes. Each value has a side, the
// tenant that it belongs to.
import type { Random } from '../../world/random.ts';

/** `admin`: what only admins of the deployment learned. */
export type Side = 'a' | 'b' | 'admin';
const SIDES: readonly Side[] = ['a', 'b', 'admin'];
export type Known = {
  kind: string;
  text: string;
  side: Side;
  /** Whether its holder acts as its owner. */
  isSecret: boolean;
  /** Whether the world needs what it names. */
  isCore: boolean;
};

/** The kinds that are worth sending to the wrong tenant. Addresses and names are not: a reply may repeat them. */
const FOREIGN =
  /^(ten|usr|rol|ses|dev|idn|prj|tsk|app|sec|key|apiKey|cursor of .*|access|refresh|token|code|nonce|state|trust)$/;
const SECRET =
  /^(access|refresh|idToken|token|code|nonce|state|trust|authCode|requestUri|resume|secret|csrf|totp|callback|apiKey)$/;

/** Members of replies -> the kind of their value. Ids are known by their prefix. */
const BY_MEMBER: Readonly<Record<string, string>> = {
  accessToken: 'access',
  access_token: 'access',
  refreshToken: 'refresh',
  refresh_token: 'refresh',
  id_token: 'idToken',
  resetToken: 'token',
  trustToken: 'trust',
  csrfToken: 'csrf',
  nonce: 'nonce',
  slug: 'slug',
  domain: 'domain',
  request_uri: 'requestUri',
  digest: 'digest',
  key: 'apiKey',
};
const ID = /^(ten|usr|rol|ses|per|dev|idn|adm|app|sec|dom|prj|tsk|[a-z]{3})_[0-9A-Za-z]{22,}$/;

/** Ids of things that belong to one tenant. A role of all tenants has zeros for it. */
const OF_TENANT = /^(ten|usr|ses|dev|idn|prj|tsk|key|rol(?!_0000))_[0-9A-Za-z]{22,}$/;

export type Pool = {
  add: (kind: string, text: string, side: Side, isCore?: boolean) => void;
  /** Adds what a reply contains, except `hidden` texts. */
  harvest: (body: unknown, side: Side, isCore?: boolean) => void;
  /** Draws a value of the kind that the side knows; of the other tenant if `isForeign`. */
  draw: (chance: Random, kind: string, side: Side, isForeign: boolean, sparesCore?: boolean) => Known | undefined;
  has: (kind: string, side: Side) => boolean;
  kinds: () => string[];
  /** The ids of a tenant's things. */
  idsOf: (side: Side) => ReadonlySet<string>;
  hide: (text: string) => void;
};

/** Values of a kind and side that are kept: the newest ones. */
const KEPT = 60;
/** Half of the time, one of so many newest values is drawn: people go on with what is new. */
const NEW = 5;

export function createPool(): Pool {
  const all = new Map<string, Known[]>();
  const ids: Record<Side, Set<string>> = { a: new Set(), b: new Set(), admin: new Set() };
  const hidden = new Set<string>();
  const listOf = (kind: string, side: Side): Known[] => all.get(`${kind} ${side}`) ?? [];
  const add: Pool['add'] = (kind, text, side, isCore = false) => {
    if (hidden.has(text) || text.length > 8192) return;
    // A reply may repeat an id that was sent: its first owner keeps it.
    if (SIDES.some((other) => other !== side && ids[other].has(text))) return;
    const list = listOf(kind, side);
    const before = list.findIndex((known) => known.text === text);
    // What was used again is as good as new.
    if (before >= 0) list.push(...list.splice(before, 1));
    if (before >= 0) return;
    list.push({ kind, text, side, isSecret: SECRET.test(kind), isCore });
    if (list.length > KEPT)
      list.splice(
        list.findIndex((known) => !known.isCore),
        1,
      );
    all.set(`${kind} ${side}`, list);
    if (OF_TENANT.test(text)) ids[side].add(text);
  };
  const harvest: Pool['harvest'] = (body, side, isCore = false) => {
    if (typeof body !== 'object' || body === null) return;
    for (const [name, value] of Object.entries(body)) {
      if (typeof value !== 'string') harvest(value, side, isCore);
      else if (ID.test(value)) add(value.slice(0, 3), value, side, isCore);
      else if (BY_MEMBER[name]) add(BY_MEMBER[name], value, side, isCore);
    }
  };
  const known = (kind: string, side: Side): Known[] =>
    side === 'admin' ? [...listOf(kind, 'a'), ...listOf(kind, 'b'), ...listOf(kind, 'admin')] : listOf(kind, side);
  return {
    add,
    harvest,
    draw: (chance, kind, side, isForeign, sparesCore = false) => {
      const from = isForeign && side !== 'admin' && FOREIGN.test(kind) ? (side === 'a' ? 'b' : 'a') : side;
      const list = known(kind, from);
      const found = sparesCore ? list.filter(({ isCore }) => !isCore) : list;
      if (!found.length) return undefined;
      return chance.of(chance.next() < 0.5 ? found.slice(-NEW) : found);
    },
    has: (kind, side) => known(kind, side).length > 0,
    kinds: () => [...new Set([...all.keys()].map((key) => key.replace(/ \w+$/, '')))],
    idsOf: (side) => ids[side],
    hide: (text) => hidden.add(text),
  };
}
