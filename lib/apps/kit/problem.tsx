// Does one thing at a time, and shows why it failed.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { GatehouseError } from '../../packages/client/index.ts';
import { asError } from './base.ts';
import { voice } from './voice.ts';

/**
 * Returns the function that does a thing unless one is being done, whether it is, and why the last one failed. `take`
 * returns whether it has shown the error itself.
 */
export function useSending(take?: (error: GatehouseError) => boolean) {
  const busy = useSignal(false);
  const problem = useSignal<GatehouseError | undefined>(undefined);
  const send = async (act: () => unknown): Promise<void> => {
    if (busy.value) return;
    busy.value = true;
    problem.value = undefined;
    try {
      await act();
    } catch (thrown) {
      const error = asError(thrown);
      if (!take?.(error)) problem.value = error;
    }
    busy.value = false;
  };
  return { busy, problem, send };
}

type ProblemProps = { error: GatehouseError | undefined; id?: string; children?: ComponentChildren };

/** Nothing without an error. */
export const Problem = ({ error, id, children }: ProblemProps) =>
  error ? (
    <div class="notice wrong" role="alert" id={id}>
      <p>{voice.explain(error)}</p>
      {voice.more?.(error)}
      {children}
    </div>
  ) : null;
