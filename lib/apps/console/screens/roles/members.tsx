// The users who have a role.
import { Badge, CursorPager, common, Link, Panel, query, Table, useRead } from '../../kit.ts';
import { shownTenant } from '../access/tenants.tsx';
import type { Role } from './permissions.tsx';
import { say } from './words.ts';

export function Members({ role }: { role: Role }) {
  const tenantId = role.tenantId ?? shownTenant();
  const input = { roleName: role.name, tenantId, limit: '20', cursor: query.value.get('cursor') ?? undefined };
  const read = useRead('adminUsers.list', input);
  // Another role may have the same name: in another guard, or in all tenants.
  const rows = read.data?.data.filter(({ userAccesses }) =>
    userAccesses.some(({ roles }) => roles.some(({ id }) => id === role.id)),
  );
  return (
    <Panel
      title={say('members')}
      lead={say('membersLead')}
      actions={
        <Link to="users" query={{ roleName: role.name, tenantId }}>
          {say('allMembers')}
        </Link>
      }
    >
      <Table
        name="role-members"
        caption={say('members')}
        read={read}
        call={{ operation: 'adminUsers.list', input }}
        rows={rows}
        idOf={({ id }) => id}
        columns={[
          {
            key: 'user',
            title: say('user'),
            cell: ({ id, email, phone }) => <Link to={`users/${id}`}>{email ?? phone ?? id}</Link>,
            text: ({ id, email, phone }) => email ?? phone ?? id,
          },
          { key: 'name', title: common('name'), text: ({ name }) => name },
          {
            key: 'status',
            title: common('status'),
            cell: ({ isActive }) => (
              <Badge tone={isActive ? 'good' : 'wrong'}>{common(isActive ? 'active' : 'inactive')}</Badge>
            ),
            text: ({ isActive }) => String(isActive),
          },
        ]}
        none={[say('noMembers'), say('noMembersLead')]}
      />
      <CursorPager next={read.data?.meta.nextCursor} />
    </Panel>
  );
}
