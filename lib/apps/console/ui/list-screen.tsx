// A screen that is a list:
//
//   <ListScreen
//     name="roles" title={common('roles')} lead={say('lead')}
//     operation="adminRoles.list" input={input} read={read} rows={read.data?.data}
//     tasks={[{ name: 'create', title: say('create'), duty: 'operate', dialog: (close) => <Create onClose={close} /> }]}
//     none={[say('none'), say('noneLead')]}
//     columns={[…]}
//   />
//
// A task is a button beside the title and a command of the palette. Its dialog is in the address: `?do=create`.
import type { ComponentChildren } from 'preact';
import { useCommands } from '../core/commands.ts';
import { type Duty, may } from '../core/duties.ts';
import type { InputOf, OperationName } from '../core/operations.ts';
import { query, showDialog } from '../core/router.ts';
import { Screen } from './screen.tsx';
import { Table, type TableProps } from './table.tsx';

type Task = {
  name: string;
  title: string;
  duty: Duty;
  /** Whether this admin may do it, beside the duty. */
  isOffered?: boolean;
  dialog: (close: () => void) => ComponentChildren;
};

type ListProps<T, N extends OperationName> = Omit<TableProps<T>, 'caption' | 'call' | 'idOf' | 'none'> & {
  title: string;
  lead: string;
  operation: N;
  input: InputOf<N>;
  tasks?: readonly Task[];
  /** Said of an empty list: a title and more. */
  none: readonly [title: string, more?: ComponentChildren];
  /** Whether it may be empty because of a filter. */
  isFiltered?: boolean | undefined;
  /** Beside the tasks. */
  actions?: ComponentChildren;
  pager?: ComponentChildren;
  /** Above the list. */
  above?: ComponentChildren;
  children?: ComponentChildren;
};

/** Closes the dialog of a task. */
const close = (): void => showDialog(null);

export function ListScreen<T extends { id: string }, N extends OperationName>(props: ListProps<T, N>) {
  const {
    title,
    lead,
    operation,
    input,
    tasks = [],
    none,
    isFiltered,
    actions,
    pager,
    above,
    children,
    ...table
  } = props;
  const offered = tasks.filter(({ duty, isOffered = true }) => may(duty) && isOffered);
  useCommands(offered.map((task) => ({ title: task.title, run: () => showDialog(task.name) })));
  return (
    <Screen
      title={title}
      lead={lead}
      actions={
        offered.length > 0 && (
          <>
            {offered.map((task, at) => (
              <button key={task.name} type="button" class={at ? 'second' : ''} onClick={() => showDialog(task.name)}>
                {task.title}
              </button>
            ))}
            {actions}
          </>
        )
      }
    >
      {above}
      <Table
        {...table}
        caption={title}
        call={{ operation, input }}
        idOf={({ id }) => id}
        {...(isFiltered ? {} : { none })}
      />
      {pager}
      {children}
      {offered.find(({ name }) => name === query.value.get('do'))?.dialog(close)}
    </Screen>
  );
}
