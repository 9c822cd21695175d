// Creates an API key: its name, some of the permissions that the user has, its life and its networks.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { Field, Form, type Values } from '../../../kit/form.tsx';
import { useName } from '../../../kit/name.ts';
import { Panel } from '../../../kit/panel.tsx';
import { WrongField } from '../../../kit/voice.ts';
import { api, asError } from '../../ui/api.ts';
import { Action } from '../../ui/form.tsx';
import { say } from '../../words/api-keys.ts';
import { me } from '../me.ts';
import { proved } from '../step-up.tsx';

type CreateProps = { onMade: (text: string) => Promise<void>; onCancel: () => void };

/** What a key has at most. */
const MOST = 20;
/** Before the name of a permission in that of its box. */
const SCOPE = 'scope ';

export function Create({ onMade, onCancel }: CreateProps) {
  const scopes = useRef<HTMLFieldSetElement>(null);
  const isWrong = useSignal(false);
  const create = async (values: Values): Promise<void> => {
    const chosen = Object.keys(values).flatMap((each) => (each.startsWith(SCOPE) ? [each.slice(SCOPE.length)] : []));
    isWrong.value = !chosen.length || chosen.length > MOST;
    if (isWrong.value) return scopes.current?.querySelector('input')?.focus();
    const { key } = await proved(() => api.apiKeys.create(requestOf(values, chosen))).catch(beside);
    await onMade(key);
  };
  const granted = me.value?.permissions ?? [];
  return (
    <Panel title={say('keyCreate')} lead={granted.length ? undefined : say('keysNoScopes')}>
      {granted.length > 0 && (
        <Form submit={say('keyCreate')} onSubmit={create}>
          <Field name="name" label={say('keyPurpose')} autocomplete="off" maxLength={120} isFocused />
          <Scopes of={granted} at={scopes} isWrong={isWrong.value} />
          <Field name="expiresInDays" label={say('keyDays')} type="number" min={1} max={365} value={90} />
          <Field
            name="networks"
            label={say('keyNetworks')}
            hint={say('keyNetworksHint')}
            autocomplete="off"
            inputMode="url"
            maxLength={500}
            isOptional
          />
        </Form>
      )}
      <Action onClick={onCancel}>{say('cancel')}</Action>
    </Panel>
  );
}

const requestOf = ({ name = '', expiresInDays, networks = '' }: Values, scopes: string[]) => ({
  name,
  scopes,
  expiresInDays: Number(expiresInDays),
  networks: networks.split(/[\s,]+/).filter(Boolean),
});

/** The service names the network of a list that is wrong; the form has one field for all. */
function beside(thrown: unknown): never {
  const error = asError(thrown);
  if (error.message.startsWith('networks')) throw new WrongField('networks', say('keyNetworksWrong'), error);
  throw error;
}

type ScopesProps = { of: readonly string[]; at: { current: HTMLFieldSetElement | null }; isWrong: boolean };

function Scopes({ of, at, isWrong }: ScopesProps) {
  const id = useName();
  return (
    <fieldset class="scope-choice" ref={at} aria-describedby={isWrong ? id : undefined}>
      <legend>{say('keyScopes')}</legend>
      {of.map((name) => (
        <label key={name} class="check">
          <input type="checkbox" name={`${SCOPE}${name}`} />
          <span class="name">{name}</span>
        </label>
      ))}
      {isWrong && (
        <div class="complaint" role="alert" id={id}>
          {say('keyScopesNone')}
        </div>
      )}
    </fieldset>
  );
}
