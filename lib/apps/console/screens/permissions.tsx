// Permissions by category, and the roles that have them.
import {
  ChoiceFilter,
  common,
  EmptyState,
  Menu,
  may,
  query,
  Screen,
  SearchFilter,
  setQuery,
  Table,
  Time,
  useCommands,
  useRead,
} from '../kit.ts';
import { Change, Create, Delete, type Permission } from './permissions/dialogs.tsx';
import { say } from './permissions/words.ts';

/** The service returns no more at once. */
const MOST = '1000';

const create = (): void => setQuery({ do: 'create' });
const close = (): void => setQuery({ do: null, permission: null });

/** By category, those without one last, then by name. */
const byCategory = (a: Permission, b: Permission): number =>
  Number(a.category === null) - Number(b.category === null) ||
  (a.category ?? '').localeCompare(b.category ?? '') ||
  a.name.localeCompare(b.name);

export default function Permissions() {
  const parameter = (name: string): string | undefined => query.value.get(name) ?? undefined;
  const input = {
    search: parameter('search'),
    category: parameter('category'),
    guard: parameter('guard'),
    limit: MOST,
  };
  const read = useRead('adminPermissions.list', input);
  const categories = useRead('adminPermissions.categories', {}).data?.data ?? [];
  const guards = useRead('adminPermissions.guards', {}).data?.data ?? [];
  const roles = useRead('adminRoles.list', {}).data?.data;
  const rolesOf = ({ name, guard }: Permission): readonly string[] =>
    roles?.filter((role) => role.guard === guard && role.permissions.includes(name)).map((role) => role.name) ?? [];
  const mayChange = may('operate');
  useCommands(mayChange ? [{ title: say('create'), run: create }] : []);
  const rows = read.data && [...read.data.data].sort(byCategory);
  const isFiltered = !!(input.search || input.category || input.guard);
  const task = mayChange ? parameter('do') : undefined;
  const chosen = rows?.find(({ id }) => id === parameter('permission'));
  return (
    <Screen
      title={common('permissions')}
      lead={say('lead')}
      actions={
        mayChange && (
          <button type="button" onClick={create}>
            {say('create')}
          </button>
        )
      }
    >
      <Table
        name="permissions"
        caption={common('permissions')}
        read={read}
        call={{ operation: 'adminPermissions.list', input }}
        rows={rows}
        idOf={({ id }) => id}
        filters={
          <>
            <SearchFilter label={say('search')} />
            {categories.length > 0 && (
              <ChoiceFilter
                name="category"
                label={say('category')}
                options={categories.map((each) => [each, each] as const)}
              />
            )}
            {guards.length > 1 && (
              <ChoiceFilter name="guard" label={say('guard')} options={guards.map((each) => [each, each] as const)} />
            )}
          </>
        }
        columns={[
          { key: 'name', title: say('name'), cell: ({ name }) => <code>{name}</code>, text: ({ name }) => name },
          {
            key: 'category',
            title: say('category'),
            cell: ({ category }) => category ?? say('noCategory'),
            text: ({ category }) => category,
          },
          {
            key: 'description',
            title: say('description'),
            cell: ({ description }) => description ?? '–',
            text: ({ description }) => description,
          },
          {
            key: 'roles',
            title: say('roles'),
            cell: (each) => rolesOf(each).join(', ') || '–',
            text: (each) => rolesOf(each).join(', '),
          },
          { key: 'guard', title: say('guard'), cell: ({ guard }) => guard, text: ({ guard }) => guard, isHidden: true },
          {
            key: 'created',
            title: common('created'),
            cell: ({ createdAt }) => <Time at={createdAt} />,
            text: ({ createdAt }) => createdAt,
            isHidden: true,
          },
          ...(mayChange
            ? [
                {
                  key: 'actions',
                  title: common('actions'),
                  cell: ({ id, name }: Permission) => (
                    <Menu
                      label={`${common('actions')}: ${name}`}
                      icon="more"
                      class="plain quiet"
                      items={[
                        { title: common('edit'), run: () => setQuery({ do: 'edit', permission: id }) },
                        {
                          title: common('delete'),
                          run: () => setQuery({ do: 'delete', permission: id }),
                          isDangerous: true,
                        },
                      ]}
                    />
                  ),
                },
              ]
            : []),
        ]}
        empty={
          isFiltered ? (
            <EmptyState title={common('nothingFound')} />
          ) : (
            <EmptyState title={say('none')}>
              <p>{say('noneLead')}</p>
            </EmptyState>
          )
        }
      />
      {task === 'create' && <Create onClose={close} />}
      {task === 'edit' && chosen && <Change key={chosen.id} permission={chosen} onClose={close} />}
      {task === 'delete' && chosen && <Delete permission={chosen} roles={rolesOf(chosen)} onClose={close} />}
    </Screen>
  );
}
