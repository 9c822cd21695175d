// Calls every declared operation with every kind of credential: only its `access` decides the response. Generated from
// the contract, so a new operation is covered the day it is declared.
import { describe, expect, test } from '@jest/globals';
import type { ErrorCode } from '../../../lib/contract/errors.ts';
import { type Access, errorsOf, methodOf, type Operation, type Route } from '../../../lib/contract/operation.ts';
import { adminSession, answerOf, expectWellFormed, later, MINUTE, pathFor, refusal } from '../../support/api.ts';
import type { Reply } from '../../support/http.ts';
import { operations } from '../../support/ledger.ts';
import { bearer, prepared, useService } from '../../support/service.ts';
import { type Credential, createWorld, credentials, type Headers } from './support/credentials.ts';

const service = useService();
const world = prepared(() => createWorld(service));

type Demand = { otherwise: ErrorCode | 'passes' } & Partial<Record<Credential, ErrorCode | 'passes'>>;

const user: Demand = {
  otherwise: 'NO_AUTH_PROVIDED',
  'bearer, garbage': 'INVALID_TOKEN',
  'bearer, unsigned': 'INVALID_TOKEN',
  'bearer, refresh token': 'INVALID_TOKEN',
  'bearer, logged out': 'SESSION_NOT_FOUND',
  'bearer, account disabled': 'ACCOUNT_INACTIVE',
  'bearer, pending': 'MFA_REQUIRED',
  'API key': 'INVALID_TOKEN',
  'API key, wrong checksum': 'INVALID_TOKEN',
  'bearer, live': 'passes',
  'bearer, twice': 'CONFLICTING_CREDENTIALS',
  'user cookies, live': 'passes',
  'user cookies, twice': 'CONFLICTING_CREDENTIALS',
  'user cookies, garbage': 'INVALID_TOKEN',
};

/** The expected response of each kind of access to each credential. */
const demands: Record<Access, Demand> = {
  user,
  pending: { ...user, 'bearer, pending': 'passes' },
  // The pending user here must first set up a second factor.
  enrolling: { ...user, 'bearer, pending': 'passes' },
  public: { otherwise: 'passes' },
  secret: { otherwise: 'INVALID_INPUT' },
  // Its credential may be in the form, so the form is read first. These calls have none.
  client: { otherwise: 'UNSUPPORTED_MEDIA_TYPE' },
  optional: {
    otherwise: 'passes',
    'bearer, garbage': 'INVALID_TOKEN',
    'bearer, unsigned': 'INVALID_TOKEN',
    'bearer, refresh token': 'INVALID_TOKEN',
    'API key': 'INVALID_TOKEN',
    'API key, wrong checksum': 'INVALID_TOKEN',
    'bearer, twice': 'CONFLICTING_CREDENTIALS',
    'user cookies, twice': 'CONFLICTING_CREDENTIALS',
  },
  visitor: {
    otherwise: 'passes',
    'bearer, twice': 'CONFLICTING_CREDENTIALS',
    'user cookies, twice': 'CONFLICTING_CREDENTIALS',
  },
  key: {
    otherwise: 'NO_AUTH_PROVIDED',
    'bearer, garbage': 'INVALID_TOKEN',
    'bearer, unsigned': 'INVALID_TOKEN',
    'bearer, refresh token': 'INVALID_TOKEN',
    'bearer, logged out': 'INVALID_TOKEN',
    'bearer, account disabled': 'INVALID_TOKEN',
    'bearer, pending': 'INVALID_TOKEN',
    'bearer, live': 'INVALID_TOKEN',
    'bearer, twice': 'CONFLICTING_CREDENTIALS',
    'API key': 'passes',
    'API key, wrong checksum': 'INVALID_TOKEN',
  },
  refresh: {
    otherwise: 'REFRESH_TOKEN_INVALID',
    'user cookies, live': 'passes',
    'user cookies, twice': 'CONFLICTING_CREDENTIALS',
  },
  admin: {
    otherwise: 'NO_AUTH_PROVIDED',
    'bearer, garbage': 'INVALID_TOKEN',
    'bearer, unsigned': 'INVALID_TOKEN',
    'bearer, refresh token': 'INVALID_TOKEN',
    'bearer, logged out': 'INVALID_TOKEN',
    'bearer, account disabled': 'INVALID_TOKEN',
    'bearer, pending': 'INVALID_TOKEN',
    'bearer, live': 'INVALID_TOKEN',
    'bearer, twice': 'CONFLICTING_CREDENTIALS',
    'API key': 'INVALID_TOKEN',
    'API key, wrong checksum': 'INVALID_TOKEN',
    'admin cookie, live': 'passes',
    'admin cookie, twice': 'CONFLICTING_CREDENTIALS',
    'admin cookie, garbage': 'SESSION_INVALID',
    'admin cookie, wrong secret': 'SESSION_INVALID',
    'admin cookie, logged out': 'SESSION_INVALID',
  },
};
const REFUSALS: unknown[] = [...new Set(Object.values(demands).flatMap((demand) => Object.values(demand)))].filter(
  (code) => !['INVALID_INPUT', 'UNSUPPORTED_MEDIA_TYPE'].includes(code as string),
);

