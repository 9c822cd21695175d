// The report of a check or an import: counts, the refused lines, and files with all lines.
import type { ComponentChildren } from 'preact';
import { outcomesOf } from '../../../../transfer/batches.ts';
import { type asError, type Column, Facts, number, Panel, Problem, saveCsv, saveFile, Table } from '../../kit.ts';
import type { Line } from './job.ts';
import { say } from './words.ts';

/** More are for a spreadsheet. */
const SHOWN = 200;
const OUTCOMES = ['created', 'merged', 'skipped', 'refused'] as const;

type Explained = Extract<Parameters<typeof say>[0], Uppercase<string>>;

/** Refusals of a reader have a field, those of the service a message. */
type Row = Line & { field?: string; message?: string; code?: string; sourceId?: string | null; userId?: string };

/** A wrong input is explained by the service, which names the field. A code without a text is all that there is to say. */
function reasonOf({ code = '', message, field }: Row): string {
  if (code === 'INVALID_INPUT') return message ?? code;
  const text = say(code as Explained) || (message ?? code);
  return field === undefined ? text : `${text} (${field})`;
}

const COLUMNS = (): readonly Column<Row>[] => [
  { key: 'line', title: say('line'), cell: ({ line }) => say('lineIs', { line }) },
  { key: 'why', title: say('why'), cell: reasonOf },
  { key: 'code', title: say('code'), cell: ({ code }) => <code>{code}</code> },
];

const cellsOf = (lines: readonly Row[]): unknown[][] => [
  [say('line'), say('sourceId'), say('outcome'), say('code'), say('why'), say('userId')],
  ...lines.map((row) => [
    row.line,
    row.sourceId,
    row.outcome,
    row.code,
    row.code === undefined ? '' : reasonOf(row),
    row.userId,
  ]),
];

/** Returns the name without its ending: `users.json` -> `users`. */
const stemOf = (name: string): string => name.replace(/\.\w+$/, '');
const focus = (element: HTMLElement | null): void => element?.focus();
const NOTHING_TO_READ = { problem: undefined, isLoading: false, isStale: false, reload: async () => {} };

export type ReportProps = {
  title: string;
  /** The name of the file. */
  name: string;
  /** A sentence. It has the focus at first. */
  summary: string;
  lines: readonly Line[];
  error: ReturnType<typeof asError> | undefined;
  /** Buttons of the next steps. */
  children: ComponentChildren;
};

export function Report({ title, name, summary, lines, error, children }: ReportProps) {
  const outcomes = outcomesOf(lines);
  const rows: readonly Row[] = lines;
  const refused = rows.filter(({ outcome }) => outcome === 'refused');
  const file = `${stemOf(name)}-report`;
  const ndjson = (): string[] => lines.map((line) => `${JSON.stringify(line)}\n`);
  return (
    <Panel title={title}>
      <p tabIndex={-1} ref={focus}>
        {summary}
      </p>
      <Problem error={error} />
      <Facts of={OUTCOMES.map((outcome) => [say(outcome), number(outcomes[outcome])])} />
      <div class="doings">{children}</div>
      <div class="doings">
        <button type="button" class="second small" onClick={() => saveCsv(file, cellsOf(rows))}>
          {say('saveCsv')}
        </button>
        <button
          type="button"
          class="second small"
          onClick={() => saveFile(`${file}.ndjson`, ndjson(), 'application/x-ndjson')}
        >
          {say('saveNdjson')}
        </button>
      </div>
      {refused.length > 0 && (
        <>
          <p class="hint">
            {say('refusedLead')} {refused.length > SHOWN && say('refusedFirst', { count: SHOWN })}
          </p>
          <Table
            name="import"
            caption={say('refused')}
            read={NOTHING_TO_READ}
            rows={refused.slice(0, SHOWN)}
            idOf={({ line }) => String(line)}
            columns={COLUMNS()}
          />
        </>
      )}
    </Panel>
  );
}
