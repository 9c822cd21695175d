// Serves the resources of lib/resources.
import { groupOf } from '../lib/crud/group.ts';
import { serve } from '../lib/http/serve.ts';
import { resources } from '../lib/resources/index.ts';

export const handler = serve(groupOf(resources), {});
