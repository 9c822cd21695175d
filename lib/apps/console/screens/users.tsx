// Users of all tenants: found by search and filters in the address, changed one by one or many at once.
import { useSignal } from '@preact/signals';
import {
  Avatar,
  ChoiceFilter,
  type Column,
  CursorPager,
  common,
  every,
  type InputOf,
  Link,
  ListScreen,
  may,
  me,
  number,
  parameter,
  query,
  SearchFilter,
  setQuery,
  showDialog,
  useRead,
  useSelection,
} from '../kit.ts';
import { PickFilter, shownTenant, TenantFilter } from './access/tenants.tsx';
import { Invite } from './people/invite.tsx';
import { addressOf, States, statesOf, titleOf, type User } from './people/people.tsx';
import { useRoles } from './people/roles.tsx';
import { shared } from './people/words.ts';
import { Bulk, type BulkKind } from './users/bulk.tsx';
import { Create } from './users/create.tsx';
import { say } from './users/words.ts';

type Status = NonNullable<InputOf<'adminUsers.list'>['status']>;
const STATUSES = every<Status>({ active: 0, inactive: 0, verified: 0, unverified: 0 });
const FILTERS = ['search', 'status', 'roleName'] as const;
const LIMIT = '50';

const rolesOf = ({ userAccesses }: User): string =>
  userAccesses.flatMap(({ roles }) => roles.map(({ name }) => name)).join(', ');
const tenantOf = ({ userAccesses }: User): string => userAccesses[0]?.tenant.name ?? '';

const COLUMNS = (): readonly Column<User>[] => [
  {
    key: 'address',
    title: say('address'),
    cell: (user) => (
      <span class="with-avatar">
        <Avatar of={titleOf(user)} />
        <Link to={`users/${user.id}`}>{addressOf(user)}</Link>
      </span>
    ),
    text: addressOf,
  },
  { key: 'name', title: common('name'), text: ({ name }) => name },
  { key: 'status', title: common('status'), cell: (user) => <States user={user} />, text: statesOf },
  { key: 'tenant', title: common('tenant'), text: tenantOf },
  { key: 'roles', title: say('roles'), text: rolesOf },
  { key: 'created', title: common('created'), text: ({ createdAt }) => createdAt, as: 'time' },
  { key: 'phone', title: common('phone'), text: ({ phone }) => phone, isHidden: true },
  { key: 'updated', title: common('updated'), text: ({ updatedAt }) => updatedAt, as: 'time', isHidden: true },
  { key: 'id', title: common('id'), text: ({ id }) => id, as: 'code', isHidden: true },
];

export default function Users() {
  const status = STATUSES.find((each) => each === parameter('status')) as Status | undefined;
  const tenantId = shownTenant();
  const input = {
    limit: LIMIT,
    search: parameter('search'),
    status,
    tenantId,
    roleName: parameter('roleName'),
    cursor: parameter('cursor'),
  };
  const read = useRead('adminUsers.list', input);
  const roleNames = [...new Set((useRoles(tenantId) ?? []).map(({ name }) => name))];
  const selection = useSelection();
  const bulk = useSignal<{ kind: BulkKind; users: readonly User[] } | undefined>(undefined);
  const rows = read.data?.data;
  const own = me.value?.tenants;
  /** Users are imported into one tenant: the shown one, or the only one of the admin. */
  const importInto = tenantId ?? (own?.length === 1 ? own[0] : undefined);
  const meta = read.data?.meta;
  // A tenant without users is new. It is not a search that found nothing.
  const isFiltered = FILTERS.some((name) => query.value.get(name));
  const begin = (kind: BulkKind, ids: readonly string[]) => () => {
    bulk.value = { kind, users: rows?.filter(({ id }) => ids.includes(id)) ?? [] };
  };
  return (
    <ListScreen
      name="users"
      title={common('users')}
      lead={say('lead')}
      operation="adminUsers.list"
      input={input}
      read={read}
      rows={rows}
      titleOf={titleOf}
      tasks={[
        { name: 'invite', title: shared('invite'), duty: 'operate', dialog: (close) => <Invite onClose={close} /> },
        { name: 'create', title: say('add'), duty: 'operate', dialog: (close) => <Create onClose={close} /> },
      ]}
      actions={
        importInto &&
        may('operate') && (
          <Link to={`tenants/${importInto}/import`} class="button second">
            {say('import')}
          </Link>
        )
      }
      none={
        isFiltered
          ? [
              common('nothingFound'),
              <>
                <p>{say('nothingLead')}</p>
                <button
                  type="button"
                  class="second"
                  onClick={() => setQuery(Object.fromEntries(FILTERS.map((name) => [name, null])))}
                >
                  {say('clear')}
                </button>
              </>,
            ]
          : [
              say('none'),
              <>
                <p>{say('noneLead')}</p>
                {may('operate') && (
                  <button type="button" onClick={() => showDialog('invite')}>
                    {shared('invite')}
                  </button>
                )}
              </>,
            ]
      }
      pager={
        rows &&
        rows.length > 0 &&
        meta && (
          <div class="row">
            <span class="hint">
              {meta.totalCapped ? say('foundMany', { count: number(meta.total) }) : say.count('found', meta.total)}
            </span>
            <CursorPager next={meta.nextCursor} />
          </div>
        )
      }
      filters={
        <>
          <SearchFilter label={say('search')} maxLength={254} />
          <ChoiceFilter
            name="status"
            label={common('status')}
            options={STATUSES.map((each) => [each, say(`status-${each}`)])}
          />
          <TenantFilter />
          {roleNames.length > 0 && (
            <PickFilter
              name="roleName"
              label={shared('role')}
              picks={roleNames.map((name) => ({ value: name, title: name }))}
              value={input.roleName}
            />
          )}
        </>
      }
      columns={COLUMNS()}
      {...(may('help') ? { selection } : {})}
      bulk={(ids) => (
        <>
          {may('operate') && (
            <>
              <button type="button" class="second small" onClick={begin('disable', ids)}>
                {say('disable')}
              </button>
              <button type="button" class="second small" onClick={begin('enable', ids)}>
                {say('enable')}
              </button>
            </>
          )}
          <button type="button" class="second small" onClick={begin('endSessions', ids)}>
            {say('endSessions')}
          </button>
        </>
      )}
    >
      {bulk.value && (
        <Bulk
          {...bulk.value}
          onClose={() => {
            bulk.value = undefined;
            selection.value = new Set();
          }}
        />
      )}
    </ListScreen>
  );
}
