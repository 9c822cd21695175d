// Imports the users of a file into a tenant: a check that writes nothing, its report, the import, and its report.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { outcomesOf } from '../../../../transfer/batches.ts';
import { type asError, Dialog, refresh, toastProblem, type Values } from '../../kit.ts';
import type { PartProps } from '../tenant/words.ts';
import { useLeaveWarning } from '../users/run-many.ts';
import { FileForm } from './form.tsx';
import { countOf, type Job, type Line, linesIn, runJob } from './job.ts';
import { Report } from './report.tsx';
import { say } from './words.ts';

/** A run that has ended, for good or not. */
type Ended = { job: Job; isDryRun: boolean; done: Map<number, Line[]>; error: ReturnType<typeof asError> | undefined };
type Running = Omit<Ended, 'error'> & { run: ReturnType<typeof runJob> };

export function Import({ tenant }: PartProps) {
  const typed = useSignal<Values>({});
  const running = useSignal<Running | undefined>(undefined);
  const ended = useSignal<Ended | undefined>(undefined);
  // A page that is left imports nothing more.
  useEffect(() => () => running.value?.run.stop(), []);

  const start = async (job: Job, isDryRun: boolean, done = new Map<number, Line[]>()): Promise<void> => {
    const run = runJob(job, isDryRun, done);
    running.value = { job, isDryRun, done, run };
    await run.finished;
    running.value = undefined;
    ended.value = { job, isDryRun, done, error: run.failed.value[0]?.error };
    if (!isDryRun) refresh(['adminUsers']);
  };
  const begin = (...run: Parameters<typeof start>): void => void start(...run).catch(toastProblem);
  return (
    <>
      {ended.value ? (
        <Outcome
          key={`${ended.value.isDryRun} ${ended.value.done.size}`}
          {...ended.value}
          begin={begin}
          onOther={() => {
            ended.value = undefined;
          }}
        />
      ) : (
        <FileForm
          tenantId={tenant.id}
          typed={typed.value}
          onRead={(job, values) => {
            typed.value = values;
            begin(job, true);
          }}
        />
      )}
      {running.value && <Progress {...running.value} />}
    </>
  );
}

type OutcomeProps = Ended & {
  begin: (job: Job, isDryRun: boolean, done?: Map<number, Line[]>) => void;
  onOther: () => void;
};

function Outcome({ job, isDryRun, done, error, begin, onOther }: OutcomeProps) {
  const lines = linesIn(done);
  const { created, merged } = outcomesOf(lines);
  const [users, left] = [created + merged, countOf(job.batches) - lines.length];
  const summary = (): string => {
    if (left > 0) return say.count('left', left);
    if (!isDryRun) return say.count('imported', users);
    return users === 0 ? say('nothing') : say.count('checked', users);
  };
  return (
    <Report
      title={say(isDryRun ? 'checked' : 'imported', { file: job.name })}
      name={job.name}
      summary={summary()}
      lines={lines}
      error={error}
    >
      {left > 0 && (
        <button type="button" onClick={() => begin(job, isDryRun, done)}>
          {say('goOn')}
        </button>
      )}
      {isDryRun && left === 0 && users > 0 && (
        <button type="button" onClick={() => begin(job, false)}>
          {say.count('import', users)}
        </button>
      )}
      <button type="button" class="second" onClick={onOther}>
        {say('other')}
      </button>
    </Report>
  );
}

/** Closing it stops: batches that have begun end, and the rest is not sent. */
function Progress({ job, isDryRun, done, run }: Running) {
  const isStopping = useSignal(false);
  useLeaveWarning(true);
  const stop = (): void => {
    isStopping.value = true;
    run.stop();
  };
  // Read for the signal, which says when `done` has changed.
  const [count, finished] = [countOf(job.batches), run.done.value.length ? linesIn(done).length : 0];
  const text = say('progress', { done: finished, count });
  return (
    <Dialog title={say(isDryRun ? 'checking' : 'importing', { file: job.name })} lead={say('runLead')} onClose={stop}>
      <progress class="progress" max={count} value={finished} aria-label={text} />
      <p role="status">{isStopping.value ? say('stopping') : text}</p>
      <div class="doings">
        <button type="button" class="second" aria-disabled={isStopping.value} onClick={stop}>
          {say('stop')}
        </button>
      </div>
    </Dialog>
  );
}
