// Runs the recipes of docs/guides/openid-recipes.md as servers of their own, and says which of them this machine can run.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf, scratch } from './guide.ts';
import { until } from './until.ts';

const GUIDE = 'openid-recipes.md';
const MODULES = '/usr/lib/apache2/modules';
const DEBIAN_GO = '/usr/share/gocode';

/** Returns the only block of a language in the page. */
export function recipeOf(language: string): string {
  const [code, ...others] = codeOf(GUIDE, language);
  if (code === undefined || others.length) throw new Error(`${GUIDE}: not one block of ${language}`);
  return code;
}

const works = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;
const python = ['python3', '/usr/bin/python3'].find((each) => works(each, '-c', 'import authlib, flask, requests'));
const hasGo = works('go', 'version') && existsSync(join(DEBIAN_GO, 'src/github.com/coreos/go-oidc'));

/** Why this machine cannot run a recipe, for the title of what is skipped; `undefined` when it can. */
export const missing: Record<'apache' | 'python' | 'ruby' | 'go', string | undefined> = {
  apache: existsSync(join(MODULES, 'mod_auth_openidc.so')) ? undefined : 'no Apache with mod_auth_openidc',
  python: python ? undefined : 'no Python with Authlib and Flask',
  ruby: works('ruby', '-e', "require 'omniauth_openid_connect'; require 'sinatra/base'; require 'webrick'")
    ? undefined
    : 'no Ruby with omniauth_openid_connect and Sinatra',
  go: hasGo ? undefined : 'no Go with go-oidc',
};

export type Running = { stop: () => Promise<void> };
type Env = Record<string, string> & { PORT: string };

/** Starts a program, and waits until its port responds. Throws with its output if it ends before. */
async function started(command: string, args: string[], env: Env, remove: () => void): Promise<Running> {
  // A process group of its own: Apache ends its whole group.
  const child = spawn(command, args, {
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let hasEnded = false;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += data;
    });
  const ended = new Promise<void>((done) => {
    child.once('close', () => {
      hasEnded = true;
      done();
    });
    child.once('error', (error) => {
      output += error;
    });
  });
  await until(async () => {
    if (hasEnded) throw new Error(`${command}: ${output}`);
    return fetch(`http://localhost:${env.PORT}/`, { redirect: 'manual' }).catch(() => undefined);
  }, `a response of ${command}`);
  const stop = async () => {
    child.kill();
    await ended;
    remove();
  };
  return { stop };
}

/** Starts a program of the page. */
export function startProgram(language: 'js' | 'python' | 'ruby' | 'go', env: Env): Promise<Running> {
  const { path, remove } = scratch();
  const inFolder = (name: string, text: string): string => {
    writeFileSync(join(path, name), text);
    return join(path, name);
  };
  const code = recipeOf(language);
  if (language === 'js') return started(process.execPath, [inFolder('app.mjs', code)], env, remove);
  if (language === 'python') return started(python as string, [inFolder('app.py', code)], env, remove);
  if (language === 'ruby') return started('ruby', [inFolder('app.rb', code)], env, remove);
  // Debian has version 2, whose package is the root of the repository.
  const file = inFolder('main.go', code.replace('go-oidc/v3/oidc', 'go-oidc'));
  const go = { ...process.env, GOPATH: DEBIAN_GO, GOCACHE: join(path, 'cache'), GOFLAGS: '', GO111MODULE: 'off' };
  const built = spawnSync('go', ['build', '-o', join(path, 'main'), file], { env: go, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stderr);
  return started(join(path, 'main'), [], env, remove);
}

const LOADED = ['mpm_prefork', 'authz_core', 'authz_user', 'authn_core', 'mime', 'dir', 'filter', 'include'];

/** Starts Apache with a configuration of the page. It shows the user at `/app/` and a page of its own at `/`. */
export function startApache(configuration: string, env: Env): Promise<Running> {
  // Below the system's directory, because its processes run as a user without rights.
  const path = mkdtempSync(join(tmpdir(), 'gatehouse-apache-'));
  chmodSync(path, 0o755);
  mkdirSync(join(path, 'www/app'), { recursive: true });
  writeFileSync(join(path, 'www/index.html'), 'Signed out');
  writeFileSync(join(path, 'www/app/index.html'), 'Signed in as <!--#echo var="REMOTE_USER" -->');
  const whole = `
    ServerName localhost
    Listen 127.0.0.1:${env.PORT}
    PidFile ${path}/httpd.pid
    ErrorLog ${path}/error.log
    DefaultRuntimeDir ${path}
    ${[...LOADED, 'auth_openidc'].map((each) => `LoadModule ${each}_module ${MODULES}/mod_${each}.so`).join('\n')}
    TypesConfig /dev/null
    AddType text/html .html
    AddOutputFilter INCLUDES .html
    Options +Includes
    DocumentRoot ${path}/www
    ${process.getuid?.() === 0 ? 'User www-data\nGroup www-data' : ''}
    ${configuration}`;
  writeFileSync(join(path, 'httpd.conf'), whole);
  const args = ['-f', join(path, 'httpd.conf'), '-DFOREGROUND'];
  return started('/usr/sbin/apache2', args, env, () => rmSync(path, { recursive: true, force: true }));
}
