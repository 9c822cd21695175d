// What a role allows: searched and ticked, sent at once, undone by one click.
import { useSignal } from '@preact/signals';
import {
  call,
  common,
  EmptyState,
  Form,
  isOfDeployment,
  Link,
  Panel,
  Problem,
  query,
  type ReplyOf,
  SearchFilter,
  Skeleton,
  toast,
  useRead,
} from '../../kit.ts';
import { say } from './words.ts';

export type Role = ReplyOf<'adminRoles.list'>['data'][number];
type Known = { name: string; description: string | null; category: string | null };

/** The service returns no more at once. */
const MOST = '1000';

/**
 * The permissions that the role can have. Admins of some tenants may not list them: they choose among those of the roles
 * that they see.
 */
function useKnown(role: Role, roles: readonly Role[]) {
  const read = useRead('adminPermissions.list', isOfDeployment() ? { guard: role.guard, limit: MOST } : undefined);
  if (isOfDeployment()) return { known: read.data?.data as readonly Known[] | undefined, read };
  const names = new Set(roles.filter(({ guard }) => guard === role.guard).flatMap(({ permissions }) => permissions));
  return { known: [...names].sort().map((name): Known => ({ name, description: null, category: null })), read };
}

type PermissionsProps = { role: Role; roles: readonly Role[]; mayChange: boolean };

export function Permissions({ role, roles, mayChange }: PermissionsProps) {
  const { known, read } = useKnown(role, roles);
  return (
    <Panel title={say('permissions')} lead={say('permissionsLead')}>
      <Problem error={read.problem} retry={read.reload} />
      {!known && !read.problem && <Skeleton />}
      {known?.length === 0 && (
        <EmptyState title={say('noneKnown', { guard: role.guard })}>
          {isOfDeployment() && (
            <Link to="permissions" class="button">
              {say('createPermissions')}
            </Link>
          )}
        </EmptyState>
      )}
      {/* What was ticked is forgotten when someone else has changed the role. */}
      {known && known.length > 0 && (
        <Choice key={role.permissions.join(' ')} role={role} known={known} mayChange={mayChange} />
      )}
    </Panel>
  );
}

type ChoiceProps = { role: Role; known: readonly Known[]; mayChange: boolean };

function Choice({ role, known, mayChange }: ChoiceProps) {
  const chosen = useSignal<ReadonlySet<string>>(new Set(role.permissions));
  const search = (query.value.get('search') ?? '').toLocaleLowerCase();
  const found = known.filter(({ name, description }) =>
    `${name} ${description ?? ''}`.toLocaleLowerCase().includes(search),
  );
  const categories = [...new Set(found.map(({ category }) => category))].sort((a, b) =>
    // Those without one come last.
    a === null ? 1 : b === null ? -1 : a.localeCompare(b),
  );
  const toggle = (name: string, is: boolean): void => {
    const next = new Set(chosen.value);
    is ? next.add(name) : next.delete(name);
    chosen.value = next;
  };
  const isChanged =
    chosen.value.size !== role.permissions.length || role.permissions.some((name) => !chosen.value.has(name));
  const before = role.permissions;
  const list = (
    <>
      <div class="toolbar">
        <div class="filters">
          <SearchFilter label={say('findPermission')} />
        </div>
        <span role="status">{say.count('chosen', chosen.value.size)}</span>
      </div>
      {found.length === 0 && <EmptyState title={common('nothingFound')} />}
      {categories.map((category) => (
        <fieldset key={category ?? ''} class="ticks">
          <legend>{category ?? say('noCategory')}</legend>
          {found
            .filter((each) => each.category === category)
            .map(({ name, description }) => (
              <label key={name} class="check">
                <input
                  type="checkbox"
                  checked={chosen.value.has(name)}
                  disabled={!mayChange}
                  onChange={({ currentTarget }) => toggle(name, currentTarget.checked)}
                />
                <span>
                  <code>{name}</code>
                  {description && <span class="hint block">{description}</span>}
                </span>
              </label>
            ))}
        </fieldset>
      ))}
    </>
  );
  if (!mayChange) return list;
  return (
    <Form
      operation="adminRoles.update"
      input={() => ({ id: role.id, permissions: [...chosen.value].sort() })}
      submit={say('savePermissions')}
      isDisabled={!isChanged}
      onDone={() =>
        toast(say('saved'), { undo: () => call('adminRoles.update', { id: role.id, permissions: [...before] }) })
      }
      actions={
        isChanged && (
          <button
            type="button"
            class="second"
            onClick={() => {
              chosen.value = new Set(role.permissions);
            }}
          >
            {say('reset')}
          </button>
        )
      }
    >
      {list}
    </Form>
  );
}
