// Builds the pages for browsers: scripts and styles with a hash in their names, and an HTML shell for each entry.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { SHELLS, type ShellName, SITES, type Site, shellNames } from './shells.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const ICON = 'lib/apps/kit/icon.svg';

/**
 * Writes the shells and `assets/` into the directory, which is emptied first. Everything is named by its content, so
 * that a browser may keep it for ever.
 */
export async function buildPages(directory: string): Promise<Metafile> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(join(directory, 'assets'), { recursive: true });
  const built: Metafile = { inputs: {}, outputs: {} };
  for (const site of SITES) {
    const { inputs, outputs } = await buildSite(site, directory);
    Object.assign(built.inputs, inputs);
    Object.assign(built.outputs, outputs);
  }
  return built;
}

/** Builds the shells of a site, which share their chunks. */
async function buildSite(site: Site, directory: string): Promise<Metafile> {
  const names = shellNames.filter((name) => SHELLS[name].site === site);
  const sources = names.flatMap((name) => [SHELLS[name].script, ...SHELLS[name].styles]);
  const { metafile, outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [...new Set(sources), ICON],
    outdir: join(directory, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    // What browsers of 2024 run: light-dark() and @layer in styles, popover in HTML.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    alias: { 'preact/jsx-runtime': join(ROOT, 'lib/apps/kit/jsx.ts') },
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.svg': 'copy' },
    minify: true,
    legalComments: 'none',
    // Not ASCII, which takes six bytes for a letter of Arabic or Japanese.
    charset: 'utf8',
    logLevel: 'warning',
    metafile: true,
    write: false,
  });
  await Promise.all(outputFiles.map(({ path, contents }) => writeFile(path, contents)));
  for (const name of names) await writeFile(join(directory, `${name}.html`), shell(name, metafile));
  return metafile;
}

/** The document of a shell. The function that serves it replaces `{base}`, to which its paths are relative, and `{noscript}`. */
function shell(name: ShellName, metafile: Metafile): string {
  const { script, styles, title } = SHELLS[name];
  const outputs = Object.entries(metafile.outputs);
  const fileOf = (source: string): string =>
    basename(outputs.find(([, { entryPoint }]) => entryPoint === source)?.[0] ?? fail(source));
  const loaded = (source: string): string[] => {
    const imports = outputs.find(([, { entryPoint }]) => entryPoint === source)?.[1].imports ?? [];
    return imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path));
  };
  const preloads = loaded(script).map((file) => `<link rel="modulepreload" href="assets/${file}">`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<base href="{base}">
<title>${title}</title>
<link rel="icon" href="assets/${fileOf(ICON)}">
${styles.map((style) => `<link rel="stylesheet" href="assets/${fileOf(style)}">`).join('\n')}
${preloads.join('\n')}
<script type="module" src="assets/${fileOf(script)}"></script>
</head>
<body>
<div id="app"></div>
<noscript><div class="page"><main class="card"><h1>${title}</h1>{noscript}</main></div></noscript>
</body>
</html>
`;
}

const fail = (source: string): never => {
  throw new Error(`pages: ${source} was not built`);
};
