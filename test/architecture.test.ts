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

const LEAVES = ['lib/contract', 'lib/contract/branding.ts', 'lib/crypto', 'lib/platform'];
const STORE = ['lib/store', 'lib/store/dynamo', 'lib/store/keys.ts'];

/**
 * Folder or file -> the folders whose code it may import. Types count like code, so the graph has no circles.
 * The areas of lib/domain are listed from the bottom up: an area imports only areas above it in this list.
 */
const ARROWS: Record<string, readonly string[]> = {
  functions: ['lib/http', 'lib/workers', 'lib/domain/*', 'lib/contract', 'lib/crud', 'lib/resources'],
  'lib/http': [...LEAVES, 'lib/domain/sessions', 'lib/domain/account', 'lib/domain/admins', 'lib/domain/tenants'],
  'lib/workers': [
    ...LEAVES,
    ...STORE,
    'lib/domain',
    'lib/domain/audit-log',
    'lib/domain/directory',
    'lib/domain/messages',
    'lib/domain/oauth',
  ],

  'lib/domain': [...LEAVES, ...STORE],
  'lib/domain/credentials': [...LEAVES, ...STORE, 'lib/domain'],
  'lib/domain/keys': [...LEAVES, ...STORE, 'lib/domain', 'lib/crypto/roots.ts'],
  'lib/domain/access': [...LEAVES, ...STORE, 'lib/domain'],
  // The rows of a deleted tenant are deleted with it.
  'lib/domain/directory': [...LEAVES, ...STORE, 'lib/domain', 'lib/crud/store', 'lib/resources'],
  'lib/domain/tenants': [...LEAVES, ...STORE, 'lib/domain', 'lib/domain/credentials'],
  'lib/domain/messages': [...LEAVES, ...STORE, 'lib/domain'],
  'lib/domain/sessions': [
    ...LEAVES,
    ...STORE,
    'lib/domain',
    'lib/domain/access',
    'lib/domain/credentials',
    'lib/domain/keys',
  ],
  'lib/domain/audit-log': [...LEAVES, ...STORE, 'lib/domain', 'lib/domain/sessions'],
  'lib/domain/admins': [
    ...LEAVES,
    ...STORE,
    'lib/domain',
    'lib/domain/credentials',
    'lib/domain/keys',
    'lib/domain/sessions',
    'lib/domain/sso',
  ],
  'lib/domain/account': [
    ...LEAVES,
    ...STORE,
    'lib/domain',
    'lib/domain/access',
    'lib/domain/credentials',
    'lib/domain/sessions',
    'lib/domain/tenants',
  ],
  'lib/domain/mfa': [...LEAVES, ...STORE, 'lib/domain', 'lib/domain/credentials', 'lib/domain/sessions'],
  'lib/domain/sso': [
    ...LEAVES,
    ...STORE,
    'lib/domain',
    'lib/domain/account',
    'lib/domain/credentials',
    'lib/domain/keys',
    'lib/domain/sessions',
    'lib/domain/tenants',
  ],
  'lib/domain/applications': [...LEAVES, ...STORE, 'lib/domain'],
  'lib/domain/oauth': [
    ...LEAVES,
    ...STORE,
    'lib/domain',
    'lib/domain/access',
    'lib/domain/applications',
    'lib/domain/credentials',
    'lib/domain/keys',
    'lib/domain/sessions',
  ],
  'lib/domain/users': [
    ...LEAVES,
    ...STORE,
    'lib/domain',
    'lib/domain/access',
    'lib/domain/account',
    'lib/domain/credentials',
    'lib/domain/directory',
    'lib/domain/mfa',
    'lib/domain/sessions',
    'lib/domain/tenants',
  ],
  'lib/domain/login': [
    ...LEAVES,
    ...STORE,
    'lib/domain',
    'lib/domain/access',
    'lib/domain/account',
    'lib/domain/credentials',
    'lib/domain/sessions',
    'lib/domain/sso',
  ],

  'lib/crud': [
    'lib/contract',
    'lib/crud/actions',
    'lib/crud/declare',
    'lib/crud/group.ts',
    'lib/crud/query',
    'lib/domain',
    'lib/domain/sessions',
    'lib/http',
  ],
  'lib/crud/group.ts': ['lib/contract', 'lib/crud/declare', 'lib/crud/shapes.ts'],
  'lib/crud/shapes.ts': ['lib/contract', 'lib/crud/declare'],
  'lib/crud/actions': [
    ...LEAVES,
    ...STORE,
    'lib/crud/declare',
    'lib/crud/query',
    'lib/crud/shapes.ts',
    'lib/crud/store',
    'lib/domain',
    'lib/domain/access',
    'lib/domain/sessions',
  ],
  'lib/crud/store': ['lib/contract', 'lib/platform', ...STORE, 'lib/crud/declare', 'lib/crud/query'],

  'lib/store': [...LEAVES, 'lib/store/dynamo', 'lib/store/keys.ts'],
  'lib/store/dynamo': ['lib/platform', 'lib/store/keys.ts'],
  'lib/store/keys.ts': ['lib/platform'],
  'lib/crud/declare': ['lib/contract', 'lib/platform'],
  'lib/crud/query': ['lib/contract', 'lib/platform', 'lib/crud/declare'],
  'lib/crud/pages': ['lib/contract', 'lib/crud/group.ts', 'lib/crud/declare', 'lib/crud/query', 'lib/crud/store'],
  'lib/resources': ['lib/contract', 'lib/crud/declare'],

  'lib/client': ['lib/crud/declare'],
  'lib/client/duration.ts': [],
  // A package of its own: it carries nothing of the service. Tests compare its types with the contract.
  'lib/server': [],
  'lib/react': ['lib/client'],
  // Pages for browsers: all they know of the service is the client.
  'lib/web/pages': ['lib/client', 'lib/web/api.ts', 'lib/web/storage.ts', 'lib/web/ui', 'lib/web/words'],
  'lib/web/ui': ['lib/client', 'lib/web/api.ts', 'lib/web/words'],
  'lib/web/words': ['lib/client', 'lib/client/duration.ts', 'lib/web/storage.ts'],
  'lib/web/api.ts': ['lib/client', 'lib/web/base.ts'],
  'lib/web/base.ts': ['lib/client'],
  'lib/web/console': ['lib/web/console/core', 'lib/web/console/shell', 'lib/web/console/ui', 'lib/web/console/words'],
  'lib/web/console/shell': [
    'lib/client',
    'lib/web/base.ts',
    'lib/web/console/core',
    'lib/web/console/kit.ts',
    'lib/web/console/screens',
    'lib/web/console/ui',
    'lib/web/console/words',
    'lib/web/storage.ts',
  ],
  'lib/web/console/screens': ['lib/client', 'lib/web/console/kit.ts', 'lib/web/console/words'],
  'lib/web/console/kit.ts': ['lib/web/base.ts', 'lib/web/console/core', 'lib/web/console/ui', 'lib/web/console/words'],
  'lib/web/console/ui': [
    'lib/client',
    'lib/web/base.ts',
    'lib/web/console/core',
    'lib/web/console/words',
    'lib/web/storage.ts',
  ],
  'lib/web/console/core': ['lib/client', 'lib/client/duration.ts', 'lib/web/base.ts', 'lib/web/console/words'],
  'lib/web/console/words': ['lib/web/storage.ts'],
  'lib/web/storage.ts': [],
  // The one place that chooses the unit of a wait.
  'lib/contract': ['lib/contract/branding.ts', 'lib/contract/readable.ts', 'lib/client/duration.ts'],
  // The configuration reads colours and links as the contract declares them.
  'lib/contract/branding.ts': ['lib/contract/readable.ts'],
  'lib/contract/readable.ts': [],
  'lib/crypto': ['lib/crypto/roots.ts'],
  'lib/crypto/roots.ts': [],
  'lib/platform': ['lib/crypto/roots.ts', 'lib/contract/branding.ts'],

  'infra/user-error.ts': [],
  'infra/functions.ts': ['infra/partitions.ts', 'infra/function-types.ts', 'lib/contract', 'lib/store/keys.ts'],
  'infra/partitions.ts': [],
  'infra/function-types.ts': ['lib/store/keys.ts'],
  'infra/served.ts': [
    'infra/functions.ts',
    'infra/web/shells.ts',
    'lib/contract',
    'lib/crud/group.ts',
    'lib/resources',
  ],
  'infra/web/shells.ts': ['lib/contract'],
  'infra/web': ['infra/web/shells.ts'],
  'infra/settings': [
    'infra/functions.ts',
    'infra/served.ts',
    'infra/user-error.ts',
    'lib/contract',
    'lib/platform/config.ts',
    'lib/platform/setting-meanings.ts',
  ],
  'infra/bundling': ['infra/functions.ts', 'infra/web'],
  'infra/docs': [
    'infra/settings',
    'lib/contract',
    'lib/crud/group.ts',
    'lib/crud/pages',
    'lib/domain/credentials/limit-table.ts',
    'lib/platform/ceilings.ts',
    'lib/platform/environment.ts',
    'lib/resources',
  ],
  'infra/packages': ['infra/bundling', 'infra/functions.ts', 'infra/web'],
  'infra/smoke': ['lib/client'],
  // A restored table is brought up to date by the change feed's own rules, and its rows by those of their declarations.
  'infra/restore': [
    'infra/local/engine.ts',
    'infra/user-error.ts',
    'lib/crud/declare',
    'lib/crud/store',
    'lib/domain/directory',
    'lib/platform',
    'lib/resources',
    'lib/store',
    'lib/store/dynamo',
    'lib/store/keys.ts',
  ],

  'infra/audit': ['infra/user-error.ts', 'lib/client', 'lib/crypto'],
  'infra/stack': [
    'infra/functions.ts',
    'infra/served.ts',
    'infra/settings',
    'infra/function-types.ts',
    'infra/user-error.ts',
    'lib/contract',
    'lib/http/headers.ts',
    'lib/store/keys.ts',
    // The types of the items that the change feed follows.
    'lib/store/activity.ts',
    'lib/store/admins.ts',
    'lib/store/heartbeat.ts',
    'lib/store/jobs.ts',
    'lib/store/sessions.ts',
    'lib/store/outbox.ts',
    'lib/store/roles.ts',
    'lib/store/sessions.ts',
    'lib/store/tenants.ts',
    'lib/store/users.ts',
  ],
  'infra/hardened': ['infra/stack'],
  'infra/monitoring': ['infra/settings', 'infra/stack'],
  'infra/construct': [
    'infra/hardened',
    'infra/monitoring',
    'infra/settings',
    'infra/stack',
    'infra/user-error.ts',
    'lib/contract',
    // Types of events, and the function of the authorizer.
    'lib/server',
  ],
  'infra/stack.ts': ['infra/construct', 'infra/settings'],
  'infra/app.ts': ['infra/bundling', 'infra/settings', 'infra/stack', 'infra/stack.ts', 'infra/user-error.ts'],

  'infra/local/ports.ts': [],
  'infra/local/aws': ['infra/local/ports.ts', 'infra/user-error.ts', 'lib/contract'],
  'infra/local/engines': ['infra/local/ports.ts', 'infra/user-error.ts'],
  'infra/local/pages': [
    'infra/local/aws',
    'lib/contract',
    'lib/crud/group.ts',
    'lib/crud/pages',
    'lib/crypto',
    'lib/http',
    'lib/resources',
  ],
  'infra/local': [
    'infra/functions.ts',
    'infra/local/aws',
    'infra/local/engines',
    'infra/local/pages',
    'infra/local/ports.ts',
    'infra/served.ts',
    'infra/settings',
    'infra/stack',
    'infra/user-error.ts',
    'infra/web',
    'lib/client',
    'lib/domain/applications',
    'lib/platform/log.ts',
    'lib/contract',
    'lib/crypto',
    'lib/http',
    'lib/platform/environment.ts',
    'lib/platform/ids.ts',
    'lib/platform/log.ts',
    // The application of the local run, which no operation can create.
    'lib/store',
    'lib/store/dynamo/client.ts',
    'lib/store/keys.ts',
  ],
  'infra/create': ['infra/packages/table.ts', 'infra/user-error.ts'],
  // The service in the tests of an application. lib/server has the types of events.
  'infra/testing': [
    'infra/local',
    'infra/local/aws',
    'infra/user-error.ts',
    'lib/client',
    'lib/platform/clock.ts',
    'lib/server',
  ],

  'infra/rehearsal/findings.ts': [],
  'infra/rehearsal/iam': [
    'infra/local/aws',
    'infra/local/ports.ts',
    'infra/rehearsal/findings.ts',
    'infra/user-error.ts',
  ],
  'infra/rehearsal/runtime': [
    'infra/local/aws',
    'infra/local/ports.ts',
    'infra/rehearsal/findings.ts',
    'infra/rehearsal/iam',
  ],
  'infra/rehearsal/assembly': [
    'infra/local',
    'infra/local/aws',
    'infra/rehearsal/findings.ts',
    'infra/rehearsal/iam',
    'infra/rehearsal/runtime',
    'infra/user-error.ts',
  ],
  'infra/rehearsal/drill': [
    'infra/local',
    'infra/rehearsal',
    'infra/rehearsal/assembly',
    'infra/rehearsal/findings.ts',
    'infra/served.ts',
    'infra/user-error.ts',
    'lib/client',
    'lib/contract',
  ],
  'infra/rehearsal': [
    'infra/functions.ts',
    'infra/local',
    'infra/local/aws',
    'infra/rehearsal/assembly',
    'infra/rehearsal/findings.ts',
    'infra/rehearsal/iam',
    'infra/rehearsal/runtime',
    'infra/served.ts',
    'infra/settings',
    'infra/stack',
    'infra/user-error.ts',
    'lib/client',
    'lib/contract',
    'lib/http',
  ],
};

