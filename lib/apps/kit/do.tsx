// A button that does one thing at a time.
import type { ComponentChildren } from 'preact';
import { Problem, useSending } from './problem.tsx';
import { voice } from './voice.ts';

type DoProps = {
  act: () => unknown;
  /** The name of the button where its text is not enough. */
  label?: string | undefined;
  class?: string;
  beside?: ComponentChildren;
  children: ComponentChildren;
};

/** It shows why it failed. While it works, its name is what it shows. */
export function Do({ act, label, class: name = 'second', beside, children }: DoProps) {
  const { busy, problem, send } = useSending();
  return (
    <>
      <button
        type="button"
        class={name}
        aria-label={busy.value ? undefined : label}
        aria-disabled={busy.value}
        onClick={() => void send(act)}
      >
        {busy.value ? voice.say('working') : children}
      </button>
      {beside}
      <Problem error={problem.value} />
    </>
  );
}
