// APIs that applications get tokens for, with scopes of their own.
import { Active, CursorPager, common, Link, ListScreen, parameter, useRead } from '../kit.ts';
import { Tenants } from './access/tenants.tsx';
import { Create } from './protected-resources/create.tsx';
import { say } from './protected-resources/words.ts';

export default function ProtectedResources() {
  const input = { limit: '50', cursor: parameter('cursor') };
  const read = useRead('adminProtectedResources.list', input);
  return (
    <ListScreen
      name="protected-resources"
      title={common('protectedResources')}
      lead={say('lead')}
      operation="adminProtectedResources.list"
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
          cell: ({ id, name }) => <Link to={`protected-resources/${id}`}>{name}</Link>,
        },
        { key: 'uri', title: say('uri'), text: ({ uri }) => uri, as: 'code' },
        {
          key: 'scopes',
          title: say('scopes'),
          text: ({ scopes }) => scopes.map(({ name }) => name).join(' '),
        },
        {
          key: 'party',
          title: say('party'),
          text: ({ isFirstPartyOnly }) => String(isFirstPartyOnly),
          cell: ({ isFirstPartyOnly }) => say(isFirstPartyOnly ? 'party-first' : 'party-all'),
        },
        {
          key: 'tenants',
          title: say('reach'),
          text: ({ tenantIds }) => tenantIds?.join(' '),
          cell: ({ tenantIds }) => <Tenants ids={tenantIds} />,
        },
        {
          key: 'status',
          title: say('status'),
          text: ({ isActive }) => String(isActive),
          cell: ({ isActive }) => <Active is={isActive} off="wrong" />,
        },
        { key: 'created', title: common('created'), text: ({ createdAt }) => createdAt, as: 'time' },
      ]}
    />
  );
}
