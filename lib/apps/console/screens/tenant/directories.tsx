// The directories that keep the users of a tenant up to date by SCIM, and which of their groups gives which role.
import { useSignal } from '@preact/signals';
import {
  Act,
  Asks,
  Badge,
  changed,
  common,
  copy,
  Dialog,
  EmptyState,
  every,
  Facts,
  Field,
  Form,
  may,
  Opens,
  Panel,
  Problem,
  query,
  type ReplyOf,
  Select,
  Skeleton,
  showDialog,
  Time,
  toast,
  useCommands,
  useRead,
} from '../../kit.ts';
import { DirectoryGroups } from './directory-groups.tsx';
import { say } from './directory-words.ts';
import { type PartProps, say as sayOfTenant } from './words.ts';

type Connection = ReplyOf<'adminTenants.scimConnections'>['connections'][number];
type Made = ReplyOf<'adminTenants.createScimConnection'>;

/** The dialog is in the address: a link to it can be sent to another admin. */
const ADD = 'connect-directory';

export function Directories({ tenant }: PartProps) {
  const { data, problem, reload } = useRead('adminTenants.scimConnections', { id: tenant.id });
  const made = useSignal<Made | undefined>(undefined);
  const reveal = (reply: Made): void => {
    made.value = reply;
  };
  const add = (): void => showDialog(ADD);
  useCommands(may('operate') ? [{ title: say('connect'), run: add }] : []);
  const addButton = may('operate') && (
    <button type="button" onClick={add}>
      {say('connect')}
    </button>
  );
  const connections = data?.connections;
  return (
    <>
      <Panel
        title={sayOfTenant('part-directories')}
        lead={say('directoriesLead')}
        actions={!!connections?.length && addButton}
      >
        {!may('operate') && <p class="hint">{sayOfTenant('readOnly')}</p>}
        <Problem error={problem} retry={reload} />
        {!connections && !problem && <Skeleton />}
        {connections?.length === 0 && (
          <EmptyState title={say('noDirectory')}>
            <p>{say('noDirectoryLead')}</p>
            {addButton}
          </EmptyState>
        )}
      </Panel>
      {connections?.map((each) => (
        <Directory key={each.id} tenant={tenant} of={each} onMade={reveal} />
      ))}
      {may('operate') && query.value.get('do') === ADD && <Add id={tenant.id} onMade={reveal} />}
      {made.value && (
        <Token
          of={made.value}
          onClose={() => {
            made.value = undefined;
          }}
        />
      )}
    </>
  );
}

type DirectoryProps = PartProps & { of: Connection; onMade: (made: Made) => void };

function Directory(props: DirectoryProps) {
  const { tenant, of: connection } = props;
  const { name, url, isPaused, onDelete, tokens, takesUpManagers, createdBy, createdAt, lastUsedAt } = connection;
  const { isSilent, silentAfterDays: days } = connection;
  return (
    <Panel title={name} actions={may('operate') && <Actions {...props} />}>
      <Facts
        of={[
          [
            common('status'),
            <Badge key="status" tone={isPaused || isSilent ? 'wrong' : 'good'}>
              {say(isPaused ? 'directoryPaused' : isSilent ? 'directorySilent' : 'directoryOn')}
            </Badge>,
          ],
          [say('directoryUrl'), <Copied key="url" what={say('directoryUrl')} of={name} text={url} />],
          [say('lastUsed'), lastUsedAt ? <Time key="used" at={lastUsedAt} /> : say('neverUsed')],
          [say('silentAfter'), days === null ? say('silentNever') : say('silentDays', { days: String(days) })],
          [
            say('tokens'),
            <span key="tokens">
              {tokens.map(({ hint, endsAt }) => (
                <span key={hint} class="block">
                  <code>…{hint}</code>{' '}
                  {endsAt && (
                    <>
                      {say('tokenEnds')} <Time at={endsAt} />
                    </>
                  )}
                </span>
              ))}
            </span>,
          ],
          [say('onDelete'), say(`onDelete-${onDelete}`)],
          [say('takesUp'), say(takesUpManagers ? 'takesUpAll' : 'sparesManagers')],
          [say('madeBy'), <code key="by">{createdBy}</code>],
          [common('created'), <Time key="created" at={createdAt} />],
        ]}
      />
      <DirectoryGroups tenant={tenant} connection={connection} />
    </Panel>
  );
}

