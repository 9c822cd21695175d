// Checks which folders may import from which, how long files may be, and where certain text may occur.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '..');
const tracked = ['functions', 'lib', 'infra'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file)),
);

const LEAVES = [
  'lib/contract',
  'lib/contract/branding.ts',
  'lib/contract/fields/languages.ts',
  'lib/crypto',
  'lib/platform',
];
const STORE = ['lib/store', 'lib/store/dynamo', 'lib/store/keys.ts'];
const AREA = [...LEAVES, ...STORE, 'lib/domain'];

/**
 * Folder or file -> the folders whose code it may import. Types count like code, so the graph has no circles.
 * The areas of lib/domain are listed from the bottom up: an area imports only areas above it in this list.
 */
const ARROWS: Record<string, readonly string[]> = {
  functions: [
    'lib/http',
    'lib/workers',
    'lib/domain/*',
    'lib/contract',
    'lib/records',
    'lib/records/resources',
    'lib/scim/http',
  ],
  'lib/http': [
    ...LEAVES,
    'lib/domain/administrator.ts',
    'lib/domain/sessions',
    'lib/domain/account',
    'lib/domain/admins',
    'lib/domain/tenants',
  ],
  'lib/workers': [
    ...AREA,
    'lib/domain/audit-log',
    'lib/domain/directory',
    'lib/domain/messages',
    'lib/domain/messages/texts',
    'lib/domain/oauth',
    'lib/domain/tenants',
    'lib/domain/verified-domains',
    // The job of a day ends accounts that are not used.
    'lib/domain/users',
    // The job of a group gives its members their roles.
    'lib/domain/scim',
  ],

  'lib/domain': [...LEAVES, ...STORE, 'lib/contract/fields/fonts.ts'],
  'lib/domain/credentials': AREA,
  'lib/domain/keys': [...AREA, 'lib/crypto/roots.ts'],
  'lib/domain/access': AREA,
  'lib/domain/directory': AREA,
  'lib/domain/tenants': [...AREA, 'lib/domain/credentials'],
  'lib/domain/verified-domains': [...AREA, 'lib/domain/access', 'lib/domain/credentials', 'lib/domain/tenants'],
  'lib/domain/messages': [...AREA, 'lib/domain/messages/texts'],
  // What is written. The console shows it, so it reads no table.
  'lib/domain/messages/texts': ['lib/contract', 'lib/contract/fields/languages.ts', 'lib/platform'],
  'lib/domain/sessions': [...AREA, 'lib/domain/access', 'lib/domain/credentials', 'lib/domain/keys'],
  'lib/domain/audit-log': [...AREA, 'lib/domain/sessions'],
  'lib/domain/account': [
    ...AREA,
    'lib/domain/access',
    'lib/domain/credentials',
    'lib/domain/sessions',
    'lib/domain/tenants',
    'lib/domain/verified-domains',
  ],
  'lib/domain/mfa': [...AREA, 'lib/domain/credentials', 'lib/domain/sessions'],
  'lib/domain/sso': [
    ...AREA,
    'lib/domain/account',
    'lib/domain/credentials',
    'lib/domain/keys',
    'lib/domain/sessions',
    'lib/domain/tenants',
    'lib/domain/verified-domains',
  ],
  'lib/domain/passkeys': [
    ...AREA,
    'lib/domain/account',
    'lib/domain/credentials',
    'lib/domain/mfa',
    'lib/domain/sessions',
    'lib/domain/sso',
  ],
  'lib/domain/admins': [
    ...AREA,
    'lib/domain/credentials',
    'lib/domain/keys',
    'lib/domain/passkeys',
    'lib/domain/sessions',
    'lib/domain/sso',
  ],
  'lib/domain/applications': AREA,
  'lib/domain/oauth': [
    ...AREA,
    'lib/domain/access',
    'lib/domain/applications',
    'lib/domain/credentials',
    'lib/domain/keys',
    // A directory gets its tokens at the same endpoint.
    'lib/domain/scim',
    'lib/domain/sessions',
    'lib/domain/sso',
  ],
  'lib/domain/api-keys': [
    ...AREA,
    'lib/domain/access',
    'lib/domain/credentials',
    'lib/domain/keys',
    'lib/domain/oauth',
    'lib/domain/sessions',
  ],
  'lib/domain/organization': [
    ...AREA,
    'lib/domain/access',
    'lib/domain/applications',
    'lib/domain/audit-log',
    'lib/domain/credentials',
    'lib/domain/directory',
    'lib/domain/sessions',
    'lib/domain/sso',
    'lib/domain/tenants',
    'lib/domain/users',
  ],
  'lib/domain/users': [
    ...AREA,
    'lib/domain/access',
    'lib/domain/account',
    'lib/domain/credentials',
    'lib/domain/directory',
    'lib/domain/mfa',
    'lib/domain/passkeys',
    'lib/domain/sessions',
    'lib/domain/tenants',
  ],
  // The parser, the compiler of PATCH and the documents: no table, no request.
  'lib/scim': [],
  'lib/scim/http': ['lib/contract', 'lib/platform', 'lib/http', 'lib/scim', 'lib/domain/scim'],
  'lib/domain/scim': [
    ...AREA,
    // Names of accounts are readable.
    'lib/contract/readable.ts',
    'lib/scim',
    'lib/domain/access',
    'lib/domain/credentials',
    'lib/domain/tenants',
    'lib/domain/users',
    'lib/domain/verified-domains',
  ],
  'lib/domain/migration': [
    ...AREA,
    'lib/domain/account',
    'lib/domain/credentials',
    'lib/domain/keys',
    'lib/domain/sessions',
    'lib/domain/tenants',
  ],
  'lib/domain/transfers': [
    ...AREA,
    'lib/transfer',
    'lib/transfer/bounds.ts',
    'lib/domain/access',
    'lib/domain/credentials',
    'lib/domain/mfa',
    'lib/domain/sso',
    'lib/domain/tenants',
    'lib/domain/users',
  ],
  'lib/domain/login': [
    ...AREA,
    'lib/domain/access',
    'lib/domain/account',
    'lib/domain/credentials',
    'lib/domain/migration',
    'lib/domain/sessions',
    'lib/domain/sso',
    'lib/domain/verified-domains',
  ],

  'lib/records': [
    'lib/platform',
    'lib/contract',
    'lib/records/actions',
    'lib/records/declare',
    'lib/records/query',
    'lib/records/resources',
    'lib/records/store',
    'lib/domain',
    'lib/domain/sessions',
    'lib/http',
  ],
  'lib/records/actions': [
    ...LEAVES,
    ...STORE,
    'lib/records/declare',
    'lib/records/query',
    'lib/records/store',
    'lib/domain',
    'lib/domain/sessions',
  ],
  'lib/records/store': ['lib/contract', 'lib/platform', ...STORE, 'lib/records/declare', 'lib/records/query'],

  'lib/store': [...LEAVES, 'lib/store/dynamo', 'lib/store/keys.ts'],
  'lib/store/dynamo': ['lib/platform', 'lib/store/keys.ts'],
  'lib/store/keys.ts': ['lib/platform'],
  'lib/records/declare': ['lib/contract', 'lib/platform'],
  'lib/records/query': ['lib/contract', 'lib/platform', 'lib/records/declare'],
  'lib/records/documents': ['lib/contract', 'lib/records/declare', 'lib/records/query', 'lib/records/store'],
  'lib/records/resources': ['lib/contract', 'lib/records/declare'],

  'lib/packages/manifest.ts': [],
  // Types only. The package has those of the contract written out.
  'lib/packages/client': ['lib/contract', 'lib/packages/manifest.ts', 'lib/records/declare'],
  'lib/contract/duration.ts': [],
  // The console gives a grant by its name.
  'lib/contract/grant-types.ts': [],
  'lib/contract/fields/languages.ts': [],
  // A package of its own: it carries nothing of the service. Tests compare its types with the contract.
  'lib/packages/server': ['lib/packages/manifest.ts'],
  'lib/packages/react': ['lib/packages/client', 'lib/packages/manifest.ts'],
  // The same components, without React.
  'lib/packages/elements': ['lib/packages/client', 'lib/packages/manifest.ts', 'lib/packages/react'],
  'lib/packages/next': ['lib/packages/manifest.ts', 'lib/packages/server'],
  // For browsers: all that they know of the service is the client. Pages and console share the kit, and nothing else.
  'lib/apps/kit': ['lib/packages/client'],
  'lib/apps/pages': [
    'lib/apps/pages/account',
    'lib/apps/pages/consent',
    'lib/apps/pages/device',
    'lib/apps/pages/login',
    'lib/apps/pages/organization',
    'lib/apps/pages/setup',
    'lib/apps/pages/words',
  ],
  'lib/apps/pages/account': ['lib/packages/client', 'lib/apps/kit', 'lib/apps/pages/ui', 'lib/apps/pages/words'],
  'lib/apps/pages/consent': ['lib/packages/client', 'lib/apps/kit', 'lib/apps/pages/ui', 'lib/apps/pages/words'],
  'lib/apps/pages/device': ['lib/packages/client', 'lib/apps/kit', 'lib/apps/pages/ui', 'lib/apps/pages/words'],
  'lib/apps/pages/login': ['lib/packages/client', 'lib/apps/kit', 'lib/apps/pages/ui', 'lib/apps/pages/words'],
  // Who manages an organization is asked for a proof as on the page of the account.
  'lib/apps/pages/organization': [
    'lib/packages/client',
    'lib/apps/kit',
    'lib/apps/pages/account',
    'lib/apps/pages/ui',
    'lib/apps/pages/words',
  ],
  'lib/apps/pages/setup': [
    'lib/apps/kit',
    'lib/apps/pages/account',
    'lib/apps/pages/organization',
    'lib/apps/pages/ui',
    'lib/apps/pages/words',
  ],
  'lib/apps/pages/ui': ['lib/packages/client', 'lib/apps/kit', 'lib/apps/pages/words'],
  'lib/apps/pages/words': ['lib/packages/client', 'lib/contract/duration.ts', 'lib/apps/kit'],
  'lib/apps/console': [
    'lib/apps/kit',
    'lib/apps/console/core',
    'lib/apps/console/shell',
    'lib/apps/console/ui',
    'lib/apps/console/words',
  ],
  'lib/apps/console/shell': [
    'lib/packages/client',
    'lib/apps/kit',
    'lib/apps/console/core',
    'lib/apps/console/kit.ts',
    'lib/apps/console/screens',
    'lib/apps/console/ui',
    'lib/apps/console/words',
  ],
  // What fields are called. No shape enters a page: a test of the pages lists their files.
  'lib/contract/texts': [],
  'lib/apps/console/screens': [
    'lib/contract/grant-types.ts',
    'lib/contract/fields/fonts.ts',
    'lib/contract/fields/languages.ts',
    'lib/contract/texts',
    'lib/packages/client',
    'lib/apps/console/kit.ts',
    // The texts of a form are read without a browser.
    'lib/apps/console/ui/duration.ts',
    'lib/apps/console/words',
    // A message is shown while a person writes it.
    'lib/domain/messages/texts',
    // An import reads the exports of other systems in the browser.
    'lib/transfer',
    'lib/transfer/readers',
  ],
  'lib/apps/console/kit.ts': [
    'lib/apps/kit',
    'lib/apps/console/core',
    'lib/apps/console/ui',
    'lib/apps/console/ui/duration.ts',
    'lib/apps/console/words',
  ],
  'lib/apps/console/ui/duration.ts': ['lib/contract/duration.ts'],
  'lib/apps/console/ui': [
    'lib/packages/client',
    'lib/apps/kit',
    'lib/apps/console/core',
    'lib/apps/console/ui/duration.ts',
    'lib/apps/console/words',
  ],
  'lib/apps/console/core': [
    'lib/packages/client',
    'lib/contract/duration.ts',
    'lib/apps/kit',
    'lib/apps/console/words',
  ],
  'lib/apps/console/words': ['lib/apps/kit'],
  // The one place that chooses the unit of a wait.
  'lib/contract': [
    'lib/contract/branding.ts',
    'lib/contract/readable.ts',
    'lib/contract/duration.ts',
    'lib/contract/fields/languages.ts',
    'lib/contract/grant-types.ts',
    'lib/transfer/bounds.ts',
  ],
  // The configuration reads colours and links as the contract declares them.
  'lib/contract/branding.ts': ['lib/contract/readable.ts', 'lib/contract/fields/fonts.ts'],
  'lib/contract/fields/fonts.ts': [],
  'lib/contract/readable.ts': [],
  // The contract declares them, and senders of lines keep them.
  'lib/transfer/bounds.ts': [],
  'lib/transfer': ['lib/transfer/bounds.ts'],
  'lib/transfer/readers': ['lib/transfer'],
  'lib/crypto': ['lib/crypto/roots.ts'],
  'lib/crypto/roots.ts': [],
  'lib/platform': ['lib/crypto/roots.ts', 'lib/contract/branding.ts'],

  'infra/user-error.ts': [],
  'infra/functions.ts': [
    'infra/key-patterns.ts',
    'infra/function-types.ts',
    'lib/contract',
    'lib/crypto',
    'lib/store/keys.ts',
  ],
  'infra/key-patterns.ts': [],
  'infra/function-types.ts': ['lib/contract', 'lib/store/keys.ts'],
  'infra/routes.ts': [
    'infra/functions.ts',
    'infra/web/shells.ts',
    'lib/contract',
    'lib/records/declare',
    'lib/records/resources',
  ],
  'infra/web/shells.ts': ['lib/contract'],
  'infra/web': ['infra/web/shells.ts'],
  'infra/settings': [
    'infra/functions.ts',
    'infra/routes.ts',
    'infra/user-error.ts',
    'lib/contract',
    'lib/platform/settings/config.ts',
    'lib/platform/settings/setting-meanings.ts',
  ],
  'infra/bundling': ['infra/functions.ts', 'infra/web'],
  'infra/tools/docs': [
    'infra/settings',
    'lib/contract',
    'lib/crypto',
    'lib/transfer',
    'lib/transfer/readers',
    'lib/records/declare',
    'lib/records/documents',
    'lib/domain/credentials/limit-table.ts',
    'lib/platform/settings/ceilings.ts',
    'lib/platform/settings/environment.ts',
    'lib/records/resources',
  ],
  'infra/tools/packing': [
    'infra/bundling',
    'infra/functions.ts',
    'infra/settings',
    // The launch bundle is a deployment.
    'infra/stack',
    'infra/user-error.ts',
    'infra/web',
    'lib/contract',
    'lib/packages/*',
    'lib/platform/settings/environment.ts',
  ],
  'infra/tools/smoke': ['infra/user-error.ts', 'lib/packages/client'],
  'infra/tools/transfer': [
    'infra/user-error.ts',
    'lib/crypto',
    'lib/packages/client',
    'lib/platform',
    'lib/transfer',
    'lib/transfer/bounds.ts',
    'lib/transfer/readers',
  ],
  'infra/tools/preflight': ['infra/functions.ts', 'infra/settings', 'infra/user-error.ts'],
  // A restored table is brought up to date by the change feed's own rules, and its rows by those of their declarations.
  'infra/tools/restore': [
    'infra/tools/local/engine.ts',
    'infra/user-error.ts',
    'lib/records',
    'lib/records/declare',
    'lib/records/store',
    'lib/workers',
    'lib/domain/directory',
    'lib/platform',
    'lib/records/resources',
    'lib/store',
    'lib/store/dynamo',
    'lib/store/keys.ts',
  ],

  'infra/tools/site': ['infra/tools/local/pages'],
  'infra/tools/audit': ['infra/user-error.ts', 'lib/packages/client', 'lib/crypto'],
  'infra/stack': [
    'infra/functions.ts',
    'infra/routes.ts',
    'infra/settings',
    'infra/function-types.ts',
    'infra/user-error.ts',
    'lib/contract',
    'lib/http/headers.ts',
    'lib/store/keys.ts',
    // The types of the items that the change feed follows.
    'lib/store/audit/activity.ts',
    'lib/store/admins/admins.ts',
    'lib/store/heartbeat.ts',
    'lib/store/jobs.ts',
    'lib/store/people/sessions.ts',
    'lib/store/outbox.ts',
    'lib/store/people/users.ts',
  ],
  'infra/hardened': ['infra/stack'],
  'infra/monitoring': ['infra/settings', 'infra/stack', 'lib/store/keys.ts'],
  'lib/packages/construct': [
    'infra/hardened',
    'infra/monitoring',
    'infra/settings',
    'infra/stack',
    'infra/user-error.ts',
    'lib/contract',
    'lib/packages/manifest.ts',
    // Types of events, and the function of the authorizer.
    'lib/packages/server',
  ],
  'infra/probe': ['infra/tools/smoke', 'lib/packages/client'],
  'infra/probe-stack.ts': ['infra/hardened', 'infra/monitoring', 'infra/settings', 'infra/stack'],
  'infra/stack.ts': ['lib/packages/construct', 'infra/settings'],
  'infra/app.ts': [
    'infra/bundling',
    'infra/probe-stack.ts',
    'infra/settings',
    'infra/stack',
    'infra/stack.ts',
    'infra/user-error.ts',
  ],

  'infra/tools/local/ports.ts': [],
  'infra/tools/local/aws': ['infra/tools/local/ports.ts', 'infra/user-error.ts', 'lib/contract'],
  'infra/tools/local/engines': ['infra/tools/local/ports.ts', 'infra/user-error.ts'],
  'infra/tools/local/pages': [
    'infra/tools/local/aws',
    'lib/contract',
    'lib/contract/fields/languages.ts',
    // The page of components, which it builds.
    'lib/packages/client',
    'lib/packages/elements',
    'lib/packages/react',
    'lib/domain',
    'lib/records/declare',
    'lib/records/documents',
    'lib/crypto',
    'lib/http',
    'lib/records/resources',
  ],
  'infra/tools/local': [
    'infra/functions.ts',
    'infra/tools/local/aws',
    'infra/tools/local/engines',
    'infra/tools/local/pages',
    'infra/tools/local/ports.ts',
    'infra/routes.ts',
    'infra/settings',
    'infra/stack',
    'infra/user-error.ts',
    'infra/web',
    'lib/packages/client',
    'lib/domain/applications',
    'lib/platform/log.ts',
    'lib/contract',
    'lib/crypto',
    'lib/http',
    'lib/platform/settings/environment.ts',
    'lib/platform/ids.ts',
    'lib/platform/log.ts',
    // The application of the local run, which no operation can create.
    'lib/store',
    'lib/store/dynamo/client.ts',
    'lib/store/keys.ts',
  ],
  'lib/packages/create': ['infra/user-error.ts', 'lib/packages/manifest.ts'],
  // The service in the tests of an application. lib/packages/server has the types of events.
  'lib/packages/testing': [
    'infra/tools/local',
    'infra/tools/local/aws',
    'infra/user-error.ts',
    'lib/packages/client',
    'lib/packages/manifest.ts',
    'lib/platform/clock.ts',
    'lib/packages/server',
  ],

  'infra/tools/rehearsal/findings.ts': [],
  'infra/tools/rehearsal/iam': [
    'infra/tools/local/aws',
    'infra/tools/local/ports.ts',
    'infra/tools/rehearsal/findings.ts',
    'infra/user-error.ts',
  ],
  'infra/tools/rehearsal/runtime': [
    'infra/tools/local/aws',
    'infra/tools/local/ports.ts',
    'infra/tools/rehearsal/findings.ts',
    'infra/tools/rehearsal/iam',
  ],
  'infra/tools/rehearsal/assembly': [
    'infra/tools/local',
    'infra/tools/local/aws',
    'infra/tools/rehearsal/findings.ts',
    'infra/tools/rehearsal/iam',
    'infra/tools/rehearsal/runtime',
    'infra/user-error.ts',
  ],
  'infra/tools/rehearsal/drill': [
    'infra/tools/local',
    'infra/tools/local/aws',
    'infra/tools/local/engines',
    'infra/tools/rehearsal',
    'infra/tools/rehearsal/assembly',
    'infra/tools/rehearsal/findings.ts',
    'infra/routes.ts',
    'infra/user-error.ts',
    'lib/packages/client',
    'lib/contract',
  ],
  'infra/tools/rehearsal': [
    'infra/functions.ts',
    'infra/tools/local',
    'infra/tools/local/aws',
    'infra/tools/rehearsal/assembly',
    'infra/tools/rehearsal/findings.ts',
    'infra/tools/rehearsal/iam',
    'infra/tools/rehearsal/runtime',
    'infra/routes.ts',
    'infra/settings',
    'infra/stack',
    'infra/user-error.ts',
    'lib/packages/client',
    'lib/contract',
    'lib/http',
  ],
};

