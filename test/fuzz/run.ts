// Runs rounds of drawn requests. A round is decided by the seed and its number: it can be repeated alone, with a world of
// its own.
import { type Random, random, weighted } from '../model/random.ts';
import { logged } from '../support/logs.ts';
import { claimsOf } from '../support/tokens.ts';
import { type Break, breaksOf, servedBy } from './checks.ts';
import { attacked } from './draw/hostile.ts';
import { draftOf, drawIntent, type Intent } from './draw/intent.ts';
import { breakOne } from './draw/near.ts';
import { curlOf, type Draft, deliver, type Reply, targetOf } from './request.ts';
import type { Stage } from './world/stage.ts';
import { createWorld, PAUSES, pause, revive, sideOf, takeTokens, type World } from './world/world.ts';
import { keepCookies } from './world/people.ts';
import type { Side } from './world/pool.ts';
import { identityOf } from './draw/recipes.ts';

/** Requests of a round. */
export const ROUND = 250;
const CLASSES = [
  { name: 'valid', weight: 50 },
  { name: 'nearly valid', weight: 28 },
  { name: 'hostile', weight: 22 },
] as const;
export type ClassName = (typeof CLASSES)[number]['name'];

export type Found = Break & { index: number; kind: ClassName; route: string; curl: string; reply: string; log: readonly string[] };
export type Tally = {
  requests: number;
  byClass: Record<ClassName, { all: number; succeeded: number }>;
  /** Route -> statuses and codes -> how often. */
  byRoute: Map<string, Map<string, number>>;
};
export type Explored = { seed: number; found: Found[]; tally: Tally };
export type Range = { seed: number; from: number; count: number };

/** What is run: as given, or as the environment says. */
export const rangeOr = (standard: Range): Range => ({
  seed: Number(process.env.GATEHOUSE_FUZZ_SEED ?? standard.seed),
  from: Number(process.env.GATEHOUSE_FUZZ_FROM ?? standard.from),
  count: Number(process.env.GATEHOUSE_FUZZ_COUNT ?? standard.count),
});

/** Runs the rounds that have the requests from `from` on, whole ones. Goes on after a break. */
export async function explore(stage: Stage, { seed, from, count }: Range): Promise<Explored> {
  const byClass = Object.fromEntries(CLASSES.map(({ name }) => [name, { all: 0, succeeded: 0 }])) as Tally['byClass'];
  const explored: Explored = { seed, found: [], tally: { requests: 0, byClass, byRoute: new Map() } };
  await logged(async (soFar) => {
    for (let round = Math.floor(from / ROUND); round * ROUND < from + count; round++) {
      await runRound(stage, explored, round, soFar);
    }
  });
  return explored;
}

async function runRound(stage: Stage, explored: Explored, round: number, log: () => readonly string[]): Promise<void> {
  const chance = random(explored.seed * 100_003 + round);
  const world = await createWorld(stage, round, chance);
  // Some rounds see time pass: proofs are no longer recent, tokens expire.
  const pauseAt = chance.below(3) ? Math.floor(ROUND * 0.7) : -1;
  for (let step = 0; step < ROUND; step++) {
    if (step === pauseAt) await pause(world, chance.of(PAUSES));
    const logBefore = log().length;
    const { name: kind } = weighted(chance, CLASSES, ({ weight }) => weight);
    const intent = drawIntent(world, chance, kind === 'hostile' ? 0.3 : undefined);
    if (kind === 'nearly valid') breakOne(intent);
    const draft = kind === 'hostile' ? attacked(intent) : draftOf(intent);
    if (intent.context.caller.kind === 'stranger') intent.context.caller.ip = addressAgain(chance, intent);
    const { route } = intent;
    const note = (broken: Break, reply?: Reply) =>
      explored.found.push({
        ...broken,
        index: round * ROUND + step,
        kind,
        route,
        curl: curlOf(stage.service.baseUrl, draft),
        reply: reply ? `${reply.status} ${reply.text.slice(0, 500)}` : 'none',
        log: log().slice(logBefore),
      });
    let reply: Reply;
    try {
      reply = await deliver(stage.service.baseUrl, draft, intent.context.caller.ip);
    } catch (error) {
      // Node refuses to send some paths, and the gateway closes connections that it cannot read.
      if (!/ERR_UNESCAPED|ERR_INVALID|ECONNRESET|EPIPE/.test(String((error as NodeJS.ErrnoException).code))) throw error;
      continue;
    }
    rememberSent(intent, draft);
    for (const broken of breaksOf(intent, draft, reply, kind !== 'hostile')) note(broken, reply);
    count(explored.tally, kind, draft, reply);
    await learn(world, intent, draft, reply);
    await reviveIfNeeded(world, intent, reply);
  }
}

/** Strangers come from many networks, or one limit would end all of it. */
const addressAgain = (chance: Random, { context }: Intent): string =>
  `127.${context.caller.side === 'a' ? 51 : 52}.${chance.below(8)}.${1 + chance.below(40)}`;

/** Ids of the other tenant that were sent may come back. */
function rememberSent({ context }: Intent, draft: Draft): void {
  const { side } = context.caller;
  if (side === 'admin') return;
  const ids = context.world.pool.idsOf(side === 'a' ? 'b' : 'a');
  const text = `${targetOf(draft)} ${JSON.stringify(draft.headers)} ${draft.body?.toString() ?? ''}`;
  for (const id of ids) if (text.includes(id)) context.world.sent[side].add(id);
}

