// Executes the sections "By redirect" of the guides in a real browser.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from '@jest/globals';
import { build } from 'esbuild';
import { close, freePort } from '../../infra/tools/local/ports.ts';
import { fileBlocks } from '../journeys/code-blocks.ts';
import { newApplication } from '../support/applications.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { logInAtPage, useRelyingParty } from '../support/relying-party.ts';

const ROOT = join(import.meta.dirname, '../..');
const DEMO = 'app_demo000000000000000000';
const alias = {
  '@gatehouse-auth/client': join(ROOT, 'lib/packages/client/index.ts'),
  '@gatehouse-auth/react': join(ROOT, 'lib/packages/react/index.ts'),
  '@gatehouse-auth/server/express': join(ROOT, 'lib/packages/server/express.ts'),
  '@gatehouse-auth/server/sign-in': join(ROOT, 'lib/packages/server/sign-in-routes.ts'),
};

const { service, host, user, page } = useRelyingParty({ mayCall: true });

/** Builds the file of a guide's section. */
async function built(guide: string, platform: 'browser' | 'node', replaced: Record<string, string>): Promise<string> {
  const blocks = fileBlocks(readFileSync(join(ROOT, `docs/guides/${guide}.md`), 'utf8'));
  const text = blocks.find(([path]) => path.startsWith('src/by-redirect.'))?.[1] ?? '';
  const contents = Object.entries(replaced).reduce((so, [from, to]) => so.replaceAll(from, to), text);
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ROOT, loader: 'tsx' },
    bundle: true,
    write: false,
    platform,
    format: platform === 'node' ? 'cjs' : 'esm',
    jsx: 'automatic',
    alias,
    external: platform === 'node' ? ['express'] : [],
    define: platform === 'node' ? {} : { 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles?.[0]?.text ?? '';
}

describeInBrowser('the guides by redirect', () => {
  const forPage = async () => {
    const { application } = await newApplication({ kind: 'browser', redirectUris: [`${host.origin}/callback`] });
    return { 'https://auth.example.com': service.baseUrl, [DEMO]: application.id };
  };

  test('a page signs its user in', async () => {
    host.serve(await built('sign-in-from-a-spa', 'browser', await forPage()));
    await page.goto(`${host.origin}/invoices`);
    await logInAtPage(page, service, user);
    await page.waitForURL(`${host.origin}/invoices`);
    await page.waitForFunction((email) => document.title === email, user.email);
  });

  test('an application in React signs its user in and out', async () => {
    host.serve(await built('sign-in-with-react', 'browser', await forPage()));
    await page.goto(`${host.origin}/invoices`);
    await logInAtPage(page, service, user);
    await page.getByRole('heading', { name: `Welcome, ${user.email}` }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${service.baseUrl}/**`);
  });

  test('a server signs its user in', async () => {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const known = await newApplication({ kind: 'server', redirectUris: [`${origin}/callback`] });
    const directory = mkdtempSync(join(ROOT, 'test/node_modules/by-redirect-'));
    const program = join(directory, 'server.cjs');
    const text = await built('sign-in-server-rendered', 'node', {
      'https://auth.example.com': service.baseUrl,
      'https://app.example.com': origin,
      'listen(4000)': `listen(${port})`,
      "process.env.APPLICATION_ID ?? ''": `'${known.application.id}'`,
      "process.env.APPLICATION_SECRET ?? ''": `'${known.secret}'`,
      "process.env.COOKIE_KEY ?? ''": `'${randomBytes(32).toString('base64url')}'`,
    });
    writeFileSync(program, text);
    const { server } = createRequire(import.meta.url)(program) as { server: Server };
    try {
      await page.goto(`${origin}/`);
      await logInAtPage(page, service, user);
      await page.getByText(`Welcome, ${user.email}`).waitFor();
    } finally {
      await close(server);
      rmSync(directory, { recursive: true });
    }
  });
});
