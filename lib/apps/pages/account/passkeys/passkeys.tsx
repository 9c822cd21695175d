// The passkeys of the account: add, rename, remove.
import { useSignal } from '@preact/signals';
import type { Passkey } from '../../../../packages/client/index.ts';
import { Dialog } from '../../../kit/dialog.tsx';
import { Do } from '../../../kit/do.tsx';
import { Field, Form } from '../../../kit/form.tsx';
import { Item, Panel } from '../../../kit/panel.tsx';
import { Action } from '../../ui/form.tsx';
import { passkeys, rememberUse } from '../../ui/passkeys.ts';
import { say as sayOfAccount } from '../../words/account.ts';
import { moment } from '../../words/index.ts';
import { say } from '../../words/passkeys.ts';
import { said } from '../me.ts';
import { proved } from '../step-up.tsx';

export function Passkeys({ begun }: { begun: readonly Passkey[] }) {
  const found = useSignal(begun);
  const renaming = useSignal<Passkey | undefined>(undefined);
  const read = async (): Promise<void> => {
    found.value = await passkeys.list();
  };
  const add = async (): Promise<void> => {
    await proved(() => passkeys.add());
    rememberUse();
    await read();
    said.value = say('passkeyAdded');
  };
  const remove = async ({ id, name }: Passkey): Promise<void> => {
    found.value = await proved(() => passkeys.remove({ id }));
    said.value = say('passkeyRemoved', { name });
  };
  return (
    <Panel title={say('passkeys')} lead={say('passkeysLead')}>
      {found.value.map((passkey) => (
        <Item
          key={passkey.id}
          title={passkey.name}
          note={<Facts of={passkey} />}
          badge={passkey.isSynced ? say('passkeySynced') : undefined}
        >
          <div class="doings">
            <Action
              class="second"
              onClick={() => {
                renaming.value = passkey;
              }}
            >
              {say('passkeyRename')}
              <span class="unseen">: {passkey.name}</span>
            </Action>
            <Do class="danger" label={`${say('remove')}: ${passkey.name}`} act={() => remove(passkey)}>
              {say('remove')}
            </Do>
          </div>
        </Item>
      ))}
      {passkeys.isSupported() && (
        <div class="doings">
          <Do act={add}>{say('passkeyAdd')}</Do>
        </div>
      )}
      {renaming.value && (
        <Rename
          of={renaming.value}
          onDone={async () => {
            renaming.value = undefined;
            await read();
          }}
        />
      )}
    </Panel>
  );
}

const Facts = ({ of: { createdAt, lastUsedAt } }: { of: Passkey }) => (
  <>
    {sayOfAccount('addedAt', { at: moment(createdAt) })} ·{' '}
    {lastUsedAt ? sayOfAccount('lastUsed', { at: moment(lastUsedAt) }) : say('passkeyNeverUsed')}
  </>
);

function Rename({ of: { id, name }, onDone }: { of: Passkey; onDone: () => Promise<void> }) {
  return (
    <Dialog title={say('passkeyRename')} onClose={() => void onDone()}>
      <Form
        submit={say('save')}
        onSubmit={async (values) => {
          await passkeys.rename({ id, name: (values.name ?? '').trim() });
          await onDone();
        }}
      >
        <Field name="name" label={say('passkeyName')} value={name} maxLength={80} isFocused />
      </Form>
      <Action onClick={() => void onDone()}>{say('cancel')}</Action>
    </Dialog>
  );
}
