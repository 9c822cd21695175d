// Makes the page of the HTTP API from that of the local run, so that both show the same.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scalarScript } from '../local/pages/reference.ts';

const LOCAL = join(import.meta.dirname, '../local/pages');

/** The page is one folder below the root of the site, wherever that is. */
const HEAD = `<body>
    <p style="font: 14px / 1.5 system-ui, sans-serif; margin: 0; padding: 0.75rem 1.5rem"><a href="../" style="color: LinkText">Documentation</a></p>`;

/** Returns the files of the page: name -> text. Throws if Scalar is not installed. */
export async function apiFiles(): Promise<Record<string, string>> {
  const [page, script, scalar] = await Promise.all([
    readFile(join(LOCAL, 'reference.html'), 'utf8'),
    readFile(join(LOCAL, 'reference.js'), 'utf8'),
    scalarScript(),
  ]);
  if (scalar.status !== 200) throw new Error('Scalar is not installed: run npm ci.');
  const html = page
    .replaceAll('"/__docs"', '"./"')
    .replaceAll('"/openapi.json"', '"../openapi.json"')
    .replace('data-root="/"', 'data-root="../"')
    .replace('<body>', HEAD)
    .replace('</body>', '<script src="scalar.js"></script>\n    <script src="reference.js"></script>\n  </body>');
  return { 'index.html': html, 'reference.js': script, 'scalar.js': scalar.body };
}
