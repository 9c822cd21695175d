// Tells npm what this package is and needs.
import type { Manifest } from '../manifest.ts';

export const manifest: Manifest = {
  description: 'React components, hooks, guards and server rendering for Gatehouse',
  keywords: ['authentication', 'login', 'session', 'react', 'ssr', 'gatehouse'],
  entries: {
    '.': 'index.ts',
    './server': 'server.ts',
  },
  node: '>=20',
  platform: 'neutral',
  siblings: ['client'],
  peers: { '@gatehouse-auth/client': '*', react: '>=18' },
};
