// A button that does one operation, with "Copy as …" beside it:
//
//   <Act operation="adminUsers.revokeSessions" input={{ id }} duty="help" onDone={() => toast(say('ended'))}>
//     {say('endSessions')}
//   </Act>
//
// It shows beneath why it failed. Without the duty, it is not there. What cannot be undone uses `Confirm` instead.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { GatehouseError } from '../../../packages/client/index.ts';
import { asError } from '../../kit/base.ts';
import { call } from '../core/call.ts';
import { type Duty, may } from '../core/duties.ts';
import type { InputOf, OperationName, ReplyOf } from '../core/operations.ts';
import { common } from '../words/index.ts';
import { Code } from './code.tsx';
import { Problem } from './problem.tsx';

type ActProps<N extends OperationName> = {
  operation: N;
  input: InputOf<N>;
  duty?: Duty;
  /** Groups beside the operation's own that it changes. */
  touches?: readonly string[];
  onDone?: (reply: ReplyOf<N>) => unknown;
  /** The name of the button where its text is not enough: "End: Firefox on Linux". */
  label?: string;
  class?: string;
  children: ComponentChildren;
};

export function Act<N extends OperationName>({
  operation,
  input,
  duty = 'operate',
  touches = [],
  onDone,
  label,
  class: name = 'second',
  children,
}: ActProps<N>) {
  const busy = useSignal(false);
  const problem = useSignal<GatehouseError | undefined>(undefined);
  if (!may(duty)) return null;
  const run = async (): Promise<void> => {
    if (busy.value) return;
    busy.value = true;
    problem.value = undefined;
    try {
      // biome-ignore lint/suspicious/noExplicitAny: the props state the types
      const reply = await (call as any)(operation, input, { touches });
      await onDone?.(reply);
    } catch (error) {
      problem.value = asError(error);
    }
    busy.value = false;
  };
  return (
    <span class="act">
      <button type="button" class={name} aria-label={label} aria-disabled={busy.value} onClick={() => void run()}>
        {busy.value ? common('working') : children}
      </button>
      <Code call={() => ({ operation, input })} />
      <Problem error={problem.value} />
    </span>
  );
}
