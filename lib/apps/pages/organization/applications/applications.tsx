// The applications that belong to the organization alone. People who manage them add one, change it, and renew its secrets.
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { Dialog } from '../../../kit/dialog.tsx';
import { Do } from '../../../kit/do.tsx';
import { Item } from '../../../kit/panel.tsx';
import { said } from '../../account/me.ts';
import { proved } from '../../account/step-up.tsx';
import { api } from '../../ui/api.ts';
import { Action } from '../../ui/form.tsx';
import { say } from '../../words/applications.ts';
import { say as sayOfOrganization } from '../../words/organization.ts';
import { Copied } from '../copied.tsx';
import { List, usePaged } from '../paged.tsx';
import { Part } from '../part.tsx';
import { type Application, changed, KINDS, type RowProps, refuse } from './changes.ts';
import { Edit } from './edit.tsx';

export function Applications() {
  const isAdding = useSignal(false);
  const list = usePaged(async (cursor) => {
    const { applications, nextCursor } = await api.organization.applications(cursor ? { cursor } : {});
    return { items: applications, next: nextCursor };
  });
  const show = (id: string, after?: Application): void => list.put((each) => each.id === id, after);
  return (
    <Part
      title={sayOfOrganization('applications')}
      lead={say('appsLead')}
      actions={
        <Action
          class=""
          onClick={() => {
            isAdding.value = true;
          }}
        >
          {say('appAdd')}
        </Action>
      }
    >
      <List of={list} none={say('appsNone')}>
        {(application) => <Row key={application.id} of={application} show={show} />}
      </List>
      {isAdding.value && (
        <Edit
          onSave={async (kind, fields) => {
            const { application } = await proved(() => api.organization.createApplication({ kind, ...fields })).catch(
              refuse,
            );
            // The list of the service may take a moment to have it.
            list.add(application);
            return application;
          }}
          onClose={() => {
            isAdding.value = false;
          }}
        />
      )}
    </Part>
  );
}

type Opened = 'change' | 'remove';
type SecretsProps = RowProps & { onClose: () => void };

function Row(props: RowProps) {
  const { id, name, kind, isActive, redirectUris, mayChange } = props.of;
  const opened = useSignal<Opened | undefined>(undefined);
  const loaded = useSignal<{ Secrets?: ComponentType<SecretsProps> }>({});
  const { Secrets } = loaded.value;
  const close = (): void => {
    opened.value = undefined;
  };
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
  const change = async (fields: object): Promise<Application | undefined> => {
    const reply = await changed(props, () => api.organization.updateApplication({ id, ...fields })).catch(refuse);
    if (reply) props.show(id, reply.application);
    return reply?.application;
  };
  return (
    <Item
      title={<bdi>{name}</bdi>}
      badge={say(isActive ? 'appOn' : 'appOff')}
      note={
        <>
          <span class="fact">{say(KINDS[kind])}</span>
          {redirectUris.map((uri) => (
            <bdi key={uri} class="fact" dir="ltr">
              {uri}
            </bdi>
          ))}
        </>
      }
    >
      <div class="stack">
        <Copied title={say('appId')} text={id} of={name} />
        {mayChange ? (
          <div class="doings">
            {(kind === 'server' || kind === 'machine') && (
              <Do
                label={`${say('appSecrets')}: ${name}`}
                act={async () => {
                  loaded.value = { Secrets: (await import('./secrets.tsx')).Secrets };
                }}
              >
                {say('appSecrets')}
              </Do>
            )}
            {opens('change', say('appChange'))}
            <Do
              label={`${say(isActive ? 'appSwitchOff' : 'appSwitchOn')}: ${name}`}
              act={async () => {
                if (await change({ isActive: !isActive }))
                  said.value = say(isActive ? 'appIsOff' : 'appIsOn', { name });
              }}
            >
              {say(isActive ? 'appSwitchOff' : 'appSwitchOn')}
            </Do>
            {opens('remove', say('appDelete'), 'danger')}
          </div>
        ) : (
          <p class="hint">{say('appByOthers')}</p>
        )}
      </div>
      {Secrets && (
        <Secrets
          {...props}
          onClose={() => {
            loaded.value = {};
          }}
        />
      )}
      {opened.value === 'change' && <Edit of={props.of} onSave={(_, fields) => change(fields)} onClose={close} />}
      {opened.value === 'remove' && <Remove {...props} onClose={close} />}
    </Item>
  );
}

function Remove(props: RowProps & { onClose: () => void }) {
  const { id, name } = props.of;
  return (
    <Dialog title={say('appDeleteTitle', { name })} lead={say('appDeleteLead')} onClose={props.onClose}>
      <div class="doings">
        <Do
          class="danger"
          act={async () => {
            if (!(await changed(props, () => api.organization.removeApplication({ id })))) return;
            props.onClose();
            props.show(id);
            said.value = say('appDeleted', { name });
          }}
        >
          {say('appDeleteNow')}
        </Do>
        <Action class="second" onClick={props.onClose}>
          {say('cancel')}
        </Action>
      </div>
    </Dialog>
  );
}
