// Executes docs/guides/openid-connect.md: its application signs a person in without a library of ours.
import { execFile, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newApplication } from '../../support/applications.ts';
import { allow, deviceTenant, newTerminal } from '../../support/devices.ts';
import { codeOf, listening, scratch } from '../../support/guide.ts';
import { createJar } from '../../support/jar.ts';
import { agree, loggedIn, signedIn, targetOf } from '../../support/oauth-browser.ts';
import { useService } from '../../support/service.ts';

const service = useService();
const folder = scratch();
let app: { url: string; stop: () => Promise<void> };

beforeAll(async () => {
  const { application } = await newApplication({ kind: 'native', redirectUris: ['http://localhost/callback'] });
  const [code = ''] = codeOf('openid-connect.md', 'js');
  const file = join(folder.path, 'app.mjs');
  // The port is chosen by the system, so the application learns its own address when it listens.
  writeFileSync(
    file,
    code
      .replace(/const home = .*/, 'let home = "http://localhost";')
      .replace(
        /server\.listen.*/,
        'server.listen(0, () => { const { port } = server.address(); home += ":" + port; console.log("listening on " + port); });',
      ),
  );
  app = await listening(process.execPath, [file], { ISSUER: service.baseUrl, CLIENT_ID: application.id });
});
afterAll(async () => {
  await app.stop();
  folder.remove();
});

const ask = (path: string, cookie = '') => fetch(`${app.url}${path}`, { redirect: 'manual', headers: { cookie } });

test('the application of the guide signs a person in', async () => {
  const user = await service.signup(await service.tenant());
  const jar = await loggedIn(service, user);
  const begun = await ask('/');
  const { pathname, search } = new URL(begun.headers.get('location') as string);
  const asked = targetOf(await jar.get(`${pathname}${search}`));
  const { url: back } = await agree(jar, asked.query.resume as string);
  const flow = begun.headers.getSetCookie()[0]?.split(';')[0];
  const page = await ask(`/callback${back.search}`, flow);
  expect(await page.text()).toBe(`Signed in as ${user.email}`);
  // The same code again, and another browser's state.
  expect((await ask(`/callback${back.search}`, flow)).status).toBe(400);
  expect((await ask(`/callback${back.search}`, 'flow=other.verifier')).status).toBe(400);
});

test('the application of the guide sends a stranger to the sign-in page', async () => {
  const begun = await ask('/');
  const { pathname, search } = new URL(begun.headers.get('location') as string);
  const { headers } = await createJar(service).get(`${pathname}${search}`);
  expect(headers.location).toMatch(/\/login\?resume=/);
});

test('an admin registers an application as the guide says', async () => {
  const [script = ''] = codeOf('openid-connect.md', 'sh');
  const env = { ...process.env, base: service.baseUrl, jar: await service.adminCookie() };
  const { stdout } = await promisify(execFile)('bash', ['-euc', `${script}\necho "$application"`], { env });
  expect(stdout.trim()).toMatch(/^app_/);
});

test('the device of the guide gets in by its code', async () => {
  const { application } = await newTerminal();
  const [, code = ''] = codeOf('openid-connect.md', 'js');
  const file = join(folder.path, 'device.mjs');
  // It asks without pause, so that the test waits for nothing.
  writeFileSync(file, code.replace('interval * 1000', '50'));
  const running = spawn(process.execPath, [file], {
    env: { ISSUER: service.baseUrl, CLIENT_ID: application.id },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: running.stdout })[Symbol.asyncIterator]();
  const { value: shown } = await lines.next();
  const [, user_code = ''] = /^Open \S+\/device and type (\S+)$/.exec(shown ?? '') ?? [];
  const { jar } = await signedIn(service, await deviceTenant(service));
  await allow(jar, { user_code });
  expect((await lines.next()).value).toBe('Signed in');
});
