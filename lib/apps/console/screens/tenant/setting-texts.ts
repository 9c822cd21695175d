// Turns the value of a setting into the texts of its form, and back.
import { secondsIn, shownDuration, unitName } from '../../ui/duration.ts';
import { type Group, isLeaf, type Node } from './settings.ts';

/** The values that a form shows: texts by the names of its inputs. A checked box is `on`, any other is empty. */
export type Texts = Readonly<Record<string, string>>;

/** Returns what the form of `value` shows. `undefined`: the default. */
export function textsOf(node: Node, at: string, value: unknown): Texts {
  if (!isLeaf(node)) {
    const fields = (value ?? {}) as Record<string, unknown>;
    return Object.assign(
      {},
      ...Object.entries(node).map(([name, each]) => textsOf(each, `${at}.${name}`, fields[name])),
    );
  }
  switch (node.kind) {
    case 'check':
      return { [at]: (value ?? node.default) ? 'on' : '' };
    case 'boxes': {
      const chosen = (value as readonly string[] | undefined) ?? Object.keys(node.options);
      const texts = Object.keys(node.options).map((each) => [`${at}.${each}`, chosen.includes(each) ? 'on' : '']);
      return Object.fromEntries(texts);
    }
    case 'lines':
      return { [at]: ((value ?? []) as readonly string[]).join('\n') };
    case 'codes':
      return { [at]: ((value ?? []) as readonly string[]).join(' ') };
    case 'choice':
      return { [at]: String(value ?? node.default) };
    case 'seconds': {
      const { amount, unit } = shownDuration(value as number | undefined, node.max);
      return { [at]: amount, [unitName(at)]: unit };
    }
    default:
      return { [at]: value === undefined ? '' : String(value) };
  }
}

/** Returns the value that the form says. `undefined`: the default. */
export function readValue(node: Node, at: string, texts: Texts): unknown {
  if (!isLeaf(node)) return groupValue(node, at, texts);
  const text = (texts[at] ?? '').trim();
  switch (node.kind) {
    case 'check':
      return (text === 'on') === node.default ? undefined : !node.default;
    case 'boxes': {
      const all = Object.keys(node.options);
      const chosen = all.filter((each) => texts[`${at}.${each}`]);
      return chosen.length === all.length ? undefined : chosen;
    }
    case 'lines':
      return text ? text.split(/\s+/) : undefined;
    case 'codes':
      return text ? text.toUpperCase().split(/[\s,;]+/) : undefined;
    case 'choice':
      return text === node.default ? undefined : text;
    case 'number':
      return text ? Number(text) : undefined;
    case 'seconds':
      return secondsIn(texts, at);
    default:
      return text || undefined;
  }
}

/** The service replaces a group as a whole: one that has something has all that it needs. */
function groupValue(group: Group, at: string, texts: Texts): object | undefined {
  const found = Object.entries(group).map(([name, node]) => [name, readValue(node, `${at}.${name}`, texts)] as const);
  if (found.every(([, value]) => value === undefined)) return undefined;
  const needed = found.map(([name, value]) => {
    const { isNeeded, default: otherwise } = group[name] as { isNeeded?: true; default?: unknown };
    return [name, value === undefined && isNeeded ? otherwise : value] as const;
  });
  return Object.fromEntries(needed.filter(([, value]) => value !== undefined));
}

/** Returns whether two forms say the same. */
export const isSame = (node: Node, at: string, one: Texts, other: Texts): boolean =>
  JSON.stringify(readValue(node, at, one)) === JSON.stringify(readValue(node, at, other));
