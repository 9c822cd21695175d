// The directories that keep the members of the organization up to date by SCIM: a person connects one, and says which of its groups
// gives which role.
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { Dialog } from '../../../kit/dialog.tsx';
import { Do } from '../../../kit/do.tsx';
import { Field, Form } from '../../../kit/form.tsx';
import { Item } from '../../../kit/panel.tsx';
import { said } from '../../account/me.ts';
import { proved } from '../../account/step-up.tsx';
import { api } from '../../ui/api.ts';
import { Action } from '../../ui/form.tsx';
import { say } from '../../words/directory.ts';
import { moment } from '../../words/index.ts';
import { say as sayOfOrganization } from '../../words/organization.ts';
import { Copied } from '../copied.tsx';
import { Choice } from '../filter.tsx';
import { List, usePaged } from '../paged.tsx';
import { Part } from '../part.tsx';
import { type Connection, changed, type Made, type RowProps, refuse } from './changes.ts';

export function Directory() {
  const isAdding = useSignal(false);
  const made = useSignal<Made | undefined>(undefined);
  const list = usePaged(async () => ({ items: (await api.organization.scimConnections()).connections, next: null }));
  const show = (id: string, after?: Connection): void => list.put((each) => each.id === id, after);
  const reveal = (reply: Made): void => {
    made.value = reply;
  };
  return (
    <Part
      title={sayOfOrganization('directory')}
      lead={say('directoryLead')}
      actions={
        <Action
          class=""
          onClick={() => {
            isAdding.value = true;
          }}
        >
          {say('dirConnect')}
        </Action>
      }
    >
      <List of={list} none={say('dirNone')}>
        {(connection) => <Row key={connection.id} of={connection} show={show} reveal={reveal} />}
      </List>
      {isAdding.value && (
        <Edit
          onSave={async (fields) => {
            const reply = await proved(() => api.organization.createScimConnection(fields)).catch(refuse);
            isAdding.value = false;
            await list.reread();
            reveal(reply);
          }}
          onClose={() => {
            isAdding.value = false;
          }}
        />
      )}
      {made.value && (
        <Token
          of={made.value}
          onClose={() => {
            made.value = undefined;
          }}
        />
      )}
    </Part>
  );
}

/** A part that is loaded when it is opened. */
type DetailProps = RowProps & { onClose: () => void };
type Opened = 'change' | 'rotate' | 'remove';

function Row(props: RowProps) {
  const { id, name, url, isPaused, takesUpManagers, lastUsedAt, isSilent, silentAfterDays } = props.of;
  const opened = useSignal<Opened | undefined>(undefined);
  const close = (): void => {
    opened.value = undefined;
  };
  const loaded = useSignal<{ Shown?: ComponentType<DetailProps> }>({});
  const { Shown } = loaded.value;
  const loads = (word: 'dirGroups' | 'dirActivity', load: () => Promise<ComponentType<DetailProps>>) => (
    <Do
      label={`${say(word)}: ${name}`}
      act={async () => {
        loaded.value = { Shown: await load() };
      }}
    >
      {say(word)}
    </Do>
  );
  const opens = (what: Opened, text: string, style = 'second') => (
    <Action
      class={style}
      onClick={() => {
        opened.value = what;
      }}
    >
      {text}
      <span class="unseen">: {name}</span>
    </Action>
  );
  const change = async (fields: object, done: string): Promise<void> => {
    const reply = await changed(props, () => api.organization.updateScimConnection({ id, ...fields }));
    if (!reply) return;
    props.show(id, reply.connection);
    said.value = done;
  };
  return (
    <Item
      title={<bdi>{name}</bdi>}
      badge={say(isPaused ? 'dirPaused' : isSilent ? 'dirSilent' : 'dirOn')}
      note={lastUsedAt ? say('dirUsed', { at: moment(lastUsedAt) }) : say('dirUnused')}
    >
      <div class="stack">
        <Copied title={say('dirUrl')} text={url} of={name} />
        {isSilent && <p class="hint">{say('dirSilentHint', { days: String(silentAfterDays) })}</p>}
        {takesUpManagers && <p class="hint">{say('dirByAdmin')}</p>}
        <div class="doings">
          {loads('dirGroups', async () => (await import('./details.ts')).Groups)}
          {loads('dirActivity', async () => (await import('./details.ts')).Activity)}
          {!takesUpManagers && opens('rotate', say('dirRotate'))}
          {opens('change', say('dirChange'))}
          <Do
            act={() => change({ isPaused: !isPaused }, say(isPaused ? 'dirResumed' : 'dirIsPaused', { name }))}
            label={`${say(isPaused ? 'dirResume' : 'dirPause')}: ${name}`}
          >
            {say(isPaused ? 'dirResume' : 'dirPause')}
          </Do>
          {opens('remove', say('dirRemove'), 'danger')}
        </div>
      </div>
      {Shown && (
        <Shown
          {...props}
          onClose={() => {
            loaded.value = {};
          }}
        />
      )}
      {opened.value === 'change' && (
        <Edit
          of={props.of}
          onSave={(fields) => change(fields, say('dirSaved', { name: fields.name }))}
          onClose={close}
        />
      )}
      {opened.value === 'rotate' && (
        <Ask
          title={say('dirRotateTitle', { name })}
          lead={say('dirRotateLead')}
          submit={say('dirRotateDo')}
          act={async () => {
            const reply = await changed(props, () => api.organization.rotateScimToken({ id }));
            close();
            if (!reply) return;
            props.show(id, reply.connection);
            props.reveal(reply);
          }}
          onClose={close}
        />
      )}
      {opened.value === 'remove' && (
        <Ask
          title={say('dirRemoveTitle', { name })}
          lead={say('dirRemoveLead')}
          submit={say('remove')}
          style="danger"
          act={async () => {
            const reply = await changed(props, () => api.organization.removeScimConnection({ id }));
            if (!reply) return;
            close();
            props.show(id);
            said.value = say('dirRemoved', { name });
          }}
          onClose={close}
        />
      )}
    </Item>
  );
}

