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
//   <Confirm title={say('deleteTitle', { name })} name={name} operation="adminUsers.remove" input={{ id }}
//     submit={say('delete')} onClose={close} onDone={…}>
//     {say('deleteLead')}            says what will happen
//   </Confirm>
//
// Without `name` it asks without typing.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { InputOf, OperationName, ReplyOf } from '../core/operations.ts';
import { common } from '../words/index.ts';
import { Field, Form } from './form.tsx';
import { Icon } from './icons.tsx';
import { layers, Toasts } from './toast.tsx';

type DialogProps = {
  title: string;
  lead?: ComponentChildren;
  onClose: () => void;
  isWide?: boolean;
  children?: ComponentChildren;
};

export function Dialog({ title, lead, onClose, isWide, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the effects of its fields, which take the focus. Closing before it is removed gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    layers.value = [...layers.value, id];
    return () => {
      layers.value = layers.value.filter((each) => each !== id);
      element?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      class={isWide ? 'wide-dialog' : ''}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="stack">
        <div class="dialog-head">
          <h2 id={id}>{title}</h2>
          <button type="button" class="plain icon-button" aria-label={common('close')} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        {lead && <p class="lead">{lead}</p>}
        {children}
      </div>
      <Toasts layer={id} />
    </dialog>
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
