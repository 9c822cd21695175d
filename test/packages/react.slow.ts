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
  type Auth, GatehouseProvider, OrganizationProfile, OrganizationSwitcher, Protect, RequireAuth, SignedIn, SignedOut, SignIn,
  SignUp, useAccount, useAccounts, useAuth, useFactor, useInvitations, useLogin, useMembers, useOrganization,
  usePasswordReset, UserButton, useSignup, useUser,
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
export function Bar(): ReactNode {
  const lists = [useOrganization().organization?.name, useMembers().members?.length, useInvitations().hasMore];
  return createElement('nav', null, String(lists), createElement(OrganizationSwitcher), createElement(UserButton, { align: 'end' }),
    createElement(SignIn, { tenant: 'acme' }, 'Come in'), createElement(SignUp),
    createElement(Protect, { permission: 'organization.members', fallback: 'no' }, createElement(OrganizationProfile)));
}
export const onServer = createElement(GatehouseProvider, { client: { baseUrl: '', delivery: 'cookie' }, initialSession: null });
// @ts-expect-error neither an address nor a number
const mistake = (): unknown => useLogin({ tenantId: 'ten_1' }).withPassword({ password: 'secret' });
`;

const PROGRAM = `
import { createElement as h, version } from 'react';
import { renderToString } from 'react-dom/server';
import { GatehouseProvider, OrganizationProfile, OrganizationSwitcher, Protect, SignedIn, SignedOut, SignIn, useAuth, UserButton } from '@gatehouse-auth/react';
const Bar = () => [OrganizationSwitcher, UserButton, OrganizationProfile].map((each, key) => h(each, { key }));
const Page = () => h('p', null, useAuth().status, h(SignedOut, null, ' visitor'), h(SignedIn, null, ' member'));
const page = (initialSession) => h(GatehouseProvider, { client: { baseUrl: '' }, initialSession }, h(Page));
const bar = (initialSession) => h(GatehouseProvider, { client: { baseUrl: '' }, initialSession }, h(Bar), h(SignIn), h(Protect, { permission: 'a' }, 'secret'));
const session = { user: { id: 'usr_1' }, roles: [], permissions: [] };
const ada = { ...session, user: { id: 'usr_1', name: 'Ada Lovelace', email: 'ada@example.com' }, tenant: { id: 'ten_1', name: 'Acme' }, permissions: ['a'] };
console.log(version.split('.')[0], [undefined, null, session].map((each) => renderToString(page(each)).replace(/<[^>]*>/g, '')).join(', '));
const seen = [undefined, null, ada].map((each) => renderToString(bar(each)));
console.log(seen.map((html) => [/Account menu: Ada Lovelace/, /Organization: Acme/, /Sign in/, /secret/].map((part) => Number(part.test(html))).join('')).join(' '));
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
    expect(await run(node, ['program.js'])).toBe(
      `${version} loading, signed-out visitor, signed-in member\n0010 0010 1111\n`,
    );
  });

  /** The size that an application adds to its own, apart from React and the client, before it loads anything on demand. */
  async function sizeOf(names: string): Promise<number> {
    const { outputFiles, metafile } = await build({
      stdin: { contents: `export ${names} from '@gatehouse-auth/react';`, resolveDir: application.folder },
      absWorkingDir: application.folder,
      bundle: true,
      splitting: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      external: ['react', '@gatehouse-auth/client'],
      outdir: 'sizes',
      metafile: true,
      write: false,
      logLevel: 'error',
    });
    const loaded = new Set(['sizes/stdin.js']);
    for (const file of loaded)
      for (const { path, kind } of metafile.outputs[file]?.imports ?? [])
        if (kind === 'import-statement' && metafile.outputs[path]) loaded.add(path);
    const contents = outputFiles.filter(({ path }) => [...loaded].some((file) => path.endsWith(file)));
    return gzipSync(Buffer.concat(contents.map((each) => each.contents)), { level: 9 }).length;
  }

  const GUARDS = 'GatehouseProvider, useAuth, SignedIn, SignedOut, RequireAuth';
  const LISTS = 'useOrganization, useMembers, useInvitations';
  const FORMS = 'useLogin, useFactor, useSignup, usePasswordReset, useAccount, useAccounts';
  const PASSKEYS = 'usePasskeyLogin, usePasskeySignup, usePasskeys';
  test.each([
    // The hooks for passkeys are 400 bytes, those for an organization 1000. React is external here, so the lines stay with
    // which components that were left out import it: 90 bytes, which an application does not have.
    ['every hook', `${GUARDS}, ${FORMS}, ${PASSKEYS}, ${LISTS}, RedirectToSignIn, useUser`, 5200],
    ['session, guards, login and second factor', `${GUARDS}, useLogin, useFactor`, 3095],
    ['session and guards', GUARDS, 2110],
  ])('adds to an application, apart from React and the client: %s', async (_, names, most) => {
    expect(await sizeOf(`{ ${names} }`)).toBeLessThanOrEqual(most);
  });

  test.each(['SignIn', 'SignUp', 'UserButton', 'OrganizationSwitcher', 'OrganizationProfile', 'Protect'])(
    'the component %s adds at most 5 KB to the hooks, in English',
    async (name) => {
      const hooks = `${GUARDS}, useAccounts, ${LISTS}`;
      const added = (await sizeOf(`{ ${hooks}, ${name} }`)) - (await sizeOf(`{ ${hooks} }`));
      process.stdout.write(`${name}: ${added} bytes\n`);
      expect(added).toBeLessThanOrEqual(5 * 1024);
    },
  );
});
