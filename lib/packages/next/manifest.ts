// Tells npm what this package is and needs.
import type { Manifest } from '../manifest.ts';

export const manifest: Manifest = {
  description: 'Signs users in to a Next.js application with Gatehouse: App Router, proxy and route handlers',
  keywords: ['authentication', 'login', 'session', 'nextjs', 'app-router', 'gatehouse'],
  entries: { '.': 'index.ts', './client': 'client.ts' },
  node: '>=20',
  platform: 'neutral',
  siblings: ['server'],
  peers: { next: '>=16', react: '>=19' },
};
