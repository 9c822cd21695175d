// Serves the endpoints of the OpenID provider.
import { oauth } from '../lib/contract/oauth.ts';
import { token } from '../lib/domain/oauth/token.ts';
import { serve } from '../lib/http/serve.ts';

export const handler = serve(oauth, {
  'POST /oauth2/token': ({ form, client, request }) => token(request.headers.get('authorization') ?? [], form, client),
});
