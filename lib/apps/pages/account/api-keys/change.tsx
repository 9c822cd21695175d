// Asks before an API key is revoked, or replaced by a new text.
import { Dialog } from '../../../kit/dialog.tsx';
import { Do } from '../../../kit/do.tsx';
import { Check, Form } from '../../../kit/form.tsx';
import { api } from '../../ui/api.ts';
import { Action } from '../../ui/form.tsx';
import { say } from '../../words/api-keys.ts';
import { said } from '../me.ts';
import type { ApiKey } from '../parts.ts';
import { proved } from '../step-up.tsx';

export type Changes = { name: 'rotate' | 'revoke'; of: ApiKey };
type ChangeProps = Changes & {
  onMade: (text: string) => Promise<void>;
  onRevoked: () => Promise<void>;
  onClose: () => void;
};

export const Change = ({ name, ...rest }: ChangeProps) =>
  name === 'rotate' ? <Rotate {...rest} /> : <Revoke {...rest} />;

type Props = Omit<ChangeProps, 'name'>;

function Revoke({ of: { id, name }, onRevoked, onClose }: Props) {
  return (
    <Dialog title={say('keyRevokeTitle', { name })} lead={say('keyRevokeLead')} onClose={onClose}>
      <div class="doings">
        <Do
          class="danger"
          act={async () => {
            await api.apiKeys.revoke({ id });
            onClose();
            said.value = say('keyRevoked', { name });
            await onRevoked();
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