function Actions({ tenant: { id }, of: connection, onMade }: DirectoryProps) {
  const { id: connectionId, name, isPaused } = connection;
  const input = { id, connectionId };
  return (
    <>
      <Opens text={say('changeDirectory')} label={say('changeDirectoryOf', { name })}>
        {(close) => <Change id={id} of={connection} onClose={close} />}
      </Opens>
      <Act
        operation="adminTenants.updateScimConnection"
        input={{ ...input, isPaused: !isPaused }}
        label={say(isPaused ? 'resumeOf' : 'pauseOf', { name })}
        onDone={() => toast(say(isPaused ? 'resumed' : 'isPaused', { name }))}
      >
        {say(isPaused ? 'resume' : 'pause')}
      </Act>
      <Asks
        text={say('rotate')}
        label={say('rotateOf', { name })}
        title={say('rotateOf', { name })}
        submit={say('makeToken')}
        operation="adminTenants.rotateScimToken"
        input={input}
        onDone={onMade}
      >
        {say('rotateWill')}
      </Asks>
      <Asks
        text={say('remove')}
        label={say('removeDirectory', { name })}
        class="danger"
        title={say('removeDirectory', { name })}
        submit={say('removeDirectory', { name })}
        operation="adminTenants.removeScimConnection"
        input={input}
        onDone={() => toast(say('directoryRemoved', { name }))}
      >
        {say('removeDirectoryWill')}
      </Asks>
    </>
  );
}

/** A text with the button that copies it. */
const Copied = ({ what, of, text }: { what: string; of: string; text: string }) => (
  <span class="doings">
    <code>{text}</code>
    <button
      type="button"
      class="second small"
      aria-label={say('copyOf', { what, name: of })}
      onClick={() => void copy(text)}
    >
      {common('copy')}
    </button>
  </span>
);

/** The base address and the token, which is shown only now. */
const Token = ({ of: { connection, token }, onClose }: { of: Made; onClose: () => void }) => (
  <Dialog title={say('tokenOf', { name: connection.name })} lead={say('tokenLead')} onClose={onClose}>
    <Facts
      of={[
        [
          say('directoryUrl'),
          <Copied key="url" what={say('directoryUrl')} of={connection.name} text={connection.url} />,
        ],
        [say('directoryToken'), <Copied key="token" what={say('directoryToken')} of={connection.name} text={token} />],
      ]}
    />
    <p class="hint">{say('oauthLead')}</p>
    <Facts
      of={[
        [say('tokenUrl'), <Copied key="url" what={say('tokenUrl')} of={connection.name} text={connection.tokenUrl} />],
        [say('clientId'), <Copied key="id" what={say('clientId')} of={connection.name} text={connection.id} />],
      ]}
    />
    <div class="doings">
      <button type="button" onClick={onClose}>
        {say('done')}
      </button>
    </div>
  </Dialog>
);

const ENDS = every<Connection['onDelete']>({ deactivate: 0, delete: 0 });

/** The fields of a connection. */
const Fields = ({ of: before }: { of?: Connection }) => (
  <>
    <Field
      name="name"
      label={common('name')}
      hint={say('directoryNameHint')}
      value={before?.name}
      maxLength={120}
      isFocused
    />
    <Select
      name="onDelete"
      label={say('onDelete')}
      hint={say('onDeleteHint')}
      value={before?.onDelete ?? 'deactivate'}
      options={ENDS.map((each) => [each, say(`onDelete-${each}`)])}
    />
    <Field
      name="silentAfterDays"
      label={say('silentAfterLabel')}
      hint={say('silentAfterHint')}
      type="number"
      min={1}
      max={90}
      value={(before ? before.silentAfterDays : 7) ?? ''}
      isOptional
    />
  </>
);

const fieldsIn = ({ name = '', onDelete, silentAfterDays: days }: Readonly<Record<string, string>>) => ({
  name: name.trim(),
  onDelete: onDelete as Connection['onDelete'],
  silentAfterDays: days ? Number(days) : null,
});

function Add({ id, onMade }: { id: string; onMade: (made: Made) => void }) {
  const close = (): void => showDialog(null);
  return (
    <Dialog title={say('connect')} lead={say('connectLead')} onClose={close}>
      <Form
        operation="adminTenants.createScimConnection"
        input={(values) => ({ id, ...fieldsIn(values) })}
        submit={say('connect')}
        codes={{ SCIM_CONNECTION_LIMIT_REACHED: { field: 'name', text: say('directoryLimit') } }}
        onDone={(reply) => {
          close();
          onMade(reply);
        }}
      >
        <Fields />
      </Form>
    </Dialog>
  );
}

function Change({ id, of: before, onClose }: { id: string; of: Connection; onClose: () => void }) {
  const { name } = before;
  return (
    <Dialog title={say('changeDirectoryOf', { name })} onClose={onClose}>
      <Form
        operation="adminTenants.updateScimConnection"
        input={(values) => ({ id, connectionId: before.id, ...changed(before, fieldsIn(values)) })}
        submit={common('save')}
        onDone={() => {
          onClose();
          toast(say('directorySaved', { name }));
        }}
      >
        <Fields of={before} />
      </Form>
    </Dialog>
  );
}
