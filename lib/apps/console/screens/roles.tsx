// Roles of a tenant and of all tenants.
import { Active, Badge, common, isOfDeployment, Link, ListScreen, parameter, SearchFilter, useRead } from '../kit.ts';
import { shownTenant, TenantFilter } from './access/tenants.tsx';
import { shared } from './access/words.ts';
import { Create } from './roles/create.tsx';
import { say } from './roles/words.ts';

export default function Roles() {
  const tenantId = shownTenant();
  const input = { tenantId };
  const read = useRead('adminRoles.list', input);
  const search = (parameter('search') ?? '').toLocaleLowerCase();
  return (
    <ListScreen
      name="roles"
      title={common('roles')}
      lead={say('lead')}
      operation="adminRoles.list"
      input={input}
      read={read}
      rows={read.data?.data.filter(({ name }) => name.toLocaleLowerCase().includes(search))}
      tasks={[{ name: 'create', title: say('create'), duty: 'operate', dialog: (close) => <Create onClose={close} /> }]}
      none={[say('none'), say('noneLead')]}
      isFiltered={!!search}
      filters={
        <>
          <TenantFilter />
          <SearchFilter label={say('search')} maxLength={120} />
        </>
      }
      columns={[
        {
          key: 'name',
          title: common('name'),
          text: ({ name }) => name,
          cell: ({ id, name, isSystem }) => (
            <>
              <Link to={`roles/${id}`} query={{ tenantId: isOfDeployment() ? null : tenantId }}>
                {name}
              </Link>{' '}
              {isSystem && <Badge>{say('system')}</Badge>}
            </>
          ),
        },
        {
          key: 'tenant',
          title: common('tenant'),
          text: ({ tenant }) => tenant?.name,
          cell: ({ tenant }) => tenant?.name ?? shared('allTenants'),
        },
        {
          key: 'permissions',
          title: say('permissions'),
          text: ({ permissions }) => permissions.join(' '),
          cell: ({ permissions }) => permissions.length,
          isNumber: true,
        },
        {
          key: 'status',
          title: common('status'),
          text: ({ isActive }) => String(isActive),
          cell: ({ isActive }) => <Active is={isActive} />,
        },
        { key: 'guard', title: say('guard'), text: ({ guard }) => guard },
        { key: 'updated', title: common('updated'), text: ({ updatedAt }) => updatedAt, as: 'time', isHidden: true },
      ]}
    />
  );
}
