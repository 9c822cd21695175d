// An address of the account: verify it, change it, add it. A new address counts once its code was typed in.

import { useSignal } from '@preact/signals';
import { Do } from '../../kit/do.tsx';
import { Field, Form } from '../../kit/form.tsx';
import { Item } from '../../kit/panel.tsx';
import { api } from '../ui/api.ts';
import { Action, Code } from '../ui/form.tsx';
import { Again } from '../ui/send-again.tsx';
import { say } from '../words/account.ts';
import { load, me, said } from './me.ts';
import { proved } from './step-up.tsx';

type Kind = 'email' | 'phone';
/** `to`: the address that the code went to. */
type Step = { name: 'idle' } | { name: 'type' } | { name: 'code'; to: string; isNew: boolean };

const KINDS = {
  email: {
    label: 'email',
    type: 'email',
    autocomplete: 'email',
    none: 'noEmail',
    add: 'addEmail',
    hint: 'newAddressHint',
    send: 'sendEmailVerification',
    verify: 'verifyEmail',
  },
  phone: {
    label: 'phoneNumber',
    type: 'tel',
    autocomplete: 'tel',
    none: 'noPhone',
    add: 'addPhone',
    hint: 'newPhoneHint',
    send: 'sendPhoneVerification',
    verify: 'verifyPhone',
  },
} as const;

export function Address({ kind }: { kind: Kind }) {
  const step = useSignal<Step>({ name: 'idle' });
  const go = (next: Step): void => {
    step.value = next;
  };
  switch (step.value.name) {
    case 'idle':
      return <Shown kind={kind} go={go} />;
    case 'type':
      return <Type kind={kind} go={go} />;
    case 'code':
      return <TypeCode kind={kind} go={go} {...step.value} />;
  }
}

type Props = { kind: Kind; go: (step: Step) => void };

function Shown({ kind, go }: Props) {
  const value = me.value?.[kind];
  const isVerified = me.value?.[`${kind}VerifiedAt`] != null;
  const { label, none, add, send } = KINDS[kind];
  return (
    <Item
      title={value ?? say(none)}
      note={say(label)}
      badge={value ? say(isVerified ? 'verified' : 'notVerified') : undefined}
    >
      <div class="doings">
        {value && !isVerified && (
          <Do
            act={async () => {
              await api.authentication[send]();
              go({ name: 'code', to: value, isNew: false });
            }}
            label={`${say('verify')}: ${value}`}
          >
            {say('verify')}
          </Do>
        )}
        <Action class="second" onClick={() => go({ name: 'type' })}>
          {say(value ? 'change' : add)}
          {value && <span class="unseen">: {value}</span>}
        </Action>
      </div>
    </Item>
  );
}

function Type({ kind, go }: Props) {
  const { label, type, autocomplete, hint } = KINDS[kind];
  return (
    <div class="stack">
      <Form
        submit={say('sendCode')}
        onSubmit={async ({ address = '' }) => {
          const to = address.trim();
          await proved(() => api.account.requestAddressChange({ [kind]: to }));
          go({ name: 'code', to, isNew: true });
        }}
      >
        <Field
          name="address"
          label={say('newAddress', { kind: say(label) })}
          type={type}
          autocomplete={autocomplete}
          hint={say(hint)}
          maxLength={254}
          isFocused
        />
      </Form>
      <Action onClick={() => go({ name: 'idle' })}>{say('cancel')}</Action>
    </div>
  );
}

function TypeCode({ kind, go, to, isNew }: Props & { to: string; isNew: boolean }) {
  const send = () => {
    if (isNew) return proved(() => api.account.requestAddressChange({ [kind]: to }));
    return api.authentication[KINDS[kind].send]();
  };
  const confirm = (code: string) => {
    if (isNew) return proved(() => api.account.confirmAddressChange({ [kind]: to, code }));
    return api.authentication[KINDS[kind].verify]({ code });
  };
  return (
    <div class="stack">
      <p>{say('codeSentHere', { identifier: to })}</p>
      <Form
        submit={say('confirm')}
        onSubmit={async ({ code = '' }) => {
          await confirm(code.replaceAll(' ', ''));
          await load();
          said.value = say(isNew ? 'addressChanged' : 'addressVerified', { address: to });
          go({ name: 'idle' });
        }}
      >
        <Code />
      </Form>
      <div class="row">
        <Again send={send} />
        <Action class="plain" onClick={() => go({ name: 'idle' })}>
          {say('cancel')}
        </Action>
      </div>
    </div>
  );
}
