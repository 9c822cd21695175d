// Serves logins by an identity provider, their trials, and the identities of an account.
import { fail } from '../lib/contract/errors.ts';
import { sso } from '../lib/contract/groups/sso.ts';
import { doorOf } from '../lib/domain/organization/door.ts';
import { authenticate as authenticateSetup } from '../lib/domain/organization/setup-session.ts';
import type { Client } from '../lib/domain/sessions/caller.ts';
import { callback, forward, start, startLink, startTrial } from '../lib/domain/sso/flow.ts';
import * as identities from '../lib/domain/sso/identities.ts';
import { issueNonce } from '../lib/domain/sso/nonces.ts';
import type { CallbackQuery } from '../lib/domain/sso/oauth-client.ts';
import { browserSecret } from '../lib/http/binding.ts';
import { flowSecret, sessionCookies } from '../lib/http/guard.ts';
import { inCookieMode, isCookieMode, isSetupMode, type Request, trustTokens } from '../lib/http/request.ts';
import { isSentByOtherSite } from '../lib/http/same-site-reload.ts';
import { serve } from '../lib/http/serve.ts';

/** The session that asks for a link must be in the browser that comes back from the provider. */
const COOKIES_NEEDED = 'Identities are linked by a browser whose session is in cookies, as on the account page.';

const TRIAL_NEEDS_COOKIES = 'A provider is tried in a browser whose session is in cookies.';

const comeBack = async (name: string, query: CallbackQuery, request: Request, client: Client) =>
  callback(
    name,
    query,
    { flow: flowSecret(request), session: await sessionCookies(request) },
    { ...client, trustTokens: trustTokens(inCookieMode(request)) },
  );

export const handler = serve(
  sso,
  {
    // A navigation cannot carry the headers of the service, so cookies count, however the session is delivered.
    'GET /auth/sso/{provider}': ({ params, query, client, request }) =>
      start(
        params.provider,
        query,
        { ...client, browser: browserSecret(inCookieMode(request), undefined) },
        isSentByOtherSite(request),
      ),
    'GET /auth/callback/{provider}': ({ params, query, client, request }) =>
      comeBack(params.provider, query, request, client),
    'POST /auth/sso/{provider}': ({ params, form }) => forward(params.provider, form),
    'POST /auth/sso/{provider}/nonce': ({ params, body, client }) => issueNonce(params.provider, body, client),
    'POST /auth/identities': ({ actor, body, client, request }) =>
      isCookieMode(request) ? startLink(actor, body.provider, client) : fail('FORBIDDEN', { message: COOKIES_NEEDED }),
    'POST /auth/organization/providers/{name}/try': async ({ actor, params, client, request }) => {
      if (!isCookieMode(request) && !isSetupMode(request)) fail('FORBIDDEN', { message: TRIAL_NEEDS_COOKIES });
      const door = await doorOf(actor, sso['POST /auth/organization/providers/{name}/try'].permissions);
      return startTrial(door.tenant.id, params.name, client);
    },
    'GET /auth/identities': ({ actor }) => identities.list(actor),
    'DELETE /auth/identities/{id}': ({ actor, params }) => identities.unlink(actor, params.id),
    'POST /auth/identities/{id}/allow': ({ actor, params }) => identities.allow(actor, params.id),
  },
  { authenticateSetup },
);
