// The people who ask to join a tenant. An admin accepts them, with roles, or refuses them.
import { useSignal } from '@preact/signals';
import {
  Asks,
  actionsColumn,
  Dialog,
  Form,
  may,
  Opens,
  Panel,
  type Pick,
  type ReplyOf,
  Table,
  toast,
  useRead,
} from '../../kit.ts';
import { RolesField } from '../people/roles.tsx';
import { say } from './setup-words.ts';
import { type PartProps, say as sayOfTenant } from './words.ts';

type JoinRequest = ReplyOf<'adminInvitations.joinRequests'>['joinRequests'][number];

export function JoinRequests({ tenant: { id } }: PartProps) {
  const input = { id };
  const read = useRead('adminInvitations.joinRequests', input);
  return (
    <Panel title={sayOfTenant('part-requests')} lead={say('requestsLead')}>
      {!may('operate') && <p class="hint">{sayOfTenant('readOnly')}</p>}
      <Table
        name="join-requests"
        caption={sayOfTenant('part-requests')}
        read={read}
        call={{ operation: 'adminInvitations.joinRequests', input }}
        rows={read.data?.joinRequests}
        idOf={(request) => request.id}
        columns={[
          { key: 'email', title: say('requestOf'), text: ({ email }) => email },
          { key: 'domain', title: say('domain'), text: ({ domain }) => domain, isHidden: true },
          { key: 'asked', title: say('asked'), text: ({ createdAt }) => createdAt, as: 'time' },
          { key: 'until', title: say('waitsUntil'), text: ({ expiresAt }) => expiresAt, as: 'time' },
          ...actionsColumn(may('operate'), (request: JoinRequest) => <Decide tenant={id} of={request} />),
        ]}
        none={[say('noRequest'), say('noRequestLead')]}
      />
    </Panel>
  );
}

const Decide = ({ tenant, of: { id, email } }: { tenant: string; of: JoinRequest }) => (
  <>
    <Opens text={say('acceptRequest')} label={say('acceptRequestOf', { name: email })} class="plain">
      {(close) => <Accept tenant={tenant} id={id} email={email} onClose={close} />}
    </Opens>
    <Asks
      text={say('refuseRequest')}
      label={say('refuseRequestOf', { name: email })}
      class="plain"
      title={say('refuseRequestOf', { name: email })}
      operation="adminInvitations.refuseJoinRequest"
      input={{ id }}
      onDone={() => toast(say('requestRefused', { name: email }))}
    >
      {say('refuseRequestWill')}
    </Asks>
  </>
);

type AcceptProps = { tenant: string; id: string; email: string; onClose: () => void };

function Accept({ tenant, id, email, onClose }: AcceptProps) {
  const roles = useSignal<readonly Pick[]>([]);
  return (
    <Dialog title={say('acceptRequestOf', { name: email })} lead={say('acceptRequestWill')} onClose={onClose}>
      <Form
        operation="adminInvitations.acceptJoinRequest"
        input={() => ({ id, ...(roles.value.length && { roleIds: roles.value.map(({ value }) => value) }) })}
        touches={['adminUsers']}
        submit={say('acceptRequestSubmit')}
        onDone={() => {
          onClose();
          toast(say('requestAccepted', { name: email }));
        }}
      >
        <RolesField tenantId={tenant} chosen={roles} />
      </Form>
    </Dialog>
  );
}
