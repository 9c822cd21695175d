// Forms that send once at a time and show why they failed:
//
//   <Form submit={say('save')} onSubmit={({ name }) => …}>     texts by the names of the fields; a checked box is 'on'
//     <Field name="name" label={say('name')} maxLength={120} isFocused />
//   </Form>
//
// The browser checks `maxLength`, `pattern` and so on first. An error is shown beside the field that it is about, which
// gets the focus (WCAG 2.2, 3.3.1), else above the button.
import { signal } from '@preact/signals';
import type { ComponentChildren, TargetedInputEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { GatehouseError } from '../../packages/client/index.ts';
import { useName } from './name.ts';
import { Problem, useSending } from './problem.tsx';
import { voice, WrongField } from './voice.ts';

export type Values = Readonly<Record<string, string>>;

/** The complaint about a field of the form that was sent last. `id`: that of its input. */
const complaint = signal<{ id: string; text: string; error: GatehouseError | undefined } | undefined>(undefined);

type FormProps = {
  /** Sends the form. The form shows an error that it throws. */
  onSubmit: (values: Values) => unknown;
  submit: string;
  /** Not to be sent now. */
  isDisabled?: boolean | undefined;
  /** The class of the button. */
  button?: string;
  /** Further buttons, by the values that would be sent now. */
  beside?: (values: () => Values) => ComponentChildren;
  children?: ComponentChildren;
};

const valuesOf = (form: HTMLFormElement | null): Values =>
  Object.fromEntries(new FormData(form as HTMLFormElement)) as Values;

/** An input without an id shows no complaint: it is hidden. */
const hasId = (found: Element | RadioNodeList | null | undefined): found is Element => !!(found as Element)?.id;

export function Form({ onSubmit, submit, isDisabled, button = 'wide', beside, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const id = useName();
  const { busy, problem, send } = useSending((error) => {
    const isOwn = error instanceof WrongField;
    const { fields, text } = isOwn ? { fields: [error.field], text: error.message } : voice.fieldsOf(error);
    const input = fields.map((each) => form.current?.elements.namedItem(each)).find(hasId);
    if (input)
      complaint.value = { id: input.id, text: text ?? voice.explain(error), error: isOwn ? error.from : error };
    return !!input;
  });
  // Screen readers read an alert that appears; sighted people on a small screen must see it.
  useEffect(() => document.getElementById(id)?.scrollIntoView({ block: 'nearest' }), [problem.value]);
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (isDisabled) return;
        complaint.value = undefined;
        void send(() => onSubmit(valuesOf(form.current)));
      }}
      ref={form}
      aria-describedby={problem.value && id}
    >
      {children}
      <Problem error={problem.value} id={id} />
      <div class="doings">
        <button type="submit" class={button} aria-disabled={busy.value || isDisabled}>
          {busy.value ? voice.say('working') : submit}
        </button>
        {beside?.(() => valuesOf(form.current))}
      </div>
    </form>
  );
}

export type Common = {
  name: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  isOptional?: boolean | undefined;
  /** It gets the focus when it appears. */
  isFocused?: boolean | undefined;
};

/** As a ref, so before the browser paints: a person who types as soon as they see the field loses no letter. */
const focus = (element: HTMLElement | null): void => element?.focus();

/** Returns what an input is told, and what surrounds it: its label, its error, and its hint. */
export function useField({ name, label, hint, isOptional, isFocused }: Common) {
  const id = useName();
  const own = complaint.value?.id === id ? complaint.value : undefined;
  useEffect(() => {
    if (own) document.getElementById(id)?.focus();
  }, [own]);
  const described = [own && `${id}-wrong`, hint && `${id}-hint`].filter(Boolean).join(' ');
  const attributes = {
    id,
    name,
    ref: isFocused ? focus : null,
    required: !isOptional,
    'aria-invalid': own && ('true' as const),
    'aria-describedby': described || undefined,
    // A dialog gives it the focus when it opens, before the next key.
    autofocus: isFocused,
    autoCapitalize: 'none' as 'none' | 'sentences',
    spellcheck: false,
  };
  const around = (input: ComponentChildren) => (
    <div class="field">
      <label for={id}>{label}</label>
      {input}
      {own && (
        <div class="complaint" role="alert" id={`${id}-wrong`}>
          {own.text}
          {voice.more?.(own.error)}
        </div>
      )}
      {hint && (
        <div class="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  );
  return { attributes, around };
}

export type FieldProps = Common & {
  type?: 'text' | 'email' | 'tel' | 'url' | 'number' | 'password' | 'search' | 'date';
  value?: string | number | undefined;
  autocomplete?: string;
  minLength?: number;
  maxLength?: number;
  min?: number;
  max?: number;
  pattern?: string;
  placeholder?: string;
  inputMode?: 'numeric' | 'email' | 'tel' | 'text' | 'url';
  class?: string;
  onInput?: ((event: TargetedInputEvent<HTMLInputElement>) => void) | undefined;
};

/** A labelled input of one line. */
export function Field({ label, hint, isOptional, isFocused, type = 'text', value, ...input }: FieldProps) {
  const { attributes, around } = useField({ name: input.name, label, hint, isOptional, isFocused });
  return around(<input {...(input as object)} {...({ type, defaultValue: value } as object)} {...attributes} />);
}

/** The account of a form. People need not type it again, but password managers need it. */
export const Username = ({ name = 'username', value }: { name?: string; value: string | undefined }) => (
  <input
    type="text"
    class="unseen"
    name={name}
    autocomplete="username"
    value={value}
    tabIndex={-1}
    readOnly
    aria-hidden="true"
  />
);

export type Option = readonly [value: string, title: string];

/** The options of a choice. `lang`: each is a language that calls itself so. */
export const optionsOf = (options: readonly Option[], value?: string, isLanguage?: boolean) =>
  options.map(([each, title]) => (
    <option key={each} value={each} selected={each === value} lang={isLanguage ? each : undefined}>
      {title}
    </option>
  ));

type CheckProps = { name: string; label: ComponentChildren; isChecked?: boolean | undefined; value?: string };

/** A box to tick. Its value is 'on' if it is ticked, else absent. */
export const Check = ({ label, isChecked, ...input }: CheckProps) => (
  <label class="check">
    <input type="checkbox" {...input} defaultChecked={isChecked} />
    <span>{label}</span>
  </label>
);
