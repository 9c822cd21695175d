// An entry of the audit log in full.
import { Badge, common, copy, Dialog, exact, Facts, Link, type ReplyOf, relative } from '../../kit.ts';
import { Tenants } from '../access/tenants.tsx';
import { Thing } from './names.tsx';
import { say } from './words.ts';

export type Entry = ReplyOf<'adminAudit.list'>['data'][number];

export const Outcome = ({ outcome }: Pick<Entry, 'outcome'>) => (
  <Badge tone={outcome === 'success' ? 'good' : 'wrong'}>{say(outcome)}</Badge>
);

type WhoProps = Pick<Entry, 'actor' | 'via'> & { isShort?: boolean };

export const Who = ({ actor, via, isShort = false }: WhoProps) => (
  <>
    <Thing {...actor} isShort={isShort} />
    {via && (
      <>
        {' '}
        {say('via')} <Thing {...via} isShort={isShort} />
      </>
    )}
  </>
);

const written = (value: unknown): string =>
  value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value, null, 1);

/** What changed, before and after side by side; on a phone, one below the other. */
function Changes({ before, after }: Pick<Entry, 'before' | 'after'>) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  if (!names.length) return null;
  const columns = [
    [say('before'), before],
    [say('after'), after],
  ] as const;
  // Browsers drop the roles of a table that is laid out as cards.
  const role = (name: string): object => ({ role: name });
  return (
    <div class="tight">
      <h3>{say('changes')}</h3>
      <table class="table" {...role('table')}>
        <caption class="unseen">{say('changes')}</caption>
        <thead {...role('rowgroup')}>
          <tr {...role('row')}>
            {[say('field'), say('before'), say('after')].map((title) => (
              <th key={title} scope="col" {...role('columnheader')}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...role('rowgroup')}>
          {names.map((name) => (
            <tr key={name} {...role('row')}>
              <th scope="row" {...role('rowheader')}>
                {name}
              </th>
              {columns.map(([title, fields]) => (
                <td key={title} data-title={title} {...role('cell')}>
                  <span>
                    <code class="lines">{written(fields[name])}</code>
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function EntryDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { action, actor, target, source, detail, requestId, operation, occurredAt, tenantId } = entry;
  const details = Object.entries(detail);
  return (
    <Dialog title={action} isWide onClose={onClose}>
      {entry.isErased && <p class="notice">{say('erased')}</p>}
      <Facts
        of={[
          [say('outcome'), <Outcome key="outcome" outcome={entry.outcome} />],
          [say('when'), `${exact(occurredAt)} (${relative(occurredAt)})`],
          [say('who'), <Who key="who" actor={actor} via={entry.via} />],
          [say('whom'), <Thing key="whom" {...target} />],
          [say('tenant'), tenantId ? <Tenants key="tenant" ids={[tenantId]} /> : '–'],
          [say('address'), source?.ipAddress],
          [say('browser'), source && [source.deviceName, source.userAgent].filter(Boolean).join(' · ')],
          [say('operation'), operation && <code key="operation">{operation}</code>],
          [
            say('requestId'),
            requestId && (
              <span key="request">
                <code>{requestId}</code>{' '}
                <button
                  type="button"
                  class="plain small"
                  aria-label={say('copyRequest')}
                  onClick={() => void copy(requestId)}
                >
                  {common('copy')}
                </button>
              </span>
            ),
          ],
          [say('entryId'), <code key="id">{entry.id}</code>],
        ]}
      />
      <Changes before={entry.before} after={entry.after} />
      {details.length > 0 && (
        <div class="tight">
          <h3>{say('details')}</h3>
          <Facts of={details.map(([name, value]) => [name, <code key={name}>{written(value)}</code>])} />
        </div>
      )}
      <p class="doings">
        <Link to="audit" query={{ entry: entry.id, targetId: target.id, tenantId, at: occurredAt }}>
          {say('link')}
        </Link>
        {actor.id && (
          <Link to="audit" query={{ actorId: actor.id, tenantId }}>
            {say('byActor')}
          </Link>
        )}
        <Link to="audit" query={{ targetId: target.id, tenantId }}>
          {say('byTarget')}
        </Link>
        <Link to="audit" query={{ action, tenantId }}>
          {say('byAction')}
        </Link>
      </p>
    </Dialog>
  );
}
