// Tells npm what this package is and needs.
import type { Manifest } from '../manifest.ts';

export const manifest: Manifest = {
  description: 'Verifies access tokens of Gatehouse in Express, Hono, Fastify, Lambda and authorizers',
  keywords: ['authentication', 'authorization', 'jwt', 'express', 'hono', 'fastify', 'lambda', 'gatehouse'],
  entries: {
    '.': 'index.ts',
    './express': 'express.ts',
    './hono': 'hono.ts',
    './fastify': 'fastify.ts',
    './lambda': 'lambda.ts',
    './authorizer': 'authorizer.ts',
    './mcp': 'mcp.ts',
    './sign-in': 'sign-in-routes.ts',
  },
  node: '>=20',
  platform: 'node',
  dependencies: ['jose', 'oauth4webapi'],
};
