// Serves the resources of the deployment, for users of a tenant.

import { resources } from '../lib/records/resources/index.ts';
import { serveResources } from '../lib/records/serve.ts';

export const handler = serveResources(resources);
