// Imports users of another service into a tenant: an idempotent operation over a few lines. Each line is one transaction. A
// client that was interrupted sends its lines again (docs/decisions/0104-import.md).
import { ApiError, fail } from '../../contract/errors.ts';
import { type ImportLine, importCode } from '../../contract/groups/admin-transfers.ts';
import type { Body, Reply } from '../../contract/index.ts';
import { now } from '../../platform/clock.ts';
import { mapConcurrently } from '../../platform/concurrency.ts';
import { tenantId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { identityWrites } from '../../store/people/identities.ts';
import { importClaimWrite, isFrom } from '../../store/people/imports.ts';
import { passkeyWrites } from '../../store/people/passkeys.ts';
import * as users from '../../store/people/users.ts';
import { idsNamed } from '../../store/tenants/roles.ts';
import { find as findTenant, type Tenant } from '../../store/tenants/tenants.ts';
import { USER_GUARD } from '../access/grants.ts';
import type { AuditActor } from '../audit.ts';
import { changeEventsWrite } from '../users/events.ts';
import { type Claims, claimKeysOf, readClaims, readOrigins } from './claims.ts';
import { readLine, sourceIdIn } from './line.ts';
import { merged } from './merge.ts';
import { type Outcome, Refused, refuse } from './outcome.ts';
import { type Prepared, prepare, type Setting } from './prepare.ts';

type Import = Body<'POST /auth/admin/api/transfers/import'>;
type Results = Reply<'POST /auth/admin/api/transfers/import'>;

/** Transactions at a time. More make the first hundred wait for each other. */
const WRITERS = 10;
/** Hashes that are wrapped at a time: 19 MiB each. */
const HASHERS = 4;

type Batch = Setting & {
  actor: AuditActor;
  isMerge: boolean;
  /** In a dry run, the keys of what it would have created. */
  planned: Set<string> | undefined;
};

/**
 * Imports the lines and returns what became of each, in their order. If lines share an origin, an address, an identity or a
 * passkey, the first one counts. Throws TENANT_ID_REQUIRED, TENANT_NOT_FOUND, and `Unavailable` without the table; a
 * repetition is safe then.
 */
export async function importUsers(actor: AuditActor, input: Import): Promise<Results> {
  if (!input.tenantId) fail('TENANT_ID_REQUIRED');
  const id = tenantId(input.tenantId);
  const tenant = id && (await findTenant(id));
  if (!tenant || tenant.status === 'deleted') return fail('TENANT_NOT_FOUND');
  const read = await Promise.all(input.lines.map((line) => caught(async () => readLine(line))));
  const setting = await settingOf(tenant, input, read.filter(isRead));
  const batch: Batch = {
    ...setting,
    actor,
    isMerge: input.onExisting === 'merge',
    planned: input.isDryRun ? new Set() : undefined,
  };
  const at = now();
  const prepared = await mapConcurrently(read, HASHERS, async (line) =>
    isRead(line) ? caught(() => prepare(setting, line, at)) : line,
  );
  const outcomes = await storeAll(batch, await withoutKnown(batch, read, prepared));
  return { results: outcomes.map((outcome, index) => ({ sourceId: sourceIdIn(input.lines[index]), ...outcome })) };
}

/**
 * Returns the lines, with `skipped` in place of those that were imported before and are refused by now: their role may be
 * gone. Reads nothing if none is refused.
 */
async function withoutKnown(
  { tenant, source }: Batch,
  read: readonly (ImportLine | Outcome)[],
  prepared: readonly (Prepared | Outcome)[],
): Promise<(Prepared | Outcome)[]> {
  const refused = read.map((line, at) => (isRead(line) && !isPrepared(prepared[at]!) ? line : undefined));
  const origins = refused.flatMap((line) => (line ? [{ source, sourceId: line.sourceId }] : []));
  const known = await readOrigins(tenant.id, origins);
  let next = 0;
  return prepared.map((line, at) => {
    const userId = refused[at] && known[next++];
    return userId ? { outcome: 'skipped', userId } : line;
  });
}

/** Returns what the work returns, or that its line is refused. What concerns more than the line is thrown. */
async function caught<T>(work: () => Promise<T>): Promise<T | Outcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) return { outcome: 'refused', code: error.code, message: error.message };
    if (!(error instanceof ApiError)) throw error;
    // The rules for users refuse with errors of the contract.
    const code = importCode.safeParse(error.code);
    return { outcome: 'refused', code: code.success ? code.data : 'INVALID_INPUT', message: error.message };
  }
}

const isRead = (line: ImportLine | Outcome): line is ImportLine => 'sourceId' in line;
const isPrepared = (line: Prepared | Outcome): line is Prepared => 'user' in line;

/** Reads what the lines have in common. */
async function settingOf(tenant: Tenant, input: Import, lines: readonly ImportLine[]): Promise<Setting> {
  const theirs = [...new Set(lines.flatMap(({ roles = [] }) => roles))];
  const ours = new Map(theirs.map((name) => [name, translated(input.roles, name)]));
  const ids = await idsNamed(tenant.id, USER_GUARD, [...new Set(ours.values())]);
  const roles = new Map(
    [...ours].flatMap(([name, own]) => {
      const roleId = ids.get(own);
      return roleId ? [[name, roleId] as const] : [];
    }),
  );
  return { tenant, source: input.source, roles };
}