function expectReply(reply: Reply, route: string, expected: ErrorCode | 'passes'): void {
  expectWellFormed(reply);
  if (expected !== 'passes') {
    expect(answerOf(reply)).toEqual(refusal(expected));
    return;
  }
  const { operation } = operations.find((each) => each.route === route)!;
  if (reply.status === operation.status) return;
  expect(errorsOf(route as Route, operation)).toContain(reply.body.code);
  expect(REFUSALS.filter((code) => !operation.errors.includes(code as ErrorCode))).not.toContain(reply.body.code);
}

/** Where a key is more than at other operations of its access, or a body is read before a credential. */
const exceptionOf = ({ access, admits, body }: Operation, credential: Credential): ErrorCode | 'passes' | undefined => {
  if (access === 'client' && body) return 'INVALID_INPUT';
  return credential === 'API key' && admits?.apiKey ? 'passes' : undefined;
};

describe.each(operations)('$route', ({ route, operation }) => {
  const { access, body } = operation;
  const call = (headers: Headers): Promise<Reply> =>
    service.send(methodOf(route), pathFor(route), { headers, ...(body ? { body: {} } : {}) });

  test.each(Object.keys(credentials) as Credential[])('responds as its access requires to: %s', async (credential) => {
    const headers = await credentials[credential](world);
    const expected = exceptionOf(operation, credential) ?? demands[access][credential] ?? demands[access].otherwise;
    expectReply(await call(headers), route, expected);
  });

  test('responds as its access requires to: bearer, expired', async () => {
    const headers = bearer(world.unused.user.tokens);
    const expected = ['user', 'pending', 'enrolling', 'key', 'admin'].includes(access)
      ? 'INVALID_TOKEN'
      : demands[access].none;
    const reply = await later(16 * MINUTE, () => call(headers));
    expectReply(reply, route, exceptionOf(operation, 'none') ?? expected ?? demands[access].otherwise);
  });

  test('responds as its access requires to: admin cookie, idle too long', async () => {
    const headers = { cookie: await adminSession(service) };
    const expected = access === 'admin' ? 'SESSION_INVALID' : demands[access].none;
    const reply = await later(31 * MINUTE, () => call(headers));
    expectReply(reply, route, exceptionOf(operation, 'none') ?? expected ?? demands[access].otherwise);
  });
});

test('an operation of admins that gets the token of a user says what it needs', async () => {
  const path = '/auth/admin/api/tenants';
  const withToken = await service.get(path, { headers: bearer(world.unused.user.tokens) });
  expect(withToken.body.message).toBe(
    'The token is not one of an application that administers. An admin needs their session cookie.',
  );
  expect((await service.get(path)).body.message).toBe('Authentication is required.');
});
