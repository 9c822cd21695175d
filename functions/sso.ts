// Serves logins by an identity provider, and the identities of an account.
import { sso } from '../lib/contract/sso.ts';
import { callback, forward, start } from '../lib/domain/sso/flow.ts';
import * as identities from '../lib/domain/sso/identities.ts';
import { issueNonce } from '../lib/domain/sso/nonces.ts';
import { browserSecret } from '../lib/http/binding.ts';
import { flowSecret, inCookieMode, trustTokens } from '../lib/http/guard.ts';
import { serve } from '../lib/http/serve.ts';

export const handler = serve(sso, {
  // A navigation cannot carry the headers of the service, so cookies count, however the session is delivered.
  'GET /auth/sso/{provider}': ({ params, query, client, request }) =>
    start(params.provider, query, { ...client, browser: browserSecret(inCookieMode(request), {}) }),
  'GET /auth/callback/{provider}': ({ params, query, client, request }) =>
    callback(params.provider, query, flowSecret(request), {
      ...client,
      trustTokens: trustTokens(inCookieMode(request)),
    }),
  'POST /auth/sso/{provider}': ({ params, form }) => forward(params.provider, form),
  'POST /auth/sso/{provider}/nonce': ({ params, body, client }) => issueNonce(params.provider, body, client),
  'GET /auth/identities': ({ actor }) => identities.list(actor),
  'DELETE /auth/identities/{id}': ({ actor, params }) => identities.unlink(actor, params.id),
  'POST /auth/identities/{id}/allow': ({ actor, params }) => identities.allow(actor, params.id),
});
