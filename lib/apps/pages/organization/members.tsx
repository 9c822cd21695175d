// The members: found by name, address or status, and managed one at a time.
import { useSignal } from '@preact/signals';
import { Field } from '../../kit/form.tsx';
import { Item } from '../../kit/panel.tsx';
import { me, nameOf } from '../account/me.ts';
import { api } from '../ui/api.ts';
import { Action } from '../ui/form.tsx';
import { say } from '../words/organization.ts';
import { Choice, Filter } from './filter.tsx';
import { Manage } from './manage.tsx';
import type { Member } from './own.ts';
// The page, which is there already. Without this, what it shares with these files would be files that everyone loads.
import './organization.tsx';
import { List, usePaged } from './paged.tsx';
import { Part } from './part.tsx';

type Query = NonNullable<Parameters<typeof api.organization.members>[0]>;

/** A status, and its word. */
const STATUSES = [
  ['active', 'active'],
  ['inactive', 'inactive'],
  ['verified', 'statusVerified'],
  ['unverified', 'unverified'],
] as const;

export function Members() {
  const filter = useSignal<Pick<Query, 'search' | 'status'>>({});
  const total = useSignal<string | undefined>(undefined);
  const managed = useSignal<Member | undefined>(undefined);
  const list = usePaged(async (cursor) => {
    const page = await api.organization.members({ ...filter.value, ...(cursor !== undefined && { cursor }) });
    total.value = `${page.total}${page.totalCapped ? '+' : ''}`;
    return { items: page.members, next: page.nextCursor };
  }, JSON.stringify(filter.value));
  return (
    <Part title={say('members')} lead={say('membersLead', { count: total.value ?? '…' })}>
      <Filter
        onFilter={({ search = '', status = '' }) => {
          filter.value = {
            ...(search.trim() && { search: search.trim() }),
            ...(status && { status: status as (typeof STATUSES)[number][0] }),
          };
        }}
      >
        <Field name="search" type="search" label={say('searchMembers')} autocomplete="off" maxLength={254} isOptional />
        <Choice
          name="status"
          label={say('status')}
          options={[['', say('all')], ...STATUSES.map(([each, word]) => [each, say(word)] as const)]}
          isFilter
        />
      </Filter>
      <List of={list} none={say('noMembers')}>
        {(member) => <Row key={member.id} of={member} onManage={() => (managed.value = member)} />}
      </List>
      {managed.value && (
        <Manage
          of={managed.value}
          onChanged={(changed) => list.put(({ id }) => id === managed.value?.id, changed)}
          onClose={() => {
            managed.value = undefined;
          }}
        />
      )}
    </Part>
  );
}

function Row({ of: member, onManage }: { of: Member; onManage: () => void }) {
  const { id, name, email, phone, isActive, roles } = member;
  const isVerified = member.emailVerifiedAt !== null || member.phoneVerifiedAt !== null;
  const isOwn = id === me.value?.id;
  const address = name === null ? undefined : (email ?? phone);
  const facts = [address, roles.map((each) => each.name).join(', ') || say('noRole')];
  return (
    <Item
      title={<bdi>{nameOf(member)}</bdi>}
      note={facts.filter(Boolean).map((fact) => (
        <bdi key={fact} class="fact">
          {fact}
        </bdi>
      ))}
      badge={isOwn ? say('you') : !isActive ? say('inactive') : isVerified ? undefined : say('unverified')}
    >
      {!isOwn && (
        <Action class="second" onClick={onManage}>
          {say('manage')}
          <span class="unseen">: {nameOf(member)}</span>
        </Action>
      )}
    </Item>
  );
}
