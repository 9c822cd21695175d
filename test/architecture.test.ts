// The arrows between folders, the ceiling on files, and the few rules that are about where text may stand.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '..');
const tracked = ['functions', 'lib', 'infra'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file)),
);

/** Folder -> folders whose code it may import. */
const ARROWS: Record<string, readonly string[]> = {
  functions: ['lib/http', 'lib/domain', 'lib/contract'],
  'lib/http': ['lib/contract', 'lib/domain', 'lib/crypto', 'lib/platform'],
  'lib/domain': ['lib/store', 'lib/platform', 'lib/crypto', 'lib/contract'],
  'lib/store': ['lib/platform'],
  'lib/client': ['lib/contract'],
  'lib/contract': [],
  'lib/crypto': [],
  'lib/platform': [],
  infra: ['lib/contract', 'lib/store', 'lib/http', 'lib/platform'],
  'infra/local': ['lib/contract', 'lib/store', 'lib/http', 'lib/client', 'lib/crypto', 'infra', 'functions'],
  'infra/rehearsal': ['lib/contract', 'lib/client', 'lib/http', 'infra', 'infra/local'],
  'infra/smoke': ['lib/client'],
};
/** Types of the two leaves may be named anywhere: a stored setting has the contract's shape. */
const TYPE_LEAVES = ['lib/contract', 'lib/crypto'];
/** The few files of a folder that another folder may import, where the arrow is not for the whole folder. */
const ONLY: Record<string, readonly string[]> = {
  'infra lib/store': ['lib/store/keys.ts'],
  'infra lib/http': ['lib/http/headers.ts'],
  'infra lib/platform': ['lib/platform/config.ts'],
  'infra/local lib/store': ['lib/store/dynamo/client.ts', 'lib/store/keys.ts'],
};

const folderOf = (file: string): string =>
  Object.keys(ARROWS)
    .sort((a, b) => b.length - a.length)
    .find((folder) => file.startsWith(`${folder}/`)) ?? file;

type Import = { from: string; to: string; typeOnly: boolean };

const imports: Import[] = tracked.flatMap((file) => {
  const source = readFileSync(join(root, file), 'utf8');
  const target = (path: string): string => relative(root, join(root, dirname(file), path));
  const statements = source.matchAll(/^(?:import|export)\s+(type\s)?[^;]*?from\s+'(\.[^']+)';/gms);
  const calls = source.matchAll(/import\('(\.[^']+)'\)/g);
  return [
    ...[...statements].map(([, type, path]) => ({
      from: file,
      to: target(path as string),
      typeOnly: type !== undefined,
    })),
    ...[...calls].map(([, path]) => ({ from: file, to: target(path as string), typeOnly: false })),
  ];
});

describe('arrows', () => {
  test('there are imports to judge', () => {
    expect(imports.length).toBeGreaterThan(100);
  });

  test('point only where they may', () => {
    const wrong = imports.filter(({ from, to, typeOnly }) => {
      const [source, target] = [folderOf(from), folderOf(to)];
      if (source === target || (typeOnly && TYPE_LEAVES.includes(target))) return false;
      const only = ONLY[`${source} ${target}`];
      return !ARROWS[source]?.includes(target) || (only !== undefined && !only.includes(to) && !typeOnly);
    });
    expect(wrong).toEqual([]);
  });
});

test('no file outgrows 300 lines, catalogues excepted', () => {
  const long = tracked
    .filter((file) => !file.startsWith('lib/contract/'))
    .filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 300);
  expect(long).toEqual([]);
});

test('only keys.ts spells keys', () => {
  const keyText = /[`'"](T|P|L|F)#|[`'"](SES|USER|TENANT|EMAIL|OUT)#/;
  const spelling = tracked.filter(
    (file) => file !== 'lib/store/keys.ts' && keyText.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(spelling).toEqual([]);
});

test('randomness comes from the system, and nothing asks for a table scan', () => {
  const careless = tracked.filter((file) => /Math\.random\(|ScanCommand/.test(readFileSync(join(root, file), 'utf8')));
  expect(careless).toEqual([]);
});
