// Threat: what a client sends forges lines of the log, or commands the terminal of whoever reads it.
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

/** The only line, and that it is one. */
async function line(work: () => void): Promise<Line> {
  const lines = await logged(async () => work());
  expect(lines).toHaveLength(1);
  return lines[0] as Line;
}

describe('a value', () => {
  test.each([
    ['CR and LF', 'a\r\n{"event":"forged"}', 'a\r\n{"event":"forged"}'],
    ['ANSI sequences', '\x1b[2J\x1b]0;x\x07', '\x1b[2J\x1b]0;x\x07'],
    ['eight-bit controls', 'a\x9b2Jb\x85c\x7f', 'a 2Jb c '],
    ['line separators', 'a\u2028b\u2029c', 'a b c'],
    ['turned directions', 'a\u202eb\u2066c\u2069', 'a b c '],
    ['what is too long', 'x'.repeat(10_000), 'x'.repeat(500)],
  ])('with %s stays in its line', async (_, sent, kept) => {
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
    // As it is written, but for the end of the line: nothing that ends a line or commands a terminal.
    expect(raw.slice(0, -1)).not.toMatch(/[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/);
  });
});

test('what is known of the request is added to each line, what the line says itself counts', async () => {
  const said = await line(() =>
    inContext({ requestId: 'r-1', tenant: 'ten_1' }, () => {
      note({ operation: 'login', tenant: 'ten_2', actor: 'usr_1' });
      log.warn('test', { actor: 'usr_2' });
    }),
  );
  expect(said).toEqual({
    level: 'warn',
    time: expect.any(String),
    event: 'test',
    requestId: 'r-1',
    operation: 'login',
    tenant: 'ten_1',
    actor: 'usr_2',
  });
  expect(await line(() => log.info('test'))).not.toHaveProperty('requestId');
});

test.each([
  ['warn', ['warn', 'error']],
  ['none', []],
])('level %s', async (level, levels) => {
  process.env.GATEHOUSE_LOG_LEVEL = level;
  const lines = await logged(async () => {
    for (const each of ['debug', 'info', 'warn', 'error'] as const) log[each]('test');
  });
  process.env.GATEHOUSE_LOG_LEVEL = 'debug';
  expect(lines.map((each) => each.level)).toEqual(levels);
});

describe('an unexpected error', () => {
  test('is told by name, place and message, not by its cause or data', () => {
    const error = Object.assign(new TypeError('no such thing', { cause: 'canary-cause' }), { body: 'canary-body' });
    const told = describeError(error);
    expect(told).toEqual({ error: 'TypeError', at: expect.stringContaining('log.test.ts'), reason: 'no such thing' });
  });

  test('of a parser is not told by its message, which quotes what was parsed', () => {
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

  test('that is none is told by its type', () => {
    expect(describeError('canary')).toEqual({ error: 'string' });
  });
});
