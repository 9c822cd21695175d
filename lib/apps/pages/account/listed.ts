// Reads a list when its part of the page appears, and again after a change.

import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { GatehouseError } from '../../../packages/client/index.ts';
import { useSending } from '../../kit/problem.tsx';
import { inSession } from './me.ts';

export function useListed<T>(list: () => Promise<readonly T[]>): {
  items: Signal<readonly T[] | undefined>;
  problem: Signal<GatehouseError | undefined>;
  read: () => Promise<void>;
} {
  const items = useSignal<readonly T[] | undefined>(undefined);
  const { problem, send } = useSending();
  const read = () =>
    send(async () => {
      items.value = await inSession(list);
    });
  useEffect(() => void read(), []);
  return { items, problem, read };
}
