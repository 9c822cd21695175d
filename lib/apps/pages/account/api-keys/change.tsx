// Renames an API key, and asks before one is revoked or replaced by a new text.
import { Dialog } from '../../../kit/dialog.tsx';
import { Do } from '../../../kit/do.tsx';
import { Check, Field, Form } from '../../../kit/form.tsx';
import { api } from '../../ui/api.ts';
import { Action } from '../../ui/form.tsx';
import { say } from '../../words/api-keys.ts';
import { said } from '../me.ts';
import type { ApiKey } from '../parts.ts';
import { proved } from '../step-up.tsx';

export type Changes = { name: 'rename' | 'rotate' | 'revoke'; of: ApiKey };
type ChangeProps = Changes & {
  onMade: (text: string) => Promise<void>;
  /** Reads the keys anew. */
  onChanged: () => Promise<void>;
  onClose: () => void;
};

const DIALOGS = { rename: Rename, rotate: Rotate, revoke: Revoke };

export function Change({ name, ...rest }: ChangeProps) {
  const Shown = DIALOGS[name];
  return <Shown {...rest} />;
}

type Props = Omit<ChangeProps, 'name'>;

function Rename({ of: { id, name }, onChanged, onClose }: Props) {
  return (
    <Dialog title={say('keyRenameTitle', { name })} onClose={onClose}>
      <Form
        submit={say('save')}
        onSubmit={async ({ name: next }) => {
          await api.apiKeys.update({ id, name: next });
          onClose();
          said.value = say('saved');
          await onChanged();
        }}
      >
        <Field name="name" label={say('keyPurpose')} value={name} autocomplete="off" maxLength={120} isFocused />
      </Form>
      <Action onClick={onClose}>{say('cancel')}</Action>
    </Dialog>
  );
}

function Revoke({ of: { id, name }, onChanged, onClose }: Props) {
  return (
    <Dialog title={say('keyRevokeTitle', { name })} lead={say('keyRevokeLead')} onClose={onClose}>
      <div class="doings">
        <Do
          class="danger"
          act={async () => {
            await api.apiKeys.revoke({ id });
            onClose();
            said.value = say('keyRevoked', { name });
            await onChanged();
          }}
        >
          {say('keyRevoke')}
        </Do>
        <Action class="second" onClick={onClose}>
          {say('cancel')}
        </Action>
      </div>
    </Dialog>
  );
}

/** While two secrets live, a new one ends both: the service makes no third. */
function Rotate({ of: { id, name, secrets }, onMade, onClose }: Props) {
  const hasTwo = secrets.length > 1;
  return (
    <Dialog
      title={say('keyRotateTitle', { name })}
      lead={say(hasTwo ? 'keyRotateBoth' : 'keyRotateLead')}
      onClose={onClose}
    >
      <Form
        submit={say('keyRotate')}
        onSubmit={async ({ now }) => {
          const overlap = hasTwo || now ? { overlapHours: 0 } : {};
          await onMade((await proved(() => api.apiKeys.rotate({ id, ...overlap }))).key);
        }}
      >
        {!hasTwo && <Check name="now" label={say('keyRotateNow')} />}
      </Form>
      <Action onClick={onClose}>{say('cancel')}</Action>
    </Dialog>
  );
}
