// Serves the resources of the deployment, for users of a tenant.
import { serveResources } from '../lib/crud/serve.ts';
import { resources } from '../lib/resources/index.ts';

export const handler = serveResources(resources);
