// The roles of a user: each change counts at once, and can be undone.
import { useSignal } from '@preact/signals';
import { asError, Badge, call, common, Link, may, Panel, type Pick, Problem, Table, toast } from '../../kit.ts';
import { RoleSearch, useRoles } from '../people/roles.tsx';
import { type PartProps, say } from './words.ts';

export function Roles({ details: { user } }: PartProps) {
  const roles = user.userAccesses[0]?.roles ?? [];
  const known = useRoles(user.tenantId);
  const problem = useSignal<ReturnType<typeof asError> | undefined>(undefined);
  const ids = roles.map(({ id }) => id);
  const assign = (roleIds: readonly string[]) => call('adminUsers.update', { id: user.id, roleIds: [...roleIds] });
  const change = async (roleIds: readonly string[], done: string): Promise<void> => {
    problem.value = undefined;
    try {
      await assign(roleIds);
      toast(done, { undo: () => assign(ids) });
    } catch (error) {
      problem.value = asError(error);
    }
  };
  const add = ({ value, title }: Pick) => void change([...ids, value], say('roleAdded', { name: title }));
  const permissionsOf = (id: string): readonly string[] => known?.find((role) => role.id === id)?.permissions ?? [];
  return (
    <Panel title={say('part-roles')} lead={say('rolesLead')}>
      {may('operate') && <RoleSearch tenantId={user.tenantId} chosen={ids} onPick={add} />}
      <Problem error={problem.value} />
      <Table
        name="user-roles"
        caption={say('part-roles')}
        read={{ problem: undefined, isLoading: false, isStale: false, reload: async () => {} }}
        rows={roles}
        idOf={({ id }) => id}
        columns={[
          {
            key: 'name',
            title: common('name'),
            cell: ({ id, name }) => (may('read') ? <Link to={`roles/${id}`}>{name}</Link> : name),
          },
          {
            key: 'scope',
            title: say('scope'),
            cell: ({ tenantId }) => say(tenantId ? 'scopeTenant' : 'scopeAll'),
          },
          {
            key: 'state',
            title: say('state'),
            cell: ({ isActive }) => (
              <Badge tone={isActive ? 'good' : 'wrong'}>{common(isActive ? 'active' : 'inactive')}</Badge>
            ),
          },
          ...(may('read')
            ? [
                {
                  key: 'permissions',
                  title: say('permissions'),
                  cell: ({ id }: { id: string }) => permissionsOf(id).join(', ') || '–',
                },
              ]
            : []),
          ...(may('operate')
            ? [
                {
                  key: 'actions',
                  title: common('actions'),
                  cell: ({ id, name }: { id: string; name: string }) => (
                    <button
                      type="button"
                      class="plain"
                      aria-label={common('remove', { name })}
                      onClick={() =>
                        void change(
                          ids.filter((each) => each !== id),
                          say('roleRemoved', { name }),
                        )
                      }
                    >
                      {say('removeRole')}
                    </button>
                  ),
                },
              ]
            : []),
        ]}
        none={[say('rolesNone'), say('rolesNoneLead')]}
      />
    </Panel>
  );
}