type AskProps = {
  title: string;
  lead: string;
  submit: string;
  style?: string;
  act: () => unknown;
  onClose: () => void;
};

const Ask = ({ title, lead, submit, style = '', act, onClose }: AskProps) => (
  <Dialog title={title} lead={lead} onClose={onClose}>
    <div class="doings">
      <Do class={style} act={act}>
        {submit}
      </Do>
      <Action class="second" onClick={onClose}>
        {say('cancel')}
      </Action>
    </div>
  </Dialog>
);

/** The base address and the token, which is shown only now. */
const Token = ({ of: { connection, token }, onClose }: { of: Made; onClose: () => void }) => (
  <Dialog title={say('dirTokenTitle', { name: connection.name })} lead={say('dirTokenLead')} onClose={onClose}>
    <Copied title={say('dirUrl')} text={connection.url} of={connection.name} />
    <Copied title={say('dirToken')} text={token} of={connection.name} />
    <p class="hint">{say('dirOauthLead')}</p>
    <Copied title={say('dirTokenUrl')} text={connection.tokenUrl} of={connection.name} />
    <Copied title={say('dirClientId')} text={connection.id} of={connection.name} />
    <Action class="" onClick={onClose}>
      {say('dirDone')}
    </Action>
  </Dialog>
);

type OnDelete = Connection['onDelete'];
type EditProps = {
  /** Absent: a new one. */
  of?: Connection;
  onSave: (fields: Pick<Connection, 'name' | 'onDelete' | 'silentAfterDays'>) => Promise<void>;
  onClose: () => void;
};

function Edit({ of: before, onSave, onClose }: EditProps) {
  const submit = before ? say('save') : say('dirConnect');
  return (
    <Dialog title={before ? before.name : submit} onClose={onClose}>
      <Form
        submit={submit}
        onSubmit={async ({ name = '', onDelete, silentAfterDays: days }) => {
          const silentAfterDays = days ? Number(days) : null;
          await onSave({ name: name.trim(), onDelete: onDelete as OnDelete, silentAfterDays });
          onClose();
        }}
        beside={() => (
          <Action class="second" onClick={onClose}>
            {say('cancel')}
          </Action>
        )}
      >
        <Field
          name="name"
          label={say('dirName')}
          hint={say('dirNameHint')}
          value={before?.name ?? ''}
          maxLength={120}
          autocomplete="off"
          isFocused
        />
        <Choice
          name="onDelete"
          label={say('dirOnDelete')}
          hint={say('dirOnDeleteHint')}
          options={[
            ['deactivate', say('dirDeactivates')],
            ['delete', say('dirDeletes')],
          ]}
          value={before?.onDelete ?? 'deactivate'}
        />
        <Field
          name="silentAfterDays"
          label={say('dirSilentAfter')}
          hint={say('dirSilentAfterHint')}
          type="number"
          min={1}
          max={90}
          value={(before ? before.silentAfterDays : 7) ?? ''}
          isOptional
        />
      </Form>
    </Dialog>
  );
}
