// What a directory did and was refused, and how its people differ from the members.
import { useSignal } from '@preact/signals';
import { Dialog } from '../../kit/dialog.tsx';
import { Do } from '../../kit/do.tsx';
import { Item } from '../../kit/panel.tsx';
import { Problem } from '../../kit/problem.tsx';
import { useListed } from '../account/listed.ts';
import { inSession, nameOf } from '../account/me.ts';
import { api } from '../ui/api.ts';
import { Action } from '../ui/form.tsx';
import { say } from '../words/directory.ts';
import { moment } from '../words/index.ts';
import { say as sayOfOrganization } from '../words/organization.ts';
import type { Connection } from './directory-changes.ts';
import { may } from './own.ts';

type ActivityProps = { of: Connection; onClose: () => void };

export function Activity({ of: { id, name }, onClose }: ActivityProps) {
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
      {may('organization.members', 'organization.roles') && <Drift id={id} />}
      <Action class="second" onClick={onClose}>
        {sayOfOrganization('close')}
      </Action>
    </Dialog>
  );
}

type Compared = Awaited<ReturnType<typeof api.organization.scimDrift>>;

/** Compares some members with each press. */
function Drift({ id }: { id: string }) {
  const found = useSignal<Compared | undefined>(undefined);
  const { users = [], nextCursor } = found.value ?? {};
  const compare = async (): Promise<void> => {
    const page = await inSession(() => api.organization.scimDrift({ id, ...(nextCursor && { cursor: nextCursor }) }));
    found.value = { ...page, users: [...users, ...page.users] };
  };
  return (
    <div class="stack">
      <h3>{say('dirDrift')}</h3>
      <p class="hint">{say('dirDriftLead')}</p>
      <div role="status">{found.value && !users.length && <p>{say('dirNoDrift')}</p>}</div>
      {users.map((user) => (
        <Item
          key={user.id}
          title={<bdi>{nameOf({ ...user, phone: null })}</bdi>}
          badge={say(user.finding === 'absent' ? 'dirNotThere' : 'dirEndedHere')}
          note={user.name && <bdi>{user.email}</bdi>}
        />
      ))}
      {(!found.value || nextCursor) && (
        <div class="doings">
          <Do act={compare}>{say(found.value ? 'dirCompareMore' : 'dirCompare')}</Do>
        </div>
      )}
    </div>
  );
}
