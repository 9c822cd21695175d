// Makes the navigation of the site from the index of the documentation, docs/README.md: its headings are the sections, the
// lines that end in a colon are the groups, and the links are the pages.
import { dirname, join } from 'node:path/posix';
import { addressOf, INDEX, pageFiles, read, titleOf } from './pages.ts';

export type Item = { text: string; link?: string; items?: Item[]; collapsed?: boolean };

const LINK = /\[([^\]]+)\]\(([^)#]+)\)/g;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the pages in the folder of an index, such as the chapters of the tour. */
function chaptersOf(index: string): Item[] {
  const others = pageFiles().filter((file) => file !== index && dirname(file) === dirname(index));
  return others.map((file) => ({ text: titleOf(file).replaceAll('`', ''), link: addressOf(file) }));
}

/** Returns an item for each page that the lines link to. A folder's index has the folder's pages below it. */
function itemsOf(lines: string): Item[] {
  return [...lines.matchAll(LINK)].flatMap(([, text = '', path = '']) => {
    const file = join(dirname(INDEX), path);
    const link = addressOf(file);
    if (link === undefined) return [];
    const item = { text: capital(text).replaceAll('`', ''), link };
    return file.endsWith('/README.md') ? [{ ...item, collapsed: true, items: chaptersOf(file) }] : [item];
  });
}

/**
 * Returns the groups of a section, or its items where it has no groups. Groups do not fold: the generator would put one button
 * into another, which screen readers cannot use.
 */
function groupsOf(section: string): Item[] {
  const [first = '', ...parts] = section.split(/^([A-Z][^\n*[]*)[:,][^\n]*\n(?=\n*\*|\n)/m);
  const groups: Item[] = itemsOf(first);
  for (let index = 0; index < parts.length; index += 2)
    groups.push({ text: parts[index] as string, items: itemsOf(parts[index + 1] ?? '') });
  return groups;
}

/** Returns the sections in the order of the index: tutorial, guides, reference, explanation. */
export function navigation(): Item[] {
  const [, ...parts] = read(INDEX).split(/^## (.+)$/m);
  const sections: Item[] = [];
  for (let index = 0; index < parts.length; index += 2)
    sections.push({ text: parts[index] as string, items: groupsOf(parts[index + 1] ?? '') });
  return sections;
}

/** Returns all items, those below others too. */
export const flat = (items: readonly Item[]): Item[] => items.flatMap((item) => [item, ...flat(item.items ?? [])]);
