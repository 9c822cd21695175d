// Checks that the texts of the pages are complete in every language, and that each language is loaded on its own.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { buildPages } from '../../../infra/web/build.ts';
import { bestOf as best } from '../../../lib/apps/kit/words.ts';
import { en as account } from '../../../lib/apps/pages/words/account/en.ts';
import { en as acting, OTHERS as OF_ACTING } from '../../../lib/apps/pages/words/acting.ts';
import { en as apiKeys } from '../../../lib/apps/pages/words/api-keys/en.ts';
import { en as applications } from '../../../lib/apps/pages/words/applications/en.ts';
import { en as consent } from '../../../lib/apps/pages/words/consent/en.ts';
import { en as deadEnds, OTHERS as OF_DEAD_ENDS } from '../../../lib/apps/pages/words/dead-ends.ts';
import { en as device } from '../../../lib/apps/pages/words/device/en.ts';
import { en as directory } from '../../../lib/apps/pages/words/directory/en.ts';
import { en as domains } from '../../../lib/apps/pages/words/domains/en.ts';
import { ENDS } from '../../../lib/apps/pages/words/ends.ts';
import { LANGUAGES } from '../../../lib/apps/pages/words/index.ts';
import { en as organization } from '../../../lib/apps/pages/words/organization/en.ts';
import { en as passkeys } from '../../../lib/apps/pages/words/passkeys/en.ts';
import { en as shared } from '../../../lib/apps/pages/words/shared/en.ts';
import { en as signIn } from '../../../lib/apps/pages/words/sign-in/en.ts';
import { en as signOn } from '../../../lib/apps/pages/words/sign-on/en.ts';
import { matched, LANGUAGES as OF_MESSAGES } from '../../../lib/contract/fields/languages.ts';
import { DEAD_ENDS } from '../../../lib/domain/oauth/dead-ends.ts';
import { languageOf, NO_SCRIPT } from '../../../lib/http/pages/no-script.ts';

/** The texts of all parts of the pages. */
const en: Readonly<Record<string, string>> = {
  ...shared,
  ...account,
  ...signIn,
  ...apiKeys,
  ...passkeys,
  ...consent,
  ...device,
  ...organization,
  ...domains,
  ...directory,
  ...applications,
  ...signOn,
  ...acting,
  ...deadEnds,
};
const bestOf = (wanted: readonly string[]): string => best(wanted, Object.keys(LANGUAGES));
const others = Object.keys(LANGUAGES).filter((tag) => tag !== 'en');
/** The parts of the pages whose languages are files of their own. */
const PARTS = [
  'shared',
  'account',
  'api-keys',
  'passkeys',
  'sign-in',
  'consent',
  'device',
  'organization',
  'domains',
  'directory',
  'applications',
  'sign-on',
];
const WORDS = 'lib/apps/pages/words';
const loaded: Record<string, Readonly<Record<string, string>>> = {};
beforeAll(async () => {
  for (const tag of others) {
    const files = PARTS.map((part) => import(`../../../lib/apps/pages/words/${part}/${tag}.ts`));
    const texts = (await Promise.all(files)).map((file) => file.texts);
    loaded[tag] = Object.assign({}, ...texts, OF_ACTING[tag], OF_DEAD_ENDS[tag]);
  }
});
const words = Object.keys(en);

