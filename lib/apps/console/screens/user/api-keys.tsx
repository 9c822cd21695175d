// The API keys of the user: an admin sees them without secrets, and revokes them.
import { Act, actionsColumn, may, Panel, Table, Time, toast, useRead } from '../../kit.ts';
import { type PartProps, say } from './words.ts';

export function ApiKeys({ details: { user } }: PartProps) {
  const input = { id: user.id };
  const read = useRead('adminApplications.keysOfUser', input);
  return (
    <Panel title={say('apiKeys')} lead={say('apiKeysLead')}>
      <Table
        name="user-api-keys"
        caption={say('apiKeys')}
        read={read}
        call={{ operation: 'adminApplications.keysOfUser', input }}
        rows={read.data?.data}
        idOf={({ id }) => id}
        columns={[
          { key: 'name', title: say('apiKeyName'), cell: ({ name }) => name },
          { key: 'scopes', title: say('scopes'), cell: ({ scopes }) => <code>{scopes.join(' ')}</code> },
          { key: 'networks', title: say('apiKeyNetworks'), cell: ({ networks }) => networks.join(', ') || '–' },
          {
            key: 'lastUsed',
            title: say('apiKeyLastUsed'),
            cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : '–'),
          },
          { key: 'ends', title: say('ends'), cell: ({ expiresAt }) => <Time at={expiresAt} /> },
          ...actionsColumn(may('help'), ({ id, name }: { id: string; name: string }) => (
            <Act
              operation="adminApplications.revokeKey"
              input={{ id }}
              duty="help"
              class="plain"
              label={`${say('apiKeyRevoke')}: ${name}`}
              onDone={() => toast(say('apiKeyRevoked'))}
            >
              {say('apiKeyRevoke')}
            </Act>
          )),
        ]}
        none={[say('apiKeysNone'), say('apiKeysNoneLead')]}
      />
    </Panel>
  );
}
