// Reads a query as a tree: repeated parameters are lists, and brackets or dots nest. Servers differ in what they make of
// odd forms, so that a name has one meaning here or is refused.
import { fail } from '../contract/errors.ts';
import { FORBIDDEN_KEYS } from '../platform/json-scan.ts';

// Bounds (OWASP ASVS 15.2.2): the deepest filter has 8 levels, each of two segments, and a body has 200 entries as well.
const MAX_SEGMENTS = 24;
const MAX_VALUES = 200;

/** `x`, then `[y]` or `.y` any number of times, then perhaps `[]`. */
const NAME = /^[^[\].]+(?:(?:\[[^[\]]+\])*|(?:\.[^[\].]+)*)(?:\[\])?$/;
const SEGMENT = /[^[\].]+|\[[^[\]]+\]/y;

type Tree = { [name: string]: string | string[] | Tree };
const newTree = (): Tree => Object.create(null);

const refuse = (reason: string): never => fail('INVALID_INPUT', { message: `A query parameter ${reason}.` });

/**
 * Returns the parameters as a tree without prototypes: `a[b]=1` and `a.b=1` are `{ a: { b: '1' } }`, and `a=1&a=2`,
 * `a[]=1&a[]=2` and `a[0]=1&a[1]=2` are `{ a: ['1', '2'] }`. Throws INVALID_INPUT for a name that is malformed, too deep
 * or a prototype key, for a parameter in two forms, and for too many values.
 */
export function structured(query: ReadonlyMap<string, readonly string[]>): Readonly<Record<string, unknown>> {
  const root = newTree();
  let count = 0;
  for (const [name, values] of query) {
    count += values.length;
    if (count > MAX_VALUES) refuse(`may be sent at most ${MAX_VALUES} times, all of them together`);
    const segments = segmentsOf(name);
    const leaf = segments.pop() as string;
    let tree = root;
    for (const segment of segments) {
      tree[segment] ??= newTree();
      const next = tree[segment];
      if (typeof next === 'string' || Array.isArray(next)) return refuse('has two forms');
      tree = next;
    }
    if (leaf in tree) refuse('has two forms');
    tree[leaf] = values.length === 1 && !name.endsWith('[]') ? (values[0] as string) : [...values];
  }
  return withLists(root);
}

function segmentsOf(name: string): string[] {
  if (!NAME.test(name)) refuse('has a name that is not allowed');
  const segments: string[] = [];
  const path = name.endsWith('[]') ? name.slice(0, -2) : name;
  for (let at = 0; at < path.length; at = SEGMENT.lastIndex) {
    SEGMENT.lastIndex = path[at] === '.' ? at + 1 : at;
    const segment = (SEGMENT.exec(path)?.[0] ?? '').replace(/^\[|\]$/g, '');
    if (FORBIDDEN_KEYS.has(segment)) refuse('has a name that is not allowed');
    if (segments.push(segment) > MAX_SEGMENTS) refuse(`is nested deeper than ${MAX_SEGMENTS} levels`);
  }
  return segments;
}

/** Turns each level whose names are 0, 1, 2 and so on into a list. */
function withLists(tree: Tree): Record<string, unknown> {
  const converted: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(tree)) {
    const isLeaf = typeof value === 'string' || Array.isArray(value);
    const inner = isLeaf ? value : withLists(value);
    const names = isLeaf ? [] : Object.keys(inner);
    const isList = names.length > 0 && names.every((each, at) => each === String(at));
    converted[name] = isList ? Object.values(inner) : inner;
  }
  return converted;
}
