// Gives a program in Node what React Native has, and takes away what it lacks.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Application } from '../support/application.ts';

/** Bundles a program of the application as for a browser or a phone. */
export const bundle = ({ folder }: Application, from: string, to: string, alias: Record<string, string> = {}) =>
  build({
    absWorkingDir: folder,
    entryPoints: [from],
    outfile: to,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    alias,
    logLevel: 'error',
  });

/** Writes native.js, which a program imports first. `tools` is the folder of test/support/tools.ts. */
export function writeNative({ write }: Application, tools: string): void {
  for (const file of ['URL', 'URLSearchParams']) {
    const source = readFileSync(join(tools, 'package/Libraries/Blob', `${file}.js`), 'utf8');
    // TypeScript lacks the `?Type` of Flow. The one native module has to do with blobs.
    const typed = source
      .replaceAll(': ?', ': ')
      .replace(/^import NativeBlobModule.*$/m, 'const NativeBlobModule = null;');
    write(`${file}.ts`, typed);
  }
  write('native.js', NATIVE);
}

/**
 * The `fetch` of React Native takes an address as a text, so one over node:http takes its place: that of Node needs the
 * real URL class.
 */
const NATIVE = `
import { URL, URLSearchParams } from './URL.ts';
const { request } = process.getBuiltinModule('node:http');
const ownFetch = (address, { method, headers, body }) =>
  new Promise((resolve, reject) => {
    const [, hostname, port, path] = /^http:\\/\\/([^:]+):(\\d+)(.*)$/.exec(address);
    const sent = request({ hostname, port, path, method, headers: Object.fromEntries(new Headers(headers)) }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve(new Response(Buffer.concat(chunks), { status: response.statusCode })));
    });
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
const replaced = { URL, URLSearchParams, fetch: ownFetch, crypto: undefined, navigator: undefined };
for (const [name, value] of Object.entries(replaced)) Object.defineProperty(globalThis, name, { value });
for (const name of ['any', 'timeout']) delete AbortSignal[name];
`;
