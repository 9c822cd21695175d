// The audit log: filters in the address, an entry in full, and the proof that nothing was removed.
import {
  CursorPager,
  common,
  isOfDeployment,
  ListScreen,
  navigate,
  parameter,
  query,
  SearchFilter,
  setQuery,
  useRead,
} from '../kit.ts';
import { shownTenant, TenantFilter } from './access/tenants.tsx';
import { type Entry, EntryDialog, Outcome, Who } from './audit/entry.tsx';
import { Thing } from './audit/names.tsx';
import { PersonFilter } from './audit/person-filter.tsx';
import { Proof } from './audit/proof.tsx';
import { say } from './audit/words.ts';

const FILTERS = ['tenantId', 'actorId', 'targetId', 'action', 'since', 'until', 'at'] as const;

/** Returns the period of the link to one entry: its millisecond. */
function periodOf(at: string | undefined) {
  const time = Date.parse(at ?? '');
  return Number.isNaN(time) ? undefined : { from: iso(time), to: iso(time + 1) };
}
const iso = (time: number): string => new Date(time).toISOString();

/** Returns the moment at which a day of the viewer begins, `later` days after it. */
function startOf(day: string | undefined, later = 0): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '')?.map(Number) ?? [];
  if (!year || !month || !date) return undefined;
  const start = new Date(year, month - 1, date + later);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}

/** A day in the address. */
function DayFilter({ name, label }: { name: string; label: string }) {
  return (
    <label class="choice-filter">
      <span class="hint">{label}</span>
      <input
        type="date"
        class="search"
        value={query.value.get(name) ?? ''}
        onChange={({ currentTarget }) => setQuery({ [name]: currentTarget.value })}
      />
    </label>
  );
}

/** Opens or closes an entry. The list stays where it is. */
const open = (entry: string | null): void =>
  setQuery({ entry, cursor: query.value.get('cursor') }, { state: history.state });

const fromWhere = ({ source }: Entry): string =>
  [source?.deviceName, source?.ipAddress].filter(Boolean).join(' · ') || '–';

export default function Audit() {
  const input = {
    tenantId: shownTenant(),
    actorId: parameter('actorId'),
    targetId: parameter('targetId'),
    action: parameter('action'),
    from: startOf(parameter('since')),
    to: startOf(parameter('until'), 1),
    ...periodOf(parameter('at')),
    cursor: parameter('cursor'),
  };
  const read = useRead('adminAudit.list', input);
  const rows = read.data?.data;
  const next = read.data?.meta.nextCursor;
  const isFiltered = FILTERS.some(parameter);
  const id = parameter('entry');
  const listed = rows?.find((each) => each.id === id);
  // A link or an id that was pasted opens an entry of any page.
  const other = useRead('adminAudit.get', id && rows && !listed ? { id } : undefined);
  const entry = listed ?? (other.data?.id === id ? other.data : undefined);
  return (
    <ListScreen
      name="audit"
      title={common('audit')}
      lead={say('lead')}
      operation="adminAudit.list"
      input={input}
      read={read}
      rows={rows}
      pager={<CursorPager next={next} />}
      none={[
        say(isFiltered || parameter('cursor') ? 'noneFound' : 'none'),
        say(next ? 'noneMoreLead' : isFiltered ? 'noneFilteredLead' : 'noneLead'),
      ]}
      above={
        id &&
        !entry &&
        other.problem && (
          <p class="notice warn" role="status">
            {say('entryGone')}
          </p>
        )
      }
      filters={
        <div class="audit-filters">
          <TenantFilter />
          <PersonFilter name="actorId" label={say('actorId')} entries={rows} />
          <PersonFilter name="targetId" label={say('targetId')} entries={rows} />
          <div class="choice-filter">
            <span class="hint" aria-hidden="true">
              {say('action')}
            </span>
            <SearchFilter name="action" label={say('action')} placeholder="" maxLength={128} />
          </div>
          <DayFilter name="since" label={say('since')} />
          <DayFilter name="until" label={say('until')} />
          {isFiltered && (
            <button type="button" class="plain small" onClick={() => navigate('audit')}>
              {say('clear')}
            </button>
          )}
        </div>
      }
      columns={[
        {
          key: 'what',
          title: say('what'),
          text: ({ action }) => action,
          cell: (each) => (
            <button
              type="button"
              class="plain as-text"
              aria-label={`${say('open')}: ${each.action}`}
              onClick={() => open(each.id)}
            >
              <code>{each.action}</code>
            </button>
          ),
        },
        { key: 'when', title: say('when'), text: ({ occurredAt }) => occurredAt, as: 'time' },
        {
          key: 'outcome',
          title: say('outcome'),
          text: ({ outcome }) => outcome,
          cell: ({ outcome }) => <Outcome outcome={outcome} />,
        },
        {
          key: 'who',
          title: say('who'),
          text: ({ actor }) => actor.name ?? actor.id ?? actor.type,
          cell: ({ actor, via }) => <Who actor={actor} via={via} isShort />,
        },
        {
          key: 'whom',
          title: say('whom'),
          text: ({ target }) => target.name ?? target.id,
          cell: ({ target }) => <Thing {...target} isShort />,
        },
        { key: 'from', title: say('from'), text: fromWhere },
      ]}
    >
      {isOfDeployment() && <Proof />}
      {entry && <EntryDialog entry={entry} onClose={() => open(null)} />}
    </ListScreen>
  );
}
