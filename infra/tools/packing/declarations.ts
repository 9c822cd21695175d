// Emits the type declarations of a package, so that they need no file of this repository and no other package.
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { written } from './written.ts';

/**
 * What declarations contain in place of a module. The types of resources read no more of a schema than the value it
 * yields, and structural typing lets the schemas of a real declaration pass. The ids of hooks are branded by a symbol of
 * their module, which another copy of the module does not have.
 */
const REPLACED: Readonly<Record<string, string>> = {
  'zod/mini': 'export interface ZodMiniType<Output = unknown> { _zod: { output: Output } }\n',
  'lib/platform/ids.ts': 'export type TenantId = any;\nexport type UserId = any;\n',
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

/** Returns source path -> declaration, for all files that the entries import. */
function emit(root: string, entries: readonly string[], types: string[]): Map<string, string> {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const declaring: ts.CompilerOptions = {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    stripInternal: true,
    types,
    typeRoots: [join(root, 'node_modules/@types')],
  };
  const host = ts.createCompilerHost(declaring);
  const texts = written();
  const readFile = host.readFile;
  host.readFile = (file) => texts.get(relative(root, file)) ?? readFile(file);
  const program = ts.createProgram(
    entries.map((entry) => join(root, entry)),
    declaring,
    host,
  );
  const emitted = new Map<string, string>();
  const { diagnostics } = program.emit(undefined, (_, text, __, ___, sources) => {
    if (sources?.[0]) emitted.set(relative(root, sources[0].fileName), text);
  });
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics].filter(
    ({ file }) => !file || entries.some((entry) => dirname(file.fileName) === join(root, dirname(entry))),
  );
  if (problems.length) throw new Error(ts.formatDiagnostics(problems, HOST));
  return emitted;
}

const HOST: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => '',
  getNewLine: () => '\n',
};
