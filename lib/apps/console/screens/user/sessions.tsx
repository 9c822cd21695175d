// Where a user is signed in, and what they allow applications.
import { Act, Asks, actionsColumn, Badge, common, may, Panel, Table, Time, toast, useRead } from '../../kit.ts';
import { ActAs } from './act-as.tsx';
import { ApiKeys } from './api-keys.tsx';
import { type PartProps, say } from './words.ts';

export const Sessions = (props: PartProps) => (
  <>
    <List {...props} />
    <Allowed {...props} />
    <ApiKeys {...props} />
    <ActAs {...props} />
  </>
);

/** What the user has allowed applications on the consent page. */
function Allowed({ details: { user } }: PartProps) {
  const input = { id: user.id };
  const read = useRead('adminUsers.grants', input);
  return (
    <Panel title={say('allowed')} lead={say('allowedLead')}>
      <Table
        name="user-grants"
        caption={say('allowed')}
        read={read}
        call={{ operation: 'adminUsers.grants', input }}
        rows={read.data?.data}
        idOf={({ id }) => id}
        columns={[
          { key: 'application', title: say('application'), cell: ({ application }) => application.name },
          {
            key: 'scopes',
            title: say('scopes'),
            cell: ({ scopes, resource }) => <code title={resource ?? undefined}>{scopes.join(' ')}</code>,
          },
          {
            key: 'destinations',
            title: say('destinations'),
            // A device has no host (lib/domain/oauth/device/device-page.ts).
            cell: ({ destinations }) =>
              destinations.map((each) => (each === 'device:' ? say('aDevice') : each)).join(', '),
          },
          { key: 'allowedAt', title: say('allowedAt'), cell: ({ updatedAt }) => <Time at={updatedAt} /> },
          ...actionsColumn(may('help'), ({ id, application }: { id: string; application: { name: string } }) => (
            <Act
              operation="adminUsers.revokeGrant"
              input={{ id: user.id, grantId: id }}
              duty="help"
              class="plain"
              label={`${say('takeBack')}: ${application.name}`}
              onDone={() => toast(say('takenBack'))}
            >
              {say('takeBack')}
            </Act>
          )),
        ]}
        none={[say('allowedNone'), say('allowedNoneLead')]}
      />
    </Panel>
  );
}

function List({ details: { user }, name }: PartProps) {
  const input = { id: user.id };
  const read = useRead('adminUsers.sessions', input);
  return (
    <Panel
      title={say('part-sessions')}
      lead={say('sessionsLead')}
      actions={
        may('help') && (
          <Asks
            text={say('endAll')}
            title={say('endAllTitle', { name })}
            operation="adminUsers.revokeSessions"
            input={input}
            onDone={() => toast(say('allEnded'))}
          >
            {say('endAllLead')}
          </Asks>
        )
      }
    >
      <Table
        name="user-sessions"
        caption={say('part-sessions')}
        read={read}
        call={{ operation: 'adminUsers.sessions', input }}
        rows={read.data?.data}
        idOf={({ id }) => id}
        columns={[
          {
            key: 'device',
            title: say('device'),
            cell: ({ deviceName, userAgent, isBoundToDevice }) => (
              <span title={userAgent}>
                {deviceName} {isBoundToDevice && <Badge tone="good">{say('boundToDevice')}</Badge>}
              </span>
            ),
          },
          {
            key: 'application',
            title: say('application'),
            cell: ({ application, actingAdminId }) => (actingAdminId ? say('by-admin') : (application ?? '–')),
          },
          { key: 'address', title: say('address'), cell: ({ ipAddress }) => <code>{ipAddress}</code> },
          { key: 'active', title: say('lastActive'), cell: ({ lastActive }) => <Time at={lastActive} /> },
          { key: 'started', title: say('started'), cell: ({ createdAt }) => <Time at={createdAt} /> },
          { key: 'ends', title: say('ends'), cell: ({ expiresAt }) => <Time at={expiresAt} />, isHidden: true },
          { key: 'id', title: common('id'), cell: ({ id }) => <code>{id}</code>, isHidden: true },
          ...actionsColumn(may('help'), ({ id, deviceName }: { id: string; deviceName: string }) => (
            <Act
              operation="adminUsers.revokeSession"
              input={{ id: user.id, sessionId: id }}
              duty="help"
              class="plain"
              label={`${say('end')}: ${deviceName}`}
              onDone={() => toast(say('ended'))}
            >
              {say('end')}
            </Act>
          )),
        ]}
        none={[say('sessionsNone'), say('sessionsNoneLead')]}
      />
    </Panel>
  );
}
