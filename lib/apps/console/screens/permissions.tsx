// Permissions by category, and the roles that have them.
import {
  actionsColumn,
  ChoiceFilter,
  common,
  ListScreen,
  Menu,
  may,
  parameter,
  SearchFilter,
  setQuery,
  useRead,
} from '../kit.ts';
import { Change, Create, Delete, type Permission } from './permissions/dialogs.tsx';
import { say } from './permissions/words.ts';

/** The service returns no more at once. */
const MOST = '1000';

const close = (): void => setQuery({ do: null, permission: null });

/** By category, those without one last, then by name. */
const byCategory = (a: Permission, b: Permission): number =>
  Number(a.category === null) - Number(b.category === null) ||
  (a.category ?? '').localeCompare(b.category ?? '') ||
  a.name.localeCompare(b.name);

export default function Permissions() {
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
  const rows = read.data && [...read.data.data].sort(byCategory);
  const task = mayChange ? parameter('do') : undefined;
  const chosen = rows?.find(({ id }) => id === parameter('permission'));
  return (
    <ListScreen
      name="permissions"
      title={common('permissions')}
      lead={say('lead')}
      operation="adminPermissions.list"
      input={input}
      read={read}
      rows={rows}
      tasks={[{ name: 'create', title: say('create'), duty: 'operate', dialog: () => <Create onClose={close} /> }]}
      none={[say('none'), say('noneLead')]}
      isFiltered={!!(input.search || input.category || input.guard)}
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
        { key: 'name', title: common('name'), text: ({ name }) => name, as: 'code' },
        {
          key: 'category',
          title: say('category'),
          text: ({ category }) => category,
          cell: ({ category }) => category ?? say('noCategory'),
        },
        { key: 'description', title: say('description'), text: ({ description }) => description },
        { key: 'roles', title: say('roles'), text: (each) => rolesOf(each).join(', ') },
        { key: 'guard', title: say('guard'), text: ({ guard }) => guard, isHidden: true },
        { key: 'created', title: common('created'), text: ({ createdAt }) => createdAt, as: 'time', isHidden: true },
        ...actionsColumn(mayChange, ({ id, name }: Permission) => (
          <Menu
            label={`${common('actions')}: ${name}`}
            icon="more"
            class="plain quiet"
            items={[
              { title: common('edit'), run: () => setQuery({ do: 'edit', permission: id }) },
              { title: common('delete'), run: () => setQuery({ do: 'delete', permission: id }), isDangerous: true },
            ]}
          />
        )),
      ]}
    >
      {task === 'edit' && chosen && <Change key={chosen.id} permission={chosen} onClose={close} />}
      {task === 'delete' && chosen && <Delete permission={chosen} roles={rolesOf(chosen)} onClose={close} />}
    </ListScreen>
  );
}
