// Carries what is known about the current request or batch, for its log lines, its metrics and the audit log, and whether
// it is over or dry. No other rule may depend on it. AsyncLocalStorage passes one object per request along; module scope holds none of it.
import { AsyncLocalStorage } from 'node:async_hooks';

/** All fields may be logged. */
export type Fields = {
  /** API Gateway's id; for a batch, Lambda's. */
  requestId?: string;
  lambdaRequestId?: string;
  traceId?: string;
  /** The trace that the caller says the request belongs to, by `traceparent`. */
  callerTraceId?: string;
  /** The operation's name and route in the contract. */
  operation?: string;
  route?: string;
  /** The caller's tenant, else the one that the request names, whether it exists or not. */
  tenant?: string;
  /** The user or admin whose credential was verified or whose factor was proved. A claim alone never sets it. */
  actor?: string;
  /** The admin who acts as the user that is the actor. */
  admin?: string;
  /** Replaces an e-mail address or phone number: the same value for the same address. */
  identifier?: string;
  ip?: string;
  userAgent?: string;
  /** The error code of the response. */
  code?: string;
  /** Why an endpoint of the OpenID provider refused the request, the application that it names, and what was wrong. */
  cause?: string;
  application?: string;
  value?: string;
};

/** Capacity units as DynamoDB reports them. `trips` are calls that waited for one another. */
type StoreUse = { readUnits: number; writeUnits: number; trips: number };

export type RequestContext = {
  readonly facts: Fields;
  readonly counts: Map<string, number>;
  readonly store: StoreUse & { tick: number; until: number };
  readonly started: number;
  /** The response was sent, if only a 503 because time ran out. */
  isOver: boolean;
  /** A warm-up, not a request: it writes no log line, no metric and no item. */
  readonly isDry: boolean;
};

const contexts = new AsyncLocalStorage<RequestContext>();

/**
 * Runs `work`, and everything it starts, in a context of its own, which is over when `work` has ended. It is dry inside of a
 * dry run.
 */
export async function inContext<T>(facts: Fields, work: () => Promise<T>): Promise<T> {
  const context = newContext(facts, current()?.isDry === true);
  try {
    return await contexts.run(context, work);
  } finally {
    // Requests may wait for what a dry run has begun to read. It writes nothing, so it may go on after its end.
    context.isOver = !context.isDry;
  }
}

/** Runs `work`, and everything it starts, without a log line or a metric. A write throws `Unavailable`. */
export const inDryRun = <T>(work: () => Promise<T>): Promise<T> => contexts.run(newContext({}, true), work);

const newContext = (facts: Fields, isDry: boolean): RequestContext => ({
  facts: { ...facts },
  counts: new Map(),
  store: { readUnits: 0, writeUnits: 0, trips: 0, tick: 0, until: 0 },
  started: performance.now(),
  isOver: false,
  isDry,
});

/** Returns the context of the current request; `undefined` outside of any. */
export const current = (): RequestContext | undefined => contexts.getStore();

/**
 * Adds fields that are not known yet. The first value stays: the caller remains the actor, even if the request leads to
 * another account.
 */
export function note(facts: Fields): void {
  const known = current()?.facts;
  if (!known) return;
  for (const [name, value] of Object.entries(facts) as [keyof Fields, string | undefined][]) known[name] ??= value;
}

/** Where a change came from, as the audit log keeps it. Names are short, because it is stored with each change. */
export type Origin = {
  /** Request, operation, actor, the admin who acts as the actor, IP address, user agent. */
  r?: string;
  o?: string;
  a?: string;
  d?: string;
  i?: string;
  u?: string;
};

/** Long enough to tell browsers apart. */
const MAX_STORED_AGENT = 100;

/** Returns where the change comes from that is made now; `undefined` outside of a request. */
export function origin(): Origin | undefined {
  const { requestId: r, operation: o, actor: a, admin: d, ip: i, userAgent } = current()?.facts ?? {};
  const u = userAgent?.slice(0, MAX_STORED_AGENT);
  // Work on batches has no sender.
  if (i === undefined) return undefined;
  return { ...(r && { r }), ...(o && { o }), ...(a && { a }), ...(d && { d }), i, ...(u && { u }) };
}

/** Returns what the request has cost so far. `ms` is rounded to a tenth of a millisecond. */
export function resourceUse(): StoreUse & { ms: number } {
  const context = current();
  const { readUnits = 0, writeUnits = 0, trips = 0 } = context?.store ?? {};
  const ms = context ? Math.round(10 * (performance.now() - context.started)) / 10 : 0;
  return { ms, readUnits, writeUnits, trips };
}

/** Returns the X-Ray trace id of this invocation, if any. */
export const traceId = (): string | undefined => /\bRoot=([\w-]{1,64})/.exec(process.env._X_AMZN_TRACE_ID ?? '')?.[1];
