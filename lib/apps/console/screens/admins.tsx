// Admins: who they are, what they may do and where, and those who are invited.
import { common, may, query, Screen, setQuery, useCommands, useRead } from '../kit.ts';
import { AdminDialog } from './admins/admin.tsx';
import { Invitations } from './admins/invitations.tsx';
import { Invite } from './admins/invite.tsx';
import { Admins } from './admins/list.tsx';
import { say } from './admins/words.ts';

const invite = (): void => setQuery({ do: 'invite' });

export default function AdminsScreen() {
  const read = useRead('adminConsole.listAdmins', {});
  const mayInvite = may('own');
  useCommands(mayInvite ? [{ title: say('invite'), run: invite }] : []);
  const all = read.data?.data;
  const id = query.value.get('admin');
  const admin = id ? all?.find((each) => each.id === id) : undefined;
  return (
    <Screen
      title={common('admins')}
      lead={say('lead')}
      actions={
        mayInvite && (
          <button type="button" onClick={invite}>
            {say('invite')}
          </button>
        )
      }
    >
      {id && all && !admin && (
        <p class="notice" role="status">
          {say('gone')}
        </p>
      )}
      <Admins read={read} />
      <Invitations />
      {mayInvite && query.value.get('do') === 'invite' && <Invite onClose={() => setQuery({ do: null })} />}
      {admin && all && <AdminDialog key={admin.id} admin={admin} all={all} onClose={() => setQuery({ admin: null })} />}
    </Screen>
  );
}
