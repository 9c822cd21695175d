// Serves a page that shows the components of the packages in every state, under the strict policy of all local pages.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES } from '../../../../lib/contract/fields/languages.ts';
import { type PageReply, refusal } from './page.ts';
import { renderPage } from './template.ts';

const ROOT = join(import.meta.dirname, '../../../..');

/** Returns the page, built from the sources as they are now. The packages have no sources, so they have no such page. */
export async function componentsPage(): Promise<PageReply> {
  const script = await scriptOf().catch(() => undefined);
  if (script === undefined) return refusal('ROUTE_NOT_FOUND');
  const page = await readFile(join(import.meta.dirname, 'components.html'), 'utf8');
  const languages = LANGUAGES.map((tag) => `<option${tag === 'en' ? ' selected' : ''}>${tag}</option>`).join('');
  return renderPage(page.replace('{languages}', languages), script);
}

async function scriptOf(): Promise<string | undefined> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'components/gallery.ts')],
    alias: { react: join(ROOT, 'lib/packages/elements/react.ts') },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text.replaceAll('</script', '<\\/script');
}
