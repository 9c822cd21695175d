// Disables, enables or signs out the selected users: says what will happen, shows how far it is, and what failed.
import { useSignal } from '@preact/signals';
import { call, common, Dialog, explain, Field, PlainForm, Reference, refresh, toast, toastProblem } from '../../kit.ts';
import { titleOf, type User } from '../people/people.tsx';
import { runMany, useLeaveWarning } from './run-many.ts';
import { say } from './words.ts';

export type BulkKind = 'disable' | 'enable' | 'endSessions';
const SHOWN = 8;

const setActive = (id: string, isActive: boolean) => call('adminUsers.update', { id, isActive }, { isOneOfMany: true });
const CHANGES: Readonly<Record<BulkKind, (id: string) => Promise<unknown>>> = {
  disable: (id) => setActive(id, false),
  enable: (id) => setActive(id, true),
  endSessions: (id) => call('adminUsers.revokeSessions', { id }, { isOneOfMany: true }),
};
const OPPOSITE = { disable: 'enable', enable: 'disable' } as const;

/** Undoes what was done. */
async function undo(kind: 'disable' | 'enable', ids: readonly string[]): Promise<void> {
  const { finished, failed } = runMany(ids, CHANGES[OPPOSITE[kind]]);
  await finished;
  refresh(['adminUsers']);
  if (failed.value[0]) throw failed.value[0].error;
}

type BulkProps = { kind: BulkKind; users: readonly User[]; onClose: () => void };

export function Bulk({ kind, users, onClose }: BulkProps) {
  const run = useSignal<ReturnType<typeof runMany> | undefined>(undefined);
  const typed = useSignal('');
  const isRunning = run.value?.isRunning.value ?? false;
  useLeaveWarning(isRunning);

  const start = async (ids: readonly string[]): Promise<void> => {
    const running = runMany(ids, CHANGES[kind]);
    run.value = running;
    await running.finished;
    refresh(['adminUsers']);
    const done = running.done.value;
    if (running.failed.value.length || done.length < running.count) return;
    toast(say.count('done', done.length), kind === 'endSessions' ? {} : { undo: () => undo(kind, done) });
    onClose();
  };
  const close = (): void => {
    if (isRunning) run.value?.stop();
    else onClose();
  };
  const names = users.slice(0, SHOWN).map(titleOf);
  return (
    <Dialog title={say.count(`${kind}Title`, users.length)} lead={say(`${kind}Lead`)} onClose={close}>
      {run.value ? (
        <Progress
          run={run.value}
          users={users}
          onRetry={(ids) => void start(ids).catch(toastProblem)}
          onClose={close}
        />
      ) : (
        <PlainForm
          submit={say.count(`${kind}Title`, users.length)}
          send={async () => void start(users.map(({ id }) => id)).catch(toastProblem)}
          isDangerous={kind !== 'enable'}
          isDisabled={kind === 'disable' && typed.value !== String(users.length)}
          code={() => ({
            operation: kind === 'endSessions' ? 'adminUsers.revokeSessions' : 'adminUsers.update',
            input: { id: users[0]?.id, ...(kind === 'endSessions' ? {} : { isActive: kind === 'enable' }) },
          })}
          actions={
            <button type="button" class="second" onClick={onClose}>
              {common('cancel')}
            </button>
          }
        >
          <ul class="plain-list">
            {names.map((name, at) => (
              <li key={users[at]?.id}>{name}</li>
            ))}
            {users.length > SHOWN && <li class="hint">{say('moreNames', { count: users.length - SHOWN })}</li>}
          </ul>
          {kind === 'disable' && (
            <Field
              name="confirmation"
              label={common('typeToConfirm', { name: String(users.length) })}
              inputMode="numeric"
              onInput={(text) => {
                typed.value = text.trim();
              }}
              isFocused
            />
          )}
        </PlainForm>
      )}
    </Dialog>
  );
}

type ProgressProps = {
  run: ReturnType<typeof runMany>;
  users: readonly User[];
  onRetry: (ids: readonly string[]) => void;
  onClose: () => void;
};

function Progress({ run, users, onRetry, onClose }: ProgressProps) {
  const { count, isRunning } = run;
  const [done, failed] = [run.done.value.length, run.failed.value];
  const nameOf = (id: string): string => {
    const user = users.find((each) => each.id === id);
    return user ? titleOf(user) : id;
  };
  const text = say('bulkProgress', { done: done + failed.length, count });
  return (
    <div class="stack">
      <progress class="progress" max={count} value={done + failed.length} aria-label={text} />
      <p role="status">{isRunning.value ? text : say.count('done', done)}</p>
      {!isRunning.value && done + failed.length < count && (
        <p>{say('stopped', { count: count - done - failed.length })}</p>
      )}
      {failed.length > 0 && (
        <div class="stack">
          <p class="title">{say.count('failed', failed.length)}</p>
          <ul class="list">
            {failed.map(({ id, error }) => (
              <li key={id} class="tight">
                <span>
                  {nameOf(id)}: {explain(error)}
                </span>
                <Reference error={error} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <div class="doings">
        {isRunning.value ? (
          <button type="button" class="second" onClick={onClose}>
            {say('stop')}
          </button>
        ) : (
          <>
            {failed.length > 0 && (
              <button type="button" onClick={() => onRetry(failed.map(({ id }) => id))}>
                {say('retry')}
              </button>
            )}
            <button type="button" class="second" onClick={onClose}>
              {common('close')}
            </button>
          </>
        )}
      </div>
    </div>
  );
}
