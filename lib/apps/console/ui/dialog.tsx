// Modal dialogs (`<dialog>`): Escape closes them and the focus returns by itself.
//
//   const isOpen = useSignal(false);
//   {isOpen.value && (
//     <Dialog title={say('create')} onClose={() => { isOpen.value = false; }}>
//       <Form …/>
//     </Dialog>
//   )}
//
// What cannot be undone is confirmed by typing its name:
//
//   <Asks text={say('delete')} class="danger" name={name} operation="adminUsers.remove" input={{ id }} onDone={…}>
//     {say('deleteLead')}            says what will happen
//   </Asks>
//
// Without `name` it asks without typing.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Dialog as KitDialog } from '../../kit/dialog.tsx';
import { Icon } from '../../kit/icons.tsx';
import { Toasts } from '../../kit/toast.tsx';
import type { InputOf, OperationName, ReplyOf } from '../core/operations.ts';
import { common } from '../words/index.ts';
import { Field, Form } from './form.tsx';

type DialogProps = {
  title: string;
  lead?: ComponentChildren;
  onClose: () => void;
  isWide?: boolean;
  children?: ComponentChildren;
};

export const Dialog = ({ isWide, children, ...props }: DialogProps) => (
  <KitDialog
    {...props}
    class={isWide ? 'wide-dialog' : ''}
    corner={
      <button type="button" class="plain icon-button" aria-label={common('close')} onClick={props.onClose}>
        <Icon name="close" />
      </button>
    }
  >
    {children}
    <Toasts />
  </KitDialog>
);

type OpensProps = {
  text: ComponentChildren;
  /** The name of the button where its text is not enough. */
  label?: string;
  class?: string;
  /** Returns the dialog, by what closes it. */
  children: (close: () => void) => ComponentChildren;
};

/** A button that opens a dialog: `<Opens text={say('delete')}>{(close) => <Confirm … onClose={close} />}</Opens>`. */
export function Opens({ text, label, class: name = 'second', children }: OpensProps) {
  const isOpen = useSignal(false);
  const set = (is: boolean) => () => {
    isOpen.value = is;
  };
  return (
    <>
      <button type="button" class={name} aria-label={label} onClick={set(true)}>
        {text}
      </button>
      {isOpen.value && children(set(false))}
    </>
  );
}

type ConfirmProps<N extends OperationName> = {
  title: string;
  operation: N;
  input: InputOf<N>;
  submit: string;
  /** What has to be typed. */
  name?: string;
  touches?: readonly string[];
  onClose: () => void;
  onDone?: (reply: ReplyOf<N>) => unknown;
  /** What will happen. */
  children: ComponentChildren;
};

export function Confirm<N extends OperationName>(props: ConfirmProps<N>) {
  const { title, operation, input, submit, name, touches = [], onClose, onDone, children } = props;
  const typed = useSignal('');
  return (
    <Dialog title={title} lead={children} onClose={onClose}>
      <Form
        operation={operation}
        input={() => input}
        submit={submit}
        touches={touches}
        isDangerous
        isDisabled={name !== undefined && typed.value !== name}
        onDone={async (reply) => {
          await onDone?.(reply);
          onClose();
        }}
        actions={
          <button type="button" class="second" onClick={onClose}>
            {common('cancel')}
          </button>
        }
      >
        {name !== undefined && (
          <Field
            name="confirmation"
            label={common('typeToConfirm', { name })}
            onInput={(text) => {
              typed.value = text;
            }}
            isFocused
          />
        )}
      </Form>
    </Dialog>
  );
}

type AsksProps<N extends OperationName> = Omit<ConfirmProps<N>, 'title' | 'submit' | 'onClose'> &
  Omit<OpensProps, 'text' | 'children'> & { text: string } & Partial<Pick<ConfirmProps<N>, 'title' | 'submit'>>;

/** A button that confirms an operation. Its text is title and button of the dialog, unless they differ. */
export const Asks = <N extends OperationName>({ text, label, class: name, ...confirm }: AsksProps<N>) => (
  <Opens {...{ text, label, class: name }}>
    {(close) => <Confirm title={text} submit={text} {...confirm} onClose={close} />}
  </Opens>
);
