// A new API key, shown once.
import { useSignal } from '@preact/signals';
import { useName } from '../../../kit/name.ts';
import { Panel } from '../../../kit/panel.tsx';
import { Action } from '../../ui/form.tsx';
import { Notice } from '../../ui/page.tsx';
import { say } from '../../words/api-keys.ts';

const focus = (element: HTMLElement | null): void => element?.focus();

export function Made({ text, onDone }: { text: string; onDone: () => void }) {
  const isCopied = useSignal(false);
  const id = useName();
  return (
    <Panel title={say('keyNew')}>
      <Notice>
        <span id={id}>{say('keyNewLead')}</span>
      </Notice>
      <bdi class="secret" dir="ltr">
        {text}
      </bdi>
      <div class="doings">
        <button
          type="button"
          ref={focus}
          aria-describedby={id}
          onClick={async () => {
            await navigator.clipboard.writeText(text);
            isCopied.value = true;
          }}
        >
          {say(isCopied.value ? 'copied' : 'copy')}
        </button>
        <Action class="second" onClick={onDone}>
          {say('keyKept')}
        </Action>
      </div>
    </Panel>
  );
}
