// Signup, login, sessions and passwords of a tenant's users.
import { authentication } from '../lib/contract/authentication.ts';
import * as accounts from '../lib/domain/accounts.ts';
import { clientConfig } from '../lib/domain/client-config.ts';
import { login } from '../lib/domain/login.ts';
import { refresh } from '../lib/domain/session-refresh.ts';
import * as sessions from '../lib/domain/sessions.ts';
import { signup } from '../lib/domain/signup.ts';
import * as tenants from '../lib/domain/tenants.ts';
import * as csrf from '../lib/http/csrf.ts';
import { browserTokens, refreshToken } from '../lib/http/guard.ts';
import { serve } from '../lib/http/serve.ts';

export const handler = serve(authentication, {
  'POST /auth/signup': ({ body, client }) => signup(body, client),
  'POST /auth/login': ({ body, client }) => login(body, client),
  'POST /auth/logout': ({ claims }) => sessions.logout(claims),
  'POST /auth/logout-all': ({ actor }) => sessions.logoutAll(actor),
  'POST /auth/refresh-token': async ({ body, request }) => refresh(await refreshToken(request, body.refreshToken)),
  'POST /auth/change-password': ({ actor, body }) => accounts.changePassword(actor, body),
  'GET /auth/me': ({ actor }) => accounts.me(actor),
  'GET /auth/user': ({ actor }) => accounts.user(actor),
  'GET /auth/verify-session': ({ actor }) => sessions.verify(actor),
  'GET /auth/client-config': () => clientConfig(),
  'GET /auth/csrf': ({ request }) => csrf.describe(request),
  'GET /auth/accounts': ({ request }) => accounts.list(browserTokens(request)),
  'GET /auth/tenants/lookup': ({ query, client }) => tenants.lookup(query.slug, client.ip),
});
