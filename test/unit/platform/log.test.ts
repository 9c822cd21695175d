// Checks that a value from a client stays inside its log line, and which parts of an error are logged.
// Threat: a client sends text that forges log lines, or that controls the terminal of the person who reads the log.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { describeError, log } from '../../../lib/platform/log.ts';
import { inContext, note } from '../../../lib/platform/request-context.ts';
import { collectLogs, type Line, logged } from '../../support/logs.ts';

let stop: () => void;
beforeAll(() => {
  process.env.GATEHOUSE_LOG_LEVEL = 'debug';
  stop = collectLogs();
});
afterAll(() => stop());

/** Returns the log line that `work` wrote, and expects exactly one. */
async function lineFrom(work: () => void): Promise<Line> {
  const lines = await logged(async () => work());
  expect(lines).toHaveLength(1);
  return lines[0] as Line;
}

describe('log', () => {
  test.each([
    ['CR and LF', 'a\r\n{"event":"forged"}', 'a\r\n{"event":"forged"}'],
    ['ANSI sequences', '\x1b[2J\x1b]0;x\x07', '\x1b[2J\x1b]0;x\x07'],
    ['eight-bit controls', 'a\x9b2Jb\x85c\x7f', 'a 2Jb c '],
    ['line separators', 'a\u2028b\u2029c', 'a b c'],
    ['changes of text direction', 'a\u202eb\u2066c\u2069', 'a b c '],
    ['10 000 characters', 'x'.repeat(10_000), 'x'.repeat(500)],
  ])('keeps a value with %s inside its line', async (_, sent, kept) => {
    let raw = '';
    const lines = await logged(async () => {
      const write = process.stdout.write;
      process.stdout.write = ((text: string) => {
        raw += text;
        return write.call(process.stdout, text);
      }) as typeof write;
      log.info('test', { value: sent });
      process.stdout.write = write;
    });
    expect(lines.map(({ value }) => value)).toEqual([kept]);
    // The raw line, without its own line feed, holds nothing that ends a line or controls a terminal.
    expect(raw.slice(0, -1)).not.toMatch(/[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/);
  });
});

test('log adds the fields of the request to each line, and the fields of the line itself take precedence', async () => {
  const written = await lineFrom(() =>
    inContext({ requestId: 'r-1', tenant: 'ten_1' }, async () => {
      note({ operation: 'login', tenant: 'ten_2', actor: 'usr_1' });
      log.warn('test', { actor: 'usr_2' });
    }),
  );
  expect(written).toEqual({
    level: 'warn',
    time: expect.any(String),
    event: 'test',
    requestId: 'r-1',
    operation: 'login',
    tenant: 'ten_1',
    actor: 'usr_2',
  });
  expect(await lineFrom(() => log.info('test'))).not.toHaveProperty('requestId');
});

test.each([
  ['warn', ['warn', 'error']],
  ['none', []],
])('GATEHOUSE_LOG_LEVEL=%s writes lines of the levels %j only', async (level, levels) => {
  process.env.GATEHOUSE_LOG_LEVEL = level;
  const lines = await logged(async () => {
    for (const each of ['debug', 'info', 'warn', 'error'] as const) log[each]('test');
  });
  process.env.GATEHOUSE_LOG_LEVEL = 'debug';
  expect(lines.map((each) => each.level)).toEqual(levels);
});

describe('describeError', () => {
  test('returns name, position and message of an error, without its cause and data', () => {
    const error = Object.assign(new TypeError('no such thing', { cause: 'canary-cause' }), { body: 'canary-body' });
    const description = describeError(error);
    expect(description).toEqual({
      error: 'TypeError',
      at: expect.stringContaining('log.test.ts'),
      reason: 'no such thing',
    });
  });

  test('leaves out the message of a parser error, because it quotes the text that was parsed', () => {
    const parse = () => {
      try {
        return JSON.parse('canary-of-a-password');
      } catch (error) {
        return error;
      }
    };
    expect(String(parse())).toContain('canary');
    expect(JSON.stringify(describeError(parse()))).not.toContain('canary');
  });

  test('returns the type of a thrown value that is not an Error', () => {
    expect(describeError('canary')).toEqual({ error: 'string' });
  });
});
