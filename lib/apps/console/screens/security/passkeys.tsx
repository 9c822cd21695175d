// The passkeys of the admin who is signed in: add, rename, remove.
import { useEffect } from 'preact/hooks';
import {
  Asks,
  Badge,
  begin,
  common,
  Dialog,
  Do,
  Field,
  Form,
  hasPasskeys,
  Item,
  loadPasskeys,
  Opens,
  Panel,
  Problem,
  type ReplyOf,
  Skeleton,
  Time,
  toast,
  useConfig,
  useRead,
} from '../../kit.ts';
import { say } from './words.ts';

type Passkey = ReplyOf<'adminConsole.passkeys'>['passkeys'][number];

export function Passkeys() {
  const { data, problem, reload } = useRead('adminConsole.passkeys', {});
  const config = useConfig();
  const signals = data?.signals;
  useEffect(() => {
    if (signals) void loadPasskeys().then(({ tellBrowser }) => tellBrowser(signals));
  }, [signals]);
  const add = async (): Promise<void> => {
    const { add: addOne } = await loadPasskeys();
    await addOne();
    await begin();
    toast(say('passkeyAdded'));
  };
  const passkeys = data?.passkeys;
  const isOn = !!passkeys?.length;
  return (
    <Panel
      title={say('passkeys')}
      lead={say(isOn ? 'passkeysOn' : 'passkeysOff')}
      actions={isOn ? <Badge tone="good">{say('on')}</Badge> : <Badge>{say('off')}</Badge>}
    >
      <Problem error={problem} retry={reload} />
      {!passkeys && !problem && <Skeleton />}
      {passkeys?.map((passkey) => (
        <Own key={passkey.id} {...passkey} />
      ))}
      {hasPasskeys(config) ? (
        <div class="doings start-of-row">
          <Do act={add}>{say('addPasskey')}</Do>
        </div>
      ) : (
        <p class="hint">{say('noPasskeysHere')}</p>
      )}
    </Panel>
  );
}

const Own = ({ id, name, isSynced, createdAt, lastUsedAt }: Passkey) => (
  <Item
    title={name}
    badge={isSynced ? say('synced') : undefined}
    note={
      <>
        {say('added')} <Time at={createdAt} /> ·{' '}
        {lastUsedAt ? (
          <>
            {say('used')} <Time at={lastUsedAt} />
          </>
        ) : (
          say('neverUsed')
        )}
      </>
    }
  >
    <div class="doings">
      <Opens text={say('rename')} label={`${say('rename')}: ${name}`}>
        {(close) => (
          <Dialog title={say('renamePasskey')} onClose={close}>
            <Form
              operation="adminConsole.renamePasskey"
              input={({ name: typed = '' }) => ({ id, name: typed.trim() })}
              submit={common('save')}
              onDone={close}
            >
              <Field name="name" label={common('name')} value={name} maxLength={64} isFocused />
            </Form>
          </Dialog>
        )}
      </Opens>
      <Asks
        text={say('removePasskey')}
        label={common('remove', { name })}
        class="danger"
        operation="adminConsole.removePasskey"
        input={{ id }}
        onDone={async () => {
          await begin();
          toast(say('passkeyRemoved'));
        }}
      >
        {say('removePasskeyLead')}
      </Asks>
    </div>
  </Item>
);
