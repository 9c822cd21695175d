// Tells npm what this package is and needs.
import type { Manifest } from '../manifest.ts';

export const manifest: Manifest = {
  description: 'The typed client of Gatehouse for browsers, React Native and Node',
  keywords: ['authentication', 'login', 'session', 'gatehouse'],
  entries: {
    '.': 'index.ts',
    './passkeys': 'passkeys.ts',
    './query': 'query.ts',
    './resources': 'resources.ts',
  },
  nodeEntries: { '.': 'node.ts' },
  node: '>=20',
  platform: 'neutral',
};