/** Words that are the same in both languages. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  de: [
    'appName',
    'code',
    'dirName',
    'dirToken',
    'domainName',
    'domains',
    'inviteName',
    'passkeys',
    'personName',
    'status',
    'yourName',
  ],
  fr: ['accountSessions', 'appSecrets', 'applications', 'code', 'invitations'],
  es: ['dirToken', 'roles'],
  'pt-BR': ['dirToken', 'status'],
  it: ['clientId', 'clientSecret', 'dirToken', 'directory', 'password', 'privacy', 'signOn'],
  pl: ['dirToken'],
  nl: ['code', 'dirToken', 'directory', 'privacy', 'status'],
};

const placeholders = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

test('pages and messages speak the same languages', () => {
  expect(Object.keys(LANGUAGES).sort()).toEqual([...OF_MESSAGES].sort());
  for (const part of [OF_ACTING, OF_DEAD_ENDS]) expect(Object.keys(part)).toEqual(others);
  for (const part of PARTS)
    expect(readdirSync(join(import.meta.dirname, '../../..', WORDS, part)).sort()).toEqual(
      Object.keys(LANGUAGES)
        .map((tag) => `${tag}.ts`)
        .sort(),
    );
  expect(Object.keys(NO_SCRIPT)).toEqual(Object.keys(LANGUAGES));
});

test('no two parts of the pages have a text of the same name', () => {
  const parts = [
    shared,
    account,
    apiKeys,
    passkeys,
    signIn,
    consent,
    device,
    organization,
    domains,
    directory,
    applications,
    signOn,
    acting,
    deadEnds,
  ];
  const names = parts.flatMap((part) => Object.keys(part));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('every page at which a request ends has its texts', () => {
  const others = ['tenant_not_found', 'cookies_blocked', 'too_many_requests', 'unavailable'];
  const codes = [...new Set([...Object.values(DEAD_ENDS), ...others])];
  expect(Object.keys(ENDS).sort()).toEqual(codes.sort());
});

test.each(others)('every text in %s has the placeholders of the English one', (tag) => {
  const wrong = words.filter(
    (word) => `${placeholders(loaded[tag]?.[word] ?? '')}` !== `${placeholders(en[word] as string)}`,
  );
  expect(wrong).toEqual([]);
});

test.each(others)('only the listed texts in %s are the English ones', (tag) => {
  expect(words.filter((word) => loaded[tag]?.[word] === en[word]).sort()).toEqual(SAME[tag] ?? []);
});

test.each(others)('no text in %s is empty, has space at its ends or a typewriter quotation mark', (tag) => {
  const wrong = words.filter((word) => {
    const text = loaded[tag]?.[word] ?? '';
    return !text || text !== text.trim() || /["']/.test(text);
  });
  expect(wrong).toEqual([]);
});

test('Arabic texts begin with an Arabic letter', () => {
  const isValue = (text: string): boolean => text.startsWith('{');
  expect(
    words.filter((word) => !/^\p{Script=Arabic}/u.test(loaded.ar?.[word] ?? '') && !isValue(en[word] as string)),
  ).toEqual([]);
});

describe('the best language', () => {
  test.each([
    'de',
    'DE-at',
    'pt',
    'pt-PT',
    'pt-br',
    'zh-CN',
    'zh-TW',
    'ar-EG',
    'ja-Jpan-JP',
    'sv',
    'deu',
    '',
    'constructor',
  ])('for %j is the same on pages and in messages', (tag) => {
    expect([bestOf([tag]), languageOf(tag)]).toEqual([matched(tag), matched(tag)]);
  });

  test('is the first of the list that there is, and English without one', () => {
    expect([bestOf(['sv', 'pl', 'de']), bestOf(['sv']), bestOf([])]).toEqual(['pl', 'en', 'en']);
    expect(['sv, pl;q=0.8,de;q=0.7', '*', 'pt-BR,x'].map(languageOf)).toEqual(['pl', 'en', 'pt-BR']);
  });
});

test('each language but English is twelve files of at most 4 KB compressed, and no other file has their texts', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-languages-'));
  const { outputs } = await buildPages(directory);
  const files = Object.entries(outputs).map(([path, { inputs, entryPoint }]) => ({
    entryPoint,
    inputs: Object.keys(inputs),
    size: gzipSync(readFileSync(join(directory, 'assets', basename(path)))).length,
  }));
  rmSync(directory, { recursive: true });
  const parts = PARTS.map((part) => `${WORDS}/${part}`);
  for (const path of parts.flatMap((part) => others.map((tag) => `${part}/${tag}.ts`))) {
    const holding = files.filter(({ inputs }) => inputs.includes(path));
    expect(holding).toEqual([{ entryPoint: path, inputs: [path], size: expect.any(Number) }]);
    expect(holding[0]?.size).toBeLessThan(4096);
  }
  // The pages of consent and of organizations are sites of their own, with the shared texts and, for a proof in place, more.
  const sites = { shared: 3, account: 2, passkeys: 2 } as Readonly<Record<string, number>>;
  for (const part of PARTS)
    expect(files.filter(({ inputs }) => inputs.includes(`${WORDS}/${part}/en.ts`))).toHaveLength(sites[part] ?? 1);
});
