// The parts of forms: fields with their errors, buttons, and a form that sends once at a time.
import { type Signal, signal, useSignal } from '@preact/signals';
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks';
import { asError } from './api.ts';
import { explain } from './words/errors.ts';
import { say } from './words/index.ts';
import { fieldsOf, WrongField } from './wrong-field.ts';

/** `field`: the name of the field that it is about. `undefined`: the form as a whole. */
type Problem = { text: string; field: string | undefined };
/** `shown`: the names of the fields that show what is wrong with them. */
type Showing = { problem: Signal<Problem | undefined>; shown: Set<string> };
const ShowingContext = createContext<Showing>({ problem: signal(), shown: new Set() });

type FormProps = {
  /** Sends the form. What it throws is shown beside the field that it is about, or above the button. */
  onSubmit: (values: Readonly<Record<string, string>>) => Promise<void>;
  submit: string;
  children: ComponentChildren;
};

/** A form that sends once at a time and shows why it failed. The browser's own checks come first. */
export function Form({ onSubmit, submit, children }: FormProps) {
  const busy = useSignal(false);
  const problem = useSignal<Problem | undefined>(undefined);
  const [showing] = useState<Showing>(() => ({ problem, shown: new Set() }));
  const form = useRef<HTMLFormElement>(null);
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
      problem.value = problemOf(error, (name) => showing.shown.has(name) && inputOf(form.current, name) !== undefined);
    }
    busy.value = false;
  };
  // Screen readers read an alert that appears; sighted people on a small screen must see it.
  useEffect(() => {
    const wrong = problem.value?.field;
    if (wrong === undefined) complaint.current?.scrollIntoView({ block: 'nearest' });
    else inputOf(form.current, wrong)?.focus();
  }, [problem.value]);
  const text = problem.value?.field === undefined ? problem.value?.text : undefined;
  return (
    <form class="stack" onSubmit={send} aria-describedby={text && id} ref={form}>
      <ShowingContext.Provider value={showing}>{children}</ShowingContext.Provider>
      <p class="notice wrong" role="alert" id={id} ref={complaint} hidden={!text}>
        {text}
      </p>
      <button type="submit" class="wide" aria-disabled={busy.value}>
        {busy.value ? say('working') : submit}
      </button>
    </form>
  );
}

function inputOf(form: HTMLFormElement | null, name: string): HTMLElement | undefined {
  const found = form?.elements.namedItem(name);
  return found instanceof HTMLElement ? found : undefined;
}

/** Returns what is shown for an error of `onSubmit`, and beside which field of the form. */
function problemOf(error: unknown, isShown: (field: string) => boolean): Problem {
  const known = asError(error);
  const text = error instanceof WrongField ? error.message : explain(known);
  return { text, field: (error instanceof WrongField ? [error.field] : fieldsOf(known)).find(isShown) };
}

/** Returns what is wrong with a field, and the attributes that tell it to screen readers with the field's hint. */
export function useComplaint(name: string, id: string, hint: string | undefined) {
  const { problem, shown } = useContext(ShowingContext);
  shown.add(name);
  const text = problem.value?.field === name ? problem.value.text : undefined;
  const described = [text && `${id}-wrong`, hint && `${id}-hint`].filter(Boolean).join(' ');
  const attributes = { 'aria-invalid': text ? true : undefined, 'aria-describedby': described || undefined } as const;
  return { text, attributes };
}

/** What is wrong with a field, and its hint. */
export const Beneath = ({ id, wrong, hint }: { id: string; wrong: string | undefined; hint: string | undefined }) => (
  <>
    {wrong && (
      <span class="complaint" role="alert" id={`${id}-wrong`}>
        {wrong}
      </span>
    )}
    {hint && (
      <span class="hint" id={`${id}-hint`}>
        {hint}
      </span>
    )}
  </>
);

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
  const complaint = useComplaint(name, id, hint);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...(input as object)}
        {...({ type } as object)}
        id={id}
        ref={isFocused ? focus : null}
        name={name}
        required={!isOptional}
        {...complaint.attributes}
        autoCapitalize="none"
        spellcheck={false}
      />
      <Beneath id={id} wrong={complaint.text} hint={hint} />
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
  const complaint = useComplaint(name, id, hint);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="with-button">
        <input
          {...(input as object)}
          {...({ type: isShown.value ? 'text' : 'password' } as object)}
          id={id}
          ref={isFocused ? focus : null}
          name={name}
          required
          {...complaint.attributes}
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
      <Beneath id={id} wrong={complaint.text} hint={hint} />
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

/** As a ref, so before the browser paints: a person who types as soon as they see the field loses no letter. */
const focus = (element: HTMLInputElement | null): void => element?.focus();
