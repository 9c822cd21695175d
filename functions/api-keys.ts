// Serves API keys: what users do with their own, and what is done with a key itself.
import { apiKeys } from '../lib/contract/groups/api-keys.ts';
import { authenticateKey } from '../lib/domain/api-keys/authenticate.ts';
import { exchange } from '../lib/domain/api-keys/exchange.ts';
import * as own from '../lib/domain/api-keys/own.ts';
import { verify } from '../lib/domain/api-keys/verify.ts';
import { serve } from '../lib/http/serve.ts';

export const handler = serve(
  apiKeys,
  {
    'GET /auth/api-keys': ({ actor }) => own.list(actor),
    'POST /auth/api-keys': ({ actor, body }) => own.create(actor, body),
    'PATCH /auth/api-keys/{id}': ({ actor, params, body }) => own.update(actor, params.id, body),
    'POST /auth/api-keys/{id}/rotate': ({ actor, params, body }) => own.rotate(actor, params.id, body),
    'DELETE /auth/api-keys/{id}': ({ actor, params }) => own.revoke(actor, params.id),
    'POST /auth/api-keys/verify': ({ body, client, request }) =>
      verify(request.headers.get('authorization') ?? [], body, client.ip),
    'POST /auth/api-keys/token': ({ actor }) => exchange(actor),
  },
  { authenticateKey },
);