/** The most specific entry of `ARROWS` that a file belongs to. */
const roomOf = (file: string): string =>
  Object.keys(ARROWS)
    .sort((a, b) => b.length - a.length)
    .find((room) => file === room || file.startsWith(`${room}/`)) ?? file;

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
        file.startsWith('lib/web/') && /\b(local|session)Storage\b/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(reads).toEqual(['lib/web/storage.ts']);
  });

  test('the client imports types of resources only, so that no declaration enters a bundle', () => {
    const wrong = imports.filter(
      ({ from, to, typeOnly }) => from.startsWith('lib/client/') && /^lib\/(crud|resources)\//.test(to) && !typeOnly,
    );
    expect(wrong).toEqual([]);
  });

  test('only the pages import Preact, and the build of the pages is the only code that names their files', () => {
    const importing = tracked.filter((file) => /from '(@preact\/|preact)/.test(readFileSync(join(root, file), 'utf8')));
    expect(importing.length).toBeGreaterThan(0);
    expect(importing.filter((file) => !file.startsWith('lib/web/'))).toEqual([]);
    const jsx = tracked.filter((file) => file.endsWith('.tsx'));
    expect(jsx.filter((file) => !file.startsWith('lib/web/'))).toEqual([]);
    const outside = imports.filter(({ from, to }) => to.startsWith('lib/web/') && !from.startsWith('lib/web/'));
    expect(outside).toEqual([]);
  });

  test('only the package for React imports React', () => {
    const importing = tracked.filter((file) => /from 'react/.test(readFileSync(join(root, file), 'utf8')));
    expect(importing.length).toBeGreaterThan(0);
    expect(importing.filter((file) => !file.startsWith('lib/react/'))).toEqual([]);
  });

  test('every declared arrow is used', () => {
    const unused = Object.entries(ARROWS).flatMap(([room, targets]) => {
      const used = imports.filter(({ from }) => roomOf(from) === room);
      const shared = [...LEAVES, ...STORE, 'lib/domain'];
      return targets
        .filter((target) => !shared.includes(target) && !used.some(({ to }) => allows([target], to)))
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
    // Generated: the contract as types, the settings as properties.
    .filter((file) => !file.startsWith('lib/contract/') && !file.includes('/generated/'))
    .filter((file) => !CATALOGUES.includes(file))
    .filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 300);
  expect(long).toEqual([]);
});

// Policies name partitions by patterns, which test/support/partition-guard.ts compares with the keys in use.
const SPELLING = ['lib/store/keys.ts', 'infra/partitions.ts'];

test('only keys.ts spells keys', () => {
  const keyText = /[`'"](T|P|L|F)#|[`'"](SES|USER|TENANT|EMAIL|OUT)#/;
  const spelling = tracked.filter(
    (file) => !SPELLING.includes(file) && keyText.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(spelling).toEqual([]);
});

test('randomness comes from the system, and nothing asks for a table scan', () => {
  const careless = tracked.filter((file) => /Math\.random\(|ScanCommand/.test(readFileSync(join(root, file), 'utf8')));
  expect(careless).toEqual([]);
});
