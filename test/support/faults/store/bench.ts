// Runs calls of operations while their calls of the table fail as planned, and records what the table carried out.
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Rule } from '../../../../infra/tools/local/aws/rules.ts';
import { type Engine, startEngine } from '../../../../infra/tools/local/engine.ts';
import { methodOf, pathOf } from '../../../../lib/contract/operation.ts';
import { advance, now } from '../../../../lib/platform/clock.ts';
import { close as forgetClient } from '../../../../lib/store/dynamo/client.ts';
import type { OutboxEvent, OutboxItem } from '../../../../lib/store/outbox.ts';
import { newTenant, optionsOf, type World } from '../../../world/recipe.ts';
import type { Scenario } from '../../../world/recipes/all.ts';
import type { Reply } from '../../http.ts';
import { type IdentityProvider, startIdentityProvider } from '../../identity-provider.ts';
import { type Body, type Fate, type Relay, startRelay } from '../../relay.ts';
import { type Service, startService } from '../../service.ts';
import { adminProvider } from '../../sso.ts';
import { FAULTS, type FaultName, isWrite } from './wire.ts';

/** Which of the operation's calls of the table fails: one, or that one and all that follow. */
export type Plan = { at: number; fault: FaultName; lasting?: boolean };
export type Trial = {
  reply: Reply;
  ms: number;
  /** The calls of the table in their order, and those that were made to fail. */
  calls: string[];
  injected: number;
  /** The writes that the table carried out, sorted. A repetition under the same idempotency token is not another one. */
  written: string[];
  /** Sends the same request again, without faults. */
  again: () => Promise<Reply>;
};
export type Bench = {
  world: World;
  /** Prepares the scenario and makes its call. */
  run: (scenario: Scenario, plan?: Plan) => Promise<Trial>;
  /** Makes every call of the table meet this fate, from now on; `undefined`: it goes through. */
  disturb: (fate: FateOf | undefined) => void;
  /** Ids of the events that reached the bus, each as often as it did. */
  published: readonly string[];
  stop: () => Promise<void>;
};

/** Scenarios that share a tenant: limits count messages by tenant. */
const PER_TENANT = 40;

type FateOf = (operation: string, body: Body) => Fate | undefined;

export async function startBench(): Promise<Bench> {
  const stops: (() => Promise<void>)[] = [];
  const own = <T extends { stop: () => Promise<void> }>(started: T): T => {
    stops.unshift(started.stop);
    return started;
  };
  let fateOf: FateOf | undefined;
  let written: string[] = [];
  const events: OutboxEvent[] = [];
  const tokens = new Set<string>();
  /** What a batch has removed. To remove it again changes nothing, so only the first time counts. */
  const purged = new Set<string>();
  const engine: Engine = own(await startEngine(undefined, undefined));
  const relay: Relay = own(
    await startRelay(engine.endpoint, (operation, body) => fateOf?.(operation, body) ?? 'passes', {
      carriedOut: (operation, body, status) => {
        if (status !== 200 || !isWrite(operation) || tokens.has(body.ClientRequestToken)) return;
        if (body.ClientRequestToken) tokens.add(body.ClientRequestToken);
        written.push(...writesIn(operation, body, purged));
        events.push(...eventsIn(body));
      },
    }),
  );
  const published: string[] = [];
  const all: Rule = {
    name: 'all',
    pattern: {},
    target: ({ detail }: { detail: unknown }) => void published.push((detail as { id: string }).id),
  };
  const options = { changeFeed: false, endpoint: relay.endpoint, rules: [all] };
  const idp: IdentityProvider = own(await startIdentityProvider());
  const [realm, staff] = [idp.realm(), idp.realm()];
  const service: Service = own(await startService({ ...adminProvider(staff), GATEHOUSE_ACTING: 'allowed' }, options));
  await service.adminCookie();
  const world: World = { service, realm, staff, events, tenant: await newTenant({ service, realm, staff, events }) };
  let runs = 0;

  const run: Bench['run'] = async ({ recipe, route }, plan) => {
    advance(Date.now() - now());
    if (++runs % PER_TENANT === 0) world.tenant = await newTenant(world);
    const call = await recipe(world);
    const sent = optionsOf(call);
    const send = () => service.send(methodOf(route), pathWith(route, call), sent);
    const calls: string[] = [];
    let injected = 0;
    written = [];
    purged.clear();
    fateOf = (operation, body) => {
      if (operation === 'DescribeTable') return undefined;
      calls.push(operation);
      const isMeant = plan && (plan.lasting ? calls.length >= plan.at : calls.length === plan.at);
      const fate = isMeant ? FAULTS[plan.fault](operation, body) : undefined;
      if (fate) injected++;
      return fate;
    };
    const started = performance.now();
    const reply = await send();
    const ms = performance.now() - started;
    fateOf = undefined;
    // The SDK stops repeating after too many failures, until as many calls have succeeded. Each case begins anew.
    if (plan?.lasting) forgetClient();
    return { reply, ms, calls, injected, written: written.toSorted(), again: send };
  };
  const stop = async () => {
    for (const each of stops) await each();
  };
  const disturb: Bench['disturb'] = (fate) => {
    fateOf = fate;
  };
  return { world, run, disturb, published, stop };
}

