// Invitations of admins that were not accepted yet.
import { Act, Badge, common, may, Panel, Table, toast, useRead } from '../../kit.ts';
import { Tenants } from '../access/tenants.tsx';
import { say } from './words.ts';

const TONES = { pending: 'good', expired: undefined, void: 'wrong' } as const;

export function Invitations() {
  const read = useRead('adminConsole.listInvitations', {});
  return (
    <Panel title={say('invitations')} lead={say('invitationsLead')}>
      <Table
        name="admin-invitations"
        caption={say('invitations')}
        read={read}
        call={{ operation: 'adminConsole.listInvitations', input: {} }}
        rows={read.data?.data}
        idOf={({ id }) => id}
        columns={[
          { key: 'email', title: common('email'), text: ({ email }) => email },
          { key: 'role', title: common('role'), cell: ({ role }) => common(`role-${role}`), text: ({ role }) => role },
          {
            key: 'reach',
            title: say('reach'),
            cell: ({ tenants }) => (tenants ? <Tenants ids={tenants} /> : say('reach-all')),
            text: ({ tenants }) => tenants?.join(' '),
          },
          {
            key: 'status',
            title: common('status'),
            cell: ({ status }) => (
              <>
                <Badge tone={TONES[status]}>{say(`status-${status}`)}</Badge>
                {status === 'void' && <span class="hint block">{say('voidHint')}</span>}
              </>
            ),
            text: ({ status }) => status,
          },
          { key: 'sent', title: say('sent'), text: ({ sentAt }) => sentAt, as: 'time' },
          {
            key: 'expires',
            title: say('expires'),
            text: ({ expiresAt }) => expiresAt,
            as: 'time',
          },
          ...(may('own')
            ? [
                {
                  key: 'actions',
                  title: common('actions'),
                  cell: ({ id, email }: { id: string; email: string }) => (
                    <>
                      <Act
                        operation="adminConsole.resendInvitation"
                        input={{ id }}
                        duty="own"
                        class="plain"
                        label={`${say('resend')}: ${email}`}
                        onDone={() => toast(say('resent', { email }))}
                      >
                        {say('resend')}
                      </Act>
                      <Act
                        operation="adminConsole.revokeInvitation"
                        input={{ id }}
                        duty="own"
                        class="plain"
                        label={`${say('revoke')}: ${email}`}
                        onDone={() => toast(say('revoked', { email }))}
                      >
                        {say('revoke')}
                      </Act>
                    </>
                  ),
                },
              ]
            : []),
        ]}
        none={[say('noInvitations'), say('noInvitationsLead')]}
      />
    </Panel>
  );
}
