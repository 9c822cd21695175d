// Reads a list when its part of the page appears, and again after a change.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { asError } from '../../kit/api.ts';
import { explain } from '../../kit/words/errors.ts';

export function useListed<T>(list: () => Promise<readonly T[]>): {
  items: Signal<readonly T[] | undefined>;
  problem: Signal<string>;
  read: () => Promise<void>;
} {
  const items = useSignal<readonly T[] | undefined>(undefined);
  const problem = useSignal('');
  const read = async (): Promise<void> => {
    try {
      items.value = await list();
    } catch (error) {
      problem.value = explain(asError(error));
    }
  };
  useEffect(() => void read(), []);
  return { items, problem, read };
}
