// The audit log of the organization, newest first.
import { useSignal } from '@preact/signals';
import { Field } from '../../kit/form.tsx';
import { Item } from '../../kit/panel.tsx';
import { api } from '../ui/api.ts';
import { moment } from '../words/index.ts';
import { say } from '../words/organization.ts';
import { Filter } from './filter.tsx';
// The page, which is there already. Without this, what it shares with these files would be files that everyone loads.
import './organization.tsx';
import { List, usePaged } from './paged.tsx';
import { Part } from './part.tsx';

type Entry = Awaited<ReturnType<typeof api.organization.audit>>['data'][number];
type Query = Pick<NonNullable<Parameters<typeof api.organization.audit>[0]>, 'action' | 'from' | 'to'>;

/** The beginning of a day where the person is. */
const dayOf = (text: string, more = 0): string => {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number);
  return new Date(year, month - 1, day + more).toISOString();
};

export function Audit() {
  const filter = useSignal<Query>({});
  const list = usePaged(async (cursor) => {
    const { data, meta } = await api.organization.audit({ ...filter.value, ...(cursor !== undefined && { cursor }) });
    return { items: data, next: meta.nextCursor };
  }, JSON.stringify(filter.value));
  return (
    <Part title={say('audit')} lead={say('auditLead')}>
      <Filter
        onFilter={({ action = '', from = '', to = '' }) => {
          filter.value = {
            ...(action.trim() && { action: action.trim() }),
            ...(from && { from: dayOf(from) }),
            ...(to && { to: dayOf(to, 1) }),
          };
        }}
      >
        <Field name="action" label={say('auditAction')} autocomplete="off" inputMode="url" maxLength={128} isOptional />
        <Field name="from" type="date" label={say('from')} isOptional />
        <Field name="to" type="date" label={say('to')} isOptional />
      </Filter>
      <List of={list} none={say('noEntries')}>
        {(entry) => <Row key={entry.id} of={entry} />}
      </List>
    </Part>
  );
}

function Row({ of: { action, occurredAt, outcome, actor, target, source } }: { of: Entry }) {
  const facts = [
    moment(occurredAt),
    say('by', { name: nameOf(actor) }),
    source && [source.deviceName, source.ipAddress].filter(Boolean).join(', '),
  ];
  return (
    <Item
      title={
        <>
          <bdi dir="ltr">{action}</bdi> {target.name && <bdi>{target.name}</bdi>}
        </>
      }
      badge={outcome === 'failure' ? say('failed') : undefined}
      note={facts.filter(Boolean).join(' · ')}
    />
  );
}

/** Who it was, as far as the log tells those who manage a tenant. */
function nameOf({ type, name }: Entry['actor']): string {
  if (type === 'admin' || type === 'secretKey') return say('byAdmin');
  if (type === 'stranger') return say('byStranger');
  if (type === 'system') return say('bySystem');
  return name ?? say('byOther');
}
