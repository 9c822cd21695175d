// An application: what a developer needs of it, its secrets, its settings.
import {
  Active,
  Asks,
  base,
  Check,
  changed,
  common,
  copy,
  EmptyState,
  Facts,
  Field,
  Form,
  may,
  navigate,
  Panel,
  Problem,
  Screen,
  Skeleton,
  Time,
  toast,
  useRead,
} from '../kit.ts';
import { Tenants } from './access/tenants.tsx';
import { Administers } from './applications/administers.tsx';
import { ApiKeys } from './applications/api-keys.tsx';
import { type Application, Fields, settingsOf, useChoices, useNamed } from './applications/fields.tsx';
import { Secrets } from './applications/secrets.tsx';
import { say } from './applications/words.ts';

const PARENT = () => ({ title: common('applications'), to: 'applications' });
const GUIDE = 'docs/guides/openid-connect.md';
const MACHINE_GUIDE = 'docs/guides/machines.md';

export default function ApplicationScreen({ id }: { id: string }) {
  const { data, problem, reload } = useRead('adminApplications.get', { id });
  // The reply to another address is not this application.
  const application = data?.application.id === id ? data.application : undefined;
  if (!application || problem?.code === 'APPLICATION_NOT_FOUND')
    return (
      <Screen title={common('application')} parent={PARENT()}>
        {problem?.code === 'APPLICATION_NOT_FOUND' ? (
          <EmptyState title={say('gone')} />
        ) : problem ? (
          <Problem error={problem} retry={reload} />
        ) : (
          <Skeleton lines={6} />
        )}
      </Screen>
    );
  const canKeepSecrets = application.kind === 'server' || application.kind === 'machine';
  return (
    <Screen title={application.name} parent={PARENT()} actions={may('operate') && <Ends application={application} />}>
      <About application={application} />
      {canKeepSecrets && <Secrets application={application} />}
      {application.kind === 'machine' && may('own') && (
        <Administers key={`a ${application.updatedAt}`} application={application} />
      )}
      {application.kind === 'machine' && may('read') && <ApiKeys application={application} />}
      {may('operate') && <Settings key={application.updatedAt} application={application} />}
    </Screen>
  );
}

const Copied = ({ text, label }: { text: string; label: string }) => (
  <>
    <code>{text}</code>{' '}
    <button type="button" class="plain small" aria-label={label} onClick={() => void copy(text)}>
      {common('copy')}
    </button>
  </>
);

function About({ application }: { application: Application }) {
  const { id, kind, isActive, grants, tenantIds, madeIn, jwks, createdAt, updatedAt } = application;
  const discovery = `${base}/.well-known/openid-configuration`;
  return (
    <Panel title={common('application')}>
      <Facts
        of={[
          [say('clientId'), <Copied key="id" text={id} label={say('copyClientId')} />],
          [say('discovery'), <Copied key="discovery" text={discovery} label={say('copyDiscovery')} />],
          [say('kind'), `${say(`kind-${kind}`)}: ${say(`is-${kind}`)}`],
          [common('status'), <Active key="status" is={isActive} off="wrong" />],
          [say('grants'), grants.join(', ')],
          [say('reach'), <Tenants key="tenants" ids={tenantIds} />],
          ...(madeIn ? ([[say('madeIn'), <Tenants key="made" ids={[madeIn]} />]] as const) : []),
          ...(jwks.length ? ([[say('keys'), jwks.length]] as const) : []),
          [common('created'), <Time key="created" at={createdAt} />],
          [common('updated'), <Time key="updated" at={updatedAt} />],
        ]}
      />
      <p class="hint">{say('discoveryLead', { guide: kind === 'machine' ? MACHINE_GUIDE : GUIDE })}</p>
    </Panel>
  );
}

/** Waits for the names of tenants and roles, which the fields begin with. */
function Settings({ application }: { application: Application }) {
  const named = useNamed(application);
  return (
    <Panel title={say('settings')}>
      <div class="narrow">{named ? <Change application={application} named={named} /> : <Skeleton />}</div>
    </Panel>
  );
}

type ChangeProps = { application: Application; named: NonNullable<ReturnType<typeof useNamed>> };

function Change({ application, named }: ChangeProps) {
  const choices = useChoices(named);
  return (
    <Form
      operation="adminApplications.update"
      input={(values) => ({
        id: application.id,
        name: values.name,
        ...changed(application, {
          isActive: !!values.isActive,
          ...settingsOf(application.kind, values, choices),
        }),
      })}
      submit={common('save')}
      onDone={({ application: { name } }) => toast(say('saved', { name }))}
    >
      <Field name="name" label={common('name')} hint={say('nameHint')} value={application.name} maxLength={120} />
      <Fields kind={application.kind} choices={choices} of={application} />
      <Check name="isActive" label={say('isActive')} hint={say('isActiveHint')} isChecked={application.isActive} />
    </Form>
  );
}

/** Ends its sessions, or the application itself. Both ask for its name. */
function Ends({ application: { id, name } }: { application: Application }) {
  return (
    <>
      <Asks
        text={say('endSessions')}
        class="second"
        name={name}
        operation="adminApplications.endSessions"
        input={{ id }}
        onDone={() => toast(say('sessionsEnded', { name }))}
      >
        {say('endSessionsWill', { name })}
      </Asks>
      <Asks
        text={say('delete')}
        class="danger"
        name={name}
        operation="adminApplications.remove"
        input={{ id }}
        submit={common('delete')}
        onDone={() => {
          navigate('applications', {}, true);
          toast(say('deleted', { name }));
        }}
      >
        {say('deleteLead')}
      </Asks>
    </>
  );
}
