// Lists the packages that `npm run packages` builds.
import { posix } from 'node:path';
import { manifest as client } from '../../../lib/packages/client/manifest.ts';
import { manifest as construct } from '../../../lib/packages/construct/manifest.ts';
import { manifest as create } from '../../../lib/packages/create/manifest.ts';
import { manifest as elements } from '../../../lib/packages/elements/manifest.ts';
import type { Manifest } from '../../../lib/packages/manifest.ts';
import { manifest as next } from '../../../lib/packages/next/manifest.ts';
import { manifest as react } from '../../../lib/packages/react/manifest.ts';
import { manifest as server } from '../../../lib/packages/server/manifest.ts';
import { manifest as testing } from '../../../lib/packages/testing/manifest.ts';

/** `name`: below the scope `@gatehouse-auth/`. */
export type Package = Manifest & { name: string };

export const PACKAGES: readonly Package[] = Object.entries({
  client,
  server,
  react,
  elements,
  next,
  construct,
  testing,
  create,
}).map(([name, manifest]) => ({ name, ...manifest }));

/** Returns the file of the repository that a manifest names. */
export const sourceIn = ({ name }: Package, file: string): string => posix.join('lib/packages', name, file);
