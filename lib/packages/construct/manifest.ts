// Tells npm what this package is and needs.
import type { Manifest } from '../manifest.ts';

export const manifest: Manifest = {
  description: 'Gatehouse as a construct of the AWS CDK: authentication in your own stack',
  keywords: ['aws', 'cdk', 'aws-cdk', 'construct', 'authentication', 'gatehouse'],
  entries: { '.': 'index.ts' },
  node: '>=20',
  platform: 'node',
  peers: { 'aws-cdk-lib': '*', constructs: '*' },
  hasFunctions: true,
};
