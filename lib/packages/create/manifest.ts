// Tells npm what this package is and needs.
import type { Manifest } from '../manifest.ts';

export const manifest: Manifest = {
  description: 'Creates a project with Gatehouse: a page and an API, or an MCP server, and a CDK stack',
  keywords: ['create', 'template', 'aws-cdk', 'authentication', 'gatehouse'],
  entries: {},
  node: '>=20.16',
  platform: 'node',
  programs: { main: 'main.ts' },
  bin: 'main',
  files: ['templates'],
};
