// Serves the endpoints of the OpenID provider.
import { oauth } from '../lib/contract/groups/oauth.ts';
import { asked } from '../lib/domain/oauth/asked.ts';
import { authorize } from '../lib/domain/oauth/authorize.ts';
import { allow, shown } from '../lib/domain/oauth/consent-page.ts';
import { deadEnd, failure } from '../lib/domain/oauth/dead-ends.ts';
import { authorizeDevice } from '../lib/domain/oauth/device/authorization.ts';
import * as devicePage from '../lib/domain/oauth/device/device-page.ts';
import { introspect } from '../lib/domain/oauth/introspect.ts';
import { logout } from '../lib/domain/oauth/logout.ts';
import { byGet } from '../lib/domain/oauth/pages.ts';
import { push } from '../lib/domain/oauth/pushed-request.ts';
import { revoke } from '../lib/domain/oauth/revoke.ts';
import { token } from '../lib/domain/oauth/token/token.ts';
import { userinfo } from '../lib/domain/oauth/userinfo.ts';
import type { SentProofs } from '../lib/domain/sessions/bound-tokens.ts';
import { requireOwnPage } from '../lib/http/csrf.ts';
import { sessionCookies } from '../lib/http/guard.ts';
import type { Request } from '../lib/http/request.ts';
import { isReloaded } from '../lib/http/same-site-reload.ts';
import { serve } from '../lib/http/serve.ts';

const proofsOf = ({ headers, method, path }: Request): SentProofs => ({
  proofs: headers.get('dpop') ?? [],
  method,
  path,
});
const authorizationOf = ({ headers }: Request): readonly string[] => headers.get('authorization') ?? [];

const tooLong = () => deadEnd('request_too_long');

export const handler = serve(
  oauth,
  {
    'GET /oauth2/authorize': async ({ client, request }) =>
      authorize(request.query, await sessionCookies(request), client, !isReloaded(request)),
    // A browser sends none of its cookies with a form of another site, but it sends them when it follows the redirect.
    'POST /oauth2/authorize': ({ form, request }) => byGet(request.path, form),
    'GET /oauth2/request': ({ query }) => asked(query.resume),
    'GET /oauth2/consent': ({ actor, query }) => shown(actor, query.resume),
    'POST /oauth2/consent': ({ actor, body, request }) => {
      requireOwnPage(request);
      return allow(actor, body);
    },
    'POST /oauth2/device_authorization': ({ form, client, request }) =>
      authorizeDevice(authorizationOf(request), form, client, proofsOf(request)),
    'POST /oauth2/device': ({ actor, body, client, request }) => {
      requireOwnPage(request);
      return devicePage.shown(actor, body, client);
    },
    'POST /oauth2/device/decision': ({ actor, body, request }) => {
      requireOwnPage(request);
      return devicePage.decide(actor, body);
    },
    'GET /oauth2/userinfo': ({ request }) => userinfo(authorizationOf(request), proofsOf(request)),
    'POST /oauth2/userinfo': ({ request }) => userinfo(authorizationOf(request), proofsOf(request)),
    'GET /oauth2/logout': async ({ client, request }) => logout(request.query, await sessionCookies(request), client),
    'POST /oauth2/logout': ({ form, request }) => byGet(request.path, form),
    'POST /oauth2/token': ({ form, client, request }) =>
      token(authorizationOf(request), form, client, proofsOf(request)),
    'POST /oauth2/par': ({ form, client, request }) =>
      push(authorizationOf(request), form, client.ip, proofsOf(request)),
    'POST /oauth2/introspect': ({ form, client, request }) => introspect(authorizationOf(request), form, client.ip),
    'POST /oauth2/revoke': ({ form, client, request }) => revoke(authorizationOf(request), form, client.ip),
  },
  {
    whenTooLong: { 'GET /oauth2/authorize': tooLong, 'GET /oauth2/logout': tooLong },
    whenFailed: {
      'GET /oauth2/authorize': failure,
      'POST /oauth2/authorize': failure,
      'GET /oauth2/logout': failure,
      'POST /oauth2/logout': failure,
    },
  },
);
