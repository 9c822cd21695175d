// Admins: who they are, what they may do and where, and those who are invited.
import { common, ListScreen, parameter, setQuery, useRead } from '../kit.ts';
import { AdminDialog } from './admins/admin.tsx';
import { Invitations } from './admins/invitations.tsx';
import { Invite } from './admins/invite.tsx';
import { COLUMNS } from './admins/list.tsx';
import { say } from './admins/words.ts';

export default function AdminsScreen() {
  const read = useRead('adminConsole.listAdmins', {});
  const all = read.data?.data;
  const id = parameter('admin');
  const admin = id ? all?.find((each) => each.id === id) : undefined;
  return (
    <ListScreen
      name="admins"
      title={common('admins')}
      lead={say('lead')}
      operation="adminConsole.listAdmins"
      input={{}}
      read={read}
      rows={all}
      tasks={[{ name: 'invite', title: say('invite'), duty: 'own', dialog: (close) => <Invite onClose={close} /> }]}
      none={[common('nothingFound')]}
      above={
        id &&
        all &&
        !admin && (
          <p class="notice warn" role="status">
            {say('gone')}
          </p>
        )
      }
      columns={COLUMNS()}
    >
      <Invitations />
      {admin && all && <AdminDialog key={admin.id} admin={admin} all={all} onClose={() => setQuery({ admin: null })} />}
    </ListScreen>
  );
}
