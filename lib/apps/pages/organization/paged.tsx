// Reads a list page by page, and shows it: what is being read, what was found, that there is nothing, and what follows.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Problem, useSending } from '../../kit/problem.tsx';
import { inSession } from '../account/me.ts';
import { Action } from '../ui/form.tsx';
import { say } from '../words/organization.ts';

type Page<T> = { items: readonly T[]; next: string | null };

/** Returns the list, which is read anew when `filter` changes. `read` gets the cursor of the page before. */
export function usePaged<T>(read: (cursor: string | undefined) => Promise<Page<T>>, filter = '') {
  const found = useSignal<Page<T> | undefined>(undefined);
  const latest = useRef(0);
  const { busy, problem, send } = useSending();
  /** Only the last question counts: an earlier one may be answered later. */
  const ask = async (before?: Page<T>): Promise<void> => {
    latest.current += 1;
    const { current } = latest;
    const { items, next } = await inSession(() => read(before?.next ?? undefined));
    if (latest.current === current) found.value = { items: [...(before?.items ?? []), ...items], next };
  };
  const reread = (): Promise<void> => ask();
  useEffect(() => {
    found.value = undefined;
    busy.value = false;
    void send(reread);
  }, [filter]);
  return {
    found,
    problem,
    busy,
    reread,
    more: () => send(() => ask(found.value)),
    again: () => send(reread),
    /** Shows a new entry before all others. */
    add: (item: T) => {
      if (found.value) found.value = { ...found.value, items: [item, ...found.value.items] };
    },
    /** Shows a changed entry in its place, or no more. */
    put: (is: (item: T) => boolean, changed?: T) => {
      if (!found.value) return;
      const items = found.value.items.flatMap((item) => (is(item) ? (changed ?? []) : item)) as T[];
      found.value = { ...found.value, items };
    },
  };
}

type ListProps<T> = {
  of: ReturnType<typeof usePaged<T>>;
  /** Instead of an empty list. */
  none: ComponentChildren;
  children: (item: T) => ComponentChildren;
};

export function List<T>({ of: { found, problem, busy, more, again }, none, children }: ListProps<T>) {
  const page = found.value;
  return (
    <>
      {page?.items.map(children)}
      {page && !page.items.length && !page.next && <p class="hint">{none}</p>}
      {!page && !problem.value && <div class="skeleton" aria-busy="true" />}
      <Problem error={problem.value}>
        <Action onClick={page ? more : again}>{say('again')}</Action>
      </Problem>
      {page?.next && !problem.value && (
        <Action class="second start-of-row" onClick={more}>
          {say(busy.value ? 'working' : 'more')}
        </Action>
      )}
    </>
  );
}
