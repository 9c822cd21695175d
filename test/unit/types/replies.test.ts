// The compiler rejects a row whose result is not the contract's reply. `npm run check` compiles this file: a line below
// `@ts-expect-error` that compiles is an error itself.
import { expect, test } from '@jest/globals';
import type { groups } from '../../../lib/contract/index.ts';
import type { Rows } from '../../../lib/http/serve.ts';

type Groups = typeof groups;

const admin = {
  role: 'owner' as const,
  tenants: null,
  duties: [],
  id: 'adm_x',
  email: 'a@example.com',
  name: null,
  metadata: {},
  hasPasskey: false,
  isMfaEnabled: false,
  lastLoginAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const { isMfaEnabled: _, ...incomplete } = admin;
const tokens = { isRequiresMfa: false, nextStep: null, accessToken: 'a', refreshToken: 'r' };
const session = { id: 'ses_x' as never, userId: 'usr_x' as never, accessTtl: 1, refreshTtl: 1, persistent: true };
const cookie = { value: 'x', maxAge: 1 };

const authentication = {
  'POST /auth/login': async () => ({ ...tokens, session }),
  // @ts-expect-error A field of the reply is missing.
  'POST /auth/signup': async () => ({ accessToken: 'a', session }),
  // @ts-expect-error The session lacks what the cookies need.
  'POST /auth/refresh-token': async () => ({ ...tokens, session: { id: 'ses_x' } }),
  // @ts-expect-error The slots to clear are missing.
  'GET /auth/accounts': async () => ({ accounts: [] }),
  // @ts-expect-error A field has the wrong type.
  'POST /auth/logout': async () => ({ message: 1 }),
} satisfies Partial<Rows<Groups['authentication']>>;

const adminConsole = {
  'GET /auth/admin/me': () => admin,
  // @ts-expect-error A field of the reply is missing.
  'GET /auth/admin/admins': async () => ({ data: [incomplete] }),
  'POST /auth/admin/logout': async () => ({ message: 'Logged out.' }),
  // @ts-expect-error The cookie is missing.
  'POST /auth/admin/login': async () => ({ message: 'Logged in.', admin }),
  // @ts-expect-error The reply is another operation's.
  'GET /auth/admin/config': () => admin,
} satisfies Partial<Rows<Groups['adminConsole']>>;

const sso = {
  'GET /auth/sso/{provider}': async () => ({ location: 'https://example.com', browser: cookie, binding: undefined }),
  // @ts-expect-error The location is missing.
  'GET /auth/callback/{provider}': async () => ({ delivery: { ...tokens, session } }),
} satisfies Partial<Rows<Groups['sso']>>;

const unknown = {
  // @ts-expect-error No operation has this path and method.
  'PUT /auth/login': async () => ({ ...tokens, session }),
} satisfies Partial<Rows<Groups['authentication']>>;

// @ts-expect-error The rows are missing.
const missing: Rows<Groups['discovery']> = {};

test('a row that returns something other than the reply of its operation does not compile', () => {
  const compiled = [authentication, adminConsole, sso, unknown, missing];
  expect(compiled.map((rows) => Object.keys(rows).length)).toEqual([5, 5, 2, 1, 0]);
});