function pathWith(route: string, { params = {}, query }: Awaited<ReturnType<Scenario['recipe']>>): string {
  const path = pathOf(route).replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  return query ? `${path}?${new URLSearchParams(query)}` : path;
}

const IDS = /\b(ten|usr|ses|dev|evt|adm|rol|per|idn|app|prs|key|adi|ads|stl|scm|sgr|jrq)_\w+/g;
const LIMITER = /^L#([a-z-]+)#.*/;
const NAMED =
  /\b(EMAIL|PHONE|IDP|(?:ADM)?PKY|IMP|LEFT|(?:ADM)?FLOW|CODE|USED|ASR|DAR|CIMD|TOKEN|NONCE|ORIGIN|DOM|DOMAIN|SLUG|NAME|FIND|MEMBERS?|SES|SAP|DAY)#.+/;
/** A claim of a directory: of a name, of an id there, or of the name of a group. */
const DIRECTORY_CLAIM = /#([NXD])#[\w-]{43}$/;
/** A collection of rows: its name and what the partition is for. An entry is named by its index alone. */
const COLLECTION = /^T#ten_\w+#C#([^#]+(?:#.*)?)$/;
const kindOf = ({ pk, sk }: Record<'pk' | 'sk', { S: string }>): string => {
  const collection = COLLECTION.exec(pk.S)?.[1];
  return collection ? `rows ${collection}` : kindOfOther({ pk, sk });
};
const kindOfOther = ({ pk, sk }: Record<'pk' | 'sk', { S: string }>): string =>
  [pk, sk]
    .map(({ S: key }) =>
      key
        .replace(LIMITER, 'L#$1')
        .replace(IDS, '$1')
        .replace(NAMED, '$1')
        .replace(DIRECTORY_CLAIM, '#$1')
        .replace(/\d+/g, 'n'),
    )
    .join(' ');

/** The writes of a call, by the kinds of their items. */
function writesIn(operation: string, body: Body, purged: Set<string>): string[] {
  if (operation === 'BatchWriteItem') {
    const keys = Object.values(body.RequestItems as Body[][]).flatMap((writes) =>
      writes.map(({ DeleteRequest }) => DeleteRequest.Key as Record<'pk' | 'sk', { S: string }>),
    );
    const first = keys.filter(({ pk, sk }) => !purged.has(`${pk.S} ${sk.S}`));
    for (const { pk, sk } of first) purged.add(`${pk.S} ${sk.S}`);
    return first.map((key) => `Delete ${kindOf(key)}`);
  }
  const isRefund = body.ExpressionAttributeValues?.[':by_count']?.N === '-1';
  if (operation !== 'TransactWriteItems')
    return [`${isRefund ? 'Refund' : operation.replace('Item', '')} ${kindOf(body.Key ?? body.Item)}`];
  const writes = body.TransactItems.flatMap((item: Body) => Object.entries(item as Record<string, Body>)) as [
    string,
    Body,
  ][];
  const isCounter = ({ Key }: Body) => /#C#[^#]+#N$/.test(Key?.pk.S ?? '');
  return [
    ...writes
      .filter(([kind, write]) => kind !== 'ConditionCheck' && !isCounter(write))
      .map(([kind, { Key, Item }]) => `${kind} ${kindOf(Key ?? Item)}`),
    ...counted(writes.map(([, write]) => write).filter(isCounter)),
  ];
}

/** What is added to the numbers of rows. The shards are drawn with the ids, so that how many are written is chance. */
function counted(writes: readonly Body[]): string[] {
  const sums = new Map<string, number>();
  for (const { Key, ExpressionAttributeValues } of writes) {
    for (const name of ['live', 'trash']) {
      const by = Number(ExpressionAttributeValues[`:by_${name}`]?.N ?? 0);
      const what = `${kindOf(Key)} ${name}`;
      if (by) sums.set(what, (sums.get(what) ?? 0) + by);
    }
  }
  return [...sums].map(([what, by]) => `Add ${by} ${what}`);
}

const eventsIn = (body: Body): OutboxEvent[] =>
  (body.TransactItems ?? [{ Put: body }]).flatMap(({ Put }: Body) =>
    Put?.Item?.type?.S === 'outbox' ? (unmarshall(Put.Item) as OutboxItem).events : [],
  );
