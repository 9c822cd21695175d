// Checks what the functions' code contains, because every cold start pays for its size.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { Metafile } from 'esbuild';
import { bundle, LAZY } from '../../infra/bundling/bundle.ts';
import { type FunctionRow, functionNames, ONE_CPU_MB, rowOf, WEB } from '../../infra/functions.ts';
import { prepared } from '../support/prepared.ts';

const directory = mkdtempSync(join(tmpdir(), 'gatehouse-bundle-'));

const metafile = prepared(() => bundle(directory));
afterAll(() => rmSync(directory, { recursive: true }));

const outputOf = (name: string) => {
  const found = Object.entries(metafile.outputs).find(([file]) => file.endsWith(`/${name}/index.js`));
  return (found as [string, Metafile['outputs'][string]])[1];
};
/** Names of functions whose row fits. */
const withRow = (fits: (row: FunctionRow) => unknown): string[] => functionNames.filter((name) => fits(rowOf(name)));
const sending = withRow(({ permissions }) => permissions?.includes('send e-mail'));
// The import stores hashes of other services, and verifies no password.
const hashing = withRow(({ memoryMb }) => memoryMb === ONE_CPU_MB).filter((name) => name !== 'admin-transfers');
/** Names of functions whose code includes something from the path. */
const holding = (path: string): string[] =>
  functionNames.filter((name) =>
    Object.entries(outputOf(name).inputs).some(([file, { bytesInOutput }]) => file.includes(path) && bytesInOutput > 0),
  );

/**
 * Admins log in by password, authenticator, passkey or provider in one function. Users do so in another, which also knows the clients
 * that their tenants let in, and asks the earlier services that people are moved from. Both write the cookies of sessions, which may be bound to a device. The mailer has each text
 * in twelve languages and finds the tenants of an address, and one function has the list of blocked domains. Those
 * who manage a tenant do so in one function, with all that they manage, and with the schema of all settings: that of texts and
 * styles took 3 KB.
 */
const KILOBYTES: Record<string, number> = {
  'admin-console': 557,
  authentication: 535,
  mailer: 559,
  organization: 509,
  'admin-blocked-email-domains': 510,
};

describe.each(functionNames)('%s', (name) => {
  test('the bundle is within its size', () => {
    expect(outputOf(name).bytes).toBeLessThan((KILOBYTES[name] ?? 500) * 1024);
  });

  test('the bundle is self-contained and exports a handler', () => {
    const outside = outputOf(name).imports.map(({ path }) => path);
    const builtIn = createRequire(import.meta.url)('node:module').isBuiltin as (path: string) => boolean;
    // The exceptions are libraries beside the bundle.
    expect(outside.filter((path) => !builtIn(path) && !LAZY.includes(path))).toEqual([]);
    for (const path of outside.filter((each) => LAZY.includes(each)))
      expect(createRequire(join(directory, name, 'index.js')).resolve(path)).toBe(
        join(directory, name, 'node_modules', path, 'index.js'),
      );
    expect(createRequire(import.meta.url)(join(directory, name, 'index.js')).handler).toBeInstanceOf(Function);
  });
});

test.each(functionNames)('%s has what its handler in Lambda names', (name) => {
  const { warmUp } = rowOf(name);
  const files = readdirSync(join(directory, name)).filter((file) => /\.m?js$/.test(file));
  expect(files.sort()).toEqual(warmUp ? ['index.js', 'warm.mjs'] : ['index.js']);
  if (!warmUp) return;
  expect(readFileSync(join(directory, name, 'warm.mjs'), 'utf8')).toContain(`warmUp('${warmUp}')`);
  expect(createRequire(import.meta.url)(join(directory, name, 'index.js')).handler.warmUp).toBeInstanceOf(Function);
});

