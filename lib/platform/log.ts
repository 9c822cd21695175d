// JSON lines for CloudWatch. Values are chosen by the caller, one by one: never a body, a header or an error's cause.
type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;
type Level = 'debug' | 'info' | 'warn' | 'error';

const LEVELS: readonly Level[] = ['debug', 'info', 'warn', 'error'];
const MAX_VALUE = 500;

function line(level: Level, event: string, fields: Fields): void {
  const threshold = process.env.GATEHOUSE_LOG_LEVEL ?? 'info';
  if (threshold === 'none' || LEVELS.indexOf(level) < LEVELS.indexOf(threshold as Level)) return;
  const record: Record<string, unknown> = { level, time: new Date().toISOString(), event };
  for (const [name, value] of Object.entries(fields)) {
    record[name] = typeof value === 'string' ? printable(value) : value;
  }
  process.stdout.write(`${JSON.stringify(record)}\n`);
}

/** JSON escapes CR, LF and ESC already; line separators and length are ours to bound (OWASP ASVS 16.4.1). */
const printable = (text: string): string => text.slice(0, MAX_VALUE).replace(/[\u2028\u2029]/g, ' ');

export const log = {
  debug: (event: string, fields: Fields = {}): void => line('debug', event, fields),
  info: (event: string, fields: Fields = {}): void => line('info', event, fields),
  warn: (event: string, fields: Fields = {}): void => line('warn', event, fields),
  error: (event: string, fields: Fields = {}): void => line('error', event, fields),
};

/** What may be said of an unexpected error: its name and where it came from, never its cause or its data. */
export function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: typeof error };
  return { error: error.name, at: error.stack?.split('\n')[1]?.trim(), reason: error.message };
}
