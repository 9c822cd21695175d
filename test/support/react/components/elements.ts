// Starts the custom elements of a plain page.
import { createUserClient } from '../../../../lib/packages/client/index.ts';
import { defineElements } from '../../../../lib/packages/elements/index.ts';

const client = defineElements({ client: createUserClient({ baseUrl: '', delivery: 'cookie' }) });
Object.assign(globalThis, { client });
