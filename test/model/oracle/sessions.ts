// Decides whether a session, link or trusted device may still open anything, and follows what descends from what.
import { now } from '../../../lib/platform/clock.ts';
import type { Reply } from '../../support/http.ts';
import { claimsOf } from '../../support/tokens.ts';
import type { RuleId } from '../rules.ts';
import type * as E from '../world/entities.ts';
import { accountOf } from '../world/knowledge.ts';
import { accountById, nameOf, personOf, tenantOf, violate, type World } from '../world/world.ts';

export type End = { rule: RuleId; reason: string };

/** Ends every session of the account except `kept`, with the trust in devices and the links. */
export function endAll(account: E.Account, reason: string, kept?: E.Session): void {
  account.era++;
  account.eraEnds.push(reason);
  if (kept) kept.era = account.era;
}

export const end = (session: E.Session, reason: string): void => {
  session.ended ??= { reason, at: now() };
};

/** Returns why the session opens nothing; `undefined` if it is alive. */
export function endOf(world: World, session: E.Session): End | undefined {
  const account = accountOf(world, session);
  const tenant = tenantOf(world, account.tenant);
  if (account.removed) return { rule: 'session.ended', reason: account.removed.reason };
  if (session.ended?.reason === 'takeover')
    return { rule: 'squatter.session', reason: 'another person proved the address' };
  if (session.ended) return { rule: 'session.ended', reason: session.ended.reason };
  if (session.era < account.era) return { rule: 'session.ended', reason: account.eraEnds[session.era - 1] ?? 'ended' };
  if (session.tenantEra < tenant.era) return { rule: 'session.ended', reason: 'the tenant was closed' };
  if (session.createdAt < world.since) return { rule: 'session.since', reason: 'sessions were cut' };
  for (const name of session.sources) {
    const reason = endOfSource(world, name);
    if (reason) return { rule: 'session.descendant', reason };
  }
  return undefined;
}

function endOfSource(world: World, name: string): string | undefined {
  const link = world.links.find((each) => each.name === name);
  if (link) return endOfLink(world, link)?.reason;
  const source = world.sessions.find((each) => each.name === name)!;
  const ended = endOf(world, source);
  return ended && `it descends from ${name}: ${ended.reason}`;
}

/** Returns why the link opens nothing; `undefined` if it is alive. */
export function endOfLink(world: World, link: E.Link): End | undefined {
  const [from, to] = [link.from, link.to].map((name) => world.accounts.find((each) => each.name === name)!);
  if (link.createdAt < world.since) return { rule: 'link.since', reason: 'links were cut' };
  const eras = erasOf(world, from!, to!);
  const isSame = (Object.keys(eras) as (keyof typeof eras)[]).every((key) => eras[key] === link.eras[key]);
  if (!isSame) return { rule: 'link.ended', reason: 'the sessions of one end were ended' };
  const source = world.sessions.find(({ name }) => name === link.source)!;
  const ended = endOf(world, source);
  return ended && { rule: 'link.ended', reason: `it was left by ${source.name}: ${ended.reason}` };
}

export const erasOf = (world: World, from: E.Account, to: E.Account): E.Link['eras'] => ({
  from: from.era,
  to: to.era,
  fromTenant: tenantOf(world, from.tenant).era,
  toTenant: tenantOf(world, to.tenant).era,
});

type Opening = {
  channel?: E.AddressKind | null;
  /** When a factor was proved that counts for step-up. */
  provedAt?: number | null;
  sources?: string[];
  isSwitched?: boolean;
  replaces?: string;
};

/**
 * Records the session that a reply brought to a person, with the tokens. The account must be known to the model. A
 * session of an account with a second factor is pending, unless `trusted` says that a device was shown.
 */
