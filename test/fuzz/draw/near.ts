// Breaks one rule of a valid request: a bound, a type, a missing or an unknown member, or the characters of a text.
import type * as z from 'zod/mini';
import type { Random } from '../../world/random.ts';
import type { Intent } from './intent.ts';
import { drawKnown } from './names.ts';
import { ODD_DATES, ODD_NAMES, ODD_NUMBERS, ODD_SHAPES, ODD_TEXTS, Raw, writeJson } from './odd.ts';
import { boundsOf, definitionOf, unwrapped } from './schema.ts';

/** A member of the request with its schema, if it has one. */
type Site = { holder: Record<string, unknown>; key: string; schema: z.ZodMiniType | undefined };

/** Returns every member of a value. */
function sitesOf(value: unknown, schema: z.ZodMiniType | undefined): Site[] {
  if (typeof value !== 'object' || value === null || value instanceof Raw) return [];
  const holder = value as Record<string, unknown>;
  const definition = schema && definitionOf(unwrapped(schema));
  return Object.entries(holder).flatMap(([key, inner]) => {
    const member = definition?.shape?.[key] ?? definition?.element ?? definition?.valueType;
    return [{ holder, key, schema: member && unwrapped(member) }, ...sitesOf(inner, member)];
  });
}

type Break = (site: Site, chance: Random, intent: Intent) => void;

const set = ({ holder, key }: Site, value: unknown): void => {
  holder[key] = value;
};

const atBound: Break = (site, chance) => {
  const { min = 0, max = 4096, isDate } = site.schema ? boundsOf(site.schema) : { isDate: false };
  const type = site.schema && definitionOf(site.schema).type;
  const size = Math.max(0, chance.of([min - 1, min, max, max + 1]));
  if (type === 'number') set(site, chance.of([min - 1, min, max, max + 1]));
  else if (type === 'array')
    set(
      site,
      Array.from({ length: Math.min(size, 1100) }, (_, at) => `x${at}`),
    );
  else if (isDate) set(site, chance.of(ODD_DATES));
  else set(site, chance.of(['x', 'ü', '\u{1f600}', '9', ' ']).repeat(Math.min(size, 70_000)));
};

const similar: Break = (site, chance) => {
  const text = typeof site.holder[site.key] === 'string' ? (site.holder[site.key] as string) : 'text';
  set(
    site,
    chance.of([
      text.toUpperCase(),
      ` ${text}`,
      `${text} `,
      `${text}\u0000`,
      `${text}\n`,
      text.slice(0, -1),
      `${text}x`,
      text.normalize('NFD'),
      text.replace(/[a-z]/, '\u0430'),
      `${text},${text}`,
      encodeURIComponent(text),
      `${text}\ud83d`,
      text.repeat(3),
    ]),
  );
};

const BREAKS: readonly Break[] = [
  ({ holder, key }) => void delete holder[key],
  (site) => set(site, null),
  (site, chance) => set(site, chance.of(ODD_SHAPES)),
  (site, chance) => set(site, chance.of(ODD_TEXTS)),
  (site, chance) => set(site, chance.of(ODD_TEXTS)),
  (site, chance) => set(site, chance.of(ODD_NUMBERS)),
  (site, chance) => set(site, chance.of(ODD_DATES)),
  atBound,
  atBound,
  similar,
  similar,
  (site) => set(site, [site.holder[site.key]]),
  (site) => set(site, String(site.holder[site.key])),
  (site) => set(site, { value: site.holder[site.key] }),
  ({ holder }, chance) => {
    const value = chance.of<unknown>([true, 'admin', null, {}, 1]);
    if (Array.isArray(holder)) holder.push(value);
    else Object.defineProperty(holder, chance.of(ODD_NAMES), member(value));
  },
  // The same name twice, of which parsers take the first or the last.
  ({ holder, key }) => {
    holder[key] = new Raw(`${writeJson(holder[key])},${JSON.stringify(key)}:${writeJson(holder[key])}`);
  },
  // An id of another kind, or of another tenant.
  (site, chance, { context }) => {
    const foreign = { ...context, foreign: 0.5 };
    set(site, drawKnown(foreign, chance.of(context.world.pool.kinds())) ?? 'x');
  },
];

/** `__proto__` becomes a member, as it does in JSON. */
const member = (value: unknown): PropertyDescriptor => ({
  value,
  enumerable: true,
  writable: true,
  configurable: true,
});

/** Breaks one rule of the request, in place. */
export function breakOne(intent: Intent): void {
  const { context, operation, params } = intent;
  const { chance } = context;
  intent.body = copyOf(intent.body);
  const sites = [
    ...sitesOf(intent.body, operation.body),
    ...sitesOf(intent.query, operation.query),
    ...sitesOf(intent.form, operation.form),
    ...Object.keys(params).map((key): Site => ({ holder: params, key, schema: undefined })),
  ];
  if (operation.body && (!sites.length || chance.below(15) === 0)) intent.body = chance.of(ODD_SHAPES);
  else if (!sites.length)
    intent.query[chance.of(['x', 'limit', 'page', '__proto__', 'a[b]', 'again'])] = chance.of(ODD_TEXTS);
  else {
    const site = chance.of(sites);
    chance.of(BREAKS)(site, chance, intent);
    // A path has texts alone.
    for (const name of Object.keys(params)) params[name] = textOf(params[name]);
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value || '-' : writeJson(value));

/** Values of the context are shared between requests. */
const copyOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyOf(inner)]));
};
