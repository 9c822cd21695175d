// Checks that no tenant takes the name of something that the service serves, and which slugs there are.
import { expect, test } from '@jest/globals';
import { shellNames } from '../../../infra/web/shells.ts';
import { groupNames, groups } from '../../../lib/contract/index.ts';
import { isFreeSlug, isSlug } from '../../../lib/domain/tenants/slugs.ts';

const routes = groupNames.flatMap((group) => Object.keys(groups[group]));
const paths = [...routes.map((route) => route.split(' ')[1] as string), ...shellNames.map((name) => `/${name}`)];
const roots = new Set(paths.map((path) => (path.split('/')[1] as string).replace(/^\./, '')));

test('no tenant may take the first segment of a route or a page as its slug', () => {
  expect([...roots].sort()).toEqual([
    'account',
    'auth',
    'consent',
    'console',
    'device',
    'login',
    'oauth2',
    'organization',
    'setup',
    'well-known',
  ]);
  expect([...roots, 'assets', 'api', 'www', 'admin'].filter(isFreeSlug)).toEqual([]);
});

test('a slug has lowercase letters and digits in groups, and at most 63 characters', () => {
  expect(['acme', 'a', 'acme-2', 'logins', 'accounts', 'x'.repeat(63)].filter((slug) => !isFreeSlug(slug))).toEqual([]);
  expect(['', 'A', 'a_b', '-a', 'a-', 'a--b', '.well-known', 'x'.repeat(64)].filter(isSlug)).toEqual([]);
});