test('verifying passkeys prints nothing when it is loaded: a warning would be in the log of each cold start', () => {
  const file = join(directory, 'passkeys', 'index.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});

test.each([
  [
    'libphonenumber-js/min',
    ['account', 'authentication', 'admin-invitations', 'admin-transfers', 'admin-users', 'organization'],
  ],
  ['qrcode', ['admin-console', 'mfa']],
  // For imported passwords; bcryptjs also where there is no better hash.
  ['gatehouse-imported-hash', ['admin-console', 'authentication']],
  ['bcryptjs', hashing],
  ['@aws-sdk/client-lambda', sending],
  ['@aws-sdk/client-sns', sending],
])('%s is placed beside the bundles that load it', (library, names) => {
  const loading = functionNames.filter((name) => outputOf(name).imports.some(({ path }) => path === library));
  expect(loading.sort()).toEqual([...names].sort());
});

test('imported hashes are verified by the code beside the bundle, and no part of it is in the bundle', async () => {
  const load = createRequire(join(directory, 'authentication', 'index.js'));
  const { matchesImported } = load('gatehouse-imported-hash') as typeof import('../../lib/crypto/imported/verify.ts');
  const bcrypt = 'im1$1$raw$bcrypt$c=5$EEEEEEEEEEEEEEEEEEEEEA$23$r1Qg8zt7CwSiIqIY46u468OE3l7ZtFsc6EjhGynYoGA';
  expect(await matchesImported(bcrypt, 'U*U', { 1: 'p'.repeat(32) })).toBe(true);
  expect(await matchesImported(bcrypt, 'U*V', { 1: 'p'.repeat(32) })).toBe(false);
  expect(await matchesImported('x', 'U*V', { 1: 'p'.repeat(32) })).toHaveProperty('reason');
  expect(holding('lib/crypto/imported/verify.ts')).toEqual([]);
});

/** Names of functions whose code reads the roots of this kind. */
const reading = (kind: string): string[] =>
  functionNames.filter((name) => readFileSync(join(directory, name, 'index.js'), 'utf8').includes(`("${kind}")`));

test('only functions that hash passwords contain code that reads the pepper', () => {
  expect(reading('pepper')).toEqual(
    withRow(({ secrets, trigger }) => trigger.kind === 'api' && secrets.includes('pepper')),
  );
});

test('the workers contain no code that reads the secret of sessions', () => {
  const workers = withRow(({ trigger }) => trigger.kind !== 'api');
  expect(reading('session').filter((name) => workers.includes(name))).toEqual([]);
});

// The bundles load them with import(), which unlike require() finds no directory without a package.json.
test.each([
  ['libphonenumber-js/min', 'authentication'],
  ['qrcode', 'mfa'],
  ['@aws-sdk/client-sns', 'mailer'],
])('%s is found by import() as well', (library, name) => {
  const script = `console.log(import.meta.resolve('${library}'))`;
  const found = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: join(directory, name) });
  expect(fileURLToPath(String(found).trim())).toBe(join(directory, name, 'node_modules', library, 'index.js'));
});

test.each([
  ['@aws-sdk/client-eventbridge/', withRow(({ permissions }) => permissions?.includes('publish events'))],
  ['@aws-sdk/client-ses/', sending],
  ['lib/domain/messages/', sending],
  ['@aws-sdk/client-dynamodb/', withRow(({ table }) => Object.keys(table).length > 0)],
  // The archive of the audit log has no secret, and no other function writes objects.
  ['@aws-sdk/client-secrets-manager/', functionNames.filter((name) => name !== WEB && name !== 'audit-archive')],
  ['@aws-sdk/client-s3/', ['audit-archive']],
  // No other function handles passwords, and the list of common ones is a quarter of the largest bundle.
  ['lib/domain/credentials/common-passwords.ts', hashing],
  ['node_modules/disposable-email-domains-js/', ['admin-blocked-email-domains']],
  ['node_modules/otplib/', ['admin-console', 'mfa']],
])('%s is only in the bundles of %j', (path, names) => {
  expect(holding(path).sort()).toEqual([...names].sort());
});

test('the bundle of pages holds no package, no table, no setting and no crypto, which takes longer to load than the rest', () => {
  const outside = ['lib/contract/errors.ts', 'lib/http/', 'functions/web.ts'];
  const inputs = Object.keys(outputOf('web').inputs);
  expect(inputs.filter((input) => !outside.some((start) => input.startsWith(start)))).toEqual([]);
  const builtIn = outputOf('web').imports.map(({ path }) => path.replace('node:', ''));
  expect([...new Set(builtIn)].sort()).toEqual(['fs', 'path']);
  expect(statSync(join(directory, 'web/index.js')).size).toBeLessThan(17 * 1024);
});

test('the pages are beside the code that serves them', () => {
  const files = readdirSync(join(directory, 'web/pages'));
  expect(files.sort()).toEqual([
    'account.html',
    'assets',
    'consent.html',
    'console.html',
    'device.html',
    'login.html',
    'organization.html',
    'setup.html',
  ]);
});

test.each([
  '@aws-sdk/credential-provider-',
  'zod/v4/classic',
  'zod/v4/locales',
  'node_modules/esbuild',
  'aws-cdk-lib',
  'lib/contract/documents/',
  'lib/contract/error-meanings.ts',
  'lib/contract/documentation.ts',
  'lib/records/documents/',
])('%s is in no bundle', (path) => {
  expect(holding(path)).toEqual([]);
});

test.each(functionNames)('the bundle of %s has no descriptions of openapi.json', (name) => {
  const code = readFileSync(join(directory, name, 'index.js'), 'utf8');
  expect(code).not.toMatch(/LoginRequest|Free-form JSON|The email address of the user/);
});
