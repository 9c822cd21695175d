// The secrets of an application of the organization: a new one is shown once, an old one is revoked.
import { useSignal } from '@preact/signals';
import { Dialog } from '../../../kit/dialog.tsx';
import { Do } from '../../../kit/do.tsx';
import { Item } from '../../../kit/panel.tsx';
import { said } from '../../account/me.ts';
import { api, asError } from '../../ui/api.ts';
import { Action } from '../../ui/form.tsx';
import { say } from '../../words/applications.ts';
import { moment } from '../../words/index.ts';
import { say as sayOfOrganization } from '../../words/organization.ts';
import { Copied } from '../copied.tsx';
import { type Application, changed, type RowProps } from './changes.ts';

/** One that is in use, and the one that replaces it. */
const MOST = 2;

export function Secrets(props: RowProps & { onClose: () => void }) {
  const { of: application, show, onClose } = props;
  const { id, name, secrets } = application;
  const made = useSignal<string | undefined>(undefined);
  const put = (after: Application['secrets']): void => show(id, { ...application, secrets: after });
  if (made.value !== undefined)
    return (
      <Dialog title={say('appSecretsOf', { name })} lead={say('appSecretLead')} onClose={onClose}>
        <Copied title={say('appId')} text={id} of={name} />
        <Copied title={say('appSecret')} text={made.value} of={name} />
        <Action class="" onClick={onClose}>
          {say('appSecretKept')}
        </Action>
      </Dialog>
    );
  return (
    <Dialog title={say('appSecretsOf', { name })} lead={say('appSecretsLead')} onClose={onClose}>
      {!secrets.length && <p class="hint">{say('appNoSecrets')}</p>}
      {secrets.map(({ id: secretId, hint, createdAt }) => (
        <Item key={secretId} title={<bdi dir="ltr">…{hint}</bdi>} note={moment(createdAt)}>
          <Do
            class="danger"
            label={`${say('appSecretRevoke')}: ${hint}`}
            act={async () => {
              const call = () => api.organization.revokeApplicationSecret({ id, secretId }).then(isDone, unlessGone);
              if (!(await changed(props, call))) return;
              put(secrets.filter((each) => each.id !== secretId));
              said.value = say('appSecretRevoked', { name });
            }}
          >
            {say('appSecretRevoke')}
          </Do>
        </Item>
      ))}
      <div class="doings">
        {secrets.length < MOST && (
          <Do
            class=""
            act={async () => {
              const reply = await changed(props, () => api.organization.addApplicationSecret({ id }));
              if (!reply) return;
              const { secret, ...stored } = reply.secret;
              made.value = secret;
              put([...secrets, stored]);
            }}
          >
            {say('appSecretNew')}
          </Do>
        )}
        <Action class="second" onClick={onClose}>
          {sayOfOrganization('close')}
        </Action>
      </div>
    </Dialog>
  );
}

const isDone = () => true;
/** A secret that another person has revoked is revoked. */
function unlessGone(error: unknown): true {
  if (asError(error).code !== 'APPLICATION_SECRET_NOT_FOUND') throw error;
  return true;
}
