// Forms that send one operation:
//
//   <Form
//     operation="adminTenants.create"
//     input={({ name, slug }) => ({ name, slug })}     texts by the names of the fields; a checked box is 'on'
//     submit={say('create')}
//     onDone={({ tenant }) => navigate(`tenants/${tenant.id}`)}
//   >
//     <Field name="name" label={say('name')} maxLength={120} isFocused />
//     <Field name="slug" label={say('slug')} hint={say('slugHint')} pattern="[a-z0-9-]+" />
//   </Form>
//
// * It sends once at a time. The browser checks `maxLength`, `pattern` and so on first.
// * An error is shown beside the field that it is about (core/explain.ts; `codes` adds some of the form), else above the
//   button, always with its code and the id of the request.
// * It has "Copy as curl" and "Copy as TypeScript" of what it would send now.
import { signal, useSignal } from '@preact/signals';
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks';
import type { GatehouseError } from '../../../packages/client/index.ts';
import { asError } from '../../kit/base.ts';
import { call } from '../core/call.ts';
import { explain, fieldOf } from '../core/explain.ts';
import type { Call, InputOf, OperationName, ReplyOf } from '../core/operations.ts';
import { common } from '../words/index.ts';
import { Code } from './code.tsx';
import { Problem, Reference } from './problem.tsx';

export type Values = Readonly<Record<string, string>>;

type Complaint = { field: string; text: string; error: GatehouseError };
const complaints = createContext(signal<Complaint | undefined>(undefined));

type PlainProps = {
  /** Sends the form. What it throws is shown. */
  send: (values: Values) => Promise<unknown>;
  submit: string;
  /** Takes an error instead of showing it. Returns whether it did. */
  onProblem?: (error: GatehouseError, values: Values) => boolean;
  /** Code of an error -> the field that it is about here, and a text. */
  codes?: Readonly<Record<string, { field: string; text?: string }>>;
  isDangerous?: boolean;
  /** Not to be sent now. */
  isDisabled?: boolean;
  /** What the form would send, to be copied. */
  code?: (values: Values) => Call;
  class?: string;
  /** Further buttons. */
  actions?: ComponentChildren;
  children?: ComponentChildren;
};

type FormProps<N extends OperationName> = Omit<PlainProps, 'send' | 'code'> & {
  operation: N;
  /** Makes what is sent. It may throw an error whose message is shown. */
  input: (values: Values) => InputOf<N>;
  onDone?: (reply: ReplyOf<N>, values: Values) => unknown;
  /** Groups beside the operation's own that it changes. */
  touches?: readonly string[];
};

/** A form that sends an operation. */
export const Form = <N extends OperationName>({ operation, input, onDone, touches = [], ...rest }: FormProps<N>) => (
  <PlainForm
    {...rest}
    code={(values) => ({ operation, input: input(values) })}
    send={async (values) => {
      // biome-ignore lint/suspicious/noExplicitAny: the props state the types
      const reply = await (call as any)(operation, input(values), { touches });
      await onDone?.(reply, values);
    }}
  />
);

const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/** Finds the input of `settings.password.minLength`, `domains.1` or `name`: by the path, by its beginning, by its end. */
function elementFor(field: string, form: HTMLFormElement | null): HTMLInputElement | undefined {
  const parts = field.split('.');
  const names = [...parts.map((_, at) => parts.slice(0, parts.length - at).join('.')), parts.at(-1) ?? ''];
  const elements = names.map((name) => form?.elements.namedItem(name));
  return elements.find((each): each is HTMLInputElement => each instanceof HTMLElement);
}

/** A form that sends something else than one operation. */
export function PlainForm(props: PlainProps) {
  const { submit, codes = {}, class: name = 'stack', code } = props;
  const busy = useSignal(false);
  const problem = useSignal<GatehouseError | undefined>(undefined);
  const [complaint] = useState(() => signal<Complaint | undefined>(undefined));
  const form = useRef<HTMLFormElement>(null);
  const id = useId();

  const complain = (error: GatehouseError): void => {
    const found = codes[error.code] ?? fieldOf(error);
    const element = found && elementFor(found.field, form.current);
    if (!found || !element) {
      problem.value = error;
      return;
    }
    complaint.value = { field: element.name, text: found.text ?? explain(error), error };
    element.focus();
  };
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (busy.value || props.isDisabled || !form.current) return;
    const values = valuesOf(form.current);
    busy.value = true;
    problem.value = undefined;
    complaint.value = undefined;
    try {
      await props.send(values);
    } catch (thrown) {
      const error = asError(thrown);
      if (!props.onProblem?.(error, values)) complain(error);
    }
    busy.value = false;
  };
  return (
    <complaints.Provider value={complaint}>
      <form class={name} onSubmit={send} ref={form} aria-describedby={problem.value && id}>
        {props.children}
        <Problem error={problem.value} id={id} />
        <div class="doings form-end">
          <button
            type="submit"
            class={props.isDangerous ? 'danger-full' : ''}
            aria-disabled={busy.value || props.isDisabled}
          >
            {busy.value ? common('working') : submit}
          </button>
          {props.actions}
          {code && <Code call={() => code(form.current ? valuesOf(form.current) : {})} />}
        </div>
      </form>
    </complaints.Provider>
  );
}

