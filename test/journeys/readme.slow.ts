// Executes the README and the tour against the service started as they say, or against a rehearsal.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { transformSync } from 'esbuild';
import { pictures } from '../../infra/tools/docs/picture.ts';
import { createClient, GatehouseError } from '../../lib/packages/client/node.ts';
import { query } from '../../lib/packages/client/query.ts';
import { resourcesOf } from '../../lib/packages/client/resources.ts';
import { assembly } from '../support/target.ts';
import { executableBlocks } from './code-blocks.ts';
import { type Shell, startShell } from './shell.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const chapters = globSync('docs/tour/[0-9]*.md', { cwd: root }).sort();
const executed = chapters.filter((chapter) => executableBlocks(read(chapter)).length > 0);
const READY = /is ready at (http:\/\/localhost:\d+\S*)/;

let service: ChildProcess;
let printed = '';
let baseUrl = '';
let directory = '';
let shell: Shell;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gatehouse-'));
  const env = { ...process.env, PORT: '0', GATEHOUSE_DATA: join(directory, 'data') };
  const start = assembly === undefined ? ['start'] : ['run', 'rehearse', '--', '--serve', assembly];
  service = spawn('npm', start, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const chunk of service.stdout!) {
    printed += chunk;
    baseUrl = READY.exec(printed)?.[1] ?? '';
    if (baseUrl) break;
  }
  shell = startShell(directory);
});

afterAll(async () => {
  shell?.stop();
  process.kill(-service.pid!, 'SIGINT');
  if (service.exitCode === null) await new Promise((resolve) => service.once('exit', resolve));
  await rm(directory, { recursive: true, force: true });
});

const adminPassword = (): string => /admin@demo\.example {2}(\S+)/.exec(printed)?.[1] as string;

/** Fills in what a reader fills in: the address of the service and the admin's password. */
const filledIn = (code: string): string =>
  code
    .replaceAll('http://localhost:3000', baseUrl)
    .replace('admin_password=...', `admin_password='${adminPassword()}'`);

/** Runs a `ts` block with the client of this repository, and returns what it logs. */
async function runTypeScript(code: string): Promise<string> {
  const lines: string[] = [];
  const source = `async function run() { ${code.replace(/^import .*$/gm, '')} }`;
  const body = `${transformSync(source, { loader: 'ts' }).code}; return run();`;
  const imports = { createClient, GatehouseError, query, resourcesOf };
  const run = new Function(...Object.keys(imports), 'console', body);
  await run(...Object.values(imports), { log: (line: string) => lines.push(`${line}\n`) });
  return lines.join('');
}

/** Runs each block of a document and compares what it prints with what the document promises. */
async function execute(document: string): Promise<void> {
  for (const { language, code, output } of executableBlocks(read(document))) {
    const run = language === 'ts' ? runTypeScript : shell.run;
    const actual = await run(filledIn(code));
    expect({ code, output: actual.trimEnd().split('\n') }).toEqual({ code, output: output.length ? output : [''] });
  }
}

test('the curl command that the first start prints logs in', async () => {
  const curl = printed.split('\n').find((line) => line.trim().startsWith('curl')) as string;
  expect(JSON.parse(await shell.run(curl))).toMatchObject({
    isRequiresMfa: false,
    accessToken: expect.any(String),
  });
});

test('the README has a quick start that prints what it says', async () => {
  expect(executableBlocks(read('README.md'))).toHaveLength(1);
  await execute('README.md');
});

// Each chapter continues in the shell of the chapter before. One of them waits for an authenticator's next code.
test.each(executed)('%s prints what it says', execute);

test('the commands that SECURITY.md has for an incident do what it says', async () => {
  const staff = createClient({ baseUrl });
  const password = 'tangerine bicycle 41';
  await staff.adminConsole.login({ email: 'admin@demo.example', password: adminPassword() });
  const { tenant } = await staff.adminTenants.create({ name: 'Incident', slug: 'incident' });
  const { user } = await staff.adminUsers.create({ tenantId: tenant.id, email: 'victim@demo.example', password });
  const { admin } = await staff.adminConsole.createAdmin({ email: 'thief@demo.example', password, role: 'owner' });
  const { application } = await staff.adminApplications.create({ name: 'Shop', kind: 'server' });
  const { secret } = await staff.adminApplications.addSecret({ id: application.id });
  await shell.run(
    `tenant=${tenant.id} user=${user.id} admin=${admin.id} application=${application.id} leaked=${secret.id}\n`,
  );
  await execute('SECURITY.md');
});

describe('documents', () => {
  test('the README has at most 100 lines', () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(100);
  });

  test('the film of the README moves, stops by itself, and has at most 400 KB', () => {
    const film = readFileSync(join(root, 'docs/images/film.png'));
    const control = film.indexOf('acTL');
    expect(film.length).toBeLessThanOrEqual(400 * 1024);
    expect(control).toBeGreaterThan(0);
    const [frames, plays] = [film.readUInt32BE(control + 4), film.readUInt32BE(control + 8)];
    expect({ frames, plays }).toEqual({ frames: 7, plays: 3 });
  });

  test('the index of the tour links to every chapter', () => {
    const index = read('docs/tour/README.md');
    for (const chapter of chapters) expect(index).toContain(`(${chapter.split('/').at(-1)})`);
  });

  test('every chapter but the one about deployment is executed', () => {
    const others = chapters.filter((chapter) => !executed.includes(chapter));
    expect(others).toEqual(['docs/tour/09-deploy.md']);
  });

  test('the drawings of the architecture are the ones that the script draws', () => {
    for (const [name, drawing] of Object.entries(pictures())) expect(read(`docs/images/${name}`)).toBe(drawing);
  });

  const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root, exclude: ['**/node_modules/**'] });

  test.each(documents)('%s links only to files and headings that exist', (document) => {
    const broken = [
      ...read(document).matchAll(/\]\((?!https?:)([^)#\s]*)(#[^)\s]*)?\)|src(?:set)?="([^"/][^"]*)"/g),
    ].filter(([, path = '', anchor = '', image]) => {
      const target = image ?? path;
      const file = target === '' ? document : join(dirname(document), target);
      return !existsSync(join(root, file)) || (anchor !== '' && !anchorsOf(file).has(anchor.slice(1)));
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });
});

/** The anchors that GitHub makes of a document's headings. */
function anchorsOf(document: string): Set<string> {
  const headings = [...read(document).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => text);
  return new Set(
    headings.map((text) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
