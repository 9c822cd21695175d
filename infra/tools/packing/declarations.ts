// Emits the type declarations of a package, so that they need no file of this repository and no other package.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { written } from './written.ts';

/**
 * What declarations contain in place of a module. The types of resources read no more of a schema than the value it
 * yields, and structural typing lets the schemas of a real declaration pass. The ids of hooks are branded by a symbol of
 * their module, which another copy of the module does not have.
 */
const REPLACED: Readonly<Record<string, string>> = {
  'zod/mini': 'export interface ZodMiniType<Output = unknown> { _zod: { output: Output } }\n',
  'lib/platform/ids.ts': 'export type ApplicationId = any;\nexport type TenantId = any;\nexport type UserId = any;\n',
};

/** An import, export or `import()` type of a module. */
const SPECIFIER = /((?:from|import)\s*\(?\s*)(['"])([^'"]+)\2/g;

type Options = {
  /** File -> the package that has its declarations. */
  packages: ReadonlyMap<string, string>;
  /** Modules that the application has. */
  peers: readonly string[];
  /** The packages of global types that the sources may use. */
  types: string[];
};

/**
 * Returns path -> text of the declarations that the entries need, below `types/` as they are below `root`. Throws if the
 * sources do not compile, or need a module that is neither a file of the repository, nor replaced here, nor one of the
 * peers.
 */
export function declarationsOf(root: string, entries: readonly string[], options: Options): Map<string, string> {
  if (entries.length === 0) return new Map();
  const emitted = emit(root, entries, options.types);
  const found = new Map<string, string>();
  const add = (source: string): string => {
    const path = `types/${source.replace(/(\.ts)?$/, '.d.ts')}`;
    if (found.has(path)) return path;
    const text = REPLACED[source] ?? emitted.get(source);
    if (text === undefined) throw new Error(`packages: declarations need ${source}, which cannot be packed`);
    found.set(path, '');
    const rewritten = text.replace(SPECIFIER, (all, before: string, quote: string, target: string) => {
      if (options.peers.some((peer) => target === peer || target.startsWith(`${peer}/`))) return all;
      const module = target.startsWith('.') ? join(dirname(source), target) : target;
      const external = options.packages.get(module);
      if (external !== undefined) return before + quote + external + quote;
      const needed = add(module);
      return before + quote + relativePath(path, needed).replace(/\.d\.ts$/, '.js') + quote;
    });
    found.set(path, rewritten);
    return path;
  };
  for (const entry of entries) add(entry);
  return found;
}

/** Returns how a file imports another one. */
const relativePath = (from: string, to: string): string => {
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
};

/**
 * Returns source path -> declaration, for all files that the entries import. The compiler reads a copy of the sources, in
 * which what is written out replaces what implies it.
 */
function emit(root: string, entries: readonly string[], types: string[]): Map<string, string> {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-declarations-')));
  const path = (file: string): string => join(copy, 'sources', file);
  try {
    for (const each of SOURCES) cpSync(join(root, each), path(each), { recursive: true });
    for (const [file, text] of written()) writeFileSync(path(file), text);
    symlinkSync(join(root, 'node_modules'), path('node_modules'), 'junction');
    const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
    const declaring = {
      ...compilerOptions,
      ...DECLARING,
      types,
      typeRoots: [join(root, 'node_modules/@types')],
      outDir: join(copy, 'declarations'),
    };
    writeFileSync(path('tsconfig.json'), JSON.stringify({ compilerOptions: declaring, files: entries }));
    const problems = problemsIn(path('')).filter((line) => entries.some((entry) => line.startsWith(dirname(entry))));
    if (problems.length) throw new Error(problems.join('\n'));
    const emitted = readdirSync(declaring.outDir, { recursive: true, encoding: 'utf8' });
    return new Map(
      emitted
        .filter((file) => file.endsWith('.d.ts'))
        .map((file) => [file.replace(/\.d\.ts$/, '.ts'), readFileSync(join(declaring.outDir, file), 'utf8')]),
    );
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** What has the sources of packages, and says that they are ES modules. */
const SOURCES = ['lib', 'infra', 'package.json'];
const DECLARING = {
  noEmit: false,
  incremental: false,
  tsBuildInfoFile: undefined,
  declaration: true,
  emitDeclarationOnly: true,
  stripInternal: true,
  rootDir: '.',
};

/** Runs the compiler. Returns a line for each problem, which begins with the path of its file. */
function problemsIn(folder: string): string[] {
  const compiler = fileURLToPath(import.meta.resolve('typescript/package.json').replace(/package\.json$/, 'bin/tsc'));
  const { stdout } = spawnSync(process.execPath, [compiler, '--pretty', 'false'], { cwd: folder, encoding: 'utf8' });
  return stdout.split('\n');
}
