// Writes out the types that the repository implies by larger ones, so that packages contain them alone, with every field
// documented.
import { openapi } from '../../../lib/contract/documents/openapi.ts';
import { clientTypes, type Document } from './client-types.ts';
import { constructProperties } from './construct-properties.ts';

/** Source file -> what declarations of packages have in its place. */
export const written = (): ReadonlyMap<string, string> =>
  new Map([
    ['lib/packages/client/types.ts', clientTypes(openapi() as unknown as Document)],
    ['lib/packages/construct/setting-properties.ts', constructProperties()],
  ]);
