// Serves logins by an identity provider.
import { sso } from '../lib/contract/sso.ts';
import { callback, forward, start } from '../lib/domain/sso/flow.ts';
import { browserSecret, inCookieMode, trustTokens } from '../lib/http/guard.ts';
import { serve } from '../lib/http/serve.ts';

export const handler = serve(sso, {
  'GET /auth/sso/{provider}': ({ params, query, client }) => start(params.provider, query, client),
  'GET /auth/callback/{provider}': ({ params, query, client, request }) =>
    // A navigation cannot carry the headers of the service, so cookies count, however the session is delivered.
    callback(params.provider, query, browserSecret(request), {
      ...client,
      trustTokens: trustTokens(inCookieMode(request)),
    }),
  'POST /auth/sso/{provider}': ({ params, form }) => forward(params.provider, form),
});
