// Says what has happened, for a while, and offers to undo it:
//
//   toast(say('disabled', { name }));
//   toast(say('disabled', { name }), { undo: () => call('adminUsers.update', { id, isActive: true }) });
//   toastProblem(error);
import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { asError } from './base.ts';
import { Icon } from './icons.tsx';
import { useName } from './name.ts';
import { voice } from './voice.ts';

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
export const toastProblem = (error: unknown): void => toast(voice.explain(asError(error)), { isWrong: true });

function leaveAfter(id: number, ms: number): void {
  setTimeout(() => {
    if (document.querySelector(`#toast-${id}:is(:hover, :focus-within)`)) leaveAfter(id, 2_000);
    else close(id);
  }, ms);
}

/** The places of the messages: the page, and the modal dialogs that are open. What is behind one can't be read or clicked. */
const layers = signal<readonly string[]>([]);

/** A place of the messages, which screen readers watch. The last one that appeared has them. */
export function Toasts() {
  const layer = useName();
  useLayoutEffect(() => {
    layers.value = [...layers.value, layer];
    return () => {
      layers.value = layers.value.filter((each) => each !== layer);
    };
  }, []);
  return (
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
                undo().then(() => toast(voice.say('undone')), toastProblem);
              }}
            >
              {voice.say('undo')}
            </button>
          )}
          <button type="button" class="plain icon-button" aria-label={voice.say('close')} onClick={() => close(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