type Common = { name: string; label: string; hint?: ComponentChildren; isOptional?: boolean; isFocused?: boolean };

/** What surrounds an input: its label, its hint, and its error. */
function useField({ name, label, hint, isOptional, isFocused }: Common) {
  const id = useId();
  const element = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null);
  useEffect(() => {
    if (isFocused) element.current?.focus();
  }, []);
  const complaint = useContext(complaints).value;
  const own = complaint?.field === name ? complaint : undefined;
  const described = [hint && `${id}-hint`, own && `${id}-error`].filter(Boolean).join(' ');
  const attributes = {
    id,
    name,
    ref: element,
    required: !isOptional,
    'aria-invalid': own ? ('true' as const) : undefined,
    'aria-describedby': described || undefined,
    // A dialog gives it the focus when it opens, before the next key.
    autofocus: isFocused,
  };
  const around = (input: ComponentChildren) => (
    <div class="field">
      <label for={id}>
        {label}
        {isOptional && <span class="optional"> {common('optional')}</span>}
      </label>
      {input}
      {hint && (
        <div class="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {own && (
        <div class="complaint" id={`${id}-error`} role="alert">
          {own.text}
          <Reference error={own.error} />
        </div>
      )}
    </div>
  );
  return { attributes, around };
}

type FieldProps = Common & {
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
  onInput?: (value: string) => void;
};

/** A labelled input of one line. */
export function Field({
  name,
  label,
  hint,
  isOptional,
  isFocused,
  onInput,
  type = 'text',
  value,
  ...input
}: FieldProps) {
  const { attributes, around } = useField({ name, label, hint, isOptional, isFocused } as Common);
  return around(
    <input
      autocomplete="off"
      {...(input as object)}
      {...({ type, defaultValue: value } as object)}
      {...attributes}
      autoCapitalize="none"
      spellcheck={false}
      onInput={onInput && (({ currentTarget }) => onInput(currentTarget.value))}
    />,
  );
}

type TextAreaProps = Common & { value?: string; rows?: number; maxLength?: number; class?: string };

/** A labelled input of several lines. */
export function TextArea({ name, label, hint, isOptional, isFocused, value, ...input }: TextAreaProps) {
  const { attributes, around } = useField({ name, label, hint, isOptional, isFocused } as Common);
  return around(
    <textarea rows={4} {...input} {...({ defaultValue: value } as object)} {...attributes} spellcheck={false} />,
  );
}

export type Option = readonly [value: string, title: string];
type SelectProps = Common & {
  options: readonly Option[];
  value?: string | undefined;
  onChange?: (value: string) => void;
};

/** A labelled choice of a few. For many, use `Combobox`. */
export function Select({ name, label, hint, isOptional, isFocused, options, value, onChange }: SelectProps) {
  const { attributes, around } = useField({ name, label, hint, isOptional, isFocused } as Common);
  return around(
    <select {...attributes} onChange={onChange && (({ currentTarget }) => onChange(currentTarget.value))}>
      {options.map(([each, title]) => (
        <option key={each} value={each} selected={each === value}>
          {title}
        </option>
      ))}
    </select>,
  );
}

type CheckProps = { name: string; label: string; hint?: string; isChecked?: boolean; value?: string };

/** A box to tick. Its value is 'on' if it is ticked, else absent. */
export const Check = ({ name, label, hint, isChecked, value }: CheckProps) => (
  <label class="check">
    <input type="checkbox" name={name} value={value ?? 'on'} defaultChecked={isChecked} />
    <span>
      {label}
      {hint && <span class="hint block">{hint}</span>}
    </span>
  </label>
);

/** Digits of an authenticator, which password managers fill in. */
export const OtpField = ({ label, hint }: { label: string; hint?: string }) => (
  <Field
    name="otp"
    label={label}
    hint={hint}
    class="code"
    inputMode="numeric"
    autocomplete="one-time-code"
    pattern="[0-9 ]{6,8}"
    isFocused
  />
);
