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
// * An error is shown beside the field that it is about (core/explain.ts; `codes` adds some of the form), else above the
//   button, always with its code and the id of the request.
// * It has "Copy as curl" and "Copy as TypeScript" of what it would send now.
import type { ComponentChildren } from 'preact';
import type { GatehouseError } from '../../../packages/client/index.ts';
import { asError } from '../../kit/base.ts';
import {
  type Common,
  type FieldProps,
  Check as KitCheck,
  Field as KitField,
  Form as KitForm,
  type Option,
  optionsOf,
  useField,
  type Values,
} from '../../kit/form.tsx';
import { WrongField } from '../../kit/voice.ts';
import { send } from '../core/call.ts';
import { explain } from '../core/explain.ts';
import type { Call, InputOf, OperationName, ReplyOf } from '../core/operations.ts';
import { common } from '../words/index.ts';
import { Code } from './code.tsx';

type PlainProps = {
  /** Sends the form. The form shows an error that it throws. */
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
      const reply = await send(operation, input(values), { touches });
      await onDone?.(reply, values);
    }}
  />
);

/** A form that sends something else than one operation. */
export const PlainForm = ({ send, onProblem, codes = {}, isDangerous, code, actions, ...rest }: PlainProps) => (
  <KitForm
    {...rest}
    button={isDangerous ? 'danger-full' : ''}
    onSubmit={async (values) => {
      try {
        await send(values);
      } catch (thrown) {
        const error = asError(thrown);
        if (onProblem?.(error, values)) return;
        const { field, text = explain(error) } = codes[error.code] ?? {};
        throw field === undefined ? error : new WrongField(field, text, error);
      }
    }}
    beside={(values) => (
      <>
        {actions}
        {code && <Code call={() => code(values())} />}
      </>
    )}
  />
);

/** Says that a field may be left empty. */
const labelled = <T extends Common>(props: T): T =>
  props.isOptional
    ? {
        ...props,
        label: (
          <>
            {props.label}
            <span class="optional"> {common('optional')}</span>
          </>
        ),
      }
    : props;

type InputProps = Omit<FieldProps, 'onInput'> & { onInput?: (value: string) => void };

/** A labelled input of one line. The browser does not fill it in by itself. */
export const Field = ({ onInput, ...props }: InputProps) => (
  <KitField
    autocomplete="off"
    {...labelled(props)}
    onInput={onInput && (({ currentTarget }) => onInput(currentTarget.value))}
  />
);

type TextAreaProps = Common & { value?: string; rows?: number; maxLength?: number; class?: string };

/** A labelled input of several lines. */
export function TextArea({ value, rows = 4, maxLength, class: name, ...rest }: TextAreaProps) {
  const { attributes, around } = useField(labelled(rest));
  return around(
    <textarea
      {...{ rows, maxLength, class: name }}
      {...({ defaultValue: value } as object)}
      {...attributes}
      spellcheck={false}
    />,
  );
}

type FileProps = Common & { accept?: string; onChoose: (file: File | undefined) => void };

/** A labelled choice of a file. */
export function FileField({ accept, onChoose, ...rest }: FileProps) {
  const { attributes, around } = useField(labelled(rest));
  return around(
    <input
      type="file"
      {...(accept ? { accept } : {})}
      {...attributes}
      onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0])}
    />,
  );
}

type SelectProps = Common & {
  options: readonly Option[];
  value?: string | undefined;
  onChange?: (value: string) => void;
};

/** A labelled choice of a few. For many, use `Combobox`. */
export function Select({ options, value, onChange, ...rest }: SelectProps) {
  const { attributes, around } = useField(labelled(rest));
  return around(
    <select {...attributes} onChange={onChange && (({ currentTarget }) => onChange(currentTarget.value))}>
      {optionsOf(options, value)}
    </select>,
  );
}

type CheckProps = Parameters<typeof KitCheck>[0] & { hint?: string };

/** A box to tick. Its value is 'on' if it is ticked, else absent. */
export const Check = ({ label, hint, ...rest }: CheckProps) => (
  <KitCheck
    {...rest}
    label={
      <>
        {label}
        {hint && <span class="hint block">{hint}</span>}
      </>
    }
  />
);

type CodeProps = { name?: string; label: string; hint?: string; pattern?: string };

/** Digits of an authenticator or of a message, which password managers fill in. */
export const CodeField = ({ name = 'otp', pattern = '[0-9 ]{6,8}', ...rest }: CodeProps) => (
  <Field {...{ name, pattern, ...rest }} class="code" inputMode="numeric" autocomplete="one-time-code" isFocused />
);
