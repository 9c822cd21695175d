// Turns a TypeScript module into a CommonJS function body with esbuild, which bundles the functions anyway.
import { createHash } from 'node:crypto';
import { transformSync } from 'esbuild';

const options = {
  loader: 'ts',
  format: 'cjs',
  target: 'node24',
  sourcemap: 'inline',
  // The loader passes `importMeta`. `require` replaces import() so that one registry holds all modules.
  define: { 'import.meta': 'importMeta' },
  supported: { 'dynamic-import': false },
};

export default {
  process: (source, file) => ({ code: transformSync(source, { ...options, sourcefile: file }).code }),
  getCacheKey: (source, file) =>
    createHash('sha256').update(source).update(file).update(JSON.stringify(options)).digest('hex'),
};
