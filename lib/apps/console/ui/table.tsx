// Tables of lists:
//
//   <Table
//     name="users"                        keeps the choice of columns in this browser
//     caption={say('title')}
//     read={users}                        what `useRead` returns: shows loading, problems, and the code of the call
//     call={{ operation: 'adminUsers.list', input }}
//     rows={users.data?.data}
//     idOf={({ id }) => id}
//     columns={[
//       { key: 'email', title: say('email'), cell: (user) => <Link to={`users/${user.id}`}>{user.email}</Link> },
//       { key: 'created', title: say('created'), text: ({ createdAt }) => createdAt, as: 'time', isHidden: true },
//     ]}
//     none={[say('none'), say('noneLead')]}
//     selection={selected}                a signal of a set of ids, from `useSelection()`
//     bulk={(ids) => <button …/>}         what can be done with the selected rows
//   />
//
// The first column names the row and is always shown. On a phone, each row is a card.
import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Icon } from '../../kit/icons.tsx';
import { inBrowser } from '../../kit/storage.ts';
import { saveCsv } from '../core/csv.ts';
import type { Call } from '../core/operations.ts';
import type { Read } from '../core/resource.ts';
import { common } from '../words/index.ts';
import { Code } from './code.tsx';
import { Menu } from './menu.tsx';
import { Problem } from './problem.tsx';
import { EmptyState, Skeleton } from './screen.tsx';
import { Time } from './time.tsx';

export type Column<T> = {
  key: string;
  title: string;
  /** The text of a row in a file. If a column has one, the table can be downloaded as CSV. */
  text?: (row: T) => string | number | null | undefined;
  /** How the text is shown: an id or a name of a program, a timestamp, or as it is. */
  as?: 'code' | 'time';
  /** Shows the value of a row, if the text does not. */
  cell?: (row: T) => ComponentChildren;
  /** Not shown until someone chooses it. */
  isHidden?: boolean;
  isNumber?: boolean;
};

export type TableProps<T> = {
  name: string;
  caption: string;
  read: Pick<Read<unknown>, 'problem' | 'isLoading' | 'isStale' | 'reload'>;
  call?: Call;
  rows: readonly T[] | undefined;
  idOf: (row: T) => string;
  columns: readonly Column<T>[];
  /** Said if there are no rows: a title and more. */
  none?: readonly [title: string, more?: ComponentChildren];
  /** Filters, left of the choice of columns. */
  filters?: ComponentChildren;
  selection?: Signal<ReadonlySet<string>>;
  /** How a row is called, for the names of its box. */
  titleOf?: (row: T) => string;
  bulk?: (ids: readonly string[]) => ComponentChildren;
};

/** The ids of the rows that are selected. */
export const useSelection = (): Signal<ReadonlySet<string>> => useSignal<ReadonlySet<string>>(new Set());

const keptName = (name: string): string => `gatehouse columns ${name}`;

/** Returns the keys of the shown columns, and the function that shows or hides one. Kept in this browser. */
function useColumns<T>(name: string, columns: readonly Column<T>[]) {
  const kept = inBrowser.getItem(keptName(name));
  const chosen = useSignal(kept ? kept.split(' ') : columns.filter(({ isHidden }) => !isHidden).map(({ key }) => key));
  const toggle = (key: string): void => {
    chosen.value = chosen.value.includes(key) ? chosen.value.filter((each) => each !== key) : [...chosen.value, key];
    inBrowser.setItem(keptName(name), chosen.value.join(' '));
  };
  return { isShown: (key: string, at: number): boolean => at === 0 || chosen.value.includes(key), toggle };
}

/** Returns the content of a cell. */
function shownOf<T>({ cell, text, as }: Column<T>, row: T): ComponentChildren {
  if (cell) return cell(row);
  const value = text?.(row);
  if (as === 'time') return <Time at={value as string | null | undefined} />;
  if (value === null || value === undefined || value === '') return '–';
  return as === 'code' ? <code>{value}</code> : value;
}

/** The column of the buttons of each row, if there are any. */
export const actionsColumn = <T,>(isOffered: boolean, cell: (row: T) => ComponentChildren): Column<T>[] =>
  isOffered ? [{ key: 'actions', title: common('actions'), cell }] : [];

