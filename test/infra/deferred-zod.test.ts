// Compares the schemas of the bundles, which are made when they are used, with those of the source: for every operation, on drawn
// values and on ones that do not fit.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import type * as z from 'zod/mini';
import * as real from 'zod/v4/mini';
import { BUNDLING } from '../../infra/bundling/bundle.ts';
import * as deferred from '../../infra/bundling/deferred-zod.ts';
import { complaint } from '../../lib/contract/complaint.ts';
import { groups } from '../../lib/contract/index.ts';
import type { Group, Operation } from '../../lib/contract/operation.ts';
import { unknownFields } from '../../lib/http/unknown-fields.ts';
import { ODD_TEXTS } from '../fuzz/draw/odd.ts';
import { drawValue, type Source } from '../fuzz/draw/schema.ts';
import { prepared } from '../support/prepared.ts';
import { type Random, random } from '../world/random.ts';

const directory = mkdtempSync(join(tmpdir(), 'gatehouse-contract-'));
afterAll(() => rmSync(directory, { recursive: true }));

type Groups = Record<string, Group>;
const bundled = prepared(async (): Promise<{ groups: Groups }> => {
  const outfile = join(directory, 'contract.cjs');
  await build({ ...BUNDLING, entryPoints: ['lib/contract/index.ts'], outfile });
  return createRequire(import.meta.url)(outfile);
});

const DRAWS = 12;
const PARTS = ['body', 'query', 'form', 'reply'] as const;

const sourceOf = (chance: Random): Source => ({
  chance,
  named: () => undefined,
  text: ({ min = 0, max = 40 }) => 'x'.repeat(Math.min(max, Math.max(min, chance.below(20)))),
  presence: () => 0.7,
});

/** Returns the value with one of its members replaced. */
function spoilt(value: unknown, chance: Random): unknown {
  const odd = chance.of<unknown>([...ODD_TEXTS, null, 0, -1, 1.5, true, [], {}, undefined]);
  if (typeof value !== 'object' || value === null || chance.below(4) === 0) return odd;
  const members = Object.keys(value);
  const name = members.length && chance.below(3) ? chance.of(members) : 'undeclared';
  const inner = (value as Record<string, unknown>)[name];
  return { ...value, [name]: chance.below(2) ? spoilt(inner, chance) : odd };
}

/** Returns the value as the service reads it, or its complaint, and the fields that are not declared. */
function outcome(schema: z.ZodMiniType, value: unknown) {
  const { success, data, error } = schema.safeParse(value, { reportInput: true });
  return { read: success ? data : complaint(error.issues[0]), unknown: unknownFields(schema, value) };
}

/** The names of what an object has, by itself or by its class. */
function membersOf(value: object): string[] {
  const chain: object[] = [];
  for (let at = value; at !== Object.prototype; at = Object.getPrototypeOf(at)) chain.push(at);
  return chain.flatMap((each) => Reflect.ownKeys(each).map(String));
}

/** A call of each builder that is deferred. */
const MADE: Record<string, (z: typeof real) => object> = {
  object: (z) => z.object({ a: z.string() }),
  strictObject: (z) => z.strictObject({ a: z.string() }),
  looseObject: (z) => z.looseObject({ a: z.string() }),
  extend: (z) => z.extend(z.object({ a: z.string() }), { b: z.string() }),
  omit: (z) => z.omit(z.object({ a: z.string(), b: z.string() }), { b: true }),
  catchall: (z) => z.catchall(z.object({ a: z.string() }), z.string()),
  string: (z) => z.string().check(z.minLength(1)),
  boolean: (z) => z.boolean(),
  int: (z) => z.int(),
  number: (z) => z.number(),
  unknown: (z) => z.unknown(),
  literal: (z) => z.literal('a'),
  url: (z) => z.url(),
  optional: (z) => z.optional(z.string()),
  nullable: (z) => z.nullable(z.string()),
  array: (z) => z.array(z.string()),
  record: (z) => z.record(z.string(), z.string()),
  union: (z) => z.union([z.string(), z.int()]),
  pipe: (z) => z.pipe(z.string(), z.transform(Number)),
  transform: (z) => z.transform(Number),
  _default: (z) => z._default(z.string(), 'a'),
  minLength: (z) => z.minLength(1),
  maxLength: (z) => z.maxLength(1),
  gte: (z) => z.gte(1),
  lte: (z) => z.lte(1),
  regex: (z) => z.regex(/a/),
  refine: (z) => z.refine(() => true),
  enum: (z) => z.enum(['a', 'b']),
};

describe('what is deferred', () => {
  test('has a call here', () => {
    const source = readFileSync(new URL('../../infra/bundling/deferred-zod.ts', import.meta.url), 'utf8');
    const names = [...source.matchAll(/^(?:export )?const (\w+) = \/\* @__PURE__/gm)].map(([, name]) => name);
    // A reserved word.
    expect(Object.keys(MADE).sort()).toEqual(names.map((name) => (name === 'choice' ? 'enum' : name)).sort());
  });

  test.each(Object.entries(MADE))('has all that zod has: %s', (_, make) => {
    const [ours, zods] = [make(deferred as typeof real), make(real)];
    expect(membersOf(zods).filter((name) => !(name in ours))).toEqual([]);
    expect(['shape', 'options'].filter((name) => name in ours)).toEqual(
      ['shape', 'options'].filter((name) => name in zods),
    );
  });

  test('is not made before something of it is read', () => {
    let made = 0;
    const shape = {
      get a() {
        made++;
        return real.string();
      },
    };
    const schema = deferred.array(deferred.optional(deferred.object(shape)));
    expect(made).toBe(0);
    expect(schema.safeParse([{ a: 'x' }]).success).toBe(true);
    expect(made).toBeGreaterThan(0);
  });
});

describe.each(Object.entries<Group>(groups))('the schemas of %s', (name, group) => {
  test.each(Object.entries<Operation>(group))('%s are the same in the bundles', (route, operation) => {
    const other = bundled.groups[name]?.[route as keyof Group] as Operation;
    const chance = random(route.length);
    for (const part of PARTS) {
      const [schema, deferred] = [operation[part], other[part]];
      expect(deferred === undefined).toBe(schema === undefined);
      if (!schema || !deferred) continue;
      expect('shape' in deferred).toBe('shape' in schema);
      for (let draw = 0; draw < DRAWS; draw++) {
        const value = drawValue(schema, sourceOf(chance));
        for (const each of [value, spoilt(value, chance)])
          expect(outcome(deferred, each)).toEqual(outcome(schema, each));
      }
    }
  });
});
