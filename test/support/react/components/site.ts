// Serves a page of React and a plain page, both with components and a strict policy, from the host of a service.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { close, listen } from '../../../../infra/tools/local/ports.ts';
import { bundled, passOn } from '../site.ts';

const PREACT = join(import.meta.dirname, '../../../../lib/packages/elements/react.ts');
const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'";
const PLAIN = `<header>
  <gatehouse-organization-switcher></gatehouse-organization-switcher>
  <gatehouse-user-button></gatehouse-user-button>
  <gatehouse-protect><span></span><gatehouse-sign-in slot="fallback" tenant="acme"></gatehouse-sign-in></gatehouse-protect>
</header>
<main>
  <h1>Acme</h1>
  <gatehouse-protect permission="organization.members"><p>for managers</p><p slot="fallback">for others</p></gatehouse-protect>
</main>`;

/** The page of the package's README, which has the markup and the script. */
function readme(): { html: string; script: string } {
  const text = readFileSync(join(PREACT, '../README.md'), 'utf8');
  const blockOf = (language: string): string =>
    new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1] ?? '';
  return {
    html: `<main><h1>Acme</h1>${blockOf('html')}</main>`,
    script: blockOf('js').replace('https://auth.example.com', ''),
  };
}

export type Kind = 'react' | 'elements' | 'readme';

/** Starts the site: `/react`, `/elements` and `/readme`. The query chooses the language. */
export async function startComponentsSite(serviceUrl: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const { html, script: contents } = readme();
  const bodies: Readonly<Record<string, string>> = {
    '/react': '<div id="root"></div>',
    '/elements': PLAIN,
    '/readme': html,
  };
  const scripts: Readonly<Record<string, string>> = {
    '/react.js': await bundled('components/page.ts', 19),
    '/elements.js': await bundled('components/elements.ts', 19, { alias: { react: PREACT } }),
    '/readme.js': await bundled('', 19, {
      entryPoints: undefined,
      stdin: { contents: `${contents}\nwindow.client = client;`, resolveDir: import.meta.dirname },
      alias: { react: PREACT, '@gatehouse-auth/elements': join(PREACT, '../index.ts') },
    }),
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', serviceUrl);
    if (pathname.startsWith('/auth/')) return passOn(request, response, serviceUrl);
    const script = scripts[pathname];
    response.setHeader('content-type', `text/${script ? 'javascript' : 'html'}; charset=utf-8`);
    if (script) return response.end(script);
    response.setHeader('content-security-policy', POLICY);
    const language = searchParams.get('language') === 'ar' ? 'lang="ar" dir="rtl"' : 'lang="en"';
    const body = bodies[pathname] ?? '';
    response.end(`<!doctype html><html ${language}><head><title>Site</title><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,"></head><body>${body}${body && `<script type="module" src="${pathname}.js"></script>`}</body></html>`);
  });
  const port = await listen(server, 0);
  return { url: `http://localhost:${port}`, stop: () => close(server) };
}
