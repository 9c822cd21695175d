// Tells npm what this package is and needs.
import type { Manifest } from '../manifest.ts';

export const manifest: Manifest = {
  description: 'Custom elements of Gatehouse for Vue, Svelte, Angular and plain pages',
  keywords: ['authentication', 'login', 'session', 'web-components', 'custom-elements', 'gatehouse'],
  entries: { '.': 'index.ts' },
  node: '>=20',
  platform: 'neutral',
  siblings: ['client'],
  peers: { '@gatehouse-auth/client': '*' },
  replaced: { react: 'react.ts' },
};
