// Tells npm what this package is and needs.
import type { Manifest } from '../manifest.ts';

export const manifest: Manifest = {
  description: 'Runs Gatehouse in the tests of an application, with its clock, inbox and events',
  keywords: ['authentication', 'testing', 'vitest', 'jest', 'gatehouse'],
  entries: { '.': 'index.ts' },
  node: '>=20.16',
  platform: 'node',
  optionalDependencies: ['@dynoxide/linux-x64'],
  siblings: ['client'],
  programs: { child: 'child.ts' },
  files: [
    '../../../infra/tools/local/engines/dynamodb-local',
    '../../../infra/tools/local/pages/inbox.html',
    '../../../infra/tools/local/pages/inbox.js',
    '../../../infra/tools/local/pages/style.css',
    '../../domain/credentials/common-passwords.txt',
  ],
  hasCommonJs: true,
  hasPages: true,
};
