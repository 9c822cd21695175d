// Serves public keys, metadata and health to other services and monitors. Nothing here depends on the caller, so that the
// function asks for no proof of a trusted proxy and reads no secret.
import { discovery } from '../lib/contract/groups/discovery.ts';
import * as service from '../lib/domain/discovery.ts';
import { keySet } from '../lib/domain/keys/key-set.ts';
import { serve } from '../lib/http/serve.ts';

export const handler = serve(
  discovery,
  {
    'GET /.well-known/jwks.json': () => keySet(),
    'GET /.well-known/openid-configuration': () => service.discovery(),
    'GET /.well-known/oauth-authorization-server': () => service.discovery(),
    'GET /.well-known/webauthn': () => service.relatedOrigins(),
    'GET /.well-known/change-password': () => service.passwordPage(),
    'GET /auth/health': () => service.health(),
  },
  { isOpen: true },
);
