// Serves signup, login, sessions and passwords of a tenant's users.
import { authentication } from '../lib/contract/groups/authentication.ts';
import { askToJoin, confirmJoin } from '../lib/domain/account/ask-to-join.ts';
import { findTenants } from '../lib/domain/account/find-tenants.ts';
import { invite } from '../lib/domain/account/invite-person.ts';
import { deleteAccount, updateProfile } from '../lib/domain/account/own-account.ts';
import * as accounts from '../lib/domain/account/profile.ts';
import * as recovery from '../lib/domain/account/recovery.ts';
import { signup } from '../lib/domain/account/signup.ts';
import * as verification from '../lib/domain/account/verification.ts';
import { clientConfig } from '../lib/domain/login/client-config.ts';
import { login } from '../lib/domain/login/login.ts';
import { sendLoginCode } from '../lib/domain/login/passwordless.ts';
import { switchTenant } from '../lib/domain/login/switch-tenant.ts';
import * as sessions from '../lib/domain/sessions/authenticate.ts';
import { refresh } from '../lib/domain/sessions/refresh.ts';
import { logo } from '../lib/domain/tenants/logo.ts';
import * as tenants from '../lib/domain/tenants/tenants.ts';
import { discover } from '../lib/domain/verified-domains/discover.ts';
import * as csrf from '../lib/http/csrf.ts';
import { sentWith } from '../lib/http/request.ts';
import { serve } from '../lib/http/serve.ts';
import { browserTokens, clearingSlot, refreshTokenOf, waitingTokens } from '../lib/http/slots.ts';

export const handler = serve(authentication, {
  'POST /auth/signup': ({ body, client }) => signup(body, client),
  'POST /auth/login': ({ body, client }) => login(body, client),
  'POST /auth/logout': ({ claims }) => sessions.logout(claims),
  'POST /auth/logout-all': ({ actor }) => sessions.logoutAll(actor),
  'POST /auth/refresh-token': async ({ body, request, client }) =>
    refresh(await refreshTokenOf(request, body), client).catch(clearingSlot(request, body)),
  'POST /auth/switch-tenant': ({ actor, body, client, request }) =>
    switchTenant(actor, body, waitingTokens(request), client),
  'POST /auth/change-password': ({ actor, body }) => accounts.changePassword(actor, body),
  'POST /auth/forgot-password': ({ body, client }) => recovery.forgotPassword(body, client),
  'POST /auth/verify-forgot-password-otp': ({ body, client }) => recovery.verifyForgotPasswordCode(body, client),
  'POST /auth/reset-password': ({ body, client }) => recovery.resetPassword(body, client),
  'POST /auth/passwordless/send': ({ body, client }) => sendLoginCode(body, client),
  'POST /auth/send-email-verification': ({ actor, client }) => verification.send('email', actor, client),
  'POST /auth/verify-email': ({ actor, body }) => verification.verify('email', actor, body.code),
  'POST /auth/send-phone-verification': ({ actor, client }) => verification.send('phone', actor, client),
  'POST /auth/verify-phone': ({ actor, body }) => verification.verify('phone', actor, body.code),
  'POST /auth/invite': ({ actor, body, request }) => invite(actor, body, sentWith(request)),
  'GET /auth/me': ({ actor }) => accounts.me(actor),
  'PATCH /auth/me': ({ actor, body }) => updateProfile(actor, body),
  'DELETE /auth/me': ({ actor }) => deleteAccount(actor),
  'GET /auth/user': ({ actor }) => accounts.user(actor),
  'GET /auth/verify-session': ({ actor }) => sessions.verify(actor),
  'GET /auth/session': ({ visitor }) => accounts.session(visitor),
  'GET /auth/client-config': ({ query, client }) => clientConfig(query, client.ip),
  'GET /auth/csrf': ({ request }) => csrf.describe(request),
  'GET /auth/accounts': ({ request, client }) => accounts.list(browserTokens(request), client),
  'GET /auth/tenants/lookup': ({ query, client }) => tenants.lookup(query.slug, client.ip),
  'POST /auth/tenants/discover': ({ body, client }) => discover(body, client.ip),
  'POST /auth/join-requests': ({ body, client }) => askToJoin(body, client),
  'POST /auth/join-requests/confirm': ({ body, client }) => confirmJoin(body.token, client),
  'POST /auth/tenants/find': ({ body, client }) => findTenants(body, client),
  'GET /auth/tenants/{id}/logos/{digest}': ({ params }) => logo(params.id, params.digest),
});
