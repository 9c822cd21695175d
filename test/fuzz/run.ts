// Runs rounds of drawn requests. A round is decided by the seed and its number: it can be repeated alone, with a world of
// its own.

import type { Reply } from '../support/http.ts';
import { logged } from '../support/logs.ts';
import { type Random, random, weighted } from '../world/random.ts';
import { abroad, said } from './abroad.ts';
import { type Break, breaksOf, CANARY_TEXT, servedBy } from './checks.ts';
import { attacked } from './draw/hostile.ts';
import { draftOf, drawIntent, type Intent } from './draw/intent.ts';
import { breakOne } from './draw/near.ts';
import { learn } from './learn.ts';
import { curlOf, type Draft, deliver } from './request.ts';
import type { World } from './world/base.ts';
import type { Stage } from './world/stage.ts';
import { createWorld, PAUSES, pause, revive } from './world/world.ts';

/** Requests of a round. */
export const ROUND = 250;
const CLASSES = [
  { name: 'valid', weight: 50 },
  { name: 'nearly valid', weight: 28 },
  { name: 'hostile', weight: 22 },
] as const;
export type ClassName = (typeof CLASSES)[number]['name'];

export type Found = Break & {
  index: number;
  kind: ClassName;
  route: string;
  curl: string;
  reply: string;
  log: readonly string[];
};
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
      if (!/ERR_UNESCAPED|ERR_INVALID|ECONNRESET|EPIPE|HPE_/.test(String((error as NodeJS.ErrnoException).code)))
        throw error;
      continue;
    }
    rememberSent(intent, draft);
    for (const broken of breaksOf(intent, draft, reply, kind !== 'hostile')) note(broken, reply);
    count(explored.tally, kind, draft, reply);
    await learn(world, intent, draft, reply);
    await reviveIfNeeded(world, intent, reply);
  }
  for (const side of ['a', 'b'] as const) for (const id of world.pool.idsOf(side)) stage.earlier.add(id);
}

/** Strangers come from many networks, or one limit would end all of it. */
const addressAgain = (chance: Random, { context }: Intent): string =>
  `127.${context.caller.side === 'a' ? 51 : 52}.${chance.below(8)}.${1 + chance.below(40)}`;

/**
 * Ids of the other tenant that were sent may come back. So may texts of one's own that were sent with a credential of the
 * other tenant: they are stored there.
 */
function rememberSent(intent: Intent, draft: Draft): void {
  const { context } = intent;
  const { side } = context.caller;
  const { sent } = context.world;
  if (side === 'admin') {
    // They may give one tenant a text that the other one had, such as its short name.
    for (const [brought] of said(draft).matchAll(CANARY_TEXT))
      for (const each of ['a', 'b'] as const) sent[each].add(brought);
    return;
  }
  const foreign = side === 'a' ? 'b' : 'a';
  const ids = context.world.pool.idsOf(foreign);
  const text = said(draft);
  if (abroad(intent, draft) === 'credential')
    for (const [brought] of text.matchAll(CANARY_TEXT)) context.world.sent[foreign].add(brought);
  for (const id of ids) if (text.includes(id)) context.world.sent[side].add(id);
}

const ENDED =
  /^(INVALID_TOKEN|SESSION_NOT_FOUND|ACCOUNT_INACTIVE|SESSION_INVALID|NO_AUTH_PROVIDED|REAUTH_REQUIRED|MUST_CHANGE_PASSWORD|REFRESH_TOKEN_\w+|INVALID_CLIENT)$/;

/** A caller whose own credential was refused gets another one: a round is about what they may do with it. */
async function reviveIfNeeded(world: World, { context, operation }: Intent, { status, body }: Reply): Promise<void> {
  const { caller, chance } = context;
  const ends = operation.browser?.cookies === 'end-session' || operation.browser?.cookies === 'end-admin';
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
