// What happened to a user, newest first.
import { Badge, CursorPager, me, Panel, query, type ReplyOf, Table, Time, useRead } from '../../kit.ts';
import { type PartProps, say } from './words.ts';

type Entry = ReplyOf<'adminAudit.ofUser'>['data'][number];

const isEmpty = (fields: object): boolean => Object.keys(fields).length === 0;

/** The fields of an entry that say more, as they are recorded. */
const moreOf = ({ before, after, detail, operation, requestId }: Entry): object => ({
  ...(isEmpty(before) ? {} : { before }),
  ...(isEmpty(after) ? {} : { after }),
  ...(isEmpty(detail) ? {} : { detail }),
  ...(operation ? { operation } : {}),
  ...(requestId ? { requestId } : {}),
});

function Who({ entry: { actor, via }, user }: { entry: Entry; user: string }) {
  const isUser = actor.type === 'user' && actor.id === user;
  return (
    <>
      {say(actor.id === me.value?.id ? 'by-you' : `by-${actor.type}`)}{' '}
      {!isUser && actor.id !== me.value?.id && actor.id && (actor.name ?? <code>{actor.id}</code>)}
      {via && (
        <>
          {' · '}
          {say(`by-${via.type}`)} {via.name ?? <code>{via.id}</code>}
        </>
      )}
    </>
  );
}

export function Audit({ details: { user } }: PartProps) {
  const cursor = query.value.get('cursor') ?? undefined;
  const input = { id: user.id, cursor };
  const read = useRead('adminAudit.ofUser', input);
  return (
    <Panel title={say('part-audit')} lead={say('auditLead')}>
      <Table
        name="user-audit"
        caption={say('part-audit')}
        read={read}
        call={{ operation: 'adminAudit.ofUser', input }}
        rows={read.data?.data}
        idOf={({ id }) => id}
        columns={[
          {
            key: 'what',
            title: say('what'),
            cell: ({ action, outcome }) => (
              <>
                <code>{action}</code> {outcome === 'failure' && <Badge tone="wrong">{say('failure')}</Badge>}
              </>
            ),
          },
          { key: 'when', title: say('when'), cell: ({ occurredAt }) => <Time at={occurredAt} /> },
          { key: 'who', title: say('who'), cell: (entry) => <Who entry={entry} user={user.id} /> },
          {
            key: 'from',
            title: say('from'),
            cell: ({ source, isErased }) =>
              isErased ? (
                <span class="hint">{say('erased')}</span>
              ) : (
                [source?.deviceName, source?.ipAddress].filter(Boolean).join(' · ') || '–'
              ),
          },
          {
            key: 'details',
            title: say('details'),
            cell: (entry) =>
              isEmpty(moreOf(entry)) ? (
                '–'
              ) : (
                <details>
                  <summary>{say('details')}</summary>
                  <pre class="pre">{JSON.stringify(moreOf(entry), null, 2)}</pre>
                </details>
              ),
          },
        ]}
        none={[say('auditNone'), say('auditNoneLead')]}
      />
      <CursorPager next={read.data?.meta.nextCursor} />
    </Panel>
  );
}
