// Public keys, metadata and health: what other services and monitors ask for.
import { discovery } from '../lib/contract/discovery.ts';
import * as tokens from '../lib/domain/tokens.ts';
import { serve } from '../lib/http/serve.ts';

export const handler = serve(discovery, {
  'GET /.well-known/jwks.json': () => tokens.publicKeys(),
  'GET /.well-known/openid-configuration': () => tokens.discovery(),
  'GET /auth/health': () => tokens.health(),
});
