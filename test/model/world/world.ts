// Holds the state of one case: what the service should have, what each person knows, and what went wrong so far.
import type { Roots } from '../../../lib/crypto/roots.ts';
import type { Service } from '../../support/service.ts';
import type { Post } from '../../world/post.ts';
import type { RuleId } from '../rules.ts';
import type * as E from './entities.ts';
import type { Stage } from './stage.ts';

export type Violation = { rule: RuleId; step: number; what: string };
export type TraceLine = { step: number; text: string; times?: number };
/** What strangers did to an address or a tenant, and when last. For the rules about shutting out. */
export type Attempts = { strangersAt: number; own: number[] };

export type World = {
  stage: Stage;
  service: Service;
  post: Post;
  /** The number of the step under way. Entities are named after it. */
  step: number;
  id: string;
  people: Map<E.PersonName, E.Person>;
  tenants: Map<E.TenantName, E.Tenant & { era: number }>;
  accounts: E.Account[];
  passwords: E.Password[];
  sessions: E.Session[];
  copies: E.Copy[];
  links: E.Link[];
  messages: E.Message[];
  linkTokens: E.LinkToken[];
  devices: E.Device[];
  recovery: E.RecoverySet[];
  trusts: E.Trust[];
  idTokens: E.IdToken[];
  identities: E.Identity[];
  exchangeCodes: E.ExchangeCode[];
  admins: Map<E.PersonName, E.Admin>;
  adminSessions: E.AdminSession[];
  /** Secrets that a person knows besides what they were given: values of passwords, codes and tokens. */
  known: Map<E.PersonName, Set<string>>;
  /** Addresses that a person reads besides their own. */
  taps: Map<E.PersonName, Set<string>>;
  /** What was stolen. Each case has at most one theft. */
  stolen?: string;
  /** The root secret of sessions when all were stolen. `isOver`: the emergency procedure was followed. */
  roots?: { stolen: Roots<'session'>; isOver: boolean };
  /** Sessions, links and codes from before are invalid. */
  since: number;
  /** Wrong guesses in a row by account and pathway. */
  rows: Map<string, E.Row>;
  /** By scope and address. */
  attempts: Map<string, Attempts>;
  /** Networks and devices that logged in to an account, or as an admin: `ip|account`. */
  places: Set<string>;
  /** The end of a session as a response showed it to a holder. */
  shownEnds: Map<string, { expiresAt: number; gen: number }>;
  violations: Violation[];
  trace: TraceLine[];
};

/** Returns the name of something that this step makes. */
export const nameOf = (world: World, kind: string): string => {
  const base = `${kind}@${world.step}`;
  let count = 0;
  while (isTaken(world, count ? `${base}.${count}` : base)) count++;
  return count ? `${base}.${count}` : base;
};

const LISTS = [
  'accounts',
  'passwords',
  'sessions',
  'links',
  'messages',
  'linkTokens',
  'devices',
  'recovery',
  'trusts',
  'idTokens',
  'identities',
  'exchangeCodes',
  'adminSessions',
] as const;
const isTaken = (world: World, name: string): boolean =>
  LISTS.some((list) => world[list].some((each: { name: string }) => each.name === name));

/** Returns the member of this name. Throws if there is none: a step was run that is not possible. */
export function named<T extends { name: string }>(all: readonly T[], name: string): T {
  const found = all.find((each) => each.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

export const personOf = (world: World, name: E.PersonName): E.Person => world.people.get(name)!;
export const tenantOf = (world: World, name: E.TenantName): E.Tenant & { era: number } => world.tenants.get(name)!;
export const accountById = (world: World, id: string): E.Account | undefined =>
  world.accounts.find((account) => account.id === id);
/** The account that has the address in the tenant now. */
export const accountAt = (world: World, tenant: E.TenantName, address: string): E.Account | undefined =>
  world.accounts.find((each) => each.tenant === tenant && !each.removed && [each.email, each.phone].includes(address));
export const kindOf = (address: string): E.AddressKind => (address.includes('@') ? 'email' : 'phone');

/** Adds a line to the trace. A line that repeats the one before is counted. */
export function note(world: World, text: string): void {
  const last = world.trace.at(-1);
  if (last?.step === world.step && last.text === text) last.times = (last.times ?? 1) + 1;
  else world.trace.push({ step: world.step, text });
}

/** Records that a rule broke. A second break about the same account is not reported: it follows from the first. */
export function violate(world: World, rule: RuleId, what: string, account?: E.Account): void {
  if (account?.tainted) return;
  if (account) account.tainted = rule;
  world.violations.push({ rule, step: world.step, what });
  note(world, `BROKEN ${rule}: ${what}`);
}
