// What is in the functions' code and what is not: its size is paid at every cold start.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Metafile } from 'esbuild';
import { bundle, functionNames, LAZY, MAILER, SECRET_ROTATION } from '../../infra/build/bundle.ts';
import { needs } from '../../infra/stack/functions.ts';
import { groupNames, kebab } from '../../lib/contract/index.ts';

const directory = mkdtempSync(join(tmpdir(), 'gatehouse-bundle-'));
let metafile: Metafile;

beforeAll(async () => {
  metafile = await bundle(directory);
});
afterAll(() => rmSync(directory, { recursive: true }));

const outputOf = (name: string) => {
  const found = Object.entries(metafile.outputs).find(([file]) => file.endsWith(`/${name}/index.js`));
  return (found as [string, Metafile['outputs'][string]])[1];
};
/** Names of functions whose code holds something of the path. */
const holding = (path: string): string[] =>
  functionNames.filter((name) =>
    Object.entries(outputOf(name).inputs).some(([file, { bytesInOutput }]) => file.includes(path) && bytesInOutput > 0),
  );

describe.each(functionNames)('%s', (name) => {
  test('is smaller than 500 KB', () => {
    expect(outputOf(name).bytes).toBeLessThan(500 * 1024);
  });

  test('stands alone and exports a handler', () => {
    const outside = outputOf(name).imports.map(({ path }) => path);
    const builtIn = createRequire(import.meta.url)('node:module').isBuiltin as (path: string) => boolean;
    // The exceptions: operations that stream events, of which we call none, and what lies beside until it is needed.
    const apart = ['@smithy/core/event-streams', ...LAZY];
    expect(outside.filter((path) => !builtIn(path) && !apart.includes(path))).toEqual([]);
    for (const path of outside.filter((each) => LAZY.includes(each)))
      expect(createRequire(join(directory, name, 'index.js')).resolve(path)).toBe(
        join(directory, name, 'node_modules', path, 'index.js'),
      );
    expect(createRequire(import.meta.url)(join(directory, name, 'index.js')).handler).toBeInstanceOf(Function);
  });
});

test.each([
  ['libphonenumber-js/min', ['authentication', 'admin-users']],
  ['qrcode', ['admin-console', 'mfa']],
])('%s lies beside those that use it', (library, names) => {
  const loading = functionNames.filter((name) => outputOf(name).imports.some(({ path }) => path === library));
  expect(loading.sort()).toEqual([...names].sort());
});

// The bundles ask for them with import(), which knows fewer ways than require(): no directory without a package.json.
test.each([
  ['libphonenumber-js/min', 'authentication'],
  ['qrcode', 'mfa'],
])('%s is found by import(), too', (library, name) => {
  const script = `console.log(import.meta.resolve('${library}'))`;
  const found = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: join(directory, name) });
  expect(fileURLToPath(String(found).trim())).toBe(join(directory, name, 'node_modules', library, 'index.js'));
});

test.each([
  ['@aws-sdk/client-eventbridge/', ['change-feed']],
  ['@aws-sdk/client-ses/', [MAILER]],
  ['@aws-sdk/client-sns/', [MAILER]],
  ['lib/domain/messages/', [MAILER]],
  // It sees secrets, and nothing else.
  ['@aws-sdk/client-dynamodb/', functionNames.filter((name) => name !== SECRET_ROTATION)],
  ['@aws-sdk/client-secrets-manager/', functionNames],
  // Their clients sign nobody's password, and the list of common ones is a quarter of the largest bundle.
  ['lib/domain/credentials/common-passwords.ts', groupNames.filter((group) => needs[group].hashes).map(kebab)],
  ['node_modules/disposable-email-domains-js/', ['admin-blocked-email-domains']],
  ['node_modules/otplib/', ['admin-console', 'mfa']],
  ['node_modules/bcryptjs/', groupNames.filter((group) => needs[group].hashes).map(kebab)],
])('%s is in those that use it', (path, names) => {
  expect(holding(path).sort()).toEqual([...names].sort());
});

test.each([
  '@aws-sdk/credential-provider-',
  'zod/v4/classic',
  'zod/v4/locales',
  'node_modules/esbuild',
  'aws-cdk-lib',
  'lib/contract/pages/',
  'lib/contract/error-meanings.ts',
  'lib/contract/documentation.ts',
])('%s is in none', (path) => {
  expect(holding(path)).toEqual([]);
});

test.each(functionNames)('%s does not carry the descriptions of openapi.json', (name) => {
  const code = readFileSync(join(directory, name, 'index.js'), 'utf8');
  expect(code).not.toMatch(/LoginRequest|Free-form JSON|The email address of the user/);
});
