// The parts of forms: fields with their errors, buttons, and a form that sends once at a time.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { GatehouseError } from '../../client/index.ts';
import { asError } from '../api.ts';
import { explain } from '../words/errors.ts';
import { say } from '../words/index.ts';

type FormProps = {
  /** Sends the form. What it throws is shown above the button. */
  onSubmit: (values: Readonly<Record<string, string>>) => Promise<void>;
  submit: string;
  children: ComponentChildren;
};

/** A form that sends once at a time and shows why it failed. The browser's own checks come first. */
export function Form({ onSubmit, submit, children }: FormProps) {
  const busy = useSignal(false);
  const problem = useSignal<GatehouseError | undefined>(undefined);
  const complaint = useRef<HTMLParagraphElement>(null);
  const id = useId();
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (busy.value) return;
    const data = new FormData(event.currentTarget as HTMLFormElement);
    busy.value = true;
    problem.value = undefined;
    try {
      await onSubmit(Object.fromEntries([...data].map(([name, value]) => [name, String(value)])));
    } catch (error) {
      problem.value = asError(error);
    }
    busy.value = false;
  };
  // Screen readers read an alert that appears; sighted people on a small screen must see it.
  useEffect(() => complaint.current?.scrollIntoView({ block: 'nearest' }), [problem.value]);
  return (
    <form class="stack" onSubmit={send} aria-describedby={problem.value && id}>
      {children}
      <p class="notice wrong" role="alert" id={id} ref={complaint} hidden={!problem.value}>
        {problem.value && explain(problem.value)}
      </p>
      <button type="submit" class="wide" aria-disabled={busy.value}>
        {busy.value ? say('working') : submit}
      </button>
    </form>
  );
}

type FieldProps = {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'tel';
  autocomplete?: string;
  value?: string;
  hint?: string;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  inputMode?: 'numeric' | 'email' | 'tel' | 'text';
  class?: string;
  isOptional?: boolean;
  isFocused?: boolean;
};

/** A labelled input. `isFocused`: it gets the focus when it appears. */
export function Field({ name, label, hint, isOptional, isFocused, type = 'text', ...input }: FieldProps) {
  const id = useId();
  const element = useFocus(isFocused);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...(input as object)}
        {...({ type } as object)}
        id={id}
        ref={element}
        name={name}
        required={!isOptional}
        aria-describedby={hint && `${id}-hint`}
        autoCapitalize="none"
        spellcheck={false}
      />
      {hint && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}

type PasswordProps = {
  name: string;
  label: string;
  autocomplete: 'current-password' | 'new-password';
  minLength?: number;
  maxLength?: number;
  hint?: string;
  isFocused?: boolean;
};

/** A password that can be shown. Pasting and password managers work: nothing is intercepted (WCAG 2.2, 3.3.8). */
export function Password({ name, label, hint, isFocused, ...input }: PasswordProps) {
  const id = useId();
  const isShown = useSignal(false);
  const element = useFocus(isFocused);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="with-button">
        <input
          {...(input as object)}
          {...({ type: isShown.value ? 'text' : 'password' } as object)}
          id={id}
          ref={element}
          name={name}
          required
          aria-describedby={hint && `${id}-hint`}
          autoCapitalize="none"
          spellcheck={false}
        />
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
      </div>
      {hint && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}

/** One input for the digits of a code, which phones fill in from a message. */
export const Code = ({ label = say('code'), name = 'code' }: { label?: string; name?: string }) => (
  <Field
    name={name}
    label={label}
    class="code"
    inputMode="numeric"
    autocomplete="one-time-code"
    pattern="[0-9 ]{6,24}"
    isFocused
  />
);

export const Check = ({ name, label, checked }: { name: string; label: string; checked?: boolean }) => (
  <label class="check">
    <input type="checkbox" name={name} defaultChecked={checked} />
    {label}
  </label>
);

type ActionProps = { onClick: () => unknown; children: ComponentChildren; class?: string };

/** A button beside the form, such as "Use another method". */
export const Action = ({ onClick, children, class: name = 'plain start' }: ActionProps) => (
  <button type="button" class={name} onClick={() => void onClick()}>
    {children}
  </button>
);

function useFocus(isFocused: boolean | undefined) {
  const element = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) element.current?.focus();
  }, []);
  return element;
}
