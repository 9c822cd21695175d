// Writes docs/explanation/capabilities.md: where each operation is declared, served, decided, stored, shown and tested.
// All of it is read from paths, imports and names, so a file that moves is found where it is.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openapi } from '../../../lib/contract/documents/openapi.ts';
import { type GroupName, groupNames, groups, kebab } from '../../../lib/contract/index.ts';
import { type Operation, pathOf } from '../../../lib/contract/operation.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Parts that most rules use: they tell nothing about a capability. */
const COMMON = new Set(['table.ts', 'keys.ts', 'outbox.ts', 'record.ts', 'repeats.ts']);
const IMPORT = /^import (?!type )([^;]*?) from '(\.[^']*)';$/gms;

const INTRODUCTION = `# Where is what

Each group of operations is one Lambda function. A row has the operations that one file decides. *Store* is what this file
imports from the store, *shown by* the files of the sign-in pages and of the console that call the operations. The tests
of a row have its names; the folder has more. [SECURITY.md](../../SECURITY.md) names the tests of attacks, by promise.
\`npm run docs\` writes this page from the code.
`;

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**'] })
    .map(String)
    .sort();
/** `lib/domain/users/list.ts` -> `users/list`. */
const shortNameOf = (file: string): string =>
  file.replace(/^.*\/(domain|store|screens|pages|console|workers|api\/[\w-]+)\//, '').replace(/(\.test)?\.tsx?$/, '');
const link = (file: string, text = shortNameOf(file)): string => `[${text}](../../${file})`;
const listed = (files: readonly string[]): string =>
  [...new Set(files)]
    .sort()
    .map((file) => link(file))
    .join(', ');

type Import = { names: string[]; file: string };

/** Returns what a file imports from other files, without types. */
const importsOf = (file: string): Import[] =>
  [...read(file).matchAll(IMPORT)].map(([, names = '', from = '']) => ({
    names: names.split(/[{},]/).flatMap((part) => (/^\s*type /.test(part) ? [] : (part.trim().match(/\w+$/) ?? []))),
    file: posix.join(dirname(file), from),
  }));
const withoutImports = (file: string): string => read(file).replace(/^import [^;]*;$/gms, '');

/** The rules that a part of a function calls, also by a helper in the same file. */
function rulesOf(entry: string, part: string): string[] {
  const helpers = [...withoutImports(entry).matchAll(/^const (\w+) = .*?;$/gms)];
  const text = part + helpers.filter(([, name]) => part.includes(`${name}(`)).join('');
  const rules = importsOf(entry).filter(({ file }) => /\/(domain|workers)\//.test(file) && !COMMON.has(basename(file)));
  return rules
    .filter(({ names }) => names.some((name) => new RegExp(`\\b${name}[.(]`).test(text)))
    .map(({ file }) => file);
}

/** Route -> the text of its row in the table of the function. */
function rowsOf(entry: string, routes: readonly string[]): Map<string, string> {
  const text = withoutImports(entry);
  const starts = routes.map((route) => ({ route, at: text.indexOf(`'${route}'`) })).sort((a, b) => a.at - b.at);
  return new Map(starts.map(({ route, at }, index) => [route, text.slice(at, starts[index + 1]?.at)]));
}

const storeOf = (rules: readonly string[]): string[] =>
  rules
    .flatMap((rule) => importsOf(rule).map(({ file }) => file))
    .filter((file) => file.includes('/store/') && !COMMON.has(basename(file)));

/** The files of pages and console that name one of the operations, such as `adminUsers.list`. */
function screensOf(): (operations: readonly string[]) => string[] {
  const files = filesOf('{lib,apps}/**/*.{ts,tsx}').filter(
    (file) => /\/(pages|console)\//.test(file) && !/\/(contract|crud|records|words|core|ui|kit)\//.test(file),
  );
  const screens = files.map((file) => ({ file, text: withoutImports(file) }));
  return (operations) => {
    const named = new RegExp(`\\b(${operations.join('|')})\\b(?!\\.)`);
    return screens.filter(({ text }) => named.test(text)).map(({ file }) => file);
  };
}

/**
 * The tests in the folder of the group that have the name of an operation, or its route in a title. If there are none:
 * those that call its path.
 */
function testsOf(folder: string, operations: readonly (readonly [route: string, name: string])[]): string[] {
  const tests = filesOf(`test/api/${folder}/*.test.ts`).map((file) => ({ file, text: read(file) }));
  const patternOf = (route: string): string => route.replace(/\./g, '\\.').replace(/\{\w+\}/g, '[^/\\s]+');
  const isNamed =
    (file: string, text: string) =>
    ([route, operation]: readonly [string, string]) =>
      basename(file, '.test.ts') === operation ||
      basename(file).startsWith(`${operation}-`) ||
      new RegExp(`['\`]${patternOf(route)}['\` ]`).test(text);
  const calls =
    (text: string) =>
    ([route]: readonly [string, string]) =>
      new RegExp(`['\`]${patternOf(pathOf(route))}['\`?]`).test(text);
  const named = tests.filter(({ file, text }) => operations.some(isNamed(file, text)));
  return (named.length ? named : tests.filter(({ text }) => operations.some(calls(text)))).map(({ file }) => file);
}

const HEAD = '| Operation | Rule | Store | Shown by | Tests |\n|---|---|---|---|---|';

function sectionOf(group: GroupName, description: string, findScreens: ReturnType<typeof screensOf>): string {
  const [folder, operations] = [kebab(group), Object.entries<Operation>(groups[group])];
  const [entry, tests] = [`functions/${folder}.ts`, `test/api/${folder}`];
  const rows = rowsOf(entry, Object.keys(groups[group]));
  const byRule = Map.groupBy(operations, ([route]) => rulesOf(entry, rows.get(route) as string).join(' '));
  const lines = [...byRule].map(([key, entries]) => {
    const rules = key.split(' ').filter(Boolean);
    const named = entries.map(
      ([route, { name }]) => [route, name.replace(/[A-Z]/g, (each) => `-${each.toLowerCase()}`)] as const,
    );
    const routes = entries.map(([route]) => `\`${route}\``).join('<br>');
    const screens = findScreens(entries.map(([, { name }]) => `${group}.${name}`));
    return `| ${[routes, listed(rules), listed(storeOf(rules)), listed(screens), listed(testsOf(folder, named))].join(' | ')} |`;
  });
  const contract = importsOf(entry).find(({ names }) => names.includes(group))?.file as string;
  const places = [contract, entry, tests].map((file) => link(file, file)).join(' · ');
  return `## ${folder}\n\n${description} ${places}\n\n${HEAD}\n${lines.join('\n')}\n`;
}

/** Functions that serve no operation: they are invoked by a stream, a queue, a rule or a clock. */
function workers(): string {
  const entries = filesOf('functions/*.ts').filter(
    (file) => !groupNames.some((group) => file === `functions/${kebab(group)}.ts`),
  );
  const lines = entries.map((entry) => {
    const what = /^\/\/ (.*?)(?:\n[^/]|\.\s)/s.exec(read(entry))?.[1]?.replaceAll('\n//', '') ?? '';
    return `| ${link(entry, basename(entry, '.ts'))} | ${what.replace(/\.$/, '')} | ${listed(rulesOf(entry, withoutImports(entry)))} |`;
  });
  return `## Functions without operations\n\n| Function | What it does | Rule |\n|---|---|---|\n${lines.join('\n')}\n`;
}

/** Returns the page. */
export function capabilitiesPage(): string {
  const { tags } = openapi() as { tags: { name: string; description: string }[] };
  const findScreens = screensOf();
  const sections = groupNames.map((group) =>
    sectionOf(group, tags.find(({ name }) => name === kebab(group))?.description ?? '', findScreens),
  );
  return [INTRODUCTION, ...sections, workers()].join('\n');
}
