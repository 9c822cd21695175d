// Users of all tenants: found by search and filters in the address, changed one by one or many at once.
import { useSignal } from '@preact/signals';
import {
  ChoiceFilter,
  type Column,
  CursorPager,
  common,
  EmptyState,
  every,
  type InputOf,
  Link,
  may,
  number,
  query,
  Screen,
  SearchFilter,
  setQuery,
  Table,
  Time,
  useCommands,
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

const timeColumn = (key: string, title: string, timeOf: (user: User) => string): Column<User> => ({
  key,
  title,
  cell: (user) => <Time at={timeOf(user)} />,
  text: timeOf,
});

const COLUMNS = (): readonly Column<User>[] => [
  {
    key: 'address',
    title: say('address'),
    cell: (user) => <Link to={`users/${user.id}`}>{addressOf(user)}</Link>,
    text: addressOf,
  },
  { key: 'name', title: say('name'), cell: ({ name }) => name ?? '–', text: ({ name }) => name },
  { key: 'status', title: say('status'), cell: (user) => <States user={user} />, text: statesOf },
  { key: 'tenant', title: common('tenant'), cell: tenantOf, text: tenantOf },
  { key: 'roles', title: say('roles'), cell: (user) => rolesOf(user) || '–', text: rolesOf },
  timeColumn('created', common('created'), ({ createdAt }) => createdAt),
  { key: 'phone', title: say('phone'), cell: ({ phone }) => phone ?? '–', text: ({ phone }) => phone, isHidden: true },
  { ...timeColumn('updated', common('updated'), ({ updatedAt }) => updatedAt), isHidden: true },
  { key: 'id', title: say('id'), cell: ({ id }) => <code>{id}</code>, text: ({ id }) => id, isHidden: true },
];

/** The dialog is in the address, too. The list stays where it is. */
const show = (dialog: 'create' | 'invite' | null): void =>
  setQuery({ do: dialog, cursor: query.value.get('cursor') }, { state: history.state });

export default function Users() {
  const parameter = (name: string): string | undefined => query.value.get(name) ?? undefined;
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
  const mayCreate = may('operate');
  useCommands(
    mayCreate
      ? [
          { title: say('add'), run: () => show('create') },
          { title: shared('invite'), run: () => show('invite') },
        ]
      : [],
  );
  const rows = read.data?.data;
  const meta = read.data?.meta;
  // A tenant without users is new. It is not a search that found nothing.
  const isFiltered = FILTERS.some((name) => query.value.get(name));
  const dialog = mayCreate ? query.value.get('do') : null;
  const begin = (kind: BulkKind, ids: readonly string[]) => () => {
    bulk.value = { kind, users: rows?.filter(({ id }) => ids.includes(id)) ?? [] };
  };
  return (
    <Screen
      title={common('users')}
      lead={say('lead')}
      actions={
        mayCreate && (
          <>
            <button type="button" onClick={() => show('invite')}>
              {shared('invite')}
            </button>
            <button type="button" class="second" onClick={() => show('create')}>
              {say('add')}
            </button>
          </>
        )
      }
    >
      <Table
        name="users"
        caption={common('users')}
        read={read}
        call={{ operation: 'adminUsers.list', input }}
        rows={rows}
        idOf={({ id }) => id}
        titleOf={titleOf}
        filters={
          <>
            <SearchFilter label={say('search')} maxLength={254} />
            <ChoiceFilter
              name="status"
              label={say('status')}
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
        empty={
          isFiltered ? (
            <EmptyState title={common('nothingFound')}>
              <p>{say('nothingLead')}</p>
              <button
                type="button"
                class="second"
                onClick={() => setQuery(Object.fromEntries(FILTERS.map((name) => [name, null])))}
              >
                {say('clear')}
              </button>
            </EmptyState>
          ) : (
            <EmptyState title={say('none')}>
              <p>{say('noneLead')}</p>
              {mayCreate && (
                <button type="button" onClick={() => show('invite')}>
                  {shared('invite')}
                </button>
              )}
            </EmptyState>
          )
        }
      />
      {rows && rows.length > 0 && meta && (
        <div class="row">
          <span class="hint">
            {meta.totalCapped ? say('foundMany', { count: number(meta.total) }) : say.count('found', meta.total)}
          </span>
          <CursorPager next={meta.nextCursor} />
        </div>
      )}
      {dialog === 'create' && <Create onClose={() => show(null)} />}
      {dialog === 'invite' && <Invite onClose={() => show(null)} />}
      {bulk.value && (
        <Bulk
          {...bulk.value}
          onClose={() => {
            bulk.value = undefined;
            selection.value = new Set();
          }}
        />
      )}
    </Screen>
  );
}
