// What becomes known of the request, or the batch, that is at work: for its log lines and metrics, and for nothing else. No
// rule may depend on it. One object for each travels along by AsyncLocalStorage; nothing of it stands in module scope.
import { AsyncLocalStorage } from 'node:async_hooks';

/** All of it may be logged. */
export type Fields = {
  /** API Gateway's; of a batch, Lambda's. */
  requestId?: string;
  lambdaRequestId?: string;
  traceId?: string;
  /** The operation's name in the contract, and its route. */
  operation?: string;
  route?: string;
  /** Of the caller; else the one that the request names, whether there is such a tenant or not. */
  tenant?: string;
  /** The user or admin whose credential was shown or whose factor was proved: nobody is one by saying so. */
  actor?: string;
  /** Instead of an e-mail address or a number: the same for the same address. */
  identifier?: string;
  ip?: string;
  userAgent?: string;
  /** The code of the error that was answered. */
  code?: string;
};

/** Units as the table says; `trips` are calls to it that waited for one another. */
type StoreUse = { readUnits: number; writeUnits: number; trips: number };

export type RequestContext = {
  readonly facts: Fields;
  readonly counts: Map<string, number>;
  readonly store: StoreUse & { tick: number; until: number };
  readonly started: number;
};

const contexts = new AsyncLocalStorage<RequestContext>();

/** Does the work, and all that follows from it, in a context of its own. */
export function inContext<T>(facts: Fields, work: () => T): T {
  const store = { readUnits: 0, writeUnits: 0, trips: 0, tick: 0, until: 0 };
  return contexts.run({ facts: { ...facts }, counts: new Map(), store, started: performance.now() }, work);
}

/** The context of the request at work; `undefined` outside of any. */
export const current = (): RequestContext | undefined => contexts.getStore();

/**
 * Notes what is not known yet. What was noted first stays: whoever called remains the actor, whichever account the request
 * leads him to.
 */
export function note(facts: Fields): void {
  const known = current()?.facts;
  if (!known) return;
  for (const [name, value] of Object.entries(facts) as [keyof Fields, string | undefined][]) known[name] ??= value;
}

/** What the request has cost until now; milliseconds to a tenth. */
export function addStoreUse(): StoreUse & { ms: number } {
  const context = current();
  const { readUnits = 0, writeUnits = 0, trips = 0 } = context?.store ?? {};
  const ms = context ? Math.round(10 * (performance.now() - context.started)) / 10 : 0;
  return { ms, readUnits, writeUnits, trips };
}

/** The trace that Lambda has this invocation take part in, if any. */
export const traceId = (): string | undefined => /\bRoot=([\w-]{1,64})/.exec(process.env._X_AMZN_TRACE_ID ?? '')?.[1];
