// The people who ask to join. Those who may invite accept them, with roles, or refuse them.
import { useSignal } from '@preact/signals';
import { Dialog } from '../../kit/dialog.tsx';
import { Do } from '../../kit/do.tsx';
import { Form } from '../../kit/form.tsx';
import { Item } from '../../kit/panel.tsx';
import { Problem } from '../../kit/problem.tsx';
import { useListed } from '../account/listed.ts';
import { said } from '../account/me.ts';
import { proved } from '../account/step-up.tsx';
import { api, asError } from '../ui/api.ts';
import { Action } from '../ui/form.tsx';
import { moment } from '../words/index.ts';
import { say } from '../words/join.ts';
import { say as sayOfOrganization } from '../words/organization.ts';
// The page, which is there already. Without this, what it shares with these files would be files that everyone loads.
import './organization.tsx';
import { List, usePaged } from './paged.tsx';
import { Part } from './part.tsx';
import { chosenIn, RoleChoice } from './role-choice.tsx';

type Request = Awaited<ReturnType<typeof api.organization.joinRequests>>['joinRequests'][number];
type RowProps = { of: Request; onDecided: () => Promise<void> };
type DecisionProps = RowProps & { onClose: () => void };

export function JoinRequests() {
  const list = usePaged(async () => ({ items: (await api.organization.joinRequests()).joinRequests, next: null }));
  return (
    <Part title={sayOfOrganization('joinRequests')} lead={say('requestsLead')}>
      <List of={list} none={say('noRequests')}>
        {(request) => <Row key={request.id} of={request} onDecided={list.reread} />}
      </List>
    </Part>
  );
}

function Row(props: RowProps) {
  const { email, createdAt, expiresAt } = props.of;
  const opened = useSignal<'accept' | 'refuse' | undefined>(undefined);
  const close = (): void => {
    opened.value = undefined;
  };
  const open = (which: 'accept' | 'refuse') => () => {
    opened.value = which;
  };
  const facts = [say('askedAt', { at: moment(createdAt) }), say('waitsUntil', { at: moment(expiresAt) })];
  return (
    <Item title={<bdi>{email}</bdi>} note={facts.join(' · ')}>
      <div class="doings">
        <Action class="second" onClick={open('accept')}>
          {say('accept')}
          <span class="unseen">: {email}</span>
        </Action>
        <Action class="danger" onClick={open('refuse')}>
          {say('refuse')}
          <span class="unseen">: {email}</span>
        </Action>
      </div>
      {opened.value === 'accept' && <Accept {...props} onClose={close} />}
      {opened.value === 'refuse' && <Refuse {...props} onClose={close} />}
    </Item>
  );
}

/** Makes the decision, and reads the list again, also when another person was faster. */
async function decide(
  { onDecided, onClose }: DecisionProps,
  call: () => Promise<unknown>,
  done: string,
): Promise<void> {
  const isGone = await proved(call).then(
    () => false,
    (error: unknown) => {
      if (asError(error).code !== 'JOIN_REQUEST_NOT_FOUND') throw error;
      return true;
    },
  );
  onClose();
  await onDecided();
  said.value = isGone ? say('requestGone') : done;
}

function Accept(props: DecisionProps) {
  const { id, email } = props.of;
  const { items, problem } = useListed(async () => (await api.organization.roles()).roles);
  return (
    <Dialog title={say('acceptTitle', { name: email })} lead={say('acceptLead')} onClose={props.onClose}>
      <Problem error={problem.value} />
      {!items.value && !problem.value && <div class="skeleton" aria-busy="true" />}
      {items.value && (
        <Form
          submit={sayOfOrganization('inviteSend')}
          onSubmit={(values) => {
            const roleIds = chosenIn(values);
            const call = () => api.organization.acceptJoinRequest({ id, ...(roleIds.length && { roleIds }) });
            return decide(props, call, sayOfOrganization('invited', { name: email }));
          }}
        >
          <RoleChoice roles={items.value} />
        </Form>
      )}
      <Action class="second" onClick={props.onClose}>
        {say('cancel')}
      </Action>
    </Dialog>
  );
}

function Refuse(props: DecisionProps) {
  const { id, email } = props.of;
  return (
    <Dialog title={say('refuseTitle', { name: email })} lead={say('refuseLead')} onClose={props.onClose}>
      <div class="doings">
        <Do
          class="danger"
          act={() =>
            decide(props, () => api.organization.refuseJoinRequest({ id }), say('refusedNow', { name: email }))
          }
        >
          {say('refuseNow')}
        </Do>
        <Action class="second" onClick={props.onClose}>
          {say('cancel')}
        </Action>
      </div>
    </Dialog>
  );
}
