// Makes a project with the packed create package and all packed packages of ours, and uses it as its owner would: installs
// it, runs its tests and its builds, and logs in on its page.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { freePort } from '../../infra/tools/local/ports.ts';
import { IS_ON_NPM } from '../../lib/packages/manifest.ts';
import { useApplication } from '../support/application.ts';
import { noBrowser, openBrowser } from '../support/browser.ts';

const { folder, tarballs, run } = useApplication(['create']);
const PROJECT = join(folder, 'acme-portal');
/** A project needs a newer Node than some machines have. */
const ENVIRONMENT = {
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  NODE_OPTIONS: '',
  npm_config_update_notifier: 'false',
};

const create = (...args: string[]): Promise<string> => run('node', ['node_modules/.bin/create', ...args]);
const npm = (...args: string[]): Promise<string> => run('npm', ['--prefix', PROJECT, ...args], ENVIRONMENT);
const inProject = (file: string): string => readFileSync(join(PROJECT, file), 'utf8');

let created: string;
beforeAll(async () => {
  created = await create('acme-portal', '--packages', tarballs);
  await npm('install', '--prefer-offline', '--no-audit', '--no-fund');
});

describe('create', () => {
  test('says what to do next', () => {
    expect(created).toContain('cd acme-portal\n  npm install\n  npm run dev');
  });

  test('gives the project its name', () => {
    expect(JSON.parse(inProject('package.json')).name).toBe('acme-portal');
    expect(inProject('README.md')).toMatch(/^# Acme Portal\n/);
    expect(inProject('infra/app.ts')).toContain("new AppStack(app, 'AcmePortalStaging'");
    expect(inProject('.gitignore')).toContain('node_modules');
    expect(inProject('.github/workflows/deploy.yml')).toContain('STACK: AcmePortalStaging');
    expect(readdirSync(PROJECT)).not.toContain('_gitignore');
  });

  const named = 'takes the packages from npm, in its own version, unless tarballs are named';
  const refused = 'refuses to name versions of packages that are not on npm';
  test(IS_ON_NPM ? named : refused, async () => {
    if (!IS_ON_NPM) return expect(create('published')).rejects.toThrow(/not on npm yet.*--packages DIR/);
    await create('published');
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'published/package.json'), 'utf8'));
    const { version } = JSON.parse(
      readFileSync(join(folder, 'node_modules/@gatehouse-auth/create/package.json'), 'utf8'),
    );
    const own = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
      name.startsWith('@gatehouse'),
    );
    expect(own.map(([, range]) => range)).toEqual(
      ['client', 'server', 'construct', 'testing'].map(() => `^${version}`),
    );
    rmSync(join(folder, 'published'), { recursive: true });
  });

  test.each(['Acme', '../acme', '-acme', 'acme--portal', 'a/b', 'a'.repeat(41), ''])(
    'refuses the name %j and writes nothing',
    async (name) => {
      const before = readdirSync(folder);
      await expect(create('--', name)).rejects.toThrow(/^gatehouse: a name has lowercase letters/);
      expect(readdirSync(folder)).toEqual(before);
    },
  );

  test('refuses a folder that is not empty, but for a new repository', async () => {
    mkdirSync(join(folder, 'used'));
    writeFileSync(join(folder, 'used/notes.txt'), 'mine');
    await expect(create('used', '--packages', tarballs)).rejects.toThrow('is not empty');
    expect(readdirSync(join(folder, 'used'))).toEqual(['notes.txt']);
    mkdirSync(join(folder, 'fresh/.git'), { recursive: true });
    await create('fresh', '--packages', tarballs);
  });

  test.each([
    [[]],
    [['one', 'two']],
    [['--wrong']],
    [['one', '--template', 'wrong', '--packages', '.']],
    [['one', '--packages', '.']],
    [['one', '--packages', 'missing']],
  ])('ends in one line with the arguments %j and no terminal, and writes nothing', async (args) => {
    const before = readdirSync(folder);
    await expect(create(...args)).rejects.toThrow(/^gatehouse: [^\n]+\n$/);
    expect(readdirSync(folder)).toEqual(before);
  });
});

describe('the project that npm create @gatehouse-auth wrote', () => {
  test('passes its own tests', async () => {
    await npm('test');
  });

  test('builds its page', async () => {
    await npm('run', 'build');
    expect(readdirSync(join(PROJECT, 'dist'))).toEqual(['assets', 'index.html']);
  });

  test('synthesizes two deployments of Gatehouse in one app', async () => {
    await npm('run', 'synth');
    for (const name of ['AcmePortalStaging', 'AcmePortalProduction']) {
      const { Resources } = JSON.parse(inProject(`cdk.out/${name}.template.json`));
      const types = Object.values<{ Type: string }>(Resources).map(({ Type }) => Type);
      expect(types).toEqual(
        expect.arrayContaining(['AWS::DynamoDB::GlobalTable', 'AWS::ApiGateway::RestApi', 'AWS::ApiGatewayV2::Route']),
      );
    }
  });
});

describe('the project of an MCP server', () => {
  const project = join(folder, 'acme-tools');
  const inTools = (...args: string[]) => run('npm', ['--prefix', project, ...args], ENVIRONMENT);
  beforeAll(async () => {
    await create('acme-tools', '--template', 'mcp', '--packages', tarballs);
    await inTools('install', '--prefer-offline', '--no-audit', '--no-fund');
  });

  test('passes its own tests, with the client of the MCP SDK', async () => {
    await inTools('test');
  });
});

const browserTitle = `the page of the project${noBrowser ? ` (skipped: ${noBrowser})` : ''}`;

(noBrowser ? describe.skip : describe)(browserTitle, () => {
  let program: ChildProcess;
  let browser: Browser;
  let url: string;
  beforeAll(async () => {
    const port = await freePort();
    url = `http://localhost:${port}`;
    program = spawn(process.execPath, ['dev/main.ts'], {
      cwd: PROJECT,
      env: { ...process.env, ...ENVIRONMENT, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: program.stdout as NodeJS.ReadableStream })) {
      if (line.includes('Inbox')) break;
    }
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    program?.kill();
  });

  test('logs in, calls the API, survives a reload and logs out, without a message in the console', async () => {
    const page = await browser.newPage();
    const messages: string[] = [];
    page.on('console', (message) => message.type() === 'error' && messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(error.message));
    await page.goto(url);
    await page.fill('[name=email]', 'ada@example.com');
    await page.fill('[name=password]', 'correct horse battery');
    await page.click('text=Log in');
    await page.click('text=Read reports');
    expect(await page.waitForSelector('#reply:not([hidden])').then((reply) => reply.textContent())).toContain(
      'Revenue',
    );
    await page.reload();
    await page.click('text=Log out');
    await page.waitForSelector('#login:not([hidden])');
    expect(messages).toEqual([]);
  });

  test('creates an account, which may not read reports', async () => {
    const page = await browser.newPage();
    await page.goto(url);
    await page.fill('[name=email]', 'bob@example.com');
    await page.fill('[name=password]', 'a longer phrase of bob');
    await page.click('text=Create an account');
    await page.click('text=Read reports');
    const reply = await page.waitForSelector('#reply:not([hidden])');
    expect(await reply.textContent()).toContain('MISSING_REQUIRED_PERMISSIONS');
  });
});
