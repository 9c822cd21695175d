// Reads the code of a guide, and executes what needs a process of its own.
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transformSync } from 'esbuild';
import type { Service } from './service.ts';

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'test/node_modules/.cache');

/** Returns the blocks of a language in a guide, in order. Blocks marked `no-run` are left out. */
export function codeOf(guide: string, language: string): string[] {
  const page = readFileSync(join(ROOT, 'docs/guides', guide), 'utf8');
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, each, code = '']) =>
    each === language ? code : [],
  );
}

/** Returns the TypeScript blocks of a guide as one program. `mark` selects those that are marked, as in "ts handler". */
export function programOf(guide: string, mark?: string): string {
  const page = readFileSync(join(ROOT, `docs/guides/${guide}.md`), 'utf8');
  const fence = new RegExp(`^\`\`\`ts${mark ? ` ${mark}` : ''}\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  const code = [...page.matchAll(fence)].map(([, block]) => block).join('\n');
  if (code === '') throw new Error(`${guide} has no such code`);
  return code;
}

/** A new directory below node_modules, so that code in it finds the packages. */
export function scratch(): { path: string; remove: () => void } {
  mkdirSync(CACHE, { recursive: true });
  const path = mkdtempSync(join(CACHE, 'guide-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

// biome-ignore lint/suspicious/noExplicitAny: resources of CloudFormation have any properties
export type Resource = { Type: string; Properties: any };
export type Template = { Resources: Record<string, Resource> };

/** Runs a CDK app as `cdk synth` does, and returns its template. `dist` is a directory with a handler. */
export async function synthesized(code: string): Promise<Template> {
  const { path, remove } = scratch();
  try {
    mkdirSync(join(path, 'dist'));
    writeFileSync(join(path, 'dist/index.js'), 'exports.handler = exports.authorizer = async () => ({});\n');
    // Node.js strips no types below node_modules.
    writeFileSync(join(path, 'app.js'), transformSync(code, { loader: 'ts' }).code);
    writeFileSync(join(path, 'package.json'), '{"type":"module"}');
    const out = join(path, 'out');
    const env = { ...process.env, CDK_OUTDIR: out, NODE_OPTIONS: '' };
    await promisify(execFile)(process.execPath, [join(path, 'app.js')], { cwd: path, env });
    const [name] = readdirSync(out).filter((file) => file.endsWith('.template.json'));
    return JSON.parse(readFileSync(join(out, name as string), 'utf8'));
  } finally {
    remove();
  }
}

/** The only resource of a type. */
export function only({ Resources }: Template, type: string): Resource['Properties'] {
  const found = Object.values(Resources).filter((each) => each.Type === type);
  if (found.length !== 1) throw new Error(`${found.length} resources of type ${type}`);
  return found[0]?.Properties;
}

/** The sample as it runs beside a service of a test: its issuer, and any free port. */
export const beside = (service: Service, code: string): string =>
  code.replaceAll('https://auth.example.com', service.baseUrl).replace(/(127\.0\.0\.1"?[:,] ?)4000/, '$10');

/** Starts a program that prints `listening on <port>`. */
export async function listening(command: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
    const port = /listening on (\d+)/.exec(output)?.[1];
    if (port) resolve(`http://127.0.0.1:${port}`);
  });
  child.stderr.on('data', (data) => {
    output += data;
  });
  child.once('error', reject);
  child.once('exit', () => reject(new Error(output)));
  const url = await promise;
  const stop = () =>
    new Promise<void>((ended) => {
      child.once('exit', () => ended());
      child.kill();
    });
  return { url, stop };
}
