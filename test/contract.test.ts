// Checks the declarations of the contract: operations do not collide, and extensions of the specification say so.
import { describe, expect, test } from '@jest/globals';
import { errorBody, errorCodes, statusOf } from '../lib/contract/errors.ts';
import { type Body, groups, type Query, type Reply } from '../lib/contract/index.ts';
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
  test('no route is declared twice under other parameter names', () => {
    const shapes = operations.map(({ route }) => route.replace(/\{[^}]+\}/g, '{}'));
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  test('operation names are unique in their group', () => {
    for (const group of Object.values(groups)) {
      const names = Object.values(group).map((operation: Operation) => operation.name);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test('a path belongs to one group, because one function serves all its methods', () => {
    const owners = new Map<string, Set<string>>();
    for (const { route, group } of operations)
      owners.set(pathOf(route), (owners.get(pathOf(route)) ?? new Set()).add(group));
    expect([...owners].filter(([, names]) => names.size > 1)).toEqual([]);
  });

  test('admin POST operations, invitations, new rows and pushed requests return 201, redirects 302 or 303, the others 200', () => {
    for (const { route, operation } of operations.filter((each) => !isRedirect(each.operation))) {
      // Browsers call the operations that bind a device, by a protocol whose replies have the status 200.
      const isOfProtocol = operation.browser?.cookies === 'bind-device';
      const adminPost = methodOf(route) === 'POST' && pathOf(route).startsWith('/auth/admin/') && !isOfProtocol;
      const isNewRow = methodOf(route) === 'POST' && /\.create(Many)?$/.test(operation.name);
      // RFC 9126 2.2 prescribes the status of a pushed request.
      const created =
        adminPost ||
        isNewRow ||
        /^POST \/auth\/organization\/(invitations|join-requests\/\{id\}\/accept)/.test(route) ||
        ['applications', 'applications/{id}/secrets', 'domains', 'providers', 'scim-connections', 'setup-links'].some(
          (each) => route === `POST /auth/organization/${each}`,
        ) ||
        ['POST /auth/invite', 'POST /oauth2/par', 'POST /auth/passkeys'].includes(route);
      expect([route, operation.status]).toEqual([route, created ? 201 : 200]);
    }
  });

  test('a GET has no body and neither starts nor ends a session', () => {
    const harmless = [undefined, 'csrf', 'drop-slots'];
    for (const { route, operation } of operations.filter(
      (each) => methodOf(each.route) === 'GET' && !isRedirect(each.operation),
    )) {
      expect([route, operation.body, harmless.includes(operation.browser?.cookies)]).toEqual([route, undefined, true]);
    }
  });

  test('only logins with an identity provider, the OpenID provider and the address for password managers redirect', () => {
    const redirects = operations.filter((each) => isRedirect(each.operation));
    const groups = [...Array(3).fill('sso'), ...Array(4).fill('oauth'), 'discovery', ...Array(2).fill('adminConsole')];
    expect(redirects.map(({ group }) => group)).toEqual(groups);
    for (const { route, operation } of redirects) expect(operation.status).toBe(methodOf(route) === 'GET' ? 302 : 303);
  });

  test('every path parameter has a name', () => {
    for (const { route } of operations) expect(paramNames(route).every((name) => /^[a-zA-Z]+$/.test(name))).toBe(true);
  });
});

describe('errors', () => {
  test('every code has a four-field body with the HTTP status text, and one status', () => {
    expect(new Set(errorCodes).size).toBe(errorCodes.length);
    for (const code of errorCodes) {
      const body = errorBody(code);
      expect(Object.keys(body)).toEqual(['statusCode', 'error', 'message', 'code']);
      expect(body.statusCode).toBe(statusOf(code));
      expect(body.error.length * body.message.length).toBeGreaterThan(0);
    }
  });

  test('public operations respond with 403 about the tenant or the browser, never about a person', () => {
    const publicForbidden = operations
      .filter(({ operation }) => operation.access === 'public')
      .flatMap(({ route, operation }) => errorsOf(route as Route, operation).filter((code) => statusOf(code) === 403));
    expect(new Set(publicForbidden)).toEqual(
      new Set([
        'REGISTRATION_DISABLED',
        'EMAIL_DOMAIN_NOT_ALLOWED',
        // About the domain of the address.
        'SSO_REQUIRED',
        // After the right password of another service.
        'MIGRATION_STEP_REQUIRED',
        'FORBIDDEN',
        'PASSKEYS_NOT_ENABLED',
        'REFRESH_TOKEN_PROOF_REQUIRED',
      ]),
    );
  });
});

test('Body, Query and Reply are the types of a route', () => {
  const body: Body<'POST /auth/login'> = { providerName: 'email', credentials: {}, rememberMe: true };
  const query: Query<'GET /auth/tenants/lookup'> = { slug: 'acme' };
  const reply: Reply<'POST /auth/logout'> = { message: 'Logged out.' };
  const none: Body<'POST /auth/logout'> = undefined;
  // @ts-expect-error a reply has no other fields
  const wrong: Reply<'POST /auth/logout'> = { message: 'Logged out.', token: '' };
  expect([body, query, reply, none, wrong]).toHaveLength(5);
});
