// Checks that what people list by hand is complete and current: decisions, pages, and the recipes of CONTRIBUTING.md.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const glob = (...patterns: string[]): string[] => globSync(patterns, { cwd: root }).sort();

test('the index of decisions has a row for each file, with its number, title, date and status', () => {
  const files = glob('docs/decisions/[0-9]*.md');
  // Notes on measurements keep their number and are in another folder.
  const rows = read('docs/decisions/README.md').match(/^\| \d+ \| \[[^\]]+\]\(\d.*$/gm);
  expect(rows).toEqual(
    files.map((path) => {
      const file = path.split('/').at(-1) as string;
      const [, number, title] = read(path).match(/^# (\d+)\. (.+)$/m) ?? [];
      const [, date, status] = read(path).match(/^\*(\d{4}-\d\d-\d\d) · (accepted|superseded)/m) ?? [];
      expect({ file, number: Number(number) }).toEqual({ file, number: Number(file.slice(0, 4)) });
      return `| ${number} | [${title}](${file}) | ${date} | ${status} |`;
    }),
  );
});

test('the index of the documentation links to each page once', () => {
  const pages = glob(
    'docs/*.{md,json}',
    'docs/{guides,explanation}/*.md',
    'docs/{tour,decisions,explanation/measurements}/README.md',
  );
  const others = ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];
  const links = [...read('docs/README.md').matchAll(/\]\(([^)#]+)/g)].map(([, to]) => join('docs', to as string));
  expect(links.sort()).toEqual([...pages, ...others].filter((page) => page !== 'docs/README.md').sort());
});

describe('CONTRIBUTING.md', () => {
  const text = read('CONTRIBUTING.md');
  const quoted = [...text.matchAll(/`([^`]+)`/g)].map(([, words]) => (words as string).replace(/\s+/g, ' '));

  test('names only files that exist', () => {
    const paths = quoted.filter((words) =>
      /^(docs|functions|infra|lib|test)\/\S+$|^\S+\.(ts|tsx|js|md|json)$/.test(words),
    );
    expect(paths.length).toBeGreaterThan(50);
    // A file without a folder is beside one that has its folder.
    const places = ['', ...paths.filter((path) => path.includes('/')).map((path) => path.replace(/[^/]+$/, ''))];
    const pattern = (path: string): string => path.replaceAll('<group>', 'authentication').replace(/<[^>]+>/g, '*');
    const existing = (path: string): boolean =>
      (path.includes('/') ? [''] : places).some((place) => glob(join(place, pattern(path))).length > 0);
    expect(paths.filter((path) => !existing(path))).toEqual([]);
  });

  test('names only commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const commands = quoted.filter((words) => /^(npm|node) /.test(words));
    expect(commands.length).toBeGreaterThan(15);
    const exists = (command: string) => {
      const [program, first, second = ''] = command.split(' ') as [string, string, string?];
      return program === 'node' ? existsSync(join(root, first)) : (first === 'run' ? second : first) in scripts;
    };
    expect(commands.filter((command) => !exists(command))).toEqual([]);
  });

  test('names only words of the code, apart from example names', () => {
    const sources = glob('{functions,lib,infra,test}/**/*.{ts,tsx}').map(read).join('\n');
    const words = quoted.filter((each) => /^[a-z]+[A-Z]\w*$|^[A-Z][A-Z_]{2,}$/.test(each));
    expect(words.length).toBeGreaterThan(10);
    expect(words.filter((word) => !new RegExp(`\\b${word}\\b`).test(sources))).toEqual([]);
  });
});
