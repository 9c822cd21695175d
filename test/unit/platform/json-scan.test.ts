// Checks that JSON is scanned alike as text and as values.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Bounds, type Rule, scanJson, scanValue } from '../../../lib/platform/json-scan.ts';

const BOUNDS: Bounds = { depth: 3, entries: 3, text: 9 };

/** Returns the first rule that the value breaks, or 'fine'. */
const ruleOf = (scan: (refuse: (rule: Rule) => never) => void): string => {
  try {
    scan((rule) => {
      throw new Error(rule);
    });
    return 'fine';
  } catch (error) {
    return (error as Error).message;
  }
};
const asText = (text: string) => ruleOf((refuse) => scanJson(text, BOUNDS, refuse));
const asValue = (value: unknown) => ruleOf((refuse) => void scanValue(value, BOUNDS, refuse));

describe('scanJson and scanValue', () => {
  test('agree on whether a value is fine', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', '', '__proto__', 'constructor', 'longer text');
    const scalar = fc.constantFrom<unknown>(
      null,
      true,
      0,
      1.5,
      2 ** 53,
      1e300,
      '',
      'x',
      'longer text',
      '\u0000',
      '\ufeff',
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        scalar,
        fc.array(tie('value'), { maxLength: 4 }),
        fc
          .uniqueArray(fc.tuple(key, tie('value')), { maxLength: 4, selector: ([each]) => each })
          .map(Object.fromEntries),
      ),
    }));
    fc.assert(
      fc.property(value, (each) => {
        const text = JSON.stringify(each);
        expect(asValue(JSON.parse(text)) === 'fine').toBe(asText(text) === 'fine');
      }),
      { numRuns: 2000 },
    );
  });

  test.each<[string, string, string]>([
    ['[[[1]]]', 'fine', 'fine'],
    ['[[[[1]]]]', 'depth', 'depth'],
    ['[1,2,3]', 'fine', 'fine'],
    ['[1,2,3,4]', 'entries', 'entries'],
    ['{"a":1,"b":2,"c":3,"d":4}', 'entries', 'entries'],
    ['"123456789"', 'fine', 'fine'],
    ['"1234567890"', 'text', 'text'],
    ['{"__proto__":1}', 'key', 'key'],
    ['{"a":{"":1}}', 'key', 'key'],
    ['{"a":1,"a":1}', 'key twice', 'fine'],
    ['"\\ud800"', 'characters', 'characters'],
    ['9007199254740992', 'number', 'number'],
    ['-0', 'number', 'number'],
  ])('find in %s: %s', (text, inText, inValue) => {
    expect(asText(text)).toBe(inText);
    expect(asValue(JSON.parse(text))).toBe(inValue);
  });
});

describe('scanValue', () => {
  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['a Date', new Date(0)],
    ['a Map', new Map()],
    ['an object with another prototype', Object.create({ a: 1 })],
    ['a symbol', Symbol('a')],
    ['a big integer', 1n],
  ])('refuses %s, inside a list as well', (_, value) => {
    expect(asValue(value)).toBe('value');
    expect(asValue([value])).toBe('value');
  });

  test('returns the bytes of texts, keys and numbers', () => {
    expect(
      scanValue({ é: ['ab', 1, null] }, BOUNDS, (rule) => {
        throw new Error(rule);
      }),
    ).toBe(2 + 2 + 8);
  });

  test('accepts an object without a prototype, and endures a circle', () => {
    expect(asValue(Object.assign(Object.create(null), { a: 1 }))).toBe('fine');
    const circle: unknown[] = [];
    circle.push(circle);
    expect(asValue(circle)).toBe('depth');
  });
});

describe('a field that is scanned apart', () => {
  const asApart = (text: string) => ruleOf((refuse) => scanJson(text, { ...BOUNDS, apart: 'lines' }, refuse));

  test.each([
    ['{"lines":[{"__proto__":1,"a":{"b":{"c":{"d":1}}}},{"longer text":"longer text"},1e999,[1,2,3,4,5]]}', 'fine'],
    ['{"lines":[{"__proto__":1}],"b":{"__proto__":1}}', 'key'],
    ['{"a":1,"lines":[{"":1}],"a":2}', 'key twice'],
    ['{"lines":"longer text"}', 'text'],
    ['{"lines":1e999}', 'number'],
    ['{"b":{"lines":{"":1}}}', 'key'],
    ['{"__proto__":[]}', 'key'],
    ['{"lines":{"a":{"":1}},"b":[[[1]]]}', 'depth'],
  ])('%s is %s', (text, rule) => {
    expect(asApart(text)).toBe(rule);
  });
});
