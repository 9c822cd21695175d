// Parses `relations`: what a reply shows beside the columns of the rows.
import type { Registry, Resource } from '../../declare/resource.ts';
import { LIMITS } from '../limits.ts';
import { findRelation, targetOf } from '../names.ts';
import type { LoadedRelation } from '../tree.ts';
import { ownColumns } from './columns.ts';
import { parseFilter, type Tally } from './filter.ts';
import { objectOf } from './forms.ts';
import { noSuchField, tooComplex, wrongInput } from './refuse.ts';
import { parseSelect } from './select.ts';

type Draft = { -readonly [K in keyof LoadedRelation]: K extends 'nested' ? Map<string, Draft> : LoadedRelation[K] };

/**
 * Returns the relations to load. `value` is a path, a list of paths and objects, or an object of paths. The first part of
 * a path of two is loaded too. Throws for a path that is listed twice.
 */
export function parseRelations(
  value: unknown,
  resource: Resource,
  all: Registry,
  place: string,
  tests: Tally,
): readonly LoadedRelation[] {
  const entries = entriesOf(value, place);
  if (entries.length > LIMITS.relations) tooMany(place);
  if (new Set(entries.map(([path]) => path)).size < entries.length) wrongInput(place, 'a relation is listed twice');
  const root = new Map<string, Draft>();
  for (const [path, config] of entries) {
    const draft = draftOf(path, root, resource, all, place);
    configure(draft, !path.includes('.'), config, `${place}.${path}`, tests);
  }
  const count = [...root.values()].reduce((sum, { nested }) => sum + 1 + nested.size, 0);
  if (count > LIMITS.relations) tooMany(place);
  return [...root.values()].map(finished);
}

const tooMany = (place: string): never => tooComplex(place, `a query loads at most ${LIMITS.relations} relations`);
const finished = ({ nested, ...rest }: Draft): LoadedRelation => ({
  ...rest,
  nested: [...nested.values()].map(finished),
});

type Entry = [path: string, config: unknown];

function entriesOf(value: unknown, place: string): Entry[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return [[value, true]];
  if (Array.isArray(value)) {
    return value.flatMap((each): Entry[] => (typeof each === 'string' ? [[each, true]] : entriesOfObject(each, place)));
  }
  return entriesOfObject(value, place);
}

const entriesOfObject = (value: unknown, place: string): Entry[] => Object.entries(objectOf(value, place) ?? {});

function draftOf(path: string, root: Map<string, Draft>, resource: Resource, all: Registry, place: string): Draft {
  const names = path.split('.', LIMITS.relationLevels + 1);
  if (names.length > LIMITS.relationLevels) {
    tooComplex(place, `relations are loaded over at most ${LIMITS.relationLevels} levels`);
  }
  let level = root;
  let from = resource;
  let draft: Draft | undefined;
  for (const name of names) {
    const relation = findRelation(from, name, 'visible') ?? noSuchField(place);
    draft = level.get(name) ?? { name, target: targetOf(all, relation), isInner: false, nested: new Map() };
    level.set(name, draft);
    level = draft.nested;
    from = draft.target;
  }
  return draft as Draft;
}

/** `isFirst`: the relation is one of the list's own rows. */
function configure(draft: Draft, isFirst: boolean, config: unknown, place: string, tests: Tally): void {
  if (config === true || config === 'true') return;
  const { select, where, joinType = 'left', ...rest } = objectOf(config, place) ?? {};
  if (Object.keys(rest).length) wrongInput(place, 'it takes select, where and joinType');
  if (joinType !== 'left' && joinType !== 'inner') wrongInput(`${place}.joinType`, 'it is left or inner');
  draft.isInner = joinType === 'inner';
  draft.select = parseSelect(select, draft.target, `${place}.select`);
  if (where === undefined) return;
  const own = ownColumns(draft.target, `${place}.where`, tests);
  // `$exists` asks one level further, and two levels are the most.
  const hasRelation = (name: string) => isFirst && findRelation(draft.target, name, 'visible') !== undefined;
  draft.where = parseFilter(where, { ...own, hasRelation });
}
