// Reads the built pages: their size, and that they name nothing outside of this origin.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import { buildPages } from '../../../infra/web/build.ts';
import { SHELLS, type ShellName, shellNames } from '../../../infra/web/shells.ts';
import { prepared } from '../../support/prepared.ts';

/** Bytes, compressed. */
const KB = 1024;
// With the question before a planted login and the reasons of dead ends, all files need one KB more than the 35 before.
// With the list of applications that have access and the way to API keys, the account page needs 0.4 more than 25. The
// routes of passkeys and what loads their parts are 0.2 more. Sign-up without a password, recovery and the file of one's data
// are 0.7 more of all, and 0.3 of a page. The search for one's organizations is 0.2 more of all, and 0.1 of a page. The routes of
// users who manage their tenant are 0.1 of a page. The way to the page of the organization, and back to it, is 0.2, and that to the list of
// one's organizations 0.2. The routes of identity providers, setup links and domains are 0.4. The routes of
// requests to join, and what loads the parts with which people ask, are 0.3 of all, and 0.1 of a page. The routes
// of a tenant's applications are 0.1. The code that submits itself is 0.1.
const [MAX_ALL, MAX_SCRIPT, MAX_STYLE, MAX_LANGUAGE] = [39 * KB, 27.2 * KB, 6 * KB, 4.3 * KB];
/** Of the consent page, which is a site of its own: everything. The style of tables, which all pages share, is 0.1 of it. */
const MAX_CONSENT = 22.9 * KB;
/** Of the page for devices, which shares its files and has a form. */
const MAX_DEVICE = 23.8 * KB;
/** Of a section of the organization page, which is loaded when it is opened. */
const MAX_SECTION = 5 * KB;
/** Of the parts that use passkeys, which are loaded where the tenant has them. */
const MAX_PASSKEYS = 4 * KB;
/** Of the console: everything before its first screen, what a screen adds, and its styles with those of the pages. */
const [MAX_CONSOLE, MAX_SCREEN, MAX_CONSOLE_STYLE] = [60 * KB, 12.6 * KB, 8 * KB];

const directory = mkdtempSync(join(tmpdir(), 'gatehouse-built-pages-'));
const metafile = prepared(() => buildPages(directory));
afterAll(() => rmSync(directory, { recursive: true }));

const read = (file: string): string => readFileSync(join(directory, file), 'utf8');
const files = (): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((file) => /\.\w+$/.test(file));
const packed = (file: string): number => gzipSync(read(file), { level: 9 }).length;
const sum = (all: readonly string[]): number => all.reduce((total, file) => total + packed(file), 0);

/** The path in the directory of an output of the build. */
const pathOf = (output: string): string => `assets/${output.split('/').at(-1)}`;
const outputs = () => Object.entries(metafile.outputs);

/** The texts of one language other than English, which only its readers load. */
const languages = (): string[] =>
  outputs().flatMap(([output, { inputs }]) => {
    const [only = '', ...more] = Object.keys(inputs);
    return /^lib\/apps\/(console\/words\/de(\/tenant)?|pages\/words\/[\w-]+)\/[\w-]+\.ts$/.test(only) && !more.length
      ? [pathOf(output)]
      : [];
  });

/** The scripts that a document loads before its first view: its own and what that imports at once. */
function firstView(script: string): string[] {
  const found = new Set<string>();
  const visit = (output: string): void => {
    if (found.has(output)) return;
    found.add(output);
    for (const { kind, path } of metafile.outputs[output]?.imports ?? []) if (kind === 'import-statement') visit(path);
  };
  visit(outputs().find(([, { entryPoint }]) => entryPoint === script)?.[0] as string);
  return [...found].map(pathOf);
}

/** The files of a document with its scripts, styles and icon. */
const named = (name: ShellName): string[] => [
  `${name}.html`,
  ...[...read(`${name}.html`).matchAll(/"(assets\/[^"]+)"/g)].map(([, file]) => file as string),
];

/** What /organization loads when a section is opened. */
const sections = (): string[] =>
  outputs().flatMap(([, { entryPoint }]) =>
    entryPoint && /^lib\/apps\/pages\/organization\/.+\.tsx$/.test(entryPoint) ? [entryPoint] : [],
  );

const forEveryone = shellNames.filter((name) => SHELLS[name].site === 'pages');

