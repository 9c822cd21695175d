// Changes a member: roles, disabling and enabling, removal.
import { useSignal } from '@preact/signals';
import { Dialog } from '../../kit/dialog.tsx';
import { Do } from '../../kit/do.tsx';
import { Form } from '../../kit/form.tsx';
import { Problem } from '../../kit/problem.tsx';
import { useListed } from '../account/listed.ts';
import { nameOf, said } from '../account/me.ts';
import { proved } from '../account/step-up.tsx';
import { api } from '../ui/api.ts';
import { Action } from '../ui/form.tsx';
import { moment } from '../words/index.ts';
import { say } from '../words/organization.ts';
import { type Member, may } from './own.ts';
import { chosenIn, type Role, RoleChoice } from './role-choice.tsx';

type ManageProps = {
  of: Member;
  /** Without a member: they were removed. */
  onChanged: (member?: Member) => void;
  onClose: () => void;
};

export function Manage(props: ManageProps) {
  const { of: member, onClose } = props;
  const isRemoving = useSignal(false);
  const name = nameOf(member);
  if (isRemoving.value) return <Remove {...props} onCancel={() => (isRemoving.value = false)} />;
  const since = say('memberSince', { at: moment(member.createdAt) });
  return (
    <Dialog
      title={name}
      lead={[member.name && (member.email ?? member.phone), since].filter(Boolean).join(' · ')}
      onClose={onClose}
    >
      <Body {...props} onRemove={() => (isRemoving.value = true)} />
      <Action class="second" onClick={onClose}>
        {say('close')}
      </Action>
    </Dialog>
  );
}

/** Who may not read the roles is told by the service whom they may not manage. */
function Body(props: ManageProps & { onRemove: () => void }) {
  const { items, problem } = useListed(async () =>
    may('organization.roles', 'organization.invite') ? (await api.organization.roles()).roles : [],
  );
  if (problem.value) return <Problem error={problem.value} />;
  if (!items.value) return <div class="skeleton" aria-busy="true" />;
  const ids = new Set(props.of.roles.map(({ id }) => id));
  if (items.value.some(({ id, mayGive }) => ids.has(id) && !mayGive))
    return <p class="lead">{say('memberBeyond', { name: nameOf(props.of) })}</p>;
  return (
    <>
      {may('organization.roles') && <Roles {...props} roles={items.value} />}
      {may('organization.members') && <Access {...props} />}
    </>
  );
}

function Roles({ of: member, roles, onChanged, onClose }: ManageProps & { roles: readonly Role[] }) {
  return (
    <Form
      submit={say('saveRoles')}
      onSubmit={async (values) => {
        const { member: changed } = await proved(() =>
          api.organization.setRoles({ id: member.id, roleIds: chosenIn(values) }),
        );
        onChanged(changed);
        onClose();
        said.value = say('rolesSaved', { name: nameOf(member) });
      }}
    >
      <RoleChoice roles={roles} chosen={member.roles.map(({ id }) => id)} />
    </Form>
  );
}

function Access({ of: member, onChanged, onClose, onRemove }: ManageProps & { onRemove: () => void }) {
  const { id, isActive } = member;
  return (
    <div class="doings">
      <Do
        act={async () => {
          const { member: changed } = await proved(() => api.organization.updateMember({ id, isActive: !isActive }));
          onChanged(changed);
          onClose();
          said.value = say(isActive ? 'disabled' : 'enabled', { name: nameOf(member) });
        }}
      >
        {say(isActive ? 'disable' : 'enable')}
      </Do>
      <Action class="danger" onClick={onRemove}>
        {say('removeMember')}
      </Action>
    </div>
  );
}

function Remove({ of: member, onChanged, onClose, onCancel }: ManageProps & { onCancel: () => void }) {
  const name = nameOf(member);
  return (
    <Dialog title={say('removeTitle', { name })} lead={say('removeLead')} onClose={onCancel}>
      <div class="doings">
        <Do
          class="danger"
          act={async () => {
            await proved(() => api.organization.removeMember({ id: member.id }));
            onChanged();
            onClose();
            said.value = say('removed', { name });
          }}
        >
          {say('removeNow')}
        </Do>
        <Action class="second" onClick={onCancel}>
          {say('cancel')}
        </Action>
      </div>
    </Dialog>
  );
}
