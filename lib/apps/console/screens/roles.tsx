// Roles of a tenant and of all tenants.
import {
  Badge,
  common,
  EmptyState,
  isOfDeployment,
  Link,
  may,
  query,
  Screen,
  SearchFilter,
  setQuery,
  Table,
  Time,
  useCommands,
  useRead,
} from '../kit.ts';
import { shownTenant, TenantFilter } from './access/tenants.tsx';
import { shared } from './access/words.ts';
import { Create } from './roles/create.tsx';
import { say } from './roles/words.ts';

const create = (): void => setQuery({ do: 'create' });

export default function Roles() {
  const tenantId = shownTenant();
  const input = { tenantId };
  const read = useRead('adminRoles.list', input);
  const mayCreate = may('operate');
  useCommands(mayCreate ? [{ title: say('create'), run: create }] : []);
  const search = (query.value.get('search') ?? '').toLocaleLowerCase();
  const rows = read.data?.data.filter(({ name }) => name.toLocaleLowerCase().includes(search));
  return (
    <Screen
      title={common('roles')}
      lead={say('lead')}
      actions={
        mayCreate && (
          <button type="button" onClick={create}>
            {say('create')}
          </button>
        )
      }
    >
      <Table
        name="roles"
        caption={common('roles')}
        read={read}
        call={{ operation: 'adminRoles.list', input }}
        rows={rows}
        idOf={({ id }) => id}
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
            cell: ({ id, name, isSystem }) => (
              <>
                <Link to={`roles/${id}`} query={{ tenantId: isOfDeployment() ? null : tenantId }}>
                  {name}
                </Link>{' '}
                {isSystem && <Badge>{say('system')}</Badge>}
              </>
            ),
            text: ({ name }) => name,
          },
          {
            key: 'tenant',
            title: common('tenant'),
            cell: ({ tenant }) => tenant?.name ?? shared('allTenants'),
            text: ({ tenant }) => tenant?.name,
          },
          {
            key: 'permissions',
            title: say('permissions'),
            cell: ({ permissions }) => permissions.length,
            text: ({ permissions }) => permissions.join(' '),
            isNumber: true,
          },
          {
            key: 'status',
            title: say('status'),
            cell: ({ isActive }) => (
              <Badge tone={isActive ? 'good' : undefined}>{common(isActive ? 'active' : 'inactive')}</Badge>
            ),
            text: ({ isActive }) => String(isActive),
          },
          { key: 'guard', title: say('guard'), cell: ({ guard }) => guard, text: ({ guard }) => guard },
          {
            key: 'updated',
            title: common('updated'),
            cell: ({ updatedAt }) => <Time at={updatedAt} />,
            text: ({ updatedAt }) => updatedAt,
            isHidden: true,
          },
        ]}
        empty={
          search ? (
            <EmptyState title={common('nothingFound')} />
          ) : (
            <EmptyState title={say('none')}>
              <p>{say('noneLead')}</p>
            </EmptyState>
          )
        }
      />
      {mayCreate && query.value.get('do') === 'create' && <Create onClose={() => setQuery({ do: null })} />}
    </Screen>
  );
}