describe('sizes, compressed', () => {
  test(`all files of the pages for everyone without the other languages take at most ${MAX_ALL / KB} KB`, () => {
    const all = new Set(forEveryone.flatMap((name) => [...named(name), ...firstView(SHELLS[name].script)]));
    expect(all.size).toBeGreaterThan(5);
    expect(sum([...all])).toBeLessThanOrEqual(MAX_ALL);
  });

  test.each([...forEveryone, 'organization'] as const)(
    `the scripts of the first view of /%s take at most ${MAX_SCRIPT / KB} KB`,
    (name) => {
      expect(sum(firstView(SHELLS[name].script))).toBeLessThanOrEqual(MAX_SCRIPT);
    },
  );

  test(`the consent page takes at most ${MAX_CONSENT / KB} KB, and the sign-in pages load nothing of it`, () => {
    const all = new Set([...named('consent'), ...firstView(SHELLS.consent.script)]);
    expect(sum([...all])).toBeLessThanOrEqual(MAX_CONSENT);
  });

  test('a section of /organization adds at most 5 KB', () => {
    const before = firstView(SHELLS.organization.script);
    expect(sections().length).toBeGreaterThan(0);
    for (const section of sections()) {
      const size = sum(firstView(section).filter((file) => !before.includes(file)));
      expect([section, size <= MAX_SECTION]).toEqual([section, true]);
    }
  });

  test(`the page for devices takes at most ${MAX_DEVICE / KB} KB`, () => {
    const all = new Set([...named('device'), ...firstView(SHELLS.device.script)]);
    expect(sum([...all])).toBeLessThanOrEqual(MAX_DEVICE);
  });

  test.each(['login', 'account'] as const)('the parts that use passkeys add at most 4 KB to /%s', (name) => {
    const before = firstView(SHELLS[name].script);
    const added = firstView(`lib/apps/pages/${name}/passkeys/parts.tsx`).filter((file) => !before.includes(file));
    expect(added.length).toBeGreaterThan(0);
    expect(sum(added)).toBeLessThanOrEqual(MAX_PASSKEYS);
  });

  test('the console takes at most 60 KB before its first screen, with that screen', () => {
    const overview = firstView('lib/apps/console/screens/overview.tsx');
    expect(
      sum([...new Set([...named('console'), ...firstView(SHELLS.console.script), ...overview])]),
    ).toBeLessThanOrEqual(MAX_CONSOLE);
  });

  test('a screen of the console adds at most 12.6 KB, and a part of it adds that to its screen', () => {
    const screens = outputs().flatMap(([, { entryPoint }]) =>
      entryPoint?.startsWith('lib/apps/console/screens/') ? [entryPoint] : [],
    );
    expect(screens.length).toBeGreaterThan(10);
    for (const screen of screens) {
      const parents = screens.filter((each) => screen.startsWith(each.replace(/\.tsx$/, '/')));
      const before = [SHELLS.console.script, ...parents].flatMap(firstView);
      const size = sum(firstView(screen).filter((file) => !before.includes(file)));
      expect([screen, size <= MAX_SCREEN]).toEqual([screen, true]);
    }
  });

  test('the console loads the readers of exports with the import of users, and nothing of them before', () => {
    const inputsOf = (script: string): string[] =>
      outputs().flatMap(([output, { inputs }]) =>
        firstView(script).includes(pathOf(output))
          ? Object.keys(inputs).filter((each) => /^lib\/transfer\//.test(each))
          : [],
      );
    expect(inputsOf('lib/apps/console/screens/import/import.tsx')).toContain('lib/transfer/readers/auth0.ts');
    for (const script of [SHELLS.console.script, 'users', 'tenant'])
      expect(inputsOf(script.includes('/') ? script : `lib/apps/console/screens/${script}.tsx`)).toEqual([]);
  });

  test.each(shellNames)('/%s names all scripts of its first view, so that they load at the same time', (name) => {
    for (const file of firstView(SHELLS[name].script)) expect(read(`${name}.html`)).toContain(`"${file}"`);
  });

  test.each([...forEveryone.map((name) => [name, MAX_STYLE] as const), ['console', MAX_CONSOLE_STYLE] as const])(
    'the styles of /%s take at most %i bytes',
    (name, most) => {
      expect(sum(named(name).filter((file) => file.endsWith('.css')))).toBeLessThanOrEqual(most);
    },
  );

  test('a language takes at most 4.5 KB', () => {
    expect(languages().length).toBeGreaterThan(0);
    for (const file of languages()) expect([file, packed(file) <= MAX_LANGUAGE]).toEqual([file, true]);
  });
});

test('no file names another origin; names of XML namespaces are no addresses', () => {
  const named = files().flatMap((file) => read(file).match(/(?:https?:)?\/\/[a-z][\w-]*\.[\w.-]+[^\s"'`)<]*/gi) ?? []);
  expect(
    [...new Set(named)].filter(
      (each) => !/^http:\/\/www\.w3\.org\/(2000\/svg|1999\/xhtml|1998\/Math\/MathML)$/.test(each),
    ),
  ).toEqual([]);
});

test('no style loads anything or is written into a document', () => {
  for (const file of files().filter((each) => each.endsWith('.css')))
    expect(read(file)).not.toMatch(/@import|url\(|expression\(|behavior:/i);
  for (const name of shellNames) expect(read(`${name}.html`)).not.toMatch(/<style|\sstyle=/);
});

test('no script makes code of text', () => {
  for (const file of files().filter((each) => each.endsWith('.js')))
    expect([file, /\beval\(|new Function\(|document\.write|importScripts/.test(read(file))]).toEqual([file, false]);
});

test('a picture has no script', () => {
  for (const file of files().filter((each) => each.endsWith('.svg')))
    expect(read(file)).not.toMatch(/<script|\son\w+=|href=|<foreignObject/i);
});

test('the pages contain nothing of the service but its client, the texts of messages, and what reads an import', () => {
  const inputs = new Set(outputs().flatMap(([, each]) => Object.keys(each.inputs)));
  const allowed =
    /^(lib\/(apps|packages\/client)\/|lib\/transfer\/|lib\/domain\/messages\/texts\/|lib\/platform\/clock\.ts$|lib\/contract\/((duration|grant-types|fields\/(fonts|languages))\.ts$|texts\/\w+\.ts$)|node_modules\/(preact|@preact)\/)/;
  expect([...inputs].filter((input) => !allowed.test(input))).toEqual([]);
});

test('a build names the same content the same way', async () => {
  const before = files().sort();
  await buildPages(directory);
  expect(files().sort()).toEqual(before);
});
