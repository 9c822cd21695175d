// A button that does one operation, with "Copy as …" beside it:
//
//   <Act operation="adminUsers.revokeSessions" input={{ id }} duty="help" onDone={() => toast(say('ended'))}>
//     {say('endSessions')}
//   </Act>
//
// It shows beneath why it failed. Without the duty, it is not there. What cannot be undone uses `Confirm` instead.
import type { ComponentChildren } from 'preact';
import { Do } from '../../kit/do.tsx';
import { send } from '../core/call.ts';
import { type Duty, may } from '../core/duties.ts';
import type { InputOf, OperationName, ReplyOf } from '../core/operations.ts';
import { Code } from './code.tsx';

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
  ...rest
}: ActProps<N>) {
  if (!may(duty)) return null;
  return (
    <span class="act">
      <Do
        act={async () => {
          await onDone?.(await send(operation, input, { touches }));
        }}
        beside={<Code call={() => ({ operation, input })} />}
        {...rest}
      />
    </span>
  );
}
