// Serves the resources of the deployment, for users of a tenant.

import { authenticateKey } from '../lib/domain/api-keys/authenticate.ts';
import { resources } from '../lib/records/resources/index.ts';
import { serveResources } from '../lib/records/serve.ts';

export const handler = serveResources(resources, { authenticateKey });
