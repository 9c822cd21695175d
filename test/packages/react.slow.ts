// Packs the React binding as `npm run packages` does, and uses the tarballs as an application would: installs them with
// React 18 and 19, compiles against them, renders on a server, and bundles them.
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { useApplication } from '../support/application.ts';

const CONSUMER = `
import { createElement, type ReactNode } from 'react';
import { createUserClient, type SessionUser } from '@gatehouse-auth/client';
import {
  type Auth, GatehouseProvider, RequireAuth, SignedIn, SignedOut, useAccount, useAccounts, useAuth, useFactor, useLogin,
  usePasswordReset, useSignup, useUser,
} from '@gatehouse-auth/react';
import { readSession, scriptJson } from '@gatehouse-auth/react/server';

const client = createUserClient({ baseUrl: 'https://auth.example.com' });
export const nameOf = ({ user }: Auth): string => user?.email ?? 'visitor';
export function Page(): ReactNode {
  const { status, hasPermission, logout } = useAuth();
  const user: SessionUser | null = useUser();
  const { withPassword, error, field, nextStep } = useLogin({ tenantId: 'ten_1' });
  const { setup, verify } = useFactor();
  const submit = async (): Promise<void> => {
    if ((await withPassword({ email: 'ada@example.com', password: 'secret' }))?.nextStep === 'mfa') await verify({ otp: '000000' });
    if (error?.code === 'ACCOUNT_LOCKED' || field === 'password' || nextStep === 'enrol') await logout();
  };
  const forms = [useSignup({ tenantId: 'ten_1' }).step, usePasswordReset({ tenantId: 'ten_1' }).step, useAccount().factors, useAccounts().accounts];
  return createElement('p', { onClick: submit }, status, user?.email, String(hasPermission('a')), setup?.qrCode, String(forms.length));
}
export const app = async (request: Request): Promise<ReactNode> => {
  const initialSession = await readSession(request, { baseUrl: 'https://auth.example.com' });
  return createElement(GatehouseProvider, { client, initialSession },
    createElement(SignedIn, { role: 'Accountant' }, scriptJson({ initialSession })),
    createElement(SignedOut, null, createElement(Page)),
    createElement(RequireAuth, { fallback: 'sign in', permission: 'invoices.read' }, 'invoices'));
};
export const onServer = createElement(GatehouseProvider, { client: { baseUrl: '', delivery: 'cookie' }, initialSession: null });
// @ts-expect-error neither an address nor a number
const mistake = (): unknown => useLogin({ tenantId: 'ten_1' }).withPassword({ password: 'secret' });
`;

const PROGRAM = `
import { createElement as h, version } from 'react';
import { renderToString } from 'react-dom/server';
import { GatehouseProvider, SignedIn, SignedOut, useAuth } from '@gatehouse-auth/react';
const Page = () => h('p', null, useAuth().status, h(SignedOut, null, ' visitor'), h(SignedIn, null, ' member'));
const page = (initialSession) => h(GatehouseProvider, { client: { baseUrl: '' }, initialSession }, h(Page));
const session = { user: { id: 'usr_1' }, roles: [], permissions: [] };
console.log(version.split('.')[0], [undefined, null, session].map((each) => renderToString(page(each)).replace(/<[^>]*>/g, '')).join(', '));
`;

describe.each([
  [
    '18',
    [
      'react-18',
      'react-dom-18',
      'types-react-18',
      'test/node_modules/scheduler',
      '@types/prop-types',
      'csstype',
      'loose-envify',
      'js-tokens',
    ],
  ],
  ['19', ['react', 'react-dom', '@types/react', 'csstype', 'node_modules/scheduler']],
])('the tarball of the React binding with React %s', (version, others) => {
  const application = useApplication(['client', 'react'], others);
  const { run, write, compile, installed } = application;
  beforeAll(() => {
    write('consumer.ts', CONSUMER);
    write('program.js', PROGRAM);
  });

  test('needs React and the client from the application, and nothing else', () => {
    const manifest = JSON.parse(installed('react', 'package.json'));
    expect(manifest).toMatchObject({ sideEffects: false, type: 'module', license: 'Apache-2.0' });
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest.peerDependencies).toEqual({ '@gatehouse-auth/client': manifest.version, react: '>=18' });
    expect(installed('react', 'index.js')).toMatch(/^"use client";/);
    expect(installed('react', 'server.js')).not.toMatch(/use client|from "react"/);
    expect(installed('react', 'README.md').split('\n').length).toBeLessThan(60);
  });

  test.each([
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
    ['nodenext', { module: 'nodenext' }],
    ['node16', { module: 'node16' }],
    ['node10', { module: 'esnext', moduleResolution: 'node10', ignoreDeprecations: '6.0' }],
    ['exactOptionalPropertyTypes', { module: 'nodenext', exactOptionalPropertyTypes: true }],
    ['lib es2020', { module: 'nodenext', target: 'es2020', lib: ['es2020', 'dom'] }],
  ])('compiles in an application with %s', async (_, options) => {
    expect(await compile('consumer.ts', options)).toBe('');
  });

  test.each([process.execPath, 'node'])('renders on a server with %s', async (node) => {
    expect(await run(node, ['program.js'])).toBe(`${version} loading, signed-out visitor, signed-in member\n`);
  });

  test.each([
    // The hooks for passkeys are 400 bytes.
    ['all of it', '*', 4180],
    [
      'session, guards, login and second factor',
      '{ GatehouseProvider, useAuth, SignedIn, SignedOut, RequireAuth, useLogin, useFactor }',
      3000,
    ],
    ['session and guards', '{ GatehouseProvider, useAuth, SignedIn, SignedOut, RequireAuth }', 2015],
  ])('adds to an application, apart from React and the client: %s', async (_, names, most) => {
    const { outputFiles } = await build({
      stdin: { contents: `export ${names} from '@gatehouse-auth/react';`, resolveDir: application.folder },
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      external: ['react', '@gatehouse-auth/client'],
      write: false,
      logLevel: 'error',
    });
    expect(gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length).toBeLessThanOrEqual(most);
  });
});
