// Applications that sign people in here, and machines.
import {
  Badge,
  CursorPager,
  common,
  EmptyState,
  Link,
  may,
  query,
  Screen,
  setQuery,
  Table,
  Time,
  useCommands,
  useRead,
} from '../kit.ts';
import { Tenants } from './access/tenants.tsx';
import { Create } from './applications/create.tsx';
import { say } from './applications/words.ts';

const create = (): void => setQuery({ do: 'create' });

export default function Applications() {
  const input = { limit: '50', cursor: query.value.get('cursor') ?? undefined };
  const read = useRead('adminApplications.list', input);
  const mayCreate = may('operate');
  useCommands(mayCreate ? [{ title: say('create'), run: create }] : []);
  return (
    <Screen
      title={common('applications')}
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
        name="applications"
        caption={common('applications')}
        read={read}
        call={{ operation: 'adminApplications.list', input }}
        rows={read.data?.data}
        idOf={({ id }) => id}
        columns={[
          {
            key: 'name',
            title: common('name'),
            cell: ({ id, name }) => <Link to={`applications/${id}`}>{name}</Link>,
            text: ({ name }) => name,
          },
          { key: 'kind', title: say('kind'), cell: ({ kind }) => say(`kind-${kind}`), text: ({ kind }) => kind },
          {
            key: 'tenants',
            title: say('reach'),
            cell: ({ tenantIds }) => <Tenants ids={tenantIds} />,
            text: ({ tenantIds }) => tenantIds?.join(' '),
          },
          {
            key: 'status',
            title: say('status'),
            cell: ({ isActive }) => (
              <Badge tone={isActive ? 'good' : 'wrong'}>{common(isActive ? 'active' : 'inactive')}</Badge>
            ),
            text: ({ isActive }) => String(isActive),
          },
          { key: 'id', title: say('clientId'), cell: ({ id }) => <code>{id}</code>, text: ({ id }) => id },
          {
            key: 'created',
            title: common('created'),
            cell: ({ createdAt }) => <Time at={createdAt} />,
            text: ({ createdAt }) => createdAt,
          },
        ]}
        empty={
          <EmptyState title={say('none')}>
            <p>{say('noneLead')}</p>
          </EmptyState>
        }
      />
      <CursorPager next={read.data?.nextCursor} />
      {mayCreate && query.value.get('do') === 'create' && <Create onClose={() => setQuery({ do: null })} />}
    </Screen>
  );
}
