// Reads from the service into signals:
//
//   const users = useRead('adminUsers.list', { status: 'active', cursor });
//   users.data        the reply, or that of the input before while the next one is on its way, or undefined
//   users.problem     the error of the last read
//   users.isStale     whether `data` belongs to an earlier input
//   users.reload()
//   users.change((reply) => …)   shows a change at once; a later read replaces it (optimistic)
//
// What was read is kept in memory and shown again at once, then read again. After `call()` changed something of a group,
// everything of the group is read again. It is all forgotten when the session ends. Pass `undefined` as input to wait.
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { GatehouseError } from '../../../packages/client/index.ts';
import { asError } from '../../kit/base.ts';
import { call } from './call.ts';
import { groupOf, type InputOf, type OperationName, type ReplyOf } from './operations.ts';

type State = { data?: unknown; problem?: GatehouseError | undefined; isLoading: boolean };
type Entry = {
  group: string;
  state: ReturnType<typeof signal<State>>;
  readers: number;
  abort: AbortController | undefined;
  load: () => Promise<void>;
};

const MOST = 100;
const entries = new Map<string, Entry>();

function newEntry(operation: OperationName, input: unknown): Entry {
  const state = signal<State>({ isLoading: false });
  const entry: Entry = {
    group: groupOf(operation),
    state,
    readers: 0,
    abort: undefined,
    load: async () => {
      entry.abort?.abort();
      const abort = new AbortController();
      entry.abort = abort;
      state.value = { ...state.value, isLoading: true };
      try {
        const data = await call(operation, input as never, { signal: abort.signal });
        if (!abort.signal.aborted) state.value = { data, isLoading: false };
      } catch (error) {
        if (abort.signal.aborted) return;
        state.value = { ...state.value, problem: asError(error), isLoading: false };
      }
    },
  };
  return entry;
}

function entryOf(key: string, operation: OperationName, input: unknown): Entry {
  const found = entries.get(key) ?? newEntry(operation, input);
  // The most recently used is last.
  entries.delete(key);
  entries.set(key, found);
  for (const [old, { readers }] of entries) {
    if (entries.size <= MOST) break;
    if (!readers && old !== key) entries.delete(old);
  }
  return found;
}

export type Read<T> = {
  data: T | undefined;
  problem: GatehouseError | undefined;
  isLoading: boolean;
  isStale: boolean;
  reload: () => Promise<void>;
  change: (next: (data: T) => T) => void;
};

/** Reads while the component is shown. */
export function useRead<N extends OperationName>(operation: N, input: InputOf<N> | undefined): Read<ReplyOf<N>> {
  const key = input === undefined ? '' : `${operation} ${JSON.stringify(input)}`;
  const shown = useRef<unknown>(undefined);
  const entry = key ? entryOf(key, operation, input) : undefined;
  useEffect(() => {
    if (!entry) return;
    entry.readers++;
    if (!entry.abort || entry.abort.signal.aborted || !entry.state.value?.isLoading) void entry.load();
    return () => {
      entry.readers--;
      if (!entry.readers && entry.state.value?.isLoading) {
        entry.abort?.abort();
        entry.state.value = { ...entry.state.value, isLoading: false };
      }
    };
  }, [entry]);
  const { data, problem, isLoading } = entry?.state.value ?? { isLoading: false };
  if (data !== undefined) shown.current = data;
  return {
    data: (data ?? shown.current) as ReplyOf<N> | undefined,
    problem,
    // Before the effect has run, nothing is loading yet.
    isLoading: isLoading || (!!entry && data === undefined && !problem),
    isStale: data === undefined && shown.current !== undefined,
    reload: async () => entry?.load(),
    change: (next) => {
      if (entry?.state.value?.data === undefined) return;
      entry.state.value = { ...entry.state.value, data: next(entry.state.value.data as ReplyOf<N>) };
    },
  };
}

/** Reads again what is shown of these groups, and forgets the rest of them. */
export function refresh(groups: readonly string[]): void {
  for (const [key, entry] of entries) {
    if (!groups.includes(entry.group)) continue;
    if (entry.readers) void entry.load();
    else entries.delete(key);
  }
}

/** Forgets everything that was read. */
export function forgetAll(): void {
  for (const { abort } of entries.values()) abort?.abort();
  entries.clear();
}
