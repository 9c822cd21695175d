// A role: its name, what it allows, who has it.
import {
  Active,
  Asks,
  Check,
  common,
  EmptyState,
  Facts,
  Field,
  Form,
  isOfDeployment,
  Link,
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
import { shownTenant } from './access/tenants.tsx';
import { shared } from './access/words.ts';
import { Members } from './roles/members.tsx';
import { Permissions, type Role } from './roles/permissions.tsx';
import { say } from './roles/words.ts';

const PARENT = () => ({ title: common('roles'), to: 'roles' });

export default function RoleScreen({ id }: { id: string }) {
  const { data, problem, isLoading, reload } = useRead('adminRoles.list', { tenantId: shownTenant() });
  const role = data?.data.find((each) => each.id === id);
  if (!role)
    return (
      <Screen title={common('role')} parent={PARENT()}>
        <Problem error={problem} retry={reload} />
        {isLoading ? (
          <Skeleton lines={6} />
        ) : (
          !problem && (
            <EmptyState title={say('gone')}>
              <p>{say('goneLead')}</p>
            </EmptyState>
          )
        )}
      </Screen>
    );
  // Roles of all tenants belong to the deployment.
  const mayChange = may('operate') && (isOfDeployment() || role.tenantId !== null);
  return (
    <Screen title={role.name} parent={PARENT()} actions={mayChange && <Delete role={role} />}>
      <div class="two">
        <About role={role} />
        {mayChange && <Name key={role.updatedAt} role={role} />}
      </div>
      <Permissions role={role} roles={data?.data ?? []} mayChange={mayChange} />
      {may('readUsers') && <Members role={role} />}
    </Screen>
  );
}

const About = ({ role: { id, guard, tenant, isActive, isSystem, createdAt, updatedAt } }: { role: Role }) => (
  <Panel title={common('role')}>
    <Facts
      of={[
        [
          common('tenant'),
          tenant ? (
            <Link key="tenant" to={`tenants/${tenant.id}`}>
              {tenant.name}
            </Link>
          ) : (
            shared('allTenants')
          ),
        ],
        [common('status'), <Active key="status" is={isActive} />],
        [say('guard'), <code key="guard">{guard}</code>],
        [common('id'), <code key="id">{id}</code>],
        [common('created'), <Time key="created" at={createdAt} />],
        [common('updated'), <Time key="updated" at={updatedAt} />],
      ]}
    />
    {isSystem && <p class="hint">{say('systemLead')}</p>}
    {!tenant && !isOfDeployment() && <p class="hint">{say('foreignLead')}</p>}
  </Panel>
);

const Name = ({ role: { id, name, isActive } }: { role: Role }) => (
  <Panel title={say('about')}>
    <Form
      operation="adminRoles.update"
      input={(values) => ({ id, name: values.name, isActive: !!values.isActive })}
      submit={common('save')}
      touches={['adminUsers']}
      onDone={() => toast(say('saved'))}
    >
      <Field name="name" label={common('name')} hint={say('nameHint')} value={name} maxLength={120} />
      <Check name="isActive" label={say('isActive')} hint={say('isActiveHint')} isChecked={isActive} />
    </Form>
  </Panel>
);

function Delete({ role: { id, name, isSystem } }: { role: Role }) {
  if (isSystem) return null;
  return (
    <Asks
      text={say('delete')}
      class="danger"
      name={name}
      operation="adminRoles.remove"
      input={{ id }}
      submit={common('delete')}
      touches={['adminUsers', 'adminConsole']}
      onDone={() => {
        navigate('roles', {}, true);
        toast(say('deleted', { name }));
      }}
    >
      {say('deleteLead', { name })}
    </Asks>
  );
}