const translated = (names: Import['roles'], name: string): string =>
  (names && Object.hasOwn(names, name) && names[name]) || name;

/** Stores the lines. One that has something in common with an earlier line waits for it, so that the first one counts. */
async function storeAll(batch: Batch, lines: readonly (Prepared | Outcome)[]): Promise<Outcome[]> {
  const outcomes = new Map<number, Outcome>();
  const [first, later]: [number[], number[]] = [[], []];
  const seen = new Set<string>();
  for (const [index, line] of lines.entries()) {
    if (!isPrepared(line)) {
      outcomes.set(index, line);
      continue;
    }
    const names = namesOf(line);
    (names.some((name) => seen.has(name)) ? later : first).push(index);
    for (const name of names) seen.add(name);
  }
  const prepared = (index: number): Prepared => lines[index] as Prepared;
  const claims = await readClaims(first.map(prepared));
  await mapConcurrently([...first.entries()], WRITERS, async ([place, index]) => {
    outcomes.set(index, await caught(() => storeLine(batch, prepared(index), claims[place])));
  });
  for (const index of later) outcomes.set(index, await caught(() => storeLine(batch, prepared(index))));
  return lines.map((_, index) => outcomes.get(index) as Outcome);
}

const namesOf = (line: Prepared): string[] => claimKeysOf(line).map(({ pk }) => pk);

/** `known`: the claims, as they were read for the batch. Each further attempt reads them. */
function storeLine(batch: Batch, line: Prepared, known?: Claims): Promise<Outcome> {
  let next = known;
  return retryOnConflict('a line of an import', async () => {
    const claims = next ?? (await readClaims([line]))[0];
    next = undefined;
    if (!claims) throw new Error('the claims of a line were not read');
    return attempt(batch, line, claims);
  });
}

/** `undefined`: something changed since the claims were read. */
async function attempt(batch: Batch, line: Prepared, claims: Claims): Promise<Outcome | undefined> {
  const { planned } = batch;
  const [origin, ...others] = namesOf(line);
  if (claims.origin) return { outcome: 'skipped', userId: claims.origin };
  if (origin && planned?.has(origin)) return { outcome: 'skipped' };
  if (claims.isDomainBlocked) refuse('EMAIL_DOMAIN_NOT_ALLOWED', 'email: is of a blocked domain');
  const owners = [...new Set([claims.email, claims.phone].filter((owner) => owner !== undefined))];
  if (owners.length > 1)
    refuse('USER_ALREADY_EXISTS', 'The email address and the phone number belong to two accounts.');
  // A dry run has created nothing, so no claim says what an earlier line would have.
  if (others.some((name) => planned?.has(name))) refuse('USER_ALREADY_EXISTS', OF_ANOTHER_LINE);
  if (owners[0]) return existing(batch, line, claims, owners[0]);
  if (claims.identities.some(Boolean)) refuse('IDENTITY_TAKEN', 'identities: one opens another account');
  if (claims.passkeys.some(Boolean)) refuse('PASSKEY_TAKEN', 'passkeys: one opens another account');
  return created(batch, line);
}

const OF_ANOTHER_LINE = 'Another line of this source has the address, the identity or the passkey.';

async function created(batch: Batch, line: Prepared): Promise<Outcome | undefined> {
  const { user, origin, identities, passkeys, devices, leftOut } = line;
  const note: Partial<Outcome> = leftOut
    ? { code: 'PASSKEYS_LEFT_OUT', message: `${leftOut} passkeys are of another domain.` }
    : {};
  if (batch.planned) {
    for (const name of namesOf(line)) batch.planned.add(name);
    return { outcome: 'created', ...note };
  }
  const stored = await users.create(user, undefined, changeEventsWrite(batch.actor, 'created', undefined, user), [
    importClaimWrite(user, origin),
    ...identities.flatMap((identity) => identityWrites(user.tenantId, user.id, identity, undefined)),
    ...passkeys.flatMap((passkey) => passkeyWrites(user.tenantId, user.id, passkey)),
    ...devices.map((device) => ({ create: device })),
  ]);
  return stored === 'done' ? { outcome: 'created', userId: user.id, ...note } : undefined;
}

/** Decides about a line whose address an account has. */
async function existing(
  { actor, source, tenant, isMerge, planned }: Batch,
  line: Prepared,
  claims: Claims,
  owner: users.User['id'],
): Promise<Outcome | undefined> {
  const before = await users.find(tenant.id, owner);
  if (!before)
    return refuse('USER_ALREADY_EXISTS', 'The account of the address is being deleted. Import the line again.');
  // Two lines of one service are two people.
  if (isFrom(source, before)) refuse('USER_ALREADY_EXISTS', OF_ANOTHER_LINE);
  if (!isMerge) return { outcome: 'skipped', userId: owner, code: 'USER_ALREADY_EXISTS' };
  const { after, writes } = merged(actor, before, line, claims);
  const outcome: Outcome = { outcome: 'merged', userId: owner };
  if (planned) return outcome;
  return (await users.change(before, after, writes)) === 'done' ? outcome : undefined;
}
