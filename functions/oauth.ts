// Serves the endpoints of the OpenID provider.
import { oauth } from '../lib/contract/oauth.ts';
import { introspect } from '../lib/domain/oauth/introspect.ts';
import { revoke } from '../lib/domain/oauth/revoke.ts';
import { token } from '../lib/domain/oauth/token.ts';
import type { Request } from '../lib/http/request.ts';
import { serve } from '../lib/http/serve.ts';

const authorizationOf = ({ headers }: Request): readonly string[] => headers.get('authorization') ?? [];

export const handler = serve(oauth, {
  'POST /oauth2/token': ({ form, client, request }) => token(authorizationOf(request), form, client),
  'POST /oauth2/introspect': ({ form, client, request }) => introspect(authorizationOf(request), form, client.ip),
  'POST /oauth2/revoke': ({ form, client, request }) => revoke(authorizationOf(request), form, client.ip),
});
