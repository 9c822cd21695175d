// Draws values that a schema of the contract accepts.
import fc from 'fast-check';
import type * as z from 'zod/mini';
import type { Random } from '../../world/random.ts';

// biome-ignore lint/suspicious/noExplicitAny: zod keeps the definitions of all kinds of schemas in one place
type Definition = any;
export const definitionOf = (schema: z.ZodMiniType): Definition => (schema as Definition)._zod.def;

export type Bounds = { min?: number; max?: number; patterns: RegExp[]; isDate: boolean; isWhole: boolean };

/** Returns what the schema says about the size and the form of a value. */
export function boundsOf(schema: z.ZodMiniType): Bounds {
  const definition = definitionOf(schema);
  const bounds: Bounds = {
    patterns: [],
    isDate: definition.format === 'datetime',
    isWhole: definition.format === 'safeint',
  };
  for (const check of definition.checks ?? []) {
    const { check: kind, minimum, maximum, value, inclusive, pattern, format } = check._zod.def;
    if (kind === 'min_length') bounds.min = minimum;
    if (kind === 'max_length') bounds.max = maximum;
    if (kind === 'greater_than') bounds.min = inclusive ? value : value + 1;
    if (kind === 'less_than') bounds.max = inclusive ? value : value - 1;
    if (pattern) bounds.patterns.push(pattern);
    if (format === 'datetime') bounds.isDate = true;
  }
  return bounds;
}

/** Returns what an optional, nullable or defaulted schema is about. */
export function unwrapped(schema: z.ZodMiniType): z.ZodMiniType {
  const { type, innerType } = definitionOf(schema);
  return ['optional', 'nullable', 'default'].includes(type) ? unwrapped(innerType) : schema;
}

/** A value for a field of this name, or `undefined` if the schema alone decides. */
export type Named = (name: string, schema: z.ZodMiniType) => unknown;
export type Source = {
  chance: Random;
  named: Named;
  text: (bounds: Bounds) => string;
  /** How often an optional field of this name is there. */
  presence: (name: string) => number;
};

/** How often a nullable field is `null`. */
const NULL = 0.1;
/** Draws until a value fits a rule that only the schema knows. */
const ATTEMPTS = 6;

/** Draws a value. It is valid unless the schema has rules that no draw met. */
export function drawValue(schema: z.ZodMiniType, source: Source, name = ''): unknown {
  let drawn: unknown;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    drawn = drawOnce(schema, source, name);
    if (schema.safeParse(drawn).success) break;
  }
  return drawn;
}

function drawOnce(schema: z.ZodMiniType, source: Source, name: string): unknown {
  const { chance } = source;
  const definition = definitionOf(schema);
  const inner = () => drawValue(definition.innerType, source, name);
  if (['optional', 'default'].includes(definition.type)) {
    return chance.next() < source.presence(name) ? inner() : undefined;
  }
  if (definition.type === 'nullable') return chance.next() < NULL ? null : inner();
  const given = source.named(name, schema);
  if (given !== undefined) return given;
  const { min, max, patterns, isDate, isWhole } = boundsOf(schema);
  switch (definition.type) {
    case 'object': {
      const members = Object.entries<z.ZodMiniType>(definition.shape);
      return Object.fromEntries(
        members
          .map(([key, member]) => [key, drawValue(member, source, key)] as const)
          .filter(([, value]) => value !== undefined),
      );
    }
    case 'array': {
      const most = Math.min(max ?? 3, 3);
      const length = chance.next() < 0.03 && max !== undefined ? max : (min ?? 0) + chance.below(most - (min ?? 0) + 1);
      return Array.from({ length }, () => drawValue(definition.element, source, name));
    }
    case 'record':
      return Object.fromEntries(
        Array.from({ length: chance.below(3) }, () => [
          chance.of(['note', 'plan', 'given_name', 'locale', 'size']),
          drawValue(definition.valueType, source, name),
        ]),
      );
    case 'enum':
      return chance.of(Object.values(definition.entries));
    case 'literal':
      return definition.values[0];
    case 'boolean':
      return chance.next() < 0.5;
    case 'number':
      return numberIn(chance, min, max, isWhole);
    case 'string': {
      if (isDate) return dateNear(chance);
      const [pattern] = patterns;
      return pattern && chance.next() < 0.8
        ? matching(pattern, chance, max)
        : source.text({ min, max, patterns, isDate, isWhole } as Bounds);
    }
    default:
      return chance.of<unknown>(['text', 1, true, null, ['a', 1], { inner: { x: 'y' } }]);
  }
}

function numberIn(chance: Random, min = 0, max = Number.MAX_SAFE_INTEGER, isWhole = true): number {
  const edge = chance.below(4);
  if (edge === 0) return min;
  if (edge === 1) return max;
  const drawn = min + chance.next() * (Math.min(max, min + 1000) - min);
  return isWhole ? Math.floor(drawn) : drawn;
}

const DAY = 86_400_000;
/** A date within a year of an arbitrary one: a run must not depend on the day. */
const dateNear = (chance: Random): string =>
  new Date(Date.UTC(2026, 0) + Math.floor((chance.next() - 0.5) * 365 * DAY)).toISOString();

const samples = new Map<string, string[]>();
/** fast-check draws texts of a pattern: the same ones in each run. */
const SAMPLES = { seed: 58, numRuns: 40 };

/** Returns a text of the pattern, within the length if there is such a sample. */
export function matching(pattern: RegExp, chance: Random, max = 4096): string {
  const key = String(pattern);
  if (!samples.has(key)) samples.set(key, fc.sample(fc.stringMatching(pattern), SAMPLES));
  const all = samples.get(key) as string[];
  const fitting = all.filter((text) => text.length <= max);
  return chance.of(fitting.length ? fitting : all);
}
