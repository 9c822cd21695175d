// Loads the modules of this repository for one test file. Each is compiled once per worker and evaluated once per test
// file: no file sees the state of another, and the compiled code stays warm. Packages are loaded by Node, once per worker.
import { createRequire } from 'node:module';
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Script } from 'node:vm';

const TESTS = resolve(import.meta.dirname, '../..') + sep;
const OPTIONS = { instrument: false, isInternalModule: false };
const nodeRequire = createRequire(import.meta.url);
const compiled = new Map();
const packages = new Map();

/**
 * Returns a function that loads a file with all it imports. `globals` is what `@jest/globals` exports; `sourceMaps`
 * receives the map of each file, for stack traces.
 */
export function createLoader(transformer, sourceMaps, globals) {
  const modules = new Map();
  const load = (file) => {
    const known = modules.get(file);
    if (known) return known.exports;
    const module = { exports: {} };
    modules.set(file, module);
    const directory = dirname(file);
    const require = (specifier) => {
      if (specifier === '@jest/globals') return globals;
      if (!specifier.startsWith('.') && !specifier.startsWith('/')) return loadPackage(specifier, file);
      const path = resolve(directory, specifier);
      return path.endsWith('.ts') ? load(path) : nodeRequire(path);
    };
    const importMeta = { url: pathToFileURL(file).href, filename: file, dirname: directory };
    const { body, sourceMapPath } = compile(file, transformer);
    sourceMaps.set(file, sourceMapPath);
    body(module.exports, require, module, importMeta);
    return module.exports;
  };
  return load;
}

function compile(file, transformer) {
  const found = compiled.get(file);
  if (found) return found;
  const { code, sourceMapPath } = transformer.transform(file, OPTIONS);
  const script = new Script(`(function (exports, require, module, importMeta) {${code}\n})`, { filename: file });
  const made = { body: script.runInThisContext(), sourceMapPath };
  compiled.set(file, made);
  return made;
}

/**
 * Resolves as an import of the file does, not as require() does: some packages export nothing else. The tests have packages
 * of their own, so what a name means depends on whether the file is one of theirs.
 */
function loadPackage(specifier, file) {
  const key = `${file.startsWith(TESTS)} ${specifier}`;
  if (!packages.has(key)) {
    const url = import.meta.resolve(specifier, pathToFileURL(file));
    packages.set(key, nodeRequire(url.startsWith('file:') ? fileURLToPath(url) : url));
  }
  return packages.get(key);
}
