// Applications that sign people in here, and machines.
import { Active, CursorPager, common, Link, ListScreen, parameter, useRead } from '../kit.ts';
import { Tenants } from './access/tenants.tsx';
import { Create } from './applications/create.tsx';
import { say } from './applications/words.ts';

export default function Applications() {
  const input = { limit: '50', cursor: parameter('cursor') };
  const read = useRead('adminApplications.list', input);
  return (
    <ListScreen
      name="applications"
      title={common('applications')}
      lead={say('lead')}
      operation="adminApplications.list"
      input={input}
      read={read}
      rows={read.data?.data}
      pager={<CursorPager next={read.data?.nextCursor} />}
      tasks={[{ name: 'create', title: say('create'), duty: 'operate', dialog: (close) => <Create onClose={close} /> }]}
      none={[say('none'), say('noneLead')]}
      columns={[
        {
          key: 'name',
          title: common('name'),
          text: ({ name }) => name,
          cell: ({ id, name }) => <Link to={`applications/${id}`}>{name}</Link>,
        },
        { key: 'kind', title: say('kind'), text: ({ kind }) => kind, cell: ({ kind }) => say(`kind-${kind}`) },
        {
          key: 'tenants',
          title: say('reach'),
          text: ({ tenantIds }) => tenantIds?.join(' '),
          cell: ({ tenantIds }) => <Tenants ids={tenantIds} />,
        },
        {
          key: 'status',
          title: common('status'),
          text: ({ isActive }) => String(isActive),
          cell: ({ isActive }) => <Active is={isActive} off="wrong" />,
        },
        { key: 'id', title: say('clientId'), text: ({ id }) => id, as: 'code' },
        { key: 'created', title: common('created'), text: ({ createdAt }) => createdAt, as: 'time' },
      ]}
    />
  );
}
