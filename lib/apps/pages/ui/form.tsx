// The parts of forms that only the pages have: a password that can be shown, a code, and buttons beside the form.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Field, type FieldProps, useField } from '../../kit/form.tsx';
import { say } from '../words/index.ts';

type PasswordProps = Pick<FieldProps, 'name' | 'label' | 'minLength' | 'maxLength' | 'hint' | 'isFocused'> & {
  autocomplete: 'current-password' | 'new-password';
};

/** A password that can be shown. Pasting and password managers work: nothing is intercepted (WCAG 2.2, 3.3.8). */
export function Password({ name, label, hint, isFocused, ...input }: PasswordProps) {
  const isShown = useSignal(false);
  const { attributes, around } = useField({ name, label, hint, isFocused });
  return around(
    <div class="with-button">
      <input {...input} {...({ type: isShown.value ? 'text' : 'password' } as object)} {...attributes} />
      <button
        type="button"
        class="plain"
        aria-pressed={isShown.value}
        aria-label={say('showPassword')}
        onClick={() => {
          isShown.value = !isShown.value;
        }}
      >
        {say(isShown.value ? 'hide' : 'show')}
      </button>
    </div>,
  );
}

type CodeProps = Pick<FieldProps, 'hint' | 'onInput'> & { label?: string | undefined };

/** One input for the digits of a code, which phones fill in from a message: six, or twenty while someone guesses at six. */
export const Code = ({ label = say('code'), ...input }: CodeProps) => (
  <Field
    {...input}
    name="code"
    label={label}
    class="code"
    inputMode="numeric"
    autocomplete="one-time-code"
    pattern="[0-9 ]{6,24}"
    isFocused
  />
);

/**
 * The code of a second factor, which always has six digits: the last one sends the form. It does so once, because each try is an
 * attempt: what is corrected waits for the button, unless the field was emptied.
 */
export function FactorCode({ label }: { label?: string }) {
  const isSent = useRef(false);
  return (
    <Code
      label={label}
      // People are told before they type that the form is sent (WCAG 2.2, 3.2.2).
      hint={say('codeHint')}
      onInput={({ currentTarget: { value, form } }) => {
        if (!value) isSent.current = false;
        if (isSent.current || !/^[0-9]{6}$/.test(value.replaceAll(' ', ''))) return;
        isSent.current = true;
        form?.requestSubmit();
      }}
    />
  );
}

type ActionProps = { onClick: () => unknown; children: ComponentChildren; class?: string };

/** A button beside the form, such as "Use another method". */
export const Action = ({ onClick, children, class: name = 'plain start' }: ActionProps) => (
  <button type="button" class={name} onClick={() => void onClick()}>
    {children}
  </button>
);
