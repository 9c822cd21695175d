// Executes docs/guides/sign-in-from-a-mobile-app.md with the packed client and the URL class of React Native. Its native
// modules are replaced by modules of the test.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { fileBlocks } from '../journeys/code-blocks.ts';
import { ROOT, useApplication } from '../support/application.ts';
import { useService } from '../support/service.ts';
import { tools } from '../support/tools.ts';
import { bundle, writeNative } from './react-native.ts';

const application = useApplication(['client']);
const { write, run, compile } = application;
const service = useService({ GATEHOUSE_ACCESS_TTL: '20' });

/** The parts of the native modules that the guide uses. The key store is in memory. */
const NATIVE_MODULES = {
  'expo-secure-store': `
    const values = new Map();
    const later = () => new Promise((resolve) => setImmediate(resolve));
    export const names = () => [...values.keys()].sort();
    export const getItemAsync = async (name) => (await later(), values.get(name) ?? null);
    export const setItemAsync = async (name, value) => (await later(), void values.set(name, value));
    export const deleteItemAsync = async (name) => (await later(), void values.delete(name));`,
  'react-native': `
    let listener;
    export const AppState = { addEventListener: (name, each) => { listener = each; } };
    export const bringToFront = () => listener('active');`,
};
const TYPES = `
declare module 'expo-secure-store' {
  export function getItemAsync(name: string): Promise<string | null>;
  export function setItemAsync(name: string, value: string): Promise<void>;
  export function deleteItemAsync(name: string): Promise<void>;
}
declare module 'react-native' {
  export const AppState: { addEventListener(name: 'change', listener: (state: string) => void): void };
}
`;
const PROGRAM = `
import './native.js';
import { names } from 'expo-secure-store';
import { bringToFront } from 'react-native';
import { client, screens } from './src/auth.ts';
import { warmUp } from './src/foreground.ts';
import { invoices, logIn, whoIsThere } from './src/session.ts';

const { tenantId, email, password } = JSON.parse(process.env.INPUT);
const ends = [];
screens.showLogin = (reason) => ends.push(reason);
const seen = { before: await whoIsThere() };
await logIn(tenantId, email, password);
seen.after = (await whoIsThere()).email;
seen.kept = names();
seen.invoices = await invoices();
const first = await client.accessToken();
// Later than the token's end.
const { now } = Date;
Date.now = () => now() + 19_500;
bringToFront();
const second = await warmUp();
seen.isRefreshed = second !== first;
const online = globalThis.fetch;
Object.defineProperty(globalThis, 'fetch', { value: () => Promise.reject(new TypeError('Network request failed')) });
Date.now = () => now() + 60_000;
seen.offline = await whoIsThere();
seen.isKept = client.tokens()?.accessToken === second;
Object.defineProperty(globalThis, 'fetch', { value: online });
await client.authentication.logout();
console.log(JSON.stringify({ ...seen, ends, left: names() }));
`;

let sources: [path: string, text: string][];
beforeAll(async () => {
  const page = readFileSync(join(ROOT, 'docs/guides/sign-in-from-a-mobile-app.md'), 'utf8');
  sources = fileBlocks(page);
  writeNative(application, await tools());
  mkdirSync(join(application.folder, 'src'));
  // The phone's own API is a path of the service here: it accepts the token, too.
  for (const [path, text] of sources)
    write(
      path,
      text
        .replace('https://auth.example.com', service.baseUrl)
        .replace('https://api.example.com/invoices', `${service.baseUrl}/auth/user`),
    );
  write('modules.d.ts', TYPES);
  for (const [name, text] of Object.entries(NATIVE_MODULES)) write(`${name}.js`, text);
  write('program.js', PROGRAM);
  write('all.ts', sources.map(([path]) => `import './${path}';`).join('\n'));
});

test('the guide for mobile apps logs in, keeps the session, refreshes and goes offline', async () => {
  expect(sources.map(([path]) => path)).toEqual(['src/auth.ts', 'src/session.ts', 'src/foreground.ts']);
  const alias = Object.fromEntries(Object.keys(NATIVE_MODULES).map((name) => [name, `./${name}.js`]));
  await bundle(application, 'program.js', 'bundle.mjs', alias);
  const { tenant, email, password } = await service.signup(await service.tenant());
  const input = JSON.stringify({ tenantId: tenant.id, email, password });
  const printed = await run(process.execPath, ['bundle.mjs'], { INPUT: input, NODE_OPTIONS: '' });
  expect(JSON.parse(printed)).toEqual({
    before: null,
    after: email,
    kept: ['accessToken', 'refreshToken'],
    invoices: expect.objectContaining({ email }),
    isRefreshed: true,
    offline: 'offline',
    isKept: true,
    ends: ['LOGGED_OUT'],
    left: [],
  });
});

test('the guide for mobile apps compiles in strict mode', async () => {
  const options = { module: 'esnext', moduleResolution: 'bundler', allowImportingTsExtensions: true };
  expect(await compile('all.ts', { ...options, noUnusedLocals: true, types: ['./modules.d.ts'] })).toBe('');
});
