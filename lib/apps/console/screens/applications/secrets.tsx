// The secrets of an application. A new one is shown once.
import { useSignal } from '@preact/signals';
import { Act, Asks, EmptyState, Item, may, Panel, type ReplyOf, ShownOnce, Time, toast } from '../../kit.ts';
import type { Application } from './fields.tsx';
import { say } from './words.ts';

/** How many may live at a time. */
const MOST = 2;

export function Secrets({ application: { id, secrets, jwks } }: { application: Application }) {
  const made = useSignal<ReplyOf<'adminApplications.addSecret'>['secret'] | undefined>(undefined);
  return (
    <Panel
      title={say('secrets')}
      lead={say('secretsLead')}
      actions={
        secrets.length < MOST && (
          <Act
            operation="adminApplications.addSecret"
            input={{ id }}
            duty="own"
            onDone={({ secret }) => {
              made.value = secret;
            }}
          >
            {say('addSecret')}
          </Act>
        )
      }
    >
      {!may('own') && <p class="hint">{say('secretsForOwners')}</p>}
      {may('own') && secrets.length >= MOST && <p class="hint">{say('secretLimit')}</p>}
      {secrets.length === 0 && (
        <EmptyState title={say('noSecret')}>{!jwks.length && <p>{say('noSecretLead')}</p>}</EmptyState>
      )}
      {secrets.map((secret) => (
        <Item
          key={secret.id}
          title={<code>…{secret.hint}</code>}
          note={
            <>
              <Time at={secret.createdAt} /> · <code>{secret.id}</code>
            </>
          }
        >
          {may('own') && (
            <Asks
              text={say('revoke')}
              label={`${say('revoke')}: …${secret.hint}`}
              class="danger"
              title={say('revokeTitle', { hint: secret.hint })}
              name={secret.hint}
              operation="adminApplications.revokeSecret"
              input={{ id, secretId: secret.id }}
              onDone={() => toast(say('revoked', { hint: secret.hint }))}
            >
              {say('revokeLead')}
            </Asks>
          )}
        </Item>
      ))}
      {made.value && (
        <ShownOnce
          title={say('newSecret')}
          lead={say('newSecretLead')}
          text={made.value.secret}
          copies={say('copySecret')}
          done={say('secretDone')}
          onClose={() => {
            made.value = undefined;
          }}
        />
      )}
    </Panel>
  );
}
