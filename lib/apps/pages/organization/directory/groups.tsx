// The groups of a directory, and the role that the members of each get.
import { Dialog } from '../../../kit/dialog.tsx';
import { Form } from '../../../kit/form.tsx';
import { Problem } from '../../../kit/problem.tsx';
import { useListed } from '../../account/listed.ts';
import { said } from '../../account/me.ts';
import { api } from '../../ui/api.ts';
import { Action } from '../../ui/form.tsx';
import { say } from '../../words/directory.ts';
import { say as sayOfOrganization } from '../../words/organization.ts';
import { Choice } from '../filter.tsx';
import { own, rolesToGive } from '../own.ts';
import type { Role } from '../role-choice.tsx';
import { changed, type Group, type RowProps } from './changes.ts';

/** A group gives no role of all tenants: ids of roles begin with the tenant. */
const isOfTenant = ({ id }: Role): boolean => id.startsWith(`rol_${own.value?.id.slice(4)}`);

export function Groups(props: RowProps & { onClose: () => void }) {
  const { of: connection, onClose } = props;
  const groups = useListed(async () => (await api.organization.scimGroups({ id: connection.id })).groups);
  const roles = useListed(rolesToGive);
  const isRead = groups.items.value && roles.items.value;
  return (
    <Dialog title={say('dirGroupsOf', { name: connection.name })} lead={say('dirGroupsLead')} onClose={onClose}>
      <Problem error={groups.problem.value ?? roles.problem.value} />
      {groups.items.value && roles.items.value ? (
        <Mapping {...props} groups={groups.items.value} roles={roles.items.value} />
      ) : (
        !groups.problem.value && !isRead && <div class="skeleton" aria-busy="true" />
      )}
    </Dialog>
  );
}

type MappingProps = RowProps & { groups: readonly Group[]; roles: readonly Role[]; onClose: () => void };

function Mapping({ groups, roles, onClose, ...props }: MappingProps) {
  const givable = roles.filter((each) => each.mayGive && isOfTenant(each));
  const close = (
    <Action class="second" onClick={onClose}>
      {givable.length && groups.length ? say('cancel') : sayOfOrganization('close')}
    </Action>
  );
  /** The title of a role. One that the person cannot see has no name. */
  const titleOf = (id: string): string => roles.find((each) => each.id === id)?.name ?? say('dirRoleOther');
  if (!groups.length || !givable.length)
    return (
      <>
        <p class="hint">{say(groups.length ? 'dirMapsOther' : 'dirNoGroups')}</p>
        {groups.map(({ id, displayName, roleId }) => (
          <p key={id}>
            <bdi>{displayName}</bdi>: {roleId ? titleOf(roleId) : say('dirNoRole')}
          </p>
        ))}
        {close}
      </>
    );
  return (
    <Form
      submit={say('save')}
      onSubmit={async (chosen) => {
        for (const { id, roleId } of groups) {
          const next = chosen[id] || null;
          if (next === roleId) continue;
          const call = () => api.organization.mapScimGroup({ id: props.of.id, groupId: id, roleId: next });
          if (!(await changed(props, call))) return onClose();
        }
        onClose();
        said.value = say('dirGroupsSaved', { name: props.of.name });
      }}
      beside={() => close}
    >
      {groups.map(({ id, displayName, roleId }) => (
        <Choice
          key={id}
          name={id}
          label={displayName}
          options={[
            ['', say('dirNoRole')],
            ...givable.map((each) => [each.id, each.name] as const),
            // A choice that the person could not make is shown while it is the current one.
            ...(roleId && !givable.some((each) => each.id === roleId) ? [[roleId, titleOf(roleId)] as const] : []),
          ]}
          value={roleId ?? ''}
        />
      ))}
    </Form>
  );
}
