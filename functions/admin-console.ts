// Serves the admin session (bootstrap, login, logout, current admin), the admins and their second factor.
import { adminConsole } from '../lib/contract/groups/admin-console.ts';
import * as acceptance from '../lib/domain/admins/accept-invitation.ts';
import * as accounts from '../lib/domain/admins/accounts.ts';
import * as admins from '../lib/domain/admins/admin-sessions.ts';
import * as device from '../lib/domain/admins/device.ts';
import * as invitations from '../lib/domain/admins/invite-admin.ts';
import * as ownSessions from '../lib/domain/admins/own-sessions.ts';
import * as passkeyLogin from '../lib/domain/admins/passkeys/login.ts';
import * as passkeys from '../lib/domain/admins/passkeys/own.ts';
import { loginOptions } from '../lib/domain/admins/passkeys/proof.ts';
import * as providerLogin from '../lib/domain/admins/provider-login.ts';
import * as bootstrap from '../lib/domain/admins/secret-key.ts';
import * as totp from '../lib/domain/admins/totp.ts';
import { activity } from '../lib/domain/directory/activity.ts';
import { deployment } from '../lib/domain/directory/deployment.ts';
import { stats } from '../lib/domain/directory/stats.ts';
import { deviceResponse } from '../lib/http/binding.ts';
import { cookieName } from '../lib/http/cookies.ts';
import { flowSecret } from '../lib/http/guard.ts';
import { cookie } from '../lib/http/request.ts';
import { serve } from '../lib/http/serve.ts';

export const handler = serve(adminConsole, {
  'POST /auth/admin/signup': ({ body, client }) => bootstrap.signup(body, client),
  'POST /auth/admin/reset-password': ({ body, client }) => bootstrap.resetPassword(body, client),
  'POST /auth/admin/login': ({ body, client }) => admins.login(body, client),
  'POST /auth/admin/logout': ({ actor }) => admins.logout(actor),
  'GET /auth/admin/me': ({ actor }) => admins.me(actor),
  'GET /auth/admin/api/stats': ({ query }) => stats(query),
  'GET /auth/admin/api/activity': ({ query }) => activity(query),
  'GET /auth/admin/api/deployment': () => deployment(),
  'GET /auth/admin/config': () => admins.consoleConfig(),
  'GET /auth/admin/runtime': () => admins.runtime(),
  'GET /auth/admin/admins': () => accounts.list(),
  'POST /auth/admin/admins': ({ actor, body }) => accounts.create(actor, body),
  'PATCH /auth/admin/admins/{id}': ({ actor, params, body }) => accounts.update(actor, params.id, body),
  'DELETE /auth/admin/admins/{id}': ({ actor, params }) => accounts.remove(actor, params.id),
  'POST /auth/admin/mfa/setup-totp': ({ actor }) => totp.setUp(actor),
  'POST /auth/admin/mfa/verify-totp-setup': ({ actor, body }) => totp.verifySetup(actor, body.otp),
  'DELETE /auth/admin/mfa/totp': ({ actor }) => totp.removeOwn(actor),
  'DELETE /auth/admin/admins/{id}/totp': ({ actor, params }) => totp.removeFrom(actor, params.id),
  'POST /auth/admin/admins/{id}/unlock': ({ actor, params }) => accounts.unlock(actor, params.id),
  'POST /auth/admin/passkeys/login-options': ({ body, client }) => loginOptions(body, client),
  'POST /auth/admin/passkeys/login': ({ body, client }) => passkeyLogin.login(body, client),
  'POST /auth/admin/passkeys/verify-options': ({ actor }) => passkeyLogin.verifyOptions(actor),
  'POST /auth/admin/passkeys/verify': ({ actor, body, client }) => passkeyLogin.verify(actor, body, client),
  'GET /auth/admin/passkeys': ({ actor }) => passkeys.list(actor),
  'POST /auth/admin/passkeys/options': ({ actor }) => passkeys.options(actor),
  'POST /auth/admin/passkeys': ({ actor, body, client }) => passkeys.add(actor, body, client),
  'PATCH /auth/admin/passkeys/{id}': ({ actor, params, body }) => passkeys.rename(actor, params.id, body.name),
  'DELETE /auth/admin/passkeys/{id}': ({ actor, params }) => passkeys.remove(actor, params.id),
  'DELETE /auth/admin/admins/{id}/passkeys': ({ actor, params }) => passkeys.removeFrom(actor, params.id),
  'POST /auth/admin/device-sessions': ({ request }) =>
    device.register(deviceResponse(request).response, cookie(request, cookieName('admin'))),
  'POST /auth/admin/device-sessions/proof': ({ request }) => {
    const { id, response } = deviceResponse(request);
    return device.prove(id, response, cookie(request, cookieName('admin')));
  },
  'GET /auth/admin/sessions': ({ actor }) => ownSessions.list(actor),
  'DELETE /auth/admin/sessions': ({ actor }) => ownSessions.endOthers(actor),
  'DELETE /auth/admin/sessions/{id}': ({ actor, params }) => ownSessions.endOne(actor, params.id),
  'POST /auth/admin/reauthenticate': ({ actor, body, client }) => ownSessions.reauthenticate(actor, body, client),
  'POST /auth/admin/invitations': ({ actor, body }) => invitations.invite(actor, body),
  'GET /auth/admin/invitations': () => invitations.list(),
  'POST /auth/admin/invitations/{id}/resend': ({ actor, params }) => invitations.resend(actor, params.id),
  'DELETE /auth/admin/invitations/{id}': ({ actor, params }) => invitations.revoke(actor, params.id),
  'POST /auth/admin/invitations/preview': ({ body, client }) => acceptance.preview(body.token, client),
  'POST /auth/admin/invitations/accept': ({ body, client }) => acceptance.accept(body, client),
  'GET /auth/admin/sso': ({ client }) => providerLogin.start(client),
  'GET /auth/admin/sso/callback': ({ query, client, request }) =>
    providerLogin.callback(query, flowSecret(request), client),
  'POST /auth/admin/sso/complete': ({ body, client, request }) =>
    providerLogin.complete(body, flowSecret(request), client),
});
