// Shows the numbers and the refused requests of a directory, and how its people differ from the members.
import { useSignal } from '@preact/signals';
import { Dialog } from '../../../kit/dialog.tsx';
import { Item } from '../../../kit/panel.tsx';
import { Problem } from '../../../kit/problem.tsx';
import { useListed } from '../../account/listed.ts';
import { nameOf } from '../../account/me.ts';
import { api } from '../../ui/api.ts';
import { Action } from '../../ui/form.tsx';
import { say } from '../../words/directory.ts';
import { moment } from '../../words/index.ts';
import { say as sayOfOrganization } from '../../words/organization.ts';
import { may } from '../own.ts';
import { List, usePaged } from '../paged.tsx';
import type { Connection } from './changes.ts';

type ActivityProps = { of: Connection; onClose: () => void };

export function Activity({ of: { id, name, lastUsedAt }, onClose }: ActivityProps) {
  const { items, problem } = useListed(async () => [await api.organization.scimGroups({ id })]);
  const [seen] = items.value ?? [];
  return (
    <Dialog
      title={say('dirActivityOf', { name })}
      lead={seen && say('dirCounts', { users: seen.users, groups: seen.groups.length })}
      onClose={onClose}
    >
      <Problem error={problem.value} />
      {seen ? (
        <div class="stack">
          <h3>{say('dirRefusals')}</h3>
          {!seen.refusals.length && <p class="hint">{say('dirNoRefusals')}</p>}
          {seen.refusals.map(({ at, method, resource, status, reason }) => (
            <Item
              key={`${at} ${method} ${reason}`}
              title={<bdi dir="ltr">{`${method} ${resource} ${status}`}</bdi>}
              note={
                <>
                  <bdi class="fact" lang="en">
                    {reason}
                  </bdi>
                  <span class="fact">{moment(at)}</span>
                </>
              }
            />
          ))}
        </div>
      ) : (
        !problem.value && <div class="skeleton" aria-busy="true" />
      )}
      {may('organization.members', 'organization.roles') && <Drift id={id} heardAt={lastUsedAt} />}
      <Action class="second" onClick={onClose}>
        {sayOfOrganization('close')}
      </Action>
    </Dialog>
  );
}

/** Compares the members with the directory, some at a time. */
function Drift({ id, heardAt }: { id: string; heardAt: string | null }) {
  const isAsked = useSignal(false);
  return (
    <div class="stack">
      <h3>{say('dirDrift')}</h3>
      <p class="hint">{say('dirDriftLead')}</p>
      <p class="hint">{heardAt ? say('dirUsed', { at: moment(heardAt) }) : say('dirUnused')}</p>
      {isAsked.value ? (
        <Compared id={id} />
      ) : (
        <Action
          class="second start-of-row"
          onClick={() => {
            isAsked.value = true;
          }}
        >
          {say('dirCompare')}
        </Action>
      )}
    </div>
  );
}

function Compared({ id }: { id: string }) {
  const list = usePaged(async (cursor) => {
    const { users, nextCursor } = await api.organization.scimDrift({ id, ...(cursor && { cursor }) });
    return { items: users, next: nextCursor };
  });
  return (
    <List of={list} none={say('dirNoDrift')}>
      {(user) => (
        <Item
          key={user.id}
          title={<bdi>{nameOf({ ...user, phone: null })}</bdi>}
          badge={say(user.finding === 'absent' ? 'dirNotThere' : 'dirEndedHere')}
          note={user.name && <bdi>{user.email}</bdi>}
        />
      )}
    </List>
  );
}
