// The declarations themselves: no two operations in each other's way, and nothing beyond the specification that doesn't
// say so.
import { describe, expect, test } from '@jest/globals';
import { errorBody, errorCodes, statusOf } from '../lib/contract/errors.ts';
import { groups } from '../lib/contract/index.ts';
import {
  errorsOf,
  isRedirect,
  methodOf,
  type Operation,
  paramNames,
  pathOf,
  type Route,
} from '../lib/contract/operation.ts';
import { operations } from './support/ledger.ts';
import { SPECIFIED } from './support/specified-operations.ts';

test('the operations without `extension: true` are exactly the specified ones', () => {
  const declared = operations.filter(({ operation }) => !operation.extension).map(({ route }) => route);
  expect(declared.sort()).toEqual([...SPECIFIED].sort());
});

describe('operations', () => {
  test('no route is declared twice, whatever its parameters are called', () => {
    const shapes = operations.map(({ route }) => route.replace(/\{[^}]+\}/g, '{}'));
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  test('names are unique in their group', () => {
    for (const group of Object.values(groups)) {
      const names = Object.values(group).map((operation: Operation) => operation.name);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test('a path belongs to one group, because one function answers all its methods', () => {
    const owners = new Map<string, Set<string>>();
    for (const { route, group } of operations)
      owners.set(pathOf(route), (owners.get(pathOf(route)) ?? new Set()).add(group));
    expect([...owners].filter(([, names]) => names.size > 1)).toEqual([]);
  });

  test('status follows the specification: admin POST and invitations 201, everything else 200 but redirects', () => {
    for (const { route, operation } of operations.filter((each) => !isRedirect(each.operation))) {
      const adminPost = methodOf(route) === 'POST' && pathOf(route).startsWith('/auth/admin/');
      const created = adminPost || route === 'POST /auth/invite';
      expect([route, operation.status]).toEqual([route, created ? 201 : 200]);
    }
  });

  test('a GET changes nothing: no body, no session started or ended', () => {
    const harmless = [undefined, 'csrf', 'drop-slots'];
    for (const { route, operation } of operations.filter(
      (each) => methodOf(each.route) === 'GET' && !isRedirect(each.operation),
    )) {
      expect([route, operation.body, harmless.includes(operation.cookies)]).toEqual([route, undefined, true]);
    }
  });

  test('only logins by an identity provider redirect: a browser can come back from one by a GET alone', () => {
    const redirects = operations.filter((each) => isRedirect(each.operation));
    expect(redirects.map(({ group }) => group)).toEqual(['sso', 'sso', 'sso']);
    for (const { route, operation } of redirects) expect(operation.status).toBe(methodOf(route) === 'GET' ? 302 : 303);
  });

  test('every path parameter has a name', () => {
    for (const { route } of operations) expect(paramNames(route).every((name) => /^[a-zA-Z]+$/.test(name))).toBe(true);
  });
});

describe('errors', () => {
  test('every code is a well-formed four-field body with the HTTP status text', () => {
    for (const code of errorCodes) {
      const body = errorBody(code);
      expect(Object.keys(body)).toEqual(['statusCode', 'error', 'message', 'code']);
      expect(body.statusCode).toBe(statusOf(code));
      expect(body.error.length * body.message.length).toBeGreaterThan(0);
    }
  });

  test('403 is only for a known caller: public operations answer it for the operation, never for the person', () => {
    const publicForbidden = operations
      .filter(({ operation }) => operation.access === 'public')
      .flatMap(({ route, operation }) => errorsOf(route as Route, operation).filter((code) => statusOf(code) === 403));
    expect(new Set(publicForbidden)).toEqual(new Set(['REGISTRATION_DISABLED', 'EMAIL_DOMAIN_NOT_ALLOWED']));
  });
});
