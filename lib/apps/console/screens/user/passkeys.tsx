// The passkeys of a user, and what their tenant does with them.
import { useSignal } from '@preact/signals';
import {
  Asks,
  actionsColumn,
  Badge,
  Check,
  common,
  Dialog,
  Form,
  may,
  Opens,
  Panel,
  partOf,
  type ReplyOf,
  ShownOnce,
  Table,
  Time,
  toast,
  useRead,
} from '../../kit.ts';
import { en } from '../../words/en/user-passkeys.ts';
import type { PartProps } from './words.ts';

const say = partOf(en, (tag) => import(`../../words/others/${tag}/user-passkeys.ts`));

type Passkey = ReplyOf<'adminUsers.passkeys'>['data'][number];
type Tenant = ReplyOf<'adminUsers.signInStatus'>['passkeys'];

const modeOf = ({ mode, isFirstFactor }: Tenant) => (mode === 'optional' && !isFirstFactor ? 'second' : mode);

/** Makes a link that the admin hands over. It is shown once. */
function Recovery({ id, name }: { id: string; name: string }) {
  const made = useSignal<string | undefined>(undefined);
  return (
    <div class="doings">
      <Opens text={say('recovery')}>
        {(close) => (
          <Dialog title={`${say('recovery')}: ${name}`} lead={say('recoveryLead')} onClose={close}>
            <Form
              operation="adminUsers.createRecoveryLink"
              input={({ removePasskeys }) => ({ id, removePasskeys: removePasskeys === 'on' })}
              submit={say('recoveryMake')}
              onDone={({ link }) => {
                close();
                made.value = link;
              }}
            >
              <Check name="removePasskeys" label={say('recoveryRemoves')} hint={say('recoveryRemovesHint')} isChecked />
            </Form>
          </Dialog>
        )}
      </Opens>
      <span class="hint">{say('recoveryHint')}</span>
      {made.value && (
        <ShownOnce
          title={say('recovery')}
          lead={say('recoveryMade')}
          text={made.value}
          copies={say('recoveryCopy')}
          done={say('recoveryDone')}
          onClose={() => {
            made.value = undefined;
          }}
        />
      )}
    </div>
  );
}

export function Passkeys({ details: { user }, name }: PartProps) {
  const read = useRead('adminUsers.passkeys', { id: user.id });
  const status = useRead('adminUsers.signInStatus', { id: user.id }).data;
  return (
    <Panel title={say('passkeys')} lead={say('passkeysLead')}>
      {status && <p>{say(`passkeys-${modeOf(status.passkeys)}`)}</p>}
      <Table
        read={read}
        name="user-passkeys"
        caption={say('passkeys')}
        rows={read.data?.data}
        none={[say('passkeysNone')]}
        idOf={({ id }) => id}
        columns={[
          { key: 'name', title: common('name'), cell: ({ name }) => name },
          {
            key: 'kind',
            title: say('kind'),
            cell: ({ isSynced }) => <Badge>{say(isSynced ? 'synced' : 'deviceBound')}</Badge>,
          },
          { key: 'used', title: say('lastUsed'), cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
          { key: 'added', title: say('added'), cell: ({ createdAt }) => <Time at={createdAt} /> },
          ...actionsColumn(may('operate'), (passkey: Passkey) => (
            <Asks
              text={say('remove')}
              label={`${say('remove')}: ${passkey.name}`}
              class="plain"
              title={say('removeTitle', { name: passkey.name })}
              operation="adminUsers.removePasskey"
              input={{ id: user.id, passkeyId: passkey.id }}
              onDone={() => toast(say('removed', { name: passkey.name }))}
            >
              {say('removePasskeyLead')}
            </Asks>
          )),
        ]}
      />
      {may('operate') && <Recovery id={user.id} name={name} />}
    </Panel>
  );
}
