// Says what has happened, for a while, and offers to undo it:
//
//   toast(say('disabled', { name }));
//   toast(say('disabled', { name }), { undo: () => call('adminUsers.update', { id, isActive: true }) });
//   toastProblem(error);
import { signal } from '@preact/signals';
import { asError } from '../../kit/base.ts';
import { explain } from '../core/explain.ts';
import { common } from '../words/index.ts';
import { Icon } from './icons.tsx';

type Toast = { id: number; text: string; isWrong: boolean; undo?: (() => Promise<unknown>) | undefined };

const shown = signal<readonly Toast[]>([]);
let last = 0;

/** Forgets all messages: they may name people. */
export const forgetToasts = (): void => {
  shown.value = [];
};

const close = (id: number): void => {
  shown.value = shown.value.filter((each) => each.id !== id);
};

const PLAIN_MS = 6_000;
/** Time to read, to decide and to reach the button. It stays while it has the pointer or the focus. */
const UNDO_MS = 15_000;

/** Shows a message. With `undo` it stays longer and has a button. */
export function toast(
  text: string,
  { undo, isWrong = false }: { undo?: () => Promise<unknown>; isWrong?: boolean } = {},
): void {
  const id = ++last;
  // News replaces older news. What can be undone, and what went wrong, stays for its time.
  const kept = shown.value.filter((each) => each.undo || each.isWrong).slice(-2);
  shown.value = [...kept, { id, text, isWrong, undo }];
  leaveAfter(id, undo || isWrong ? UNDO_MS : PLAIN_MS);
}

/** Shows why something failed, where no form is there to show it. */
export const toastProblem = (error: unknown): void => toast(explain(asError(error)), { isWrong: true });

function leaveAfter(id: number, ms: number): void {
  setTimeout(() => {
    if (document.querySelector(`#toast-${id}:is(:hover, :focus-within)`)) leaveAfter(id, 2_000);
    else close(id);
  }, ms);
}

/** The modal dialogs that are open. What is behind one can't be read or clicked. */
export const layers = signal<readonly string[]>([]);

/** The place of the messages, which screen readers watch: in the dialog in front, or in the page. */
export const Toasts = ({ layer }: { layer?: string }) => (
  <div class="toasts" role="status">
    {(layers.value.at(-1) === layer ? shown.value : []).map(({ id, text, isWrong, undo }) => (
      <div class={isWrong ? 'toast wrong' : 'toast'} id={`toast-${id}`} key={id}>
        <span>{text}</span>
        {undo && (
          <button
            type="button"
            class="plain"
            onClick={() => {
              close(id);
              undo().then(() => toast(common('undone')), toastProblem);
            }}
          >
            {common('undo')}
          </button>
        )}
        <button type="button" class="plain icon-button" aria-label={common('close')} onClick={() => close(id)}>
          <Icon name="close" />
        </button>
      </div>
    ))}
  </div>
);