/** The columns that a file has, with their titles. */
function cellsOf<T>(columns: readonly Column<T>[], rows: readonly T[]): string[][] {
  const written = columns.filter(({ text }) => text);
  return [
    written.map(({ title }) => title),
    ...rows.map((row) => written.map(({ text }) => String(text?.(row) ?? ''))),
  ];
}

// Browsers drop the roles of a table that is laid out as cards.
const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader', scope: 'col' },
  name: { role: 'rowheader', scope: 'row' },
  cell: { role: 'cell' },
} as Readonly<Record<string, object>>;

export function Table<T>(props: TableProps<T>) {
  const {
    name,
    caption,
    read,
    rows,
    idOf,
    columns,
    none = [common('nothingFound')],
    filters,
    selection,
    titleOf = idOf,
  } = props;
  const { isShown, toggle } = useColumns(name, columns);
  const shown = columns.filter(({ key }, at) => isShown(key, at));
  const selected = rows?.filter((row) => selection?.value.has(idOf(row))).map(idOf) ?? [];
  const select = (ids: readonly string[], is: boolean): void => {
    if (!selection) return;
    const next = new Set(selection.value);
    for (const id of ids) is ? next.add(id) : next.delete(id);
    selection.value = next;
  };
  return (
    <div class="table-area">
      <div class="toolbar">
        <div class="filters">{filters}</div>
        <div class="doings">
          {rows && rows.length > 0 && columns.some(({ text }) => text) && (
            <button
              type="button"
              class="plain quiet icon-button"
              aria-label={common('download')}
              title={common('download')}
              onClick={() => saveCsv(name, cellsOf(columns, rows))}
            >
              <Icon name="download" />
            </button>
          )}
          {props.call && <Code call={() => props.call as Call} />}
          {columns.length > 2 && (
            <Menu
              label={common('columns')}
              icon="columns"
              class="plain quiet"
              items={columns.slice(1).map(({ key, title }) => ({
                title,
                isChecked: isShown(key, 1),
                run: () => toggle(key),
              }))}
            />
          )}
        </div>
      </div>
      {selected.length > 0 && props.bulk && (
        <div class="bulk" role="status">
          <span>{common.count('selected', selected.length)}</span>
          {props.bulk(selected)}
          <button type="button" class="plain" onClick={() => select(selected, false)}>
            {common('selectNone')}
          </button>
        </div>
      )}
      <Problem error={read.problem} retry={read.reload} />
      {!rows && read.isLoading && <Skeleton lines={6} />}
      {rows?.length === 0 && !read.isStale && (
        <EmptyState title={none[0]}>{typeof none[1] === 'string' ? <p>{none[1]}</p> : none[1]}</EmptyState>
      )}
      {rows && rows.length > 0 && (
        <table class={read.isStale ? 'table stale' : 'table'} aria-busy={read.isStale} {...ROLES.table}>
          <caption class="unseen">{caption}</caption>
          <thead {...ROLES.group}>
            <tr {...ROLES.row}>
              {selection && (
                <th class="box" {...ROLES.head}>
                  <input
                    type="checkbox"
                    aria-label={common('selectAll')}
                    checked={selected.length === rows.length}
                    onChange={({ currentTarget }) => select(rows.map(idOf), currentTarget.checked)}
                  />
                </th>
              )}
              {shown.map(({ key, title, isNumber }) => (
                <th key={key} class={isNumber ? 'number' : ''} {...ROLES.head}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...ROLES.group}>
            {rows.map((row) => (
              <tr key={idOf(row)} {...ROLES.row} class={selection?.value.has(idOf(row)) ? 'selected' : ''}>
                {selection && (
                  <td class="box" {...ROLES.cell}>
                    <input
                      type="checkbox"
                      aria-label={common('select', { name: titleOf(row) })}
                      checked={selection.value.has(idOf(row))}
                      onChange={({ currentTarget }) => select([idOf(row)], currentTarget.checked)}
                    />
                  </td>
                )}
                {shown.map((column, at) =>
                  at === 0 ? (
                    <th key={column.key} class="row-name" {...ROLES.name}>
                      {shownOf(column, row)}
                    </th>
                  ) : (
                    <td
                      key={column.key}
                      data-title={column.title}
                      class={column.isNumber ? 'number' : ''}
                      {...ROLES.cell}
                    >
                      <span>{shownOf(column, row)}</span>
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
