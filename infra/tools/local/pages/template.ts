// Builds a page from its files: plain HTML, the shared style, one small script.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { html, type PageReply } from './page.ts';

const file = (name: string): Promise<string> => readFile(join(import.meta.dirname, name), 'utf8');

export async function fromFiles(name: 'inbox'): Promise<PageReply> {
  const [page, script] = await Promise.all([file(`${name}.html`), file(`${name}.js`)]);
  return renderPage(page, script);
}

/** Links to what a newcomer looks for. */
export const homePage = async (baseUrl: string): Promise<PageReply> =>
  renderPage((await file('home.html')).replaceAll('{base}', () => new URL(baseUrl).pathname.replace(/\/$/, '')));

/** Inserts style and script into the page, with a nonce used only for this response. */
export async function renderPage(page: string, script?: string): Promise<PageReply> {
  const style = await file('style.css');
  const nonce = randomBytes(16).toString('base64');
  const run = script === undefined ? '' : `<script nonce="${nonce}" type="module">\n${script}</script>\n`;
  const body = page
    .replace('</head>', () => `<style nonce="${nonce}">\n${style}</style>\n</head>`)
    .replace('</body>', () => `${run}</body>`);
  return html(body, nonce);
}
