// The invitations: who was invited, and what became of it. A person is invited with roles.
import { useSignal } from '@preact/signals';
import { Dialog } from '../../kit/dialog.tsx';
import { Do } from '../../kit/do.tsx';
import { Field, Form } from '../../kit/form.tsx';
import { Item } from '../../kit/panel.tsx';
import { Problem } from '../../kit/problem.tsx';
import { useListed } from '../account/listed.ts';
import { nameOf, said } from '../account/me.ts';
import { proved } from '../account/step-up.tsx';
import { api } from '../ui/api.ts';
import { Action } from '../ui/form.tsx';
import { moment } from '../words/index.ts';
import { say } from '../words/organization.ts';
import { Choice, Filter } from './filter.tsx';
// The page, which is there already. Without this, what it shares with these files would be files that everyone loads.
import './organization.tsx';
import { List, usePaged } from './paged.tsx';
import { Part } from './part.tsx';
import { chosenIn, RoleChoice } from './role-choice.tsx';

type Invitation = Awaited<ReturnType<typeof api.organization.invitations>>['invitations'][number];
type Status = Invitation['status'];

const STATUSES = ['pending', 'expired', 'accepted', 'revoked'] as const satisfies readonly Status[];

export function Invitations() {
  const status = useSignal<Status | undefined>(undefined);
  const isInviting = useSignal(false);
  const list = usePaged(async (cursor) => {
    const page = await api.organization.invitations({
      ...(status.value && { status: status.value }),
      ...(cursor !== undefined && { cursor }),
    });
    return { items: page.invitations, next: page.nextCursor };
  }, status.value);
  const close = (): void => {
    isInviting.value = false;
  };
  return (
    <Part
      title={say('invitations')}
      lead={say('inviteLead')}
      actions={
        <Action
          class=""
          onClick={() => {
            isInviting.value = true;
          }}
        >
          {say('invite')}
        </Action>
      }
    >
      <Filter
        isChoice
        onFilter={(chosen) => {
          status.value = STATUSES.find((each) => each === chosen.status);
        }}
      >
        <Choice
          name="status"
          label={say('status')}
          options={[['', say('all')], ...STATUSES.map((each) => [each, say(each)] as const)]}
          isFilter
        />
      </Filter>
      <List of={list} none={say('noInvitations')}>
        {(invitation) => <Row key={invitation.id} of={invitation} onChanged={list.reread} />}
      </List>
      {isInviting.value && <Invite onDone={list.reread} onClose={close} />}
    </Part>
  );
}

function Row({ of: invitation, onChanged }: { of: Invitation; onChanged: () => Promise<void> }) {
  const { id, status, name, email, phone, sentAt, expiresAt } = invitation;
  const isOpen = status === 'pending' || status === 'expired';
  const shown = nameOf(invitation);
  const facts = [
    name && (email ?? phone),
    say('sentAt', { at: moment(sentAt) }),
    status === 'pending' && say('worksUntil', { at: moment(expiresAt) }),
  ];
  /** The list is read again, also when the service says that the invitation is not as it is shown. */
  const change = (make: () => Promise<unknown>, done: 'resent' | 'revokedNow') => async () => {
    await proved(make);
    await onChanged();
    said.value = say(done, { name: shown });
  };
  return (
    <Item title={<bdi>{shown}</bdi>} note={facts.filter(Boolean).join(' · ')} badge={say(status)}>
      {isOpen && (
        <div class="doings">
          <Do label={`${say('resend')}: ${shown}`} act={change(() => api.organization.resend({ id }), 'resent')}>
            {say('resend')}
          </Do>
          {status === 'pending' && (
            <Do
              class="danger"
              label={`${say('revoke')}: ${shown}`}
              act={change(() => api.organization.revoke({ id }), 'revokedNow')}
            >
              {say('revoke')}
            </Do>
          )}
        </div>
      )}
    </Item>
  );
}

function Invite({ onDone, onClose }: { onDone: () => Promise<void>; onClose: () => void }) {
  const { items, problem } = useListed(async () => (await api.organization.roles()).roles);
  return (
    <Dialog title={say('invite')} lead={say('inviteLead')} onClose={onClose}>
      <Problem error={problem.value} />
      {!items.value && !problem.value && <div class="skeleton" aria-busy="true" />}
      {items.value && (
        <Form
          submit={say('inviteSend')}
          onSubmit={async ({ address = '', name = '', ...values }) => {
            const to = address.trim();
            const roleIds = chosenIn(values);
            await proved(() =>
              api.organization.invite({
                ...(to.includes('@') ? { email: to } : { phone: to }),
                ...(name.trim() && { name: name.trim() }),
                ...(roleIds.length && { roleIds }),
              }),
            );
            onClose();
            await onDone();
            said.value = say('invited', { name: name.trim() || to });
          }}
        >
          <Field
            name="address"
            label={say('inviteTo')}
            autocomplete="off"
            inputMode="email"
            maxLength={254}
            isFocused
          />
          <Field name="name" label={say('inviteName')} autocomplete="off" maxLength={120} isOptional />
          <RoleChoice roles={items.value} />
        </Form>
      )}
      <Action class="second" onClick={onClose}>
        {say('cancel')}
      </Action>
    </Dialog>
  );
}