export function begin(
  world: World,
  by: E.PersonName,
  reply: Reply,
  opening: Opening = {},
  trusted?: E.Trust,
): E.Session {
  const { accessToken, isRequiresMfa: pending } = reply.body;
  const { sub, sid } = claimsOf(accessToken);
  const account = accountById(world, sub)!;
  const tenant = tenantOf(world, account.tenant);
  const session: E.Session = {
    name: nameOf(world, 'session'),
    account: account.name,
    by,
    sid,
    gen: 1,
    era: account.era,
    tenantEra: tenant.era,
    pending,
    channel: opening.channel ?? null,
    createdAt: now(),
    provedAt: opening.provedAt === undefined ? now() : opening.provedAt,
    isSwitched: opening.isSwitched ?? false,
    sources: opening.sources ?? [],
    ...(opening.replaces !== undefined && { replaces: opening.replaces }),
    rotated: { by, at: now() },
  };
  world.sessions.push(session);
  hold(world, by, session, reply);
  const needsFactor = tenant.mfa === 'required' || (tenant.mfa === 'optional' && account.mfa);
  if (needsFactor && !pending && !isTrusted(world, account, trusted))
    violate(world, 'factor.skipped', `${by} has a full session of ${account.name} without its second factor`, account);
  // A change of tenant is no login: its network is known only as long as its session (decision 26).
  if (!pending && !session.isSwitched) world.places.add(`${personOf(world, by).ip}|${account.name}`);
  if (typeof reply.body.trustToken === 'string') keepTrust(world, by, account, reply.body.trustToken, trusted);
  return session;
}

function isTrusted(world: World, account: E.Account, trust: E.Trust | undefined): boolean {
  if (!trust) return false;
  const reason = endOfTrust(world, account, trust);
  if (reason) violate(world, 'trust.ended', `${trust.name} of ${account.name} still works: ${reason}`, account);
  return true;
}

function endOfTrust(world: World, account: E.Account, trust: E.Trust): string | undefined {
  if (trust.used) return trust.used.reason;
  if (trust.era < account.era) return account.eraEnds[trust.era - 1];
  if (trust.tenantEra < tenantOf(world, account.tenant).era) return 'the tenant was closed';
  return trust.at < world.since ? 'devices were cut' : undefined;
}

export function keepTrust(
  world: World,
  holder: E.PersonName,
  account: E.Account,
  token: string,
  before?: E.Trust,
): void {
  if (before) before.used = { reason: 'its token was replaced', at: now() };
  const [era, tenantEra] = [account.era, tenantOf(world, account.tenant).era];
  world.trusts.push({ name: nameOf(world, 'trust'), account: account.name, holder, token, era, tenantEra, at: now() });
}

/**
 * Records that one session took the place of another: by a change of tenant, or by the second factor after one. What
 * descends from the place goes on, and ends with it.
 */
export function takePlace(world: World, before: E.Session, next: E.Session): void {
  before.ended ??= { reason: `${next.name} took its place`, at: now() };
  const moved = (name: string): string => (name === before.name ? next.name : name);
  for (const link of world.links) link.source = moved(link.source);
  for (const session of world.sessions) {
    if (session !== next) session.sources = session.sources.map(moved);
    if (session.replaces !== undefined) session.replaces = moved(session.replaces);
  }
}

/** Milliseconds of the grace period, and what a step may take. */
const GRACE_MS = 10_000 + 3_000;

/** Whether the used token is the one before the current one, and was exchanged by this person a moment ago. */
export const isInGrace = (session: E.Session, { gen, sid }: E.Copy): boolean =>
  sid === session.sid && gen === session.gen - 1 && now() - session.rotated.at <= GRACE_MS;

/** Returns the session that took the place of the copy's, if this person made the change a moment ago. */
export function inPlaceOf(world: World, by: E.PersonName, copy: E.Copy): E.Session | undefined {
  const before = world.sessions.find(({ name }) => name === copy.session)!;
  const next = world.sessions.find(({ name }) => name === before.replacedBy);
  if (!next || copy.sid !== before.sid || copy.gen !== before.gen || next.gen > 1) return undefined;
  const isRecent = now() - next.rotated.at <= GRACE_MS && next.rotated.by === by;
  return isRecent && !endOf(world, next) ? next : undefined;
}

/** Records the tokens of a reply as the person's. */
export function hold(world: World, holder: E.PersonName, session: E.Session, reply: Reply): E.Copy {
  const { accessToken: access, refreshToken: refresh } = reply.body;
  const copy: E.Copy = {
    session: session.name,
    holder,
    sid: session.sid,
    gen: session.gen,
    access,
    refresh,
    issuedAt: now(),
  };
  world.copies.push(copy);
  return copy;
}

/** Checks that the session may open what it just opened for the person. */
export function requireAlive(world: World, by: E.PersonName, copy: E.Copy, what: string): void {
  const session = world.sessions.find(({ name }) => name === copy.session)!;
  const account = accountOf(world, session);
  const ended: End | undefined =
    copy.sid === session.sid ? endOf(world, session) : { rule: 'session.ended', reason: 'its tokens were replaced' };
  if (!ended) return;
  violate(world, ended.rule, `${by} used ${session.name} of ${account.name} for ${what}: ${ended.reason}`, account);
}
