// Runs the conformance suite of the Model Context Protocol against the service, in its mode for authorization servers: all
// scenarios, for a registered client and for one with a metadata document. A browser over HTTP does the part of the user.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '../../../infra/tools/local/ports.ts';
import { ROOT } from '../../support/application.ts';
import { newApplication } from '../../support/applications.ts';
import { useDocuments } from '../../support/client-documents.ts';
import type { Jar } from '../../support/jar.ts';
import { approve, signedIn } from '../../support/oauth-browser.ts';
import { newResource } from '../../support/protected-resources.ts';
import { useService } from '../../support/service.ts';

const SUITE = join(ROOT, 'test/node_modules/@modelcontextprotocol/conformance/dist/index.js');
const REDIRECT_URI = 'http://127.0.0.1/callback';

const service = useService();
const documents = useDocuments();
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-mcp-'));
afterAll(() => rmSync(folder, { recursive: true }));
let jar: Jar;
let resource: string;
beforeAll(async () => {
  ({ uri: resource } = await newResource({ isFirstPartyOnly: false }));
  const hosts = [documents.host];
  ({ jar } = await signedIn(service, await service.tenant({ unregisteredClients: { policy: 'listed', hosts } })));
});

/** Runs all scenarios for the client. Returns the exit code, what the suite printed, and the result of each check. */
async function run(clientId: string) {
  const output = mkdtempSync(join(folder, 'run-'));
  const settings = join(output, 'settings.json');
  writeFileSync(settings, JSON.stringify({ url: service.baseUrl, clientId, resource }));
  const args = ['--file', settings, '--port', `${await freePort()}`, '-o', output];
  const child = spawn(process.execPath, [SUITE, 'authorization', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const lines: string[] = [];
  try {
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (line.startsWith(`${service.baseUrl}/oauth2/authorize?`)) await fetch(await approve(jar, new URL(line)));
    }
  } finally {
    child.kill();
  }
  const [code] = await ended;
  const results = globSync(join(output, '*/checks.json')).map((path) => JSON.parse(readFileSync(path, 'utf8')));
  const checks = results.flat().map(({ id, status, errorMessage = '' }) => `${id}: ${status} ${errorMessage}`.trim());
  return { code, checks: checks.sort(), total: lines.findLast((line) => line.startsWith('Total:')) };
}

test.each<[string, () => Promise<string>]>([
  [
    'registered',
    async () => (await newApplication({ kind: 'native', party: 'third', redirectUris: [REDIRECT_URI] })).application.id,
  ],
  ['not registered', async () => documents.publish({ redirect_uris: [REDIRECT_URI] }).application.id],
])('the conformance suite of MCP passes whole for a client that is %s', async (_, client) => {
  expect(await run(await client())).toEqual({
    code: 0,
    checks: [
      'authorization-code-grant: SUCCESS',
      'authorization-server-metadata-cimd: SUCCESS',
      'authorization-server-metadata: SUCCESS',
    ],
    total: 'Total: 3 passed, 0 failed',
  });
});
