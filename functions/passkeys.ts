// Serves passkeys: logins, second factors, and the passkeys of an account.
import { passkeys } from '../lib/contract/groups/passkeys.ts';
import { addByLink, linkOptions } from '../lib/domain/passkeys/link.ts';
import { login, loginOptions } from '../lib/domain/passkeys/login.ts';
import * as own from '../lib/domain/passkeys/own-passkeys.ts';
import * as registration from '../lib/domain/passkeys/registration.ts';
import { verify, verifyOptions } from '../lib/domain/passkeys/second-factor.ts';
import { serve } from '../lib/http/serve.ts';

export const handler = serve(passkeys, {
  'POST /auth/passkeys/login-options': ({ body, client }) => loginOptions(body, client),
  'POST /auth/passkeys/login': ({ body, client }) => login(body, client),
  'POST /auth/passkeys/verify-options': ({ actor }) => verifyOptions(actor),
  'POST /auth/passkeys/verify': ({ actor, body, client }) => verify(actor, body, client),
  'GET /auth/passkeys': ({ actor }) => own.list(actor),
  'POST /auth/passkeys/options': ({ actor }) => registration.options(actor),
  'POST /auth/passkeys': ({ actor, body, client }) => registration.add(actor, body, client),
  'POST /auth/passkeys/enrol': ({ actor, body, client }) => registration.enrol(actor, body, client),
  'POST /auth/passkeys/link-options': ({ body, client }) => linkOptions(body.token, client),
  'POST /auth/passkeys/link': ({ body, client }) => addByLink(body, client),
  'PATCH /auth/passkeys/{id}': ({ actor, params, body }) => own.rename(actor, params.id, body.name),
  'DELETE /auth/passkeys/{id}': ({ actor, params }) => own.remove(actor, params.id),
});
