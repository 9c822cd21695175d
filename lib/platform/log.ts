// Writes JSON log lines for CloudWatch. Callers pass each value by name, never a body, a header or an error's cause.
// The fields of the current request are added to each line.
import { current } from './request-context.ts';

type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;
type Level = 'debug' | 'info' | 'warn' | 'error';

const LEVELS: readonly Level[] = ['debug', 'info', 'warn', 'error'];
const MAX_VALUE = 500;

type Watch = (line: Readonly<Record<string, unknown>>) => void;
let watched: Watch | undefined;

/** Shows each line to the local run, also those below the level. It tells the developer what some of them mean. */
export function watchLog(watch: Watch): void {
  watched = watch;
}

function line(level: Level, event: string, fields: Fields): void {
  if (current()?.isDry) return;
  const threshold = process.env.GATEHOUSE_LOG_LEVEL ?? 'info';
  const isWritten = threshold !== 'none' && LEVELS.indexOf(level) >= LEVELS.indexOf(threshold as Level);
  if (!isWritten && !watched) return;
  const { requestId, operation, tenant, actor } = current()?.facts ?? {};
  const record: Record<string, unknown> = { level, time: new Date().toISOString(), event };
  for (const [name, value] of Object.entries({ requestId, operation, tenant, actor, ...fields })) {
    record[name] = typeof value === 'string' ? printable(value) : value;
  }
  watched?.(record);
  if (isWritten) process.stdout.write(`${JSON.stringify(record)}\n`);
}

/**
 * Limits the length and replaces characters that JSON leaves unescaped and that a terminal or a viewer would act on:
 * line separators, C1 controls and bidirectional overrides (OWASP ASVS 16.4.1).
 */
const printable = (text: string): string => text.slice(0, MAX_VALUE).replace(UNPRINTABLE, ' ');
const UNPRINTABLE = /[\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g;

export const log = {
  debug: (event: string, fields: Fields = {}): void => line('debug', event, fields),
  info: (event: string, fields: Fields = {}): void => line('info', event, fields),
  warn: (event: string, fields: Fields = {}): void => line('warn', event, fields),
  error: (event: string, fields: Fields = {}): void => line('error', event, fields),
};

/** Returns the fields of an error that are safe to log: name, origin and message, never its cause or data. */
export function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: typeof error };
  // The message of a JSON parser quotes its input.
  const reason = error.name === 'SyntaxError' ? undefined : error.message;
  return { error: error.name, at: error.stack?.split('\n')[1]?.trim(), reason };
}
