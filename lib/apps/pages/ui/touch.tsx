// A button that asks for a passkey, or makes one: one touch.
import { useEffect } from 'preact/hooks';
import { Problem, useSending } from '../../kit/problem.tsx';
import { say } from '../words/passkeys.ts';
import { isUsedHere, rememberUse } from './passkeys.ts';

type TouchProps<T> = {
  ask: (signal: AbortSignal | undefined) => Promise<T>;
  onDone: (given: T) => unknown;
  text: string;
  class?: string;
  /** Whether it asks by itself where a passkey was used before. */
  isAsked?: boolean;
};

export function Touch<T>({ ask, onDone, text, class: name = 'second wide', isAsked }: TouchProps<T>) {
  const { busy, problem, send } = useSending();
  const once = (signal?: AbortSignal) =>
    send(async () => {
      try {
        const given = await ask(signal);
        rememberUse();
        await onDone(given);
      } catch (error) {
        // It is gone, and so is the question.
        if (!signal?.aborted) throw error;
      }
    });
  useEffect(() => {
    const gone = new AbortController();
    if (isAsked && isUsedHere()) void once(gone.signal);
    return () => gone.abort();
  }, []);
  return (
    <>
      <button type="button" class={name} aria-disabled={busy.value} onClick={() => void once()}>
        {busy.value ? say('working') : text}
      </button>
      <Problem error={problem.value} />
    </>
  );
}
