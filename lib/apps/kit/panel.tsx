// The parts of pages that people come back to: panels with a heading, rows of things, and buttons that do one thing.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { asError } from './api.ts';
import { Notice } from './page.tsx';
import { explain } from './words/errors.ts';
import { language, say } from './words/index.ts';

type PanelProps = { title: string; lead?: ComponentChildren; children?: ComponentChildren };

/** A titled part of a page. */
export function Panel({ title, lead, children }: PanelProps) {
  const id = useId();
  return (
    <section class="panel" aria-labelledby={id}>
      <div class="tight">
        <h2 id={id}>{title}</h2>
        {lead && <p class="lead">{lead}</p>}
      </div>
      {children}
    </section>
  );
}

type ItemProps = {
  title: ComponentChildren;
  note?: ComponentChildren;
  badge?: string | undefined;
  children?: ComponentChildren;
};

/** A row of a list: what it is, what is known about it, and what can be done. */
export const Item = ({ title, note, badge, children }: ItemProps) => (
  <div class="item">
    <div class="about">
      <span class="title">
        {title} {badge && <span class="badge">{badge}</span>}
      </span>
      {note && <span class="hint">{note}</span>}
    </div>
    {children}
  </div>
);

type DoProps = { act: () => Promise<unknown>; children: ComponentChildren; label?: string; class?: string };

/** A button that does one thing at a time and shows beneath why it failed. `label`: its name where the text is not enough. */
export function Do({ act, children, label, class: name = 'second' }: DoProps) {
  const busy = useSignal(false);
  const problem = useSignal('');
  const run = async (): Promise<void> => {
    if (busy.value) return;
    busy.value = true;
    problem.value = '';
    await act().catch((error: unknown) => {
      problem.value = explain(asError(error));
    });
    busy.value = false;
  };
  return (
    <>
      <button type="button" class={name} aria-label={label} aria-disabled={busy.value} onClick={() => void run()}>
        {busy.value ? say('working') : children}
      </button>
      {problem.value && <Notice isWrong>{problem.value}</Notice>}
    </>
  );
}

/** Returns the day and the time in the language of the person. */
export const moment = (iso: string): string =>
  new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