/** What the reply, and messages that it caused, are good for later. */
async function learn(world: World, intent: Intent, draft: Draft, reply: Reply): Promise<void> {
  const { context } = intent;
  const { caller, used } = context;
  const { letters } = await world.stage.post.collect();
  world.letters.push(...letters);
  for (const { tenantId, code, token } of letters) {
    const side = sideOf(world, tenantId);
    if (code) world.pool.add('code', code, side);
    if (token) world.pool.add('token', token, side);
  }
  if (reply.status >= 400) return;
  const { id } = intent.params;
  // What was put into the trash is drawn again soon.
  if (id !== undefined && /^(prj|tsk)_/.test(id)) world.pool.add(id.slice(0, 3), id, caller.side);
  // What another tenant's credential opened belongs to that tenant.
  const side = used.find((known) => known.isSecret && known.side !== caller.side)?.side ?? caller.side;
  world.pool.harvest(reply.body, side);
  harvestSpecial(world, side, intent, reply);
  if (side !== caller.side) return;
  const sent = parsed(draft);
  if (intent.operation.name === 'signup' && caller.side !== 'admin' && sent.password && sent.tenantId) {
    const { tenantId, password, email = '', phone } = sent;
    world.people.push({ side: caller.side, tenantId, email, password, ...(phone !== undefined && { phone }) });
  }
  const admin = world.admins.find(({ email }) => email === sent.email);
  if (admin && sent.secretKey && sent.newPassword) admin.password = sent.newPassword;
  if (intent.operation.name === 'changePassword' && caller.person && sent.newPassword) caller.person.password = sent.newPassword;
  if (!caller.person) return void (caller.kind === 'admin' && keepCookies(caller, reply));
  const { accessToken } = reply.body ?? {};
  const isOwn = typeof accessToken !== 'string' || claimsOf(accessToken).sub === caller.person.userId;
  if (caller.kind === 'browser' ? draft.headers.some(([name]) => name === 'cookie') : isOwn && accessToken) takeTokens(world, caller, reply);
  // A pending login that was completed goes on as one for a while.
  if (caller.kind === 'pending' && accessToken && context.chance.below(2)) await revive(world, caller);
}

function harvestSpecial({ pool, stage }: World, side: Side, { route, context }: Intent, reply: Reply): void {
  const { headers, body, text, setCookies } = reply;
  const { searchParams } = URL.parse(String(headers.location)) ?? { searchParams: new URLSearchParams() };
  const cursor = body?.nextCursor ?? body?.meta?.nextCursor ?? body?.next;
  if (typeof cursor === 'string') pool.add(`cursor of ${route}`, cursor, side);
  for (const [, id, digest] of text.matchAll(/(ten_\w+)\/logos\/([\w-]+)/g)) pool.add('logo', `${id} ${digest}`, side);
  if (headers.location?.startsWith(stage.realm.issuer) && searchParams.has('state')) {
    const back = stage.realm.logIn(headers.location, identityOf(context.person?.email ?? 'someone@example.com'));
    pool.add('callback', `${back.searchParams} ${setCookies.map((line) => line.split(';')[0]).join(';')}`, side);
  }
  for (const [name, kind] of [
    ['code', 'authCode'],
    ['state', 'state'],
    ['resume', 'resume'],
  ] as const) {
    const value = kind === 'authCode' && searchParams.has('error') ? null : searchParams.get(name);
    if (value) pool.add(kind, value, side);
  }
  // A page of another tenant's user is of nobody's side but the admin's.
  if (body?.user && Array.isArray(body.sessions)) {
    for (const [name, things] of [
      ['sessionId', body.sessions],
      ['deviceId', body.mfa.totpDevices],
      ['identityId', body.identities],
    ]) for (const { id } of things) pool.add(`${name} of user`, `${body.user.id} ${id}`, side);
  }
  if (Array.isArray(body?.codes)) for (const code of body.codes) pool.add('code', String(code), side);
  if (typeof body?.otpAuthUrl === 'string') pool.add('totp', body.secret, side);
}

function parsed({ body }: Draft): Record<string, string> {
  try {
    return JSON.parse(body?.toString() ?? '') ?? {};
  } catch {
    return {};
  }
}

const ENDED = /^(INVALID_TOKEN|SESSION_NOT_FOUND|ACCOUNT_INACTIVE|SESSION_INVALID|NO_AUTH_PROVIDED|REAUTH_REQUIRED|MUST_CHANGE_PASSWORD|REFRESH_TOKEN_\w+|INVALID_CLIENT)$/;

/** A caller whose own credential was refused gets another one: a round is about what they may do with it. */
async function reviveIfNeeded(world: World, { context, operation }: Intent, { status, body }: Reply): Promise<void> {
  const { caller, chance } = context;
  const ends = operation.cookies === 'end-session' || operation.cookies === 'end-admin';
  if ((status < 400 && ends) || ENDED.test(body?.code)) {
    caller.isStale = true;
    // Some go on with what no longer works.
    if (chance.below(4)) await revive(world, caller);
  }
}

function count(tally: Tally, kind: ClassName, draft: Draft, { status, body }: Reply): void {
  const { byClass, byRoute } = tally;
  tally.requests++;
  byClass[kind].all++;
  if (status < 400) byClass[kind].succeeded++;
  const route = servedBy(draft)?.route ?? '-';
  const key = status < 400 ? String(status) : `${status} ${body?.code}`;
  const codes = byRoute.get(route) ?? new Map<string, number>();
  codes.set(key, (codes.get(key) ?? 0) + 1);
  byRoute.set(route, codes);
}
