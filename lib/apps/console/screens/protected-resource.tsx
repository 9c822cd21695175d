// A protected resource: its URI, its scopes, its settings.
import {
  Badge,
  Check,
  Confirm,
  common,
  copy,
  EmptyState,
  Facts,
  Field,
  Form,
  Link,
  may,
  navigate,
  Opens,
  Panel,
  Problem,
  Screen,
  Skeleton,
  Time,
  toast,
  useRead,
} from '../kit.ts';
import { picksOf, Tenants } from './access/tenants.tsx';
import {
  changesOf,
  Fields,
  type ProtectedResource,
  settingsOf,
  useChoices,
  useMachines,
  useNamed,
} from './protected-resources/fields.tsx';
import { say } from './protected-resources/words.ts';

const PARENT = () => ({ title: common('protectedResources'), to: 'protected-resources' });

export default function ProtectedResourceScreen({ id }: { id: string }) {
  const { data, problem, reload } = useRead('adminProtectedResources.get', { id });
  // The reply to another address is not this resource.
  const resource = data?.protectedResource.id === id ? data.protectedResource : undefined;
  const isGone = problem?.code === 'PROTECTED_RESOURCE_NOT_FOUND';
  if (!resource || isGone)
    return (
      <Screen title={common('protectedResource')} parent={PARENT()}>
        {isGone ? (
          <EmptyState title={say('gone')} />
        ) : problem ? (
          <Problem error={problem} retry={reload} />
        ) : (
          <Skeleton lines={6} />
        )}
      </Screen>
    );
  return (
    <Screen title={resource.name} parent={PARENT()} actions={may('operate') && <Delete resource={resource} />}>
      <About resource={resource} />
      {may('operate') && <Settings key={resource.updatedAt} resource={resource} />}
    </Screen>
  );
}

type Props = { resource: ProtectedResource };

function About({
  resource: { uri, scopes, isFirstPartyOnly, isActive, tenantIds, actorIds, createdAt, updatedAt },
}: Props) {
  return (
    <Panel title={common('protectedResource')}>
      <Facts
        of={[
          [
            say('uri'),
            <span key="uri">
              <code>{uri}</code>{' '}
              <button type="button" class="plain small" aria-label={say('copyUri')} onClick={() => void copy(uri)}>
                {common('copy')}
              </button>
            </span>,
          ],
          ...scopes.map(({ name, text }) => [name, text] as const),
          [
            say('status'),
            <Badge key="status" tone={isActive ? 'good' : 'wrong'}>
              {common(isActive ? 'active' : 'inactive')}
            </Badge>,
          ],
          [say('party'), say(isFirstPartyOnly ? 'party-first' : 'party-all')],
          [say('reach'), <Tenants key="tenants" ids={tenantIds} />],
          ...(actorIds.length ? ([[say('actors'), <Actors key="actors" ids={actorIds} />]] as const) : []),
          [common('created'), <Time key="created" at={createdAt} />],
          [common('updated'), <Time key="updated" at={updatedAt} />],
        ]}
      />
    </Panel>
  );
}

/** The names of machines with links. */
function Actors({ ids }: { ids: readonly string[] }) {
  return picksOf(ids, useMachines()).map(({ value, title }, at) => (
    <span key={value}>
      {at > 0 && ', '}
      <Link to={`applications/${value}`}>{title}</Link>
    </span>
  ));
}

/** Waits for the names of tenants, which the fields begin with. */
function Settings({ resource }: Props) {
  const named = useNamed(resource);
  return (
    <Panel title={say('settings')}>
      <div class="narrow">{named === undefined ? <Skeleton /> : <Change resource={resource} named={named} />}</div>
    </Panel>
  );
}

type ChangeProps = Props & { named: NonNullable<ReturnType<typeof useNamed>> | null };

function Change({ resource, named }: ChangeProps) {
  const choices = useChoices(named, resource);
  return (
    <Form
      operation="adminProtectedResources.update"
      input={(values) => ({
        id: resource.id,
        name: values.name,
        ...changesOf(resource, { isActive: !!values.isActive, ...settingsOf(values, choices) }),
      })}
      submit={common('save')}
      onDone={({ protectedResource: { name } }) => toast(say('saved', { name }))}
    >
      <Field name="name" label={common('name')} hint={say('nameHint')} value={resource.name} maxLength={120} />
      <Fields choices={choices} of={resource} />
      <Check name="isActive" label={say('isActive')} hint={say('isActiveHint')} isChecked={resource.isActive} />
    </Form>
  );
}

function Delete({ resource: { id, name } }: Props) {
  return (
    <Opens text={say('delete')} class="danger">
      {(close) => (
        <Confirm
          title={say('delete')}
          name={name}
          operation="adminProtectedResources.remove"
          input={{ id }}
          submit={common('delete')}
          onClose={close}
          onDone={() => {
            navigate('protected-resources', {}, true);
            toast(say('deleted', { name }));
          }}
        >
          {say('deleteLead')}
        </Confirm>
      )}
    </Opens>
  );
}
