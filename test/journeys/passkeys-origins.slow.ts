// Signs in with a passkey on a page of another site: an origin that the deployment names (WebAuthn Level 3, 5.11). The
// browser asks the relying party over https, so both names lead to a server of this file, whose certificate it trusts.
import { createHash, X509Certificate } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { close, listen } from '../../infra/tools/local/ports.ts';
import { noBrowser, openBrowser } from '../support/browser.ts';
import { newCertificate } from '../support/certificate.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { passOn } from '../support/react/site.ts';
import { type User, useService } from '../support/service.ts';
import { PATIENCE_MS } from '../support/until.ts';
import { addAuthenticator } from '../support/virtual-authenticator.ts';

const RP = 'auth.example.com';
const RELATED = 'login.globex.test';
const STRANGER = 'login.stranger.test';

const service = useService();
let server: Server;
let browser: Browser;
let user: User;

/** The client of the page, as an application has it. */
const SCRIPT = `
import { createUserClient } from './index.ts';
import { passkeysOf } from './passkeys.ts';
const client = createUserClient({ baseUrl: '' });
Object.assign(globalThis, { client, passkeys: passkeysOf(client) });
`;

beforeAll(async () => {
  if (noBrowser) return;
  // The service reads them at its first request.
  process.env.GATEHOUSE_BASE_URL = `https://${RP}`;
  process.env.GATEHOUSE_ALLOWED_ORIGINS = '';
  process.env.GATEHOUSE_FAST_HASH = '0';
  delete process.env.GATEHOUSE_DNS_SERVERS;
  process.env.GATEHOUSE_PASSKEY_RP_ID = RP;
  process.env.GATEHOUSE_PASSKEY_ORIGINS = `https://${RELATED}`;
  const resolveDir = join(import.meta.dirname, '../../lib/packages/client');
  const { outputFiles } = await build({ stdin: { contents: SCRIPT, resolveDir }, bundle: true, write: false });
  const script = outputFiles[0]?.text;
  const { cert, key } = newCertificate();
  server = createServer({ cert, key }, (request, response) => {
    if (request.url !== '/') return passOn(request, response, service.baseUrl);
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>App</title><link rel="icon" href="data:,"><script>${script}</script>`);
  });
  const port = await listen(server, 0);
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  browser = await openBrowser([
    `--host-resolver-rules=${[RP, RELATED, STRANGER].map((host) => `MAP ${host}:443 127.0.0.1:${port}`).join(',')}`,
    `--ignore-certificate-errors-spki-list=${createHash('sha256').update(spki).digest('base64')}`,
  ]);
  user = await service.signup(await service.tenant({ allowedOrigins: [`https://${RELATED}`] }));
});
afterAll(async () => {
  await browser?.close();
  if (server) await close(server as never);
});

type Own = typeof globalThis & {
  client: import('../../lib/packages/client/index.ts').UserClient;
  passkeys: import('../../lib/packages/client/passkeys.ts').Passkeys;
};

/** Opens the page of a host, and signs in with the passkey there. Returns the address of the account, or the error's code. */
async function signInAt(page: Page, host: string): Promise<unknown> {
  await page.goto(`https://${host}/`);
  return page.evaluate(async (tenantId) => {
    const { client, passkeys } = globalThis as Own;
    try {
      await passkeys.signIn({ tenantId });
      return (await client.authentication.me()).email;
    } catch (error) {
      return (error as { code?: string }).code ?? String(error);
    }
  }, user.tenant.id);
}

describeInBrowser('a passkey', () => {
  test('signs in on the related origin that the deployment names and the tenant lists, and on no other', async () => {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`https://${RP}/`);
    await addAuthenticator(page);
    const { email, password, tenant } = user;
    await page.evaluate(
      async ([tenantId, credentials]) => {
        const { client, passkeys } = globalThis as Own;
        await client.authentication.login({ tenantId, credentials });
        await passkeys.add();
      },
      [tenant.id, { email, password }] as const,
    );
    expect(await signInAt(page, RP)).toBe(email);
    expect(await signInAt(page, RELATED)).toBe(email);
    expect(await signInAt(page, STRANGER)).toBe('PASSKEY_UNSUPPORTED');
  });
});
