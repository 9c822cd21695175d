// Implements `npm run docs`: writes the documents generated from the contract and the settings, and the table of routes
// of the client. With `--check` it only reports whether they are up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dutiesPage } from '../../../lib/contract/documents/duties-page.ts';
import { errorPage, errorSources } from '../../../lib/contract/documents/error-page.ts';
import { eventPage } from '../../../lib/contract/documents/event-page.ts';
import { importLineSchema } from '../../../lib/contract/documents/import-line.ts';
import { openapi } from '../../../lib/contract/documents/openapi.ts';
import { proofsPage } from '../../../lib/contract/documents/proofs-page.ts';
import { groups } from '../../../lib/contract/index.ts';
import { groupOf } from '../../../lib/records/declare/group.ts';
import { resourcesDocument } from '../../../lib/records/documents/document.ts';
import { actionsRaising } from '../../../lib/records/documents/errors.ts';
import { resources } from '../../../lib/records/resources/index.ts';
import { capabilitiesPage } from './capabilities-page.ts';
import { ceilingsOfOperations, ceilingsPage } from './ceilings-page.ts';
import { clientRoutes } from './client-routes.ts';
import { configurationPage } from './configuration-page.ts';
import { importPage } from './import-page.ts';

const DIRECTORY = fileURLToPath(new URL('../../../docs', import.meta.url));

const CLIENT = fileURLToPath(new URL('../../../lib/packages/client', import.meta.url));

const ofResources = groupOf(resources);

/** File name below docs/ -> text. */
export const documents = (): Record<string, string> => ({
  'openapi.json': `${JSON.stringify(openapi(), null, 2)}\n`,
  'import-line.schema.json': `${JSON.stringify(importLineSchema(), null, 2)}\n`,
  'resources.json': `${JSON.stringify(resourcesDocument(resources, ofResources), null, 2)}\n`,
  'errors.md': errorPage(),
  'errors.json': `${JSON.stringify(errorSources(groups, actionsRaising(resources, ofResources)), null, 1)}\n`,
  'events.md': eventPage(),
  'admins.md': dutiesPage(),
  'configuration.md': configurationPage(),
  'import-format.md': importPage(),
  'explanation/capabilities.md': capabilitiesPage(),
  'explanation/ceilings.md': ceilingsPage(),
  'explanation/ceilings.json': `${JSON.stringify(ceilingsOfOperations(), null, 1)}\n`,
  'explanation/proofs.md': proofsPage(),
});

/** File name below lib/packages/client -> source. The client must not load the contract, so it has a table of its own. */
export const clientSources = (): Record<string, string> => ({ 'routes.ts': clientRoutes() });

/** Returns the names of documents that are missing in `directory` or differ from the contract. */
export const outdated = (directory: string, files = documents()): string[] =>
  Object.entries(files)
    .filter(([name, text]) => contentOf(`${directory}/${name}`) !== text)
    .map(([name]) => name);

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

// Not `import.meta.main`, which Node 22 does not know: there the check would pass without checking anything.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const places = [
    { directory: DIRECTORY, files: documents() },
    { directory: CLIENT, files: clientSources() },
  ];
  for (const { directory, files } of places) {
    const stale = outdated(directory, files);
    if (!process.argv.includes('--check')) {
      for (const name of stale) writeFileSync(`${directory}/${name}`, files[name] as string);
    } else if (stale.length) {
      process.stderr.write(`docs: ${stale.join(', ')} differ from the contract. Run npm run docs.\n`);
      process.exitCode = 1;
    }
  }
}
