// Shows the groups of a directory with the role that each gives, its refused requests, and the users who differ.
import { useSignal } from '@preact/signals';
import {
  Badge,
  call,
  common,
  Dialog,
  Do,
  Facts,
  Form,
  Link,
  may,
  Opens,
  Problem,
  type ReplyOf,
  Select,
  Skeleton,
  Time,
  toast,
  useRead,
} from '../../kit.ts';
import { useRoles } from '../people/roles.tsx';
import { say } from './directory-words.ts';
import type { PartProps } from './words.ts';

type Group = ReplyOf<'adminTenants.scimGroups'>['groups'][number];
type Named = { id: string; name: string };
type DirectoryProps = PartProps & { connection: Named };

export function DirectoryGroups({ tenant, connection }: DirectoryProps) {
  const input = { id: tenant.id, connectionId: connection.id };
  const { data, problem, reload } = useRead('adminTenants.scimGroups', input);
  // A group gives no role of all tenants.
  const roles = (useRoles(tenant.id) ?? []).filter(({ tenantId }) => tenantId === tenant.id);
  const nameOf = (roleId: string): string => roles.find(({ id }) => id === roleId)?.name ?? roleId;
  if (!data)
    return (
      <>
        <Problem error={problem} retry={reload} />
        {!problem && <Skeleton />}
      </>
    );
  const { groups, users, refusals } = data;
  return (
    <>
      <Facts of={[[say('directoryUsers'), users]]} />
      <div class="stack">
        <h3>{say('groups')}</h3>
        <p class="hint">{say(groups.length ? 'groupsLead' : 'noGroup')}</p>
        {groups.map((group) => (
          <div key={group.id} class="row">
            <span>
              {group.displayName}: {group.roleId ? nameOf(group.roleId) : say('noRoleOfGroup')}
            </span>
            {may('operate') && (
              <Opens text={say('mapGroup')} label={say('mapGroupOf', { name: group.displayName })}>
                {(close) => <Mapping {...input} of={group} roles={roles} onClose={close} />}
              </Opens>
            )}
          </div>
        ))}
      </div>
      <details>
        <summary>
          {say('refusals')} ({refusals.length})
        </summary>
        <div class="stack">
          {!refusals.length && <p class="hint">{say('noRefusal')}</p>}
          {refusals.map(({ at, method, resource, status, reason }) => (
            <p key={`${at} ${method} ${reason}`}>
              <Time at={at} /> <code>{`${method} ${resource} ${status}`}</code> <span lang="en">{reason}</span>
            </p>
          ))}
        </div>
      </details>
      {may('readUsers') && <Drift {...input} name={connection.name} />}
    </>
  );
}

type MappingProps = { id: string; connectionId: string; of: Group; roles: readonly Named[]; onClose: () => void };

function Mapping({ id, connectionId, of: group, roles, onClose }: MappingProps) {
  const name = group.displayName;
  return (
    <Dialog title={say('mapGroupOf', { name })} onClose={onClose}>
      <Form
        operation="adminTenants.mapScimGroup"
        input={({ roleId }) => ({ id, connectionId, groupId: group.id, roleId: roleId || null })}
        submit={common('save')}
        codes={{ ROLE_NOT_FOUND: { field: 'roleId', text: say('roleGone') } }}
        onDone={() => {
          onClose();
          toast(say('groupMapped', { name }));
        }}
      >
        <Select
          name="roleId"
          label={say('role')}
          hint={say('mapGroupHint')}
          value={group.roleId ?? ''}
          options={[['', say('noRoleOfGroup')], ...roles.map((role) => [role.id, role.name] as const)]}
        />
      </Form>
    </Dialog>
  );
}

type Compared = ReplyOf<'adminTenants.scimDrift'>;

/** Compares some users with each press. */
function Drift({ id, connectionId, name }: { id: string; connectionId: string; name: string }) {
  const found = useSignal<Compared | undefined>(undefined);
  const { users = [], nextCursor, lastUsedAt } = found.value ?? {};
  const text = say(found.value ? 'compareMore' : 'compare');
  return (
    <details>
      <summary>{say('drift')}</summary>
      <div class="stack">
        <p class="hint">{say('driftLead')}</p>
        {found.value && (
          <p class="hint">
            {say('lastHeard')}: {lastUsedAt ? <Time at={lastUsedAt} /> : say('neverUsed')}
          </p>
        )}
        <div role="status">{found.value && !users.length && <p>{say('noDrift')}</p>}</div>
        {users.map((user) => (
          <p key={user.id}>
            <Link to={`users/${user.id}`}>{user.email ?? user.name ?? user.id}</Link>{' '}
            <Badge>{say(`drift-${user.finding}`)}</Badge>
          </p>
        ))}
        {(!found.value || nextCursor) && (
          <div class="doings">
            <Do
              label={`${text}: ${name}`}
              act={async () => {
                const page = await call('adminTenants.scimDrift', {
                  id,
                  connectionId,
                  ...(nextCursor && { cursor: nextCursor }),
                });
                found.value = { ...page, users: [...users, ...page.users] };
              }}
            >
              {text}
            </Do>
          </div>
        )}
      </div>
    </details>
  );
}