const ROOMS = Object.keys(ARROWS).sort((a, b) => b.length - a.length);

/** The most specific entry of `ARROWS` that a file belongs to. */
const roomOf = (file: string): string => ROOMS.find((room) => file === room || file.startsWith(`${room}/`)) ?? file;

/** Whether a list of rooms and files covers the imported file. */
const allows = (list: readonly string[], to: string): boolean =>
  list.some(
    (entry) => entry === to || entry === roomOf(to) || (entry.endsWith('/*') && to.startsWith(entry.slice(0, -1))),
  );

type Import = { from: string; to: string; typeOnly: boolean };

const imports: Import[] = tracked.flatMap((file) => {
  const source = readFileSync(join(root, file), 'utf8');
  const target = (path: string): string => relative(root, join(root, dirname(file), path));
  const statements = source.matchAll(/^(?:import|export)\s+(type\s)?[^;]*?from\s+'(\.[^']+)';/gms);
  const calls = source.matchAll(/import(?:\(| )'(\.[^']+)'/g);
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

  test('every import follows a declared arrow', () => {
    const wrong = imports.filter(
      ({ from, to }) => roomOf(from) !== roomOf(to) && !allows(ARROWS[roomOf(from)] ?? [], to),
    );
    expect(wrong).toEqual([]);
  });

  test('one file of the pages reads the storage of the browser, which may throw', () => {
    const reads = tracked.filter(
      (file) =>
        file.startsWith('lib/apps/') && /\b(local|session)Storage\b/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(reads).toEqual(['lib/apps/kit/storage.ts']);
  });

  test('the client imports only types from outside, so that neither contract nor declarations enter a bundle', () => {
    const wrong = imports.filter(
      ({ from, to, typeOnly }) =>
        from.startsWith('lib/packages/client/') && !to.startsWith('lib/packages/client/') && !typeOnly,
    );
    expect(wrong).toEqual([]);
  });

  test('only the pages and the custom elements import Preact, and the build of the pages is the only code that names their files', () => {
    const importing = tracked.filter((file) => /from '(@preact\/|preact)/.test(readFileSync(join(root, file), 'utf8')));
    expect(importing.length).toBeGreaterThan(0);
    expect(importing.filter((file) => !file.startsWith('lib/apps/'))).toEqual(['lib/packages/elements/react.ts']);
    const jsx = tracked.filter((file) => file.endsWith('.tsx'));
    expect(jsx.filter((file) => !file.startsWith('lib/apps/'))).toEqual([]);
    const outside = imports.filter(({ from, to }) => to.startsWith('lib/apps/') && !from.startsWith('lib/apps/'));
    expect(outside).toEqual([]);
  });

  test('only the packages for React and Next.js import React', () => {
    const importing = tracked.filter((file) => /from 'react/.test(readFileSync(join(root, file), 'utf8')));
    expect(importing.length).toBeGreaterThan(0);
    expect(importing.filter((file) => !/^lib\/packages\/(react|next)\//.test(file))).toEqual([]);
  });

  test('every declared arrow is used', () => {
    const unused = Object.entries(ARROWS).flatMap(([room, targets]) => {
      const used = imports.filter(({ from }) => roomOf(from) === room);
      return targets
        .filter((target) => !AREA.includes(target) && !used.some(({ to }) => allows([target], to)))
        .map((target) => `${room} -> ${target}`);
    });
    expect(unused).toEqual([]);
  });

  test('rooms form no circle, types included', () => {
    const next = new Map<string, Set<string>>();
    for (const { from, to } of imports) {
      const [source, target] = [roomOf(from), roomOf(to)];
      if (source !== target) next.set(source, (next.get(source) ?? new Set()).add(target));
    }
    const reaches = (room: string, goal: string, seen = new Set<string>()): boolean =>
      [...(next.get(room) ?? [])].some(
        (each) => each === goal || (!seen.has(each) && reaches(each, goal, seen.add(each))),
      );
    expect([...next.keys()].filter((room) => reaches(room, room))).toEqual([]);
  });

  test('files form no circle, types included', () => {
    const next = new Map<string, string[]>();
    for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
    const done = new Set<string>();
    const circles: string[] = [];
    const walk = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      if (done.has(file) || path.includes(file)) return;
      for (const each of next.get(file) ?? []) walk(each, [...path, file]);
      done.add(file);
    };
    for (const file of next.keys()) walk(file, []);
    expect(circles).toEqual([]);
  });

  test('the domain knows no Lambda event', () => {
    const aware = tracked
      .filter((file) => /^lib\/(domain|store|crypto|platform)\//.test(file))
      .filter((file) => /from 'aws-lambda'/.test(readFileSync(join(root, file), 'utf8')));
    expect(aware).toEqual([]);
  });
});

// Lists are as long as what they list.
const CATALOGUES = ['lib/store/keys.ts', 'infra/functions.ts'];

test('no file outgrows 300 lines, catalogues excepted', () => {
  const long = tracked
    .filter((file) => !file.startsWith('lib/contract/'))
    .filter((file) => !CATALOGUES.includes(file))
    .filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 300);
  expect(long).toEqual([]);
});

// One level of a tree that a reader takes in at a glance. Functions are entry points of a few lines, and a list of what is
// deployed.
const MOST_FILES = 25;
const MOST_FUNCTIONS = 30;

test('no folder has more than 25 source files on one level', () => {
  const sizes = Map.groupBy(tracked, (file) => dirname(file));
  const full = [...sizes].filter(
    ([folder, files]) => files.length > (folder === 'functions' ? MOST_FUNCTIONS : MOST_FILES),
  );
  expect(full.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
});

// Policies name partitions by patterns, which test/support/partition-guard.ts compares with the keys in use.
const SPELLING = ['lib/store/keys.ts', 'infra/key-patterns.ts'];

test('only keys.ts spells keys', () => {
  const keyText = /[`'"](T|P|L|F)#|[`'"](SES|USER|TENANT|EMAIL|OUT)#/;
  const spelling = tracked.filter(
    (file) => !SPELLING.includes(file) && keyText.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(spelling).toEqual([]);
});

test('randomness comes from the system, and nothing but a resync asks for a table scan', () => {
  const careless = tracked.filter((file) => /Math\.random\(|ScanCommand/.test(readFileSync(join(root, file), 'utf8')));
  expect(careless).toEqual(['infra/tools/restore/scan.ts']);
});

test('no code asks which channel or kind of address it has: what depends on it is a column of a table', () => {
  const asks = /[!=]== '(email|sms|phone)'|\? '(email|sms|phone)' : '(email|sms|phone)'/;
  // The kind of an address that a person wrote is decided once in the service, and once in each package for browsers.
  const decides = ['lib/contract/channels.ts', 'lib/apps/pages/login/flow.ts', 'lib/packages/react/login.ts'];
  const asking = tracked.filter((file) => asks.test(readFileSync(join(root, file), 'utf8')));
  expect(asking.sort()).toEqual(decides.sort());
});
